// Plays a submission to the Connect-N assignment in arena, as it was handed in: provided.h, or Scaffold.h and Player.h.
//
// Build:  g++ -O2 -std=c++17 -pthread -I submission connect.cpp submission/Scaffold.cpp submission/Player.cpp -o mybot
//         with -DPLAYER=BadPlayer for another class than SmartPlayer
// Play:   arena --game connect ./mybot smart:4
//
// Columns have the same numbers in the assignment and in arena, 1 to n from left to right. Red is first.

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

// What arena writes as o:.../.x./.oo: the side to move, then the levels from the top; x is first, o second.
struct Position {
    bool is_reds_turn = true;
    std::vector<std::string> columns;  // The checkers of each from the bottom, such as xxo.
    int levels = 0, in_a_row = 4;

    bool parse(const std::string& text) {
        if (text.size() < 3 || (text[0] != 'x' && text[0] != 'o') || text[1] != ':') return false;
        is_reds_turn = text[0] == 'x';
        in_a_row = read_in_a_row();
        columns.assign(text.find_first_of("/", 2) == std::string::npos ? text.size() - 2 : text.find('/', 2) - 2, "");
        levels = 0;
        std::istringstream rows(text.substr(2));
        for (std::string row; std::getline(rows, row, '/'); ++levels) {
            if (row.size() != columns.size()) return false;
            for (std::size_t column = 0; column < row.size(); ++column)
                if (row[column] != '.') columns[column].insert(columns[column].begin(), row[column]);
        }
        return true;
    }

    // N of ARENA_GAME, such as connect:7x6x4.
    static int read_in_a_row() {
        const char* game = std::getenv("ARENA_GAME");
        int columns = 7, levels = 6, in_a_row = 4;
        if (game) std::sscanf(game, "connect:%dx%dx%d", &columns, &levels, &in_a_row);
        return in_a_row;
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

#if __has_include("provided.h")
#include "provided.h"
#endif
#if __has_include("Scaffold.h")
#include "Scaffold.h"
#endif
#if __has_include("Player.h")
#include "Player.h"
#endif

int arena_driver::ask_submission(const Position& position) {
    const int columns = static_cast<int>(position.columns.size());
    Scaffold submitted_scaffold(columns, position.levels);
    // The moves of a possible game, as far as it goes: the two sides in turns.
    std::vector<std::size_t> height(columns, 0);
    const auto drop = [&](char mark) {
        for (int column = 0; column < columns; ++column) {
            const std::string& checkers = position.columns[column];
            if (height[column] == checkers.size() || (mark != '?' && checkers[height[column]] != mark)) continue;
            submitted_scaffold.makeMove(column + 1, checkers[height[column]++] == 'x' ? RED : BLACK);
            return true;
        }
        return false;
    };
    for (char mark = 'x'; drop(mark) || drop('?');) mark = mark == 'x' ? 'o' : 'x';
    Contestant contestant("arena");
    return contestant.chooseMove(submitted_scaffold, position.in_a_row, position.is_reds_turn ? RED : BLACK);
}

#undef main  // -Dmain=submitted_main takes a main of the submission out of the way.
int main() {
    arena_driver::take_stdin_and_stdout();
    return arena_driver::play_games();
}
