// Files that are either the old or the new one, whole.
#pragma once

#include <filesystem>
#include <string>

namespace headroom::project {

/// Writes a new file beside `path`, syncs it, renames it into place and syncs the folder. A link is followed. Throws
/// std::runtime_error naming the path and the reason; the old file and the folder are then as before.
void writeAtomically(const std::filesystem::path& path, const std::string& text);

} // namespace headroom::project
