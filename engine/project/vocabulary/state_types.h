// Which type of state item the blocks work on.
#pragma once

#include <string>

namespace headroom::project {

/// The type of state item that blocks of a type refer to; empty: none.
std::string stateTypeFor(const std::string& blockType);

} // namespace headroom::project
