/* A starter bot for arena in C. Your part is `choose`; the protocol and the rules are done.
 *
 * Build:     cc -O2 -o mybot bot.c
 * Play:      arena --a ./mybot --b smart:6
 * Protocol:  docs/bots/PROTOCOLS.md
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KALAH, CONNECT, MNK };
enum { MAX_CELLS = 64 * 64 };

/* What ARENA_GAME says: kalah:6x4, kalah:6x4:empty-capture, connect:7x6x4, mnk:3x3x3. */
static int game = KALAH;
static int columns = 7, rows = 2; /* Kalah: a row for each side, its holes and its pot */
static int beans_a_hole = 4, in_a_row;
static bool empty_capture;

typedef struct {
    int side; /* to move: 0 moves first, 1 second; in Kalah 0 is South, 1 is North */
    /* Kalah: South's holes 1 to n and pot, then North's.
     * Connect-N and m,n,k: row by row from the top left, 0 empty, 1 first (x), 2 second (o). */
    int cells[MAX_CELLS];
} Position;

/* What `go` said; 0 where it said nothing. Times in milliseconds, `time` and `inc` those of the side to move. */
typedef struct {
    long movetime, nodes, depth, time, inc;
} Limits;

static int legal_moves(const Position *position, int moves[MAX_CELLS]);

/* Returns the move to play. Replace this one: it picks a move by a checksum of the position.
 * `legal_moves` lists the legal moves, `play` makes one on a position. */
static int choose(const Position *position, const Limits *limits) {
    (void)limits;
    int moves[MAX_CELLS];
    int count = legal_moves(position, moves);
    uint32_t checksum = (uint32_t)position->side;
    for (int i = 0; i < rows * columns; i++) checksum = checksum * 31 + (uint32_t)position->cells[i];
    return moves[checksum % (uint32_t)count];
}

static bool row_is_empty(const Position *position, int side) {
    for (int hole = 0; hole < columns - 1; hole++)
        if (position->cells[side * columns + hole]) return false;
    return true;
}

static bool line_from(const Position *position, int row, int column, int down, int right) {
    int last_row = row + (in_a_row - 1) * down, last_column = column + (in_a_row - 1) * right;
    int mark = position->cells[row * columns + column];
    if (!mark || last_row >= rows || last_column < 0 || last_column >= columns) return false;
    for (int i = 1; i < in_a_row; i++)
        if (position->cells[(row + i * down) * columns + column + i * right] != mark) return false;
    return true;
}

/* Kalah: a side has no beans in its holes. Otherwise: a side has N in a row. (A full board has no moves anyway.) */
static bool is_over(const Position *position) {
    if (game == KALAH) return row_is_empty(position, 0) || row_is_empty(position, 1);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            if (line_from(position, row, column, 0, 1) || line_from(position, row, column, 1, 0) ||
                line_from(position, row, column, 1, 1) || line_from(position, row, column, 1, -1))
                return true;
    return false;
}

/* Fills in the legal moves, numbers from 1, and returns how many there are. */
static int legal_moves(const Position *position, int moves[MAX_CELLS]) {
    int count = 0;
    if (is_over(position)) return 0;
    const int *cells = game == KALAH ? position->cells + position->side * columns : position->cells;
    int places = game == KALAH ? columns - 1 : game == CONNECT ? columns : rows * columns;
    for (int place = 0; place < places; place++)
        if ((cells[place] != 0) == (game == KALAH)) moves[count++] = place + 1;
    return count;
}

static void sow(Position *position, int move) {
    int n = columns - 1, me = position->side;
    int *own = position->cells + me * columns, *other = position->cells + (1 - me) * columns;
    /* Steps in the order of sowing: the own holes, the own pot, the other side's holes.
     * South sows to the right, North to the left. */
    int step = me == 0 ? move - 1 : n - move, hole = move - 1;
    int beans = own[hole];
    own[hole] = 0;
    while (beans-- > 0) {
        step = (step + 1) % (2 * n + 1);
        int along = step <= n ? step : step - n - 1;
        bool to_the_right = (step <= n) == (me == 0);
        hole = step == n ? n : to_the_right ? along : n - 1 - along;
        (step <= n ? own : other)[hole]++;
    }
    if (step < n && own[hole] == 1 && (other[hole] || empty_capture)) {
        own[n] += 1 + other[hole];
        own[hole] = other[hole] = 0;
    }
    if (is_over(position))
        for (int i = 0; i < n; i++) {
            own[n] += own[i];
            other[n] += other[i];
            own[i] = other[i] = 0;
        }
    position->side = step == n ? me : 1 - me;
}

/* Makes a legal move. */
static void play(Position *position, int move) {
    if (game == KALAH) {
        sow(position, move);
        return;
    }
    int cell = move - 1;
    while (game == CONNECT && cell + columns < rows * columns && !position->cells[cell + columns]) cell += columns;
    position->cells[cell] = position->side + 1;
    position->side = 1 - position->side;
}

static void read_game(const char *spec) {
    if (strncmp(spec, "connect", 7) == 0) {
        game = CONNECT, columns = 7, rows = 6, in_a_row = 4;
        sscanf(spec, "connect:%dx%dx%d", &columns, &rows, &in_a_row);
    } else if (strncmp(spec, "mnk", 3) == 0) {
        game = MNK, columns = 3, rows = 3, in_a_row = 3;
        sscanf(spec, "mnk:%dx%dx%d", &columns, &rows, &in_a_row);
    } else {
        int holes = 6;
        sscanf(spec, "kalah:%dx%d", &holes, &beans_a_hole);
        columns = holes + 1;
        empty_capture = strstr(spec, ":empty-capture") != NULL;
    }
    if (columns < 1 || rows < 1 || columns > 64 || rows > 64) {
        fprintf(stderr, "this bot does not know the game %s\n", spec);
        exit(1);
    }
}

static Position start(void) {
    Position position = {0};
    if (game == KALAH)
        for (int i = 0; i < 2 * columns; i++) position.cells[i] = i % columns == columns - 1 ? 0 : beans_a_hole;
    return position;
}

/* Reads s:4,4,4,4,4,4,0:4,4,4,4,4,4,0 or x:.../.x./..o. */
static bool parse(const char *text, Position *position) {
    const char *marks = ".xo", *sides = game == KALAH ? "sn" : "xo", *side = strchr(sides, text[0]);
    int count = 0, cells = rows * columns;
    if (!text[0] || !side || text[1] != ':') return false;
    position->side = (int)(side - sides);
    text += 2;
    while (*text && count < cells) {
        if (game == KALAH) {
            char *end;
            long beans = strtol(text, &end, 10);
            if (end == text || beans < 0 || beans > 1000000) return false;
            position->cells[count++] = (int)beans;
            text = *end ? end + 1 : end;
        } else if (*text == '/') {
            text++;
        } else {
            const char *mark = strchr(marks, *text++);
            if (!mark) return false;
            position->cells[count++] = (int)(mark - marks);
        }
    }
    return count == cells && !*text;
}

/* Reads the words after `position`: startpos or fen POSITION, then perhaps moves M1 M2 … */
static bool read_position(Position *position) {
    Position next = start();
    const char *word = strtok(NULL, " \t\r\n");
    if (!word) return false;
    if (strcmp(word, "startpos") != 0) {
        word = strtok(NULL, " \t\r\n");
        if (!word || !parse(word, &next)) return false;
    }
    strtok(NULL, " \t\r\n"); /* moves */
    while ((word = strtok(NULL, " \t\r\n"))) {
        int moves[MAX_CELLS], move = atoi(word), i = 0;
        int count = legal_moves(&next, moves);
        while (i < count && moves[i] != move) i++;
        if (i == count) return false;
        play(&next, move);
    }
    *position = next;
    return true;
}

static Limits read_limits(int side) {
    Limits limits = {0};
    const char *name, *value;
    while ((name = strtok(NULL, " \t\r\n"))) {
        bool mine = name[0] == 'p' && name[1] == (side == 0 ? '1' : '2');
        long *limit = strcmp(name, "movetime") == 0           ? &limits.movetime
                      : strcmp(name, "nodes") == 0            ? &limits.nodes
                      : strcmp(name, "depth") == 0            ? &limits.depth
                      : mine && strcmp(name + 2, "time") == 0 ? &limits.time
                      : mine && strcmp(name + 2, "inc") == 0  ? &limits.inc
                                                              : NULL;
        if (limit && (value = strtok(NULL, " \t\r\n"))) *limit = strtol(value, NULL, 10);
    }
    return limits;
}

int main(void) {
    static char line[1 << 16];
    const char *spec = getenv("ARENA_GAME");
    read_game(spec ? spec : "kalah:6x4");
    Position position = start();
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line is sent at once */
    while (fgets(line, sizeof line, stdin)) {
        const char *command = strtok(line, " \t\r\n");
        if (!command) continue;
        if (strcmp(command, "ugi") == 0) {
            puts("id name starter\nugiok");
        } else if (strcmp(command, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(command, "position") == 0) {
            if (!read_position(&position)) puts("info string cannot read this position");
        } else if (strcmp(command, "go") == 0) {
            Limits limits = read_limits(position.side);
            int moves[MAX_CELLS];
            if (legal_moves(&position, moves) == 0)
                puts("bestmove none");
            else
                printf("bestmove %d\n", choose(&position, &limits));
        } else if (strcmp(command, "quit") == 0) {
            break;
        }
        /* Nothing to do for setoption, uginewgame and stop; unknown lines are skipped. */
    }
    return 0;
}
