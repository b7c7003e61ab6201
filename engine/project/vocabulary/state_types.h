// The types of what requests share: which blocks work on which type, and what the messages of queues hold.
#pragma once

#include <string>

namespace headroom::project {

/// The type of state item that blocks of a type refer to; empty: none.
std::string stateTypeFor(const std::string& blockType);

/// The values of the messages of a queue of missing copies, in their order.
inline constexpr const char* missingCopyValues[] = {"partition", "source", "target", "whole", "missed"};

} // namespace headroom::project
