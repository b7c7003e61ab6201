// The sources of this project as text, for the tests of its structure.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace headroom::structure {

namespace fs = std::filesystem;

inline const fs::path root = HEADROOM_SOURCE_DIR;

inline bool isSource(const fs::path& path)
{
    return path.extension() == ".cpp" || path.extension() == ".h";
}

/// The sources in a folder, relative to the root, and below it, in order of their paths.
inline std::vector<fs::path> sourcesBelow(const std::string& folder)
{
    std::vector<fs::path> sources;
    if (fs::exists(root / folder))
        for (const auto& entry : fs::recursive_directory_iterator(root / folder))
            if (entry.is_regular_file() && isSource(entry.path()))
                sources.push_back(entry.path());
    std::sort(sources.begin(), sources.end());
    return sources;
}

inline std::string contentOf(const fs::path& path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A line #include.
struct Include
{
    std::string target;
    bool quoted = false; ///< of this project
};

inline std::vector<Include> includesOf(const fs::path& path)
{
    static const std::regex line(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    std::istringstream text(contentOf(path));
    for (std::string row; std::getline(text, row);) {
        std::smatch match;
        if (std::regex_search(row, match, line))
            includes.push_back({match[2], match[1] == "\""});
    }
    return includes;
}

/// The path of a quoted include, relative to the root: the include folders are engine/, the root, and the file's own.
inline std::string resolved(const fs::path& from, const std::string& target)
{
    for (const fs::path& base : {from.parent_path(), root / "engine", root})
        if (fs::exists(base / target))
            return fs::relative(fs::weakly_canonical(base / target), root).generic_string();
    return {};
}

/// Each on a line of its own.
inline std::string joined(const std::vector<std::string>& rows)
{
    std::string text;
    for (const std::string& row : rows)
        text += "\n  " + row;
    return text;
}

} // namespace headroom::structure
