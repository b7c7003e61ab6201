// The libraries and projects of the repository, as the tests read them.
#pragma once

#include "project/library/components.h"
#include "project/project_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::test {

inline const std::filesystem::path sourceRoot = HEADROOM_SOURCE_DIR;
inline const std::vector<std::filesystem::path> shippedFolders = {sourceRoot / "libraries"};

inline project::ComponentLibrary shippedComponents(project::Findings& findings)
{
    return project::ComponentLibrary::load(shippedFolders, findings);
}

/// The findings, one a line: what a failing test prints.
inline std::string lines(const project::Findings& findings)
{
    std::string text;
    for (const auto& finding : findings)
        text += "\n  " + toLine(finding);
    return text;
}

inline std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, const std::string& extension)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().extension() == extension)
            files.push_back(entry.path());
    return files;
}

} // namespace headroom::test
