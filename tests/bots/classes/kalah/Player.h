#ifndef player
#define player // As careless as a submission may be.
#include "Board.h"
#include <string>

class Player {
  public:
    Player(std::string name) : m_name(name) {}
    virtual ~Player() {}
    Player(const Player&) = delete;
    virtual bool isInteractive() const { return false; }
    virtual int chooseMove(const Board& b, Side s) const = 0;

  private:
    std::string m_name;
};

// Looks one move ahead.
class SmartPlayer : public Player {
  public:
    SmartPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Board& b, Side s) const;
};

// The first hole with beans.
class BadPlayer : public Player {
  public:
    BadPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Board& b, Side s) const;
};

// Plays like BadPlayer, but loses four megabytes and counts its moves.
class LeakyPlayer : public Player {
  public:
    LeakyPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Board& b, Side s) const;
};

// Gives up when it has no more than two beans in its holes.
class LostPlayer : public Player {
  public:
    LostPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Board& b, Side s) const;
};

// Crashes when it has no more than two beans in its holes.
class CrashPlayer : public Player {
  public:
    CrashPlayer(std::string name) : Player(name) {}
    virtual int chooseMove(const Board& b, Side s) const;
};

#endif
