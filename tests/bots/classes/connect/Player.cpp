#include "Player.h"
#include <iostream>
using namespace std;

// Whether N checkers of a color stand in a row from a place, in one direction.
static bool isRow(const Scaffold& s, int N, int color, int column, int level, int right, int up) {
    for (int i = 0; i < N; i++) {
        int c = column + i * right, l = level + i * up;
        if (c < 1 || c > s.cols() || l < 1 || l > s.levels() || s.checkerAt(c, l) != color)
            return false;
    }
    return true;
}

static bool hasRow(const Scaffold& s, int N, int color) {
    for (int column = 1; column <= s.cols(); column++)
        for (int level = 1; level <= s.levels(); level++)
            if (isRow(s, N, color, column, level, 1, 0) || isRow(s, N, color, column, level, 0, 1) ||
                isRow(s, N, color, column, level, 1, 1) || isRow(s, N, color, column, level, 1, -1))
                return true;
    return false;
}

int SmartPlayer::chooseMove(const Scaffold& s, int N, int color) {
    cout << "bestmove 99" << endl;
    Scaffold tried = s;
    int first = -1;
    for (int column = 1; column <= s.cols(); column++) {
        if (!tried.makeMove(column, color))
            continue;
        if (hasRow(tried, N, color))
            return column;
        tried.undoMove();
        if (first == -1)
            first = column;
    }
    return first;
}

int BadPlayer::chooseMove(const Scaffold& s, int, int) {
    for (int column = 1; column <= s.cols(); column++)
        if (s.checkerAt(column, s.levels()) == VACANT)
            return column;
    return -1;
}
