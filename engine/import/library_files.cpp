#include "import/library_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace headroom::import {

namespace fs = std::filesystem;
using project::Json;

Json treeOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return Json::parse(std::string(std::istreambuf_iterator<char>(file), {}), nullptr, false);
}

std::vector<Json> libraryFiles(const std::vector<fs::path>& libraries, const std::string& format)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::path& library : libraries)
        for (const auto& entry : fs::directory_iterator(library / "imports", error))
            if (entry.path().extension() == ".json")
                files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Json> trees;
    for (const fs::path& path : files)
        if (Json tree = treeOf(path); tree.is_object() && tree.value("format", Json()) == format)
            trees.push_back(std::move(tree));
    return trees;
}

} // namespace headroom::import
