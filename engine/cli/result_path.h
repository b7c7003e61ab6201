// Where the result of a run goes.
#pragma once

#include <filesystem>

namespace headroom::cli {

/// results/NAME-TIME.hrr beside the project if that can be written, else in the current directory; creates the folder.
/// NAME is the project file's, TIME the local time now; a number follows where the name is taken. Throws
/// std::runtime_error if neither can be written.
std::filesystem::path defaultResultPath(const std::filesystem::path& project);

/// Throws std::runtime_error with the reason if no file can be made at `path`.
void requireWritable(const std::filesystem::path& path);

} // namespace headroom::cli
