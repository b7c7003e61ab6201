// Files without a name, in which a child leaves what it says.
#pragma once

#include <string>

namespace headroom::cli {

/// All that an open file holds, from its beginning.
std::string contentOf(int file);

} // namespace headroom::cli
