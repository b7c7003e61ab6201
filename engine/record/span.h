// A stretch of a traced request's time. Plain values.
#pragma once

#include <cstdint>
#include <string>

namespace headroom::record {

struct Span
{
    std::uint64_t id = 0;
    std::uint64_t parent =
        0; ///< span; of a wait its block, of a block its request, of a called request its call; 0: none
    std::uint64_t trace = 0; ///< number of the user's request all this belongs to, from 1
    std::string kind;        ///< "request", "block" or "wait"
    std::string name;        ///< operation, block, or what is waited for: "workers", "processor", "storage" ...
    std::string role, operation, node;
    std::uint32_t lane = 0; ///< row of the node's; spans of a row nest and never cross
    double beginS = 0, endS = 0;
    bool unfinished = false; ///< cut off by the end of the run
    // Of a request that another one called:
    double acceptWaitS = 0; ///< waited on its node to be accepted, before beginS
    std::string callerNode; ///< empty: a user's request
    std::uint32_t callerLane = 0;
    double calledS = 0;
};

} // namespace headroom::record
