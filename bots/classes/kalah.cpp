// Plays a submission to the Kalah assignment in arena, as it was handed in: Side.h, Board.h and Player.h.
//
// Build:  g++ -O2 -std=c++17 -pthread -I submission kalah.cpp submission/Board.cpp submission/Player.cpp -o mybot
//         with -DPLAYER=BadPlayer for another class than SmartPlayer
// Play:   arena ./mybot smart:4
//
// Holes have the same numbers in the assignment and in arena: 1 to n from left to right on both sides. South sows towards
// higher numbers, North towards lower ones.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PLAYER
#define PLAYER SmartPlayer
#endif
#define ARENA_TEXT(word) #word
#define ARENA_TEXT_OF(word) ARENA_TEXT(word)

class PLAYER;

// All this stands above the submission's headers, so that their macros cannot change it, and in a namespace, so that
// `using namespace std` in one of them makes no name ambiguous.
namespace arena_driver {

using Contestant = ::PLAYER;
const char* const name = ARENA_TEXT_OF(PLAYER);

// What arena writes as n:4,4,0,5,5,0,2:4,4,5,5,5,5,0: the side to move, South's holes and pot, North's holes and pot.
struct Position {
    bool is_souths_turn = true;
    std::vector<int> south, north;

    int holes() const { return static_cast<int>(south.size()) - 1; }

    bool parse(const std::string& text) {
        const std::size_t middle = text.find(':', 2);
        if (text.size() < 2 || (text[0] != 's' && text[0] != 'n') || middle == std::string::npos) return false;
        is_souths_turn = text[0] == 's';
        south = numbers(text.substr(2, middle - 2));
        north = numbers(text.substr(middle + 1));
        return south.size() == north.size() && south.size() > 1;
    }

    static std::vector<int> numbers(const std::string& text) {
        std::istringstream rest(text);
        std::vector<int> found;
        for (int number; rest >> number; rest.ignore()) found.push_back(number);
        return found;
    }
};

// Asks the submission; the only part that knows its classes. It stands at the end.
int ask_submission(const Position& position);

// The protocol's ends. The submission gets an empty stdin, and its stdout goes to stderr, which is the bot's log.
int commands = -1, answers = -1;

void take_stdin_and_stdout() {
    commands = dup(STDIN_FILENO);
    answers = dup(STDOUT_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    if (commands < 0 || answers < 0 || nothing < 0) {
        std::perror("stdin and stdout");
        std::exit(1);
    }
    dup2(nothing, STDIN_FILENO);
    close(nothing);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // A crash loses no line of the log.
}

// Byte by byte: what is not read yet belongs to the process of the next game.
bool read_line(std::string& line) {
    line.clear();
    for (char c; read(commands, &c, 1) == 1;) {
        if (c == '\n') return true;
        line += c;
    }
    return false;
}

void say(const std::string& line) { dprintf(answers, "%s\n", line.c_str()); }

enum Ending { OVER = 0, NEXT_GAME = 77 };

// Answers commands until the next game begins or there are no more.
Ending play_one_game() {
    bool is_known = false;
    Position position;
    for (std::string line; read_line(line);) {
        std::istringstream words(line);
        std::string command, kind, text, more;
        words >> command;
        if (command == "ugi") {
            say(std::string("id name ") + name);
            say("ugiok");
        } else if (command == "isready") {
            say("readyok");
        } else if (command == "uginewgame") {
            return NEXT_GAME;
        } else if (command == "position") {
            words >> kind >> text;
            is_known = kind == "fen" && !(words >> more) && position.parse(text);
            if (!is_known) say("info string expected: position fen POSITION");
        } else if (command == "go") {
            say("bestmove " + (is_known ? std::to_string(ask_submission(position)) : "none"));
        } else if (command == "quit") {
            break;
        }
    }
    return OVER;
}

// Each game has a process of its own, as if the submission were started for it: nothing that it leaks or keeps in
// variables reaches the next game. How a game's process ends badly is how this one ends.
int play_games() {
    for (;;) {
        const pid_t game = fork();
        if (game < 0) {
            std::perror("fork");
            return 1;
        }
        if (game == 0) {
            const int ending = play_one_game();
            std::fflush(nullptr);
            _exit(ending);
        }
        int status = 0;
        waitpid(game, &status, 0);
        if (WIFSIGNALED(status)) {
            std::fprintf(stderr, "the submission was ended by signal %d\n", WTERMSIG(status));
            signal(WTERMSIG(status), SIG_DFL);
            raise(WTERMSIG(status));
        }
        if (WEXITSTATUS(status) != NEXT_GAME) return WEXITSTATUS(status);
    }
}

}  // namespace arena_driver

#undef PLAYER  // A header may use the word, to be included once.

#include "Side.h"

#include "Board.h"

#include "Player.h"

int arena_driver::ask_submission(const Position& position) {
    int beans = 0;
    for (int each : position.south) beans += each;
    for (int each : position.north) beans += each;
    // The beans of each hole at the start: a board that counts them in its constructor gets the right total.
    Board submitted_board(position.holes(), beans / (2 * position.holes()));
    for (int hole = 1; hole <= position.holes(); ++hole) {
        submitted_board.setBeans(SOUTH, hole, position.south[hole - 1]);
        submitted_board.setBeans(NORTH, hole, position.north[hole - 1]);
    }
    submitted_board.setBeans(SOUTH, POT, position.south.back());
    submitted_board.setBeans(NORTH, POT, position.north.back());
    Contestant contestant("arena");
    return contestant.chooseMove(submitted_board, position.is_souths_turn ? SOUTH : NORTH);
}

#undef main  // -Dmain=submitted_main takes a main of the submission out of the way.
int main() {
    arena_driver::take_stdin_and_stdout();
    return arena_driver::play_games();
}
