// SIGINT and SIGTERM as a wish to stop.
#pragma once

namespace headroom::cli {

/// From now on the first SIGINT or SIGTERM is noted; the next one ends the program at once, as usual.
void noteInterruptions();
bool interrupted();

} // namespace headroom::cli
