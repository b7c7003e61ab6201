// A span: a part of the time of a traced request. Plain values.
#pragma once

#include <cstdint>
#include <string>

namespace headroom::record {

struct Span
{
    std::uint64_t id = 0;
    std::uint64_t parent = 0; ///< id of the enclosing span: for a wait its block, for a block its request, for a called
                              ///< request its call; 0: none
    std::uint64_t trace = 0;  ///< number of the user's request that the span belongs to, from 1
    std::string kind;         ///< "request", "block" or "wait"
    std::string name;         ///< operation, block, or the resource waited for: "workers", "processor", "storage" ...
    std::string role, operation, node;
    std::uint32_t lane = 0; ///< row in the node's display; spans of a row nest and never overlap partly
    double beginS = 0, endS = 0;
    bool unfinished = false; ///< cut off by the end of the run
    // For a request that another one called:
    double acceptWaitS = 0; ///< time it waited on its node to be accepted, before beginS
    std::string callerNode; ///< empty: a request of a user
    std::uint32_t callerLane = 0;
    double calledS = 0;
};

} // namespace headroom::record
