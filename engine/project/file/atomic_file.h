// Writes files atomically: a file has either its old or its new contents, never a part.
#pragma once

#include <filesystem>
#include <string>

namespace headroom::project {

/// Writes a new file beside `path`, syncs it, renames it to `path` and syncs the folder. A symbolic link is followed. A
/// device or a pipe at `path` is written directly. Throws std::runtime_error naming the path and the reason; the old
/// file and the folder are then unchanged.
void writeAtomically(const std::filesystem::path& path, const std::string& text);

/// The name for a temporary file of this process beside `path`. No file has it, and removeLeftovers() removes it once
/// the process has ended.
std::filesystem::path temporaryBeside(const std::filesystem::path& path);

/// Removes the temporary files (".NAME.PID-N") that killed processes have left beside `path`. Those of processes that
/// live stay. Writing does this as well.
void removeLeftovers(const std::filesystem::path& path);

} // namespace headroom::project
