// The same classes in the one header that some assignments provide.
#ifndef PROVIDED_INCLUDED
#define PROVIDED_INCLUDED
#include "../connect/Player.h"
#include "../connect/Scaffold.h"
#endif
