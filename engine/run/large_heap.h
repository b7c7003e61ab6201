// How the small pieces of a large model lie in memory.
#pragma once

namespace headroom::run {

/// Asks the system to back the heap of the C library, as far as it is GNU's, by large pages (see
/// kernel/large_pages.h): what is allocated from now on in small pieces, the devices of thousands of nodes, lies in the
/// first hundreds of megabytes of it, one behind the other. To be called once, at the beginning of the program. Nothing
/// is taken from the system that is not used.
void useLargePagesForHeap();

} // namespace headroom::run
