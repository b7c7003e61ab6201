// Where control goes after a block.
#pragma once

#include "behaviour/program/program.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// The instructions to which control may go from this one: at its first way out, and at all others that are wired.
std::vector<std::uint32_t> waysOut(const Program& program, const Instruction& code);

} // namespace headroom::behaviour
