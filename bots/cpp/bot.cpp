// A starter bot for arena in C++17. Your part is `choose`; the protocol and the rules are done.
//
// Build:     g++ -O2 -std=c++17 -o mybot bot.cpp
// Play:      arena --a ./mybot --b smart:6
// Protocol:  docs/bots/PROTOCOLS.md

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// What ARENA_GAME says: kalah:6x4, kalah:6x4:empty-capture, connect:7x6x4, mnk:3x3x3.
struct Game {
    enum Kind { Kalah, Connect, Mnk } kind = Kalah;
    std::vector<int> sizes;
    bool empty_capture = false;

    explicit Game(const std::string& spec) {
        kind = spec.rfind("connect", 0) == 0 ? Connect : spec.rfind("mnk", 0) == 0 ? Mnk : Kalah;
        sizes = kind == Kalah ? std::vector{6, 4} : kind == Connect ? std::vector{7, 6, 4} : std::vector{3, 3, 3};
        empty_capture = spec.find(":empty-capture") != std::string::npos;
        std::istringstream text(spec.substr(std::min(spec.find(':'), spec.size() - 1) + 1));
        int size;
        for (std::size_t i = 0; i < sizes.size() && text >> size; ++i, text.ignore()) sizes[i] = size;
    }
};

struct Position {
    const Game* game = nullptr;
    int side = 0;  // The side to move: 0 moves first, 1 second. In Kalah 0 is South, 1 is North.

    // Kalah: South's holes 1 to n and pot, then North's. Connect-N and m,n,k: row by row from the top left, 0 empty,
    // 1 first (x), 2 second (o).
    std::vector<int> cells;
    int columns = 0;  // Kalah: the holes of a side and its pot.

    std::vector<int> legal_moves() const;
    Position play(int move) const;  // The position after a legal move.

    int& at(int row, int column) { return cells[row * columns + column]; }
    int at(int row, int column) const { return cells[row * columns + column]; }
    int rows() const { return static_cast<int>(cells.size()) / columns; }
    bool is_over() const;
};

// What `go` said; 0 where it said nothing. Times in milliseconds, `time` and `inc` those of the side to move.
struct Limits {
    long movetime = 0, nodes = 0, depth = 0, time = 0, inc = 0;
};

// Returns the move to play. Replace this one: it picks a move by a checksum of the position.
int choose(const Position& position, const Limits&) {
    std::uint32_t checksum = position.side;
    for (int cell : position.cells) checksum = checksum * 31 + cell;
    const auto moves = position.legal_moves();
    return moves[checksum % moves.size()];
}

// Kalah: a side has no beans in its holes. Otherwise: a side has N in a row. (A full board has no moves anyway.)
bool Position::is_over() const {
    if (game->kind == Game::Kalah) {
        for (int row : {0, 1}) {
            const auto holes = cells.begin() + row * columns;
            if (std::all_of(holes, holes + columns - 1, [](int beans) { return beans == 0; })) return true;
        }
        return false;
    }
    const int n = game->sizes[2];
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns; ++column)
            for (const auto& [down, right] : steps) {
                const int last = column + (n - 1) * right;
                if (row + (n - 1) * down >= rows() || last < 0 || last >= columns) continue;
                int same = 0;
                while (same < n && at(row, column) && at(row + same * down, column + same * right) == at(row, column)) ++same;
                if (same == n) return true;
            }
    return false;
}

std::vector<int> Position::legal_moves() const {
    std::vector<int> moves;
    if (is_over()) return moves;
    if (game->kind == Game::Kalah) {
        for (int hole = 0; hole < columns - 1; ++hole)
            if (at(side, hole)) moves.push_back(hole + 1);
    } else {
        const int places = game->kind == Game::Connect ? columns : static_cast<int>(cells.size());
        for (int place = 0; place < places; ++place)
            if (!cells[place]) moves.push_back(place + 1);
    }
    return moves;
}

Position Position::play(int move) const {
    Position next = *this;
    next.side = 1 - side;
    if (game->kind != Game::Kalah) {
        int row = (move - 1) / columns, column = (move - 1) % columns;
        while (game->kind == Game::Connect && row + 1 < rows() && !at(row + 1, column)) ++row;
        next.at(row, column) = side + 1;
        return next;
    }
    // Places in the order of sowing: the own holes, the own pot, the other side's holes. South sows to the right,
    // North to the left.
    const int n = columns - 1;
    const auto hole_at = [n](int row, int step) { return row == 0 ? step : n - 1 - step; };
    int step = hole_at(side, move - 1), row = side, hole = move - 1;
    int beans = std::exchange(next.at(row, hole), 0);
    while (beans-- > 0) {
        step = (step + 1) % (2 * n + 1);
        row = step <= n ? side : 1 - side;
        hole = step == n ? n : hole_at(row, step < n ? step : step - n - 1);
        ++next.at(row, hole);
    }
    if (step < n && next.at(side, hole) == 1 && (next.at(1 - side, hole) || game->empty_capture)) {
        next.at(side, n) += 1 + next.at(1 - side, hole);
        next.at(side, hole) = next.at(1 - side, hole) = 0;
    }
    if (step == n) next.side = side;
    if (next.is_over())
        for (int each : {0, 1}) {
            const auto holes = next.cells.begin() + each * columns;
            next.at(each, n) = std::accumulate(holes, holes + columns, 0);
            std::fill(holes, holes + n, 0);
        }
    return next;
}

Position start(const Game& game) {
    Position position;
    position.game = &game;
    if (game.kind == Game::Kalah) {
        position.columns = game.sizes[0] + 1;
        position.cells.assign(2 * position.columns, game.sizes[1]);
        position.at(0, game.sizes[0]) = position.at(1, game.sizes[0]) = 0;
    } else {
        position.columns = game.sizes[0];
        position.cells.assign(game.sizes[0] * game.sizes[1], 0);
    }
    return position;
}

// Reads s:4,4,4,4,4,4,0:4,4,4,4,4,4,0 or x:.../.x./..o; throws where it is anything else.
Position parse(const Game& game, const std::string& text) {
    Position position = start(game);
    std::vector<int> cells;
    std::string board = text.substr(std::min<std::size_t>(2, text.size()));
    if (game.kind == Game::Kalah) {
        std::replace_if(board.begin(), board.end(), [](char c) { return c < '0' || c > '9'; }, ' ');
        std::istringstream numbers(board);
        for (int beans; numbers >> beans;) cells.push_back(beans);
    } else {
        for (char cell : board)
            if (cell != '/') cells.push_back(static_cast<int>(std::string(".xo").find(cell)));
    }
    position.side = static_cast<int>(std::string(game.kind == Game::Kalah ? "sn" : "xo").find(text[0]));
    const bool known = std::all_of(cells.begin(), cells.end(), [](int cell) { return cell >= 0; });
    if (position.side < 0 || !known || cells.size() != position.cells.size())
        throw std::invalid_argument("not a position of this game");
    position.cells = cells;
    return position;
}

// Reads what follows `position`: startpos or fen POSITION, then perhaps moves M1 M2 …
Position read_position(const Game& game, std::istringstream& words) {
    std::string word;
    words >> word;
    Position position = start(game);
    if (word != "startpos") {
        words >> word;
        position = parse(game, word);
    }
    words >> word;  // moves
    while (words >> word) {
        const auto legal = position.legal_moves();
        const int move = std::stoi(word);
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) throw std::invalid_argument("illegal move");
        position = position.play(move);
    }
    return position;
}

Limits read_limits(std::istringstream& words, int side) {
    Limits limits;
    const std::string me = side == 0 ? "p1" : "p2";
    for (std::string name, value; words >> name;) {
        long* limit = name == "movetime"    ? &limits.movetime
                      : name == "nodes"     ? &limits.nodes
                      : name == "depth"     ? &limits.depth
                      : name == me + "time" ? &limits.time
                      : name == me + "inc"  ? &limits.inc
                                            : nullptr;
        if (limit && words >> value) *limit = std::strtol(value.c_str(), nullptr, 10);
    }
    return limits;
}

int main() {
    const char* spec = std::getenv("ARENA_GAME");
    const Game game(spec && *spec ? spec : "kalah:6x4");
    Position position = start(game);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "ugi") {
            std::cout << "id name starter\nugiok" << std::endl;
        } else if (command == "isready") {
            std::cout << "readyok" << std::endl;
        } else if (command == "position") {
            try {
                position = read_position(game, words);
            } catch (const std::exception&) {
                std::cout << "info string cannot read this position: " << line << std::endl;
            }
        } else if (command == "go") {
            const Limits limits = read_limits(words, position.side);
            std::cout << "bestmove ";
            if (position.legal_moves().empty())
                std::cout << "none" << std::endl;
            else
                std::cout << choose(position, limits) << std::endl;
        } else if (command == "quit") {
            break;
        }
        // Nothing to do for setoption, uginewgame and stop; unknown lines are skipped.
    }
}
