// Writes files atomically: a file has either its old or its new contents, never a part.
#pragma once

#include <filesystem>
#include <string>

namespace headroom::project {

/// Writes a new file beside `path`, syncs it, renames it to `path` and syncs the folder. A symbolic link is followed.
/// Throws std::runtime_error naming the path and the reason; the old file and the folder are then unchanged.
void writeAtomically(const std::filesystem::path& path, const std::string& text);

} // namespace headroom::project
