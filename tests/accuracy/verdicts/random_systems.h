// Small systems drawn at random: what a server does for a closed loop of clients, and on what.
#pragma once

#include "project/document/json.h"

#include <cstdint>

namespace headroom::accuracy {

/// The project of the system with this number: a server that computes, may wait for tokens, a lock, a black box or
/// room in a queue, may write or read a disk, and may ask a second server over the network; with event loops, threads
/// or a thread for each request. The same number gives the same system.
project::Json randomSystem(std::uint64_t number);

} // namespace headroom::accuracy
