// SIGINT and SIGTERM as a request to stop.
#pragma once

namespace headroom::cli {

/// After this call the first SIGINT or SIGTERM is recorded; the next one ends the program at once, as usual.
void noteInterruptions();
/// True if a signal has been recorded.
bool interrupted();

} // namespace headroom::cli
