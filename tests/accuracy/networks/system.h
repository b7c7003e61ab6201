// Nodes that call each other over switches: what the engine and the reference simulate, each in its own way.
#pragma once

#include <vector>

namespace headroom::accuracy::networks {

struct Group
{
    bool server = false;
    int nodes = 1;
    int rack = 0;
    double gbitPerS = 1; ///< of the cable of each node
};

/// From the switch of a rack to that of one before it.
struct Uplink
{
    int to = 0;
    double gbitPerS = 1;
    double latencyS = 0;
};

/// A client's step: some calls at a time, or, without any, a pause that is exponentially distributed.
struct Step
{
    int calls = 0;
    bool roundRobin = false; ///< else at random
    double requestBytes = 0; ///< on average: both are multiplied by a number from 0.5 to 1.5
    double answerBytes = 0;
    double pauseS = 0;
};

/// A closed loop of clients, in turn on the clients' nodes. A server answers after an exponentially distributed time.
struct System
{
    std::vector<Group> groups;
    std::vector<Uplink> uplinks; ///< of each rack but the first
    std::vector<Step> steps;
    int clients = 1;
    double latencyS = 0; ///< of the cable of each node
    double serveS = 0;
};

} // namespace headroom::accuracy::networks
