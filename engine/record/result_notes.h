// What people say about a result: its name, a comment, whether it is the baseline. Kept in the result file itself
// (table `note`), so that it goes where the file goes.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace headroom::record {

/// Empty if nothing has been said. Throws std::runtime_error if the file cannot be read.
std::map<std::string, std::string> readNotes(const std::filesystem::path& result);

/// An empty text takes the note away. Throws std::runtime_error if the file cannot be written.
void writeNote(const std::filesystem::path& result, const std::string& name, const std::string& text);

} // namespace headroom::record
