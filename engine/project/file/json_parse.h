// Parses JSON text into a tree, with limits: a file cannot make the program use memory or stack without bound.
#pragma once

#include "project/document/finding.h"
#include "project/document/json.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

inline constexpr std::size_t largestFile = 64u << 20; ///< bytes
inline constexpr std::size_t deepestNesting = 64;     ///< arrays and objects inside each other
inline constexpr std::size_t mostKeys = 5000;         ///< of one object
inline constexpr std::size_t mostValues = 4'000'000;  ///< of one file

/// The tree of a text. A fault becomes one error finding (keys "file.too-large", "json.syntax", "json.too-deep",
/// "json.too-many") and no tree is returned; a duplicate key in an object is an error too ("json.duplicate-key").
std::optional<Json> parseJson(const std::string& text, Findings& findings);

/// The text of a regular file up to the size limit; otherwise a finding ("file.missing", "file.unreadable",
/// "file.too-large").
std::optional<std::string> readText(const std::filesystem::path& path, Findings& findings);

/// The text of a key of an object; `otherwise` if the key is missing or its value is no text.
std::string textAt(const Json& object, const char* key, const std::string& otherwise = {});

/// The text that a key of the outermost object has in a file's text, which is read no further than that. Nothing if
/// there is none, or if the text is no JSON up to there.
std::optional<std::string> outermostText(const std::string& text, std::string_view key);

/// The files NAME.json of a folder, sorted by name; none if there is no such folder.
std::vector<std::filesystem::path> jsonFilesIn(const std::filesystem::path& folder);

} // namespace headroom::project
