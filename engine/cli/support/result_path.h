// The path of a run's result file.
#pragma once

#include <filesystem>

namespace headroom::cli {

/// Returns results/NAME-TIME.hrr beside the project if that can be written, else in the current directory; creates the
/// folder. NAME is the project file's name, TIME the local time now; a number is added if the name is taken. Throws
/// std::runtime_error if neither can be written.
std::filesystem::path defaultResultPath(const std::filesystem::path& project);

/// Throws std::runtime_error with the option and the reason if no file can be created at `path`, or if `path` is the
/// project itself, given by its file or its folder.
void requireWritable(const char* option, const std::filesystem::path& path, const std::filesystem::path& project);

/// True if two paths, which need not exist, refer to the same file.
bool sameFile(const std::filesystem::path& one, const std::filesystem::path& other);

} // namespace headroom::cli
