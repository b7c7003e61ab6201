#include "project/file/beside.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>

namespace headroom::project {

namespace fs = std::filesystem;

fs::path fileBesideProject(const fs::path& folder, const std::string& name)
{
    const fs::path asked(name);
    if (folder.empty())
        throw std::runtime_error("The project has not been saved yet, so it has no folder with files.");
    const bool climbs = std::find(asked.begin(), asked.end(), fs::path("..")) != asked.end();
    if (asked.is_absolute() || climbs)
        throw std::runtime_error("\"" + name + "\" is not in the project's folder.");
    std::error_code error;
    const fs::path home = fs::canonical(folder, error);
    const fs::path file = error ? fs::path() : fs::canonical(home / asked, error);
    if (error)
        throw std::runtime_error("There is no file \"" + name + "\" in the project's folder.");
    const auto [end, unused] = std::mismatch(home.begin(), home.end(), file.begin(), file.end());
    if (end != home.end())
        throw std::runtime_error("\"" + name + "\" leads out of the project's folder.");
    if (!fs::is_regular_file(file, error))
        throw std::runtime_error("\"" + name + "\" is not a file.");
    return file;
}

} // namespace headroom::project
