// Archives (tar, also compressed with gzip) as the files in them. Internal to import/.
#pragma once

#include "import/adopt/adopt.h"

#include <string>
#include <vector>

namespace headroom::import {

/// The files of an archive, named ARCHIVE/PATH; the file itself if it is none. Links and devices are left out. Throws
/// ImportError if the archive is cut off, or would take too much memory.
std::vector<GivenFile> unpacked(GivenFile file);

} // namespace headroom::import
