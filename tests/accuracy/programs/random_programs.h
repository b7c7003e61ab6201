// Small systems drawn at random: programs of nested blocks, and who executes them.
#pragma once

#include "accuracy/programs/system.h"

#include <cstdint>

namespace headroom::accuracy::programs {

/// The system with this number: one to three roles with event loops, threads or a thread for each request, whose
/// programs compute, wait, hold locks, fork and call each other. The same number gives the same system. Every program
/// begins with work of an exponential time: no system is the same from round to round, which could keep one of several
/// patterns for good.
System randomProgram(std::uint64_t number);

} // namespace headroom::accuracy::programs
