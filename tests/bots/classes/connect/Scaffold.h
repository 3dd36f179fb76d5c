#ifndef SCAFFOLD_INCLUDED
#define SCAFFOLD_INCLUDED
#include <vector>

const int VACANT = -1;
const int RED = 0;
const int BLACK = 1;

class Scaffold {
  public:
    Scaffold(int nColumns, int nLevels);
    int cols() const;
    int levels() const;
    int numberEmpty() const;
    int checkerAt(int column, int level) const;
    bool makeMove(int column, int color);
    int undoMove();

  private:
    int m_levels;
    std::vector<std::vector<int>> m_columns;
    std::vector<int> m_moves;
};

#endif
