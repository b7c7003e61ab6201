// Where the result of a run goes.
#pragma once

#include <filesystem>

namespace headroom::cli {

/// results/NAME-TIME.hrr beside the project if that can be written, else in the current directory; creates the folder.
/// NAME is the project file's, TIME the local time now; a number follows where the name is taken. Throws
/// std::runtime_error if neither can be written.
std::filesystem::path defaultResultPath(const std::filesystem::path& project);

/// Throws std::runtime_error with the option and the reason if no file can be made at `path`, or if that is the
/// project, given by its file or its folder.
void requireWritable(const char* option, const std::filesystem::path& path, const std::filesystem::path& project);

/// Whether two paths, which need not exist, name the same file.
bool sameFile(const std::filesystem::path& one, const std::filesystem::path& other);

} // namespace headroom::cli
