#ifndef PLAYER
#define PLAYER // As careless as a submission may be.
#include "Scaffold.h"
#include <string>

class Player {
  public:
    Player(std::string name) : m_name(name) {}
    virtual ~Player() {}
    Player(const Player&) = delete;
    virtual int chooseMove(const Scaffold& s, int N, int color) = 0;

  private:
    std::string m_name;
};

// Wins where it can; otherwise the leftmost column.
class SmartPlayer : public Player {
  public:
    SmartPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Scaffold& s, int N, int color);
};

// The leftmost column.
class BadPlayer : public Player {
  public:
    BadPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Scaffold& s, int N, int color);
};

#endif
