#include "Player.h"
#include <cstdlib>
#include <iostream>

static Side other(Side s) { return s == SOUTH ? NORTH : SOUTH; }

// Makes a move as the rules say, with captures and the end of the game.
static void play(Board& b, Side s, int hole) {
    Side endSide;
    int endHole;
    b.sow(s, hole, endSide, endHole);
    if (endSide == s && endHole != POT && b.beans(s, endHole) == 1 && b.beans(other(s), endHole) > 0) {
        b.moveToPot(s, endHole, s);
        b.moveToPot(other(s), endHole, s);
    }
    if (b.beansInPlay(SOUTH) == 0 || b.beansInPlay(NORTH) == 0)
        for (int each = 1; each <= b.holes(); each++) {
            b.moveToPot(SOUTH, each, SOUTH);
            b.moveToPot(NORTH, each, NORTH);
        }
}

int SmartPlayer::chooseMove(const Board& b, Side s) const {
    int best = -1, bestLead = 0;
    for (int hole = 1; hole <= b.holes(); hole++) {
        if (b.beans(s, hole) == 0)
            continue;
        Board after(b);
        play(after, s, hole);
        int lead = after.beans(s, POT) - after.beans(other(s), POT);
        if (best == -1 || lead > bestLead) {
            best = hole;
            bestLead = lead;
        }
    }
    // What a submission prints must not look like an answer, and what it reads must not be a command.
    string line;
    cout << "considering\nbestmove 99\n" << (getline(cin, line) ? "read: " + line : "nothing to read") << endl;
    return best;
}

int BadPlayer::chooseMove(const Board& b, Side s) const {
    for (int hole = 1; hole <= b.holes(); hole++)
        if (b.beans(s, hole) > 0)
            return hole;
    return -1;
}

int LeakyPlayer::chooseMove(const Board& b, Side s) const {
    static int moves = 0;
    char* lost = new char[4 << 20];
    lost[0] = 1;
    if (++moves == 1)
        cout << "the first move, of " << b.totalBeans() << " beans" << endl;
    return BadPlayer("").chooseMove(b, s);
}

int LostPlayer::chooseMove(const Board& b, Side s) const {
    return b.beansInPlay(s) <= 2 ? -1 : BadPlayer("").chooseMove(b, s);
}

int CrashPlayer::chooseMove(const Board& b, Side s) const {
    if (b.beansInPlay(s) <= 2) {
        cout << "going down\n";
        abort();
    }
    return BadPlayer("").chooseMove(b, s);
}
