#ifndef SIDE_INCLUDED
#define SIDE_INCLUDED

enum Side { NORTH, SOUTH };

const int POT = 0;

#endif
