#include "Scaffold.h"

Scaffold::Scaffold(int nColumns, int nLevels) : m_levels(nLevels), m_columns(nColumns) {}

int Scaffold::cols() const { return static_cast<int>(m_columns.size()); }

int Scaffold::levels() const { return m_levels; }

int Scaffold::numberEmpty() const { return cols() * levels() - static_cast<int>(m_moves.size()); }

int Scaffold::checkerAt(int column, int level) const {
    if (column < 1 || column > cols() || level < 1 || level > levels())
        return VACANT;
    const std::vector<int>& checkers = m_columns[column - 1];
    return level > static_cast<int>(checkers.size()) ? VACANT : checkers[level - 1];
}

bool Scaffold::makeMove(int column, int color) {
    if (column < 1 || column > cols() || static_cast<int>(m_columns[column - 1].size()) == levels())
        return false;
    m_columns[column - 1].push_back(color);
    m_moves.push_back(column);
    return true;
}

int Scaffold::undoMove() {
    if (m_moves.empty())
        return 0;
    int column = m_moves.back();
    m_moves.pop_back();
    m_columns[column - 1].pop_back();
    return column;
}
