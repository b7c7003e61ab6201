// The user's notes on a result: its name, a comment, whether it is the baseline. They are stored in the result file
// itself (table `note`), so they are copied with it.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace headroom::record {

/// Empty if there are no notes. Throws std::runtime_error if the file cannot be read.
std::map<std::string, std::string> readNotes(const std::filesystem::path& result);

/// An empty text removes the note. Throws std::runtime_error if the file cannot be written.
void writeNote(const std::filesystem::path& result, const std::string& name, const std::string& text);

} // namespace headroom::record
