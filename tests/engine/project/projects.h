// The shipped projects as trees that a test breaks, and what the checks then say.
#pragma once

#include "project/library/components.h"
#include "project/project_file.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

namespace headroom::project::test {

namespace fs = std::filesystem;

inline const fs::path sourceRoot = HEADROOM_SOURCE_DIR;
inline const std::vector<fs::path> folders = {sourceRoot / "libraries"};

inline std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline const ComponentLibrary& components()
{
    static Findings findings;
    static const ComponentLibrary library = ComponentLibrary::load(folders, findings);
    return library;
}

inline std::vector<std::string> shippedNames()
{
    return {"first-queue", "open-loop", "swift-rack"};
}

inline std::string shippedText(const std::string& name)
{
    return contentOf(sourceRoot / "projects" / name / (name + ".headroom"));
}

inline Json shipped(const std::string& name)
{
    return Json::parse(shippedText(name));
}

inline std::string lines(const Findings& findings)
{
    std::string text;
    for (const Finding& finding : findings)
        text += "\n  " + finding.key + " " + toLine(finding);
    return text;
}

inline LoadResult parse(const std::string& text)
{
    return parseProject(text, components(), folders);
}

inline LoadResult parse(const char* text)
{
    return parse(std::string(text));
}

inline LoadResult parse(const Json& tree)
{
    return parse(tree.dump());
}

inline Project open(const Json& tree)
{
    LoadResult result = parse(tree);
    INFO(lines(result.findings));
    REQUIRE(result.project);
    return *result.project;
}

inline const Finding* find(const Findings& findings, const std::string& key, const std::string& pointer)
{
    const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.key == key && finding.pointer == pointer;
    });
    return found == findings.end() ? nullptr : &*found;
}

/// A folder of the test's own, removed at its end.
struct Folder
{
    fs::path path = fs::temp_directory_path() / ("headroom-project-test-" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path write(const std::string& name, const std::string& text) const
    {
        fs::create_directories((path / name).parent_path());
        std::ofstream(path / name, std::ios::binary) << text;
        return path / name;
    }
    std::vector<std::string> names() const
    {
        std::vector<std::string> result;
        for (const auto& entry : fs::directory_iterator(path))
            result.push_back(entry.path().filename().string());
        std::sort(result.begin(), result.end());
        return result;
    }
};

} // namespace headroom::project::test
