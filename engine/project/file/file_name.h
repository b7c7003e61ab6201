// File names made of ids, and the folder of a project's results.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace headroom::project {

/// The name of a file, without ending, for an id or another text of a document. It is a single name in a folder, of at
/// most 200 bytes, whatever the text is, and different texts have different names. Letters, digits, "-", "_", "." and
/// blanks stay as they are; separators of folders, control characters, "%" and characters that some file systems forbid
/// become "%" and two hexadecimal digits for each byte.
std::string fileNameOfId(std::string_view id);

/// True if the path, which need not exist, is outside of the folder, itself or through a symbolic link.
bool leadsOutOf(const std::filesystem::path& folder, const std::filesystem::path& path);

/// True for a folder below share/headroom of a prefix: it belongs to an installed package, which would leave behind
/// what others write there.
bool isInstalled(const std::filesystem::path& folder);

/// The path of a file in the folder "results" of a project's folder; creates "results" if that is possible, and if the
/// project is not an installed one. Throws std::runtime_error if a link would make it a file outside of the project's
/// folder.
std::filesystem::path resultsFile(const std::filesystem::path& projectFolder, const std::string& name);

} // namespace headroom::project
