#include "Board.h"

Board::Board(int nHoles, int nInitialBeansPerHole) {
    for (vector<int>& row : m_beans) {
        row.assign(nHoles + 1, nInitialBeansPerHole);
        row[POT] = 0;
    }
}

int Board::holes() const { return static_cast<int>(m_beans[NORTH].size()) - 1; }

int Board::beans(Side s, int hole) const { return hole < 0 || hole > holes() ? -1 : m_beans[s][hole]; }

int Board::beansInPlay(Side s) const {
    int total = 0;
    for (int hole = 1; hole <= holes(); hole++)
        total += m_beans[s][hole];
    return total;
}

int Board::totalBeans() const {
    return beansInPlay(NORTH) + beansInPlay(SOUTH) + m_beans[NORTH][POT] + m_beans[SOUTH][POT];
}

bool Board::sow(Side s, int hole, Side& endSide, int& endHole) {
    if (hole < 1 || hole > holes() || m_beans[s][hole] == 0)
        return false;
    int inHand = m_beans[s][hole];
    m_beans[s][hole] = 0;
    endSide = s;
    endHole = hole;
    while (inHand > 0) {
        // South's row is sown to the right, North's to the left; a pot lies behind the end of its owner's row.
        if (endHole == POT) {
            endSide = endSide == SOUTH ? NORTH : SOUTH;
            endHole = endSide == SOUTH ? 1 : holes();
        } else if (endSide == SOUTH) {
            endHole = endHole == holes() ? POT : endHole + 1;
        } else {
            endHole = endHole - 1; // After hole 1 comes the pot, which has number 0.
        }
        if (endHole == POT && endSide != s)
            continue;
        m_beans[endSide][endHole]++;
        inHand--;
    }
    return true;
}

bool Board::moveToPot(Side s, int hole, Side potOwner) {
    if (hole < 1 || hole > holes())
        return false;
    m_beans[potOwner][POT] += m_beans[s][hole];
    m_beans[s][hole] = 0;
    return true;
}

bool Board::setBeans(Side s, int hole, int beans) {
    if (hole < 0 || hole > holes() || beans < 0)
        return false;
    m_beans[s][hole] = beans;
    return true;
}
