#include "cli/support/result_path.h"

#include "project/file/file_name.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <stdexcept>
#include <unistd.h>

namespace headroom::cli {

namespace fs = std::filesystem;

namespace {

std::string timeStamp()
{
    const std::time_t now = std::time(nullptr);
    std::tm local = {};
    localtime_r(&now, &local);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &local);
    return text.data();
}

/// The folder of results in another one; nothing if it cannot be used, if it belongs to a package, or if a link makes
/// it a folder elsewhere.
std::optional<fs::path> resultsIn(const fs::path& home)
{
    if (project::isInstalled(home))
        return {};
    fs::path folder = home / "results";
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder, error) || ::access(folder.c_str(), W_OK | X_OK) != 0 ||
        project::leadsOutOf(home, folder))
        return {};
    return folder;
}

/// The project of a folder is its only file of that kind.
bool isFileOf(const fs::path& project, const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_directory(project, ignored))
        return path.extension() == ".headroom" && sameFile(fs::absolute(path).parent_path(), project);
    return sameFile(path, project);
}

} // namespace

fs::path defaultResultPath(const fs::path& project)
{
    const fs::path whole = fs::absolute(project).lexically_normal();
    const bool isFolder = fs::is_directory(whole);
    const fs::path home = isFolder ? whole : whole.parent_path();
    // A folder given with a slash at its end has no file name.
    const fs::path name = isFolder ? (whole / ".").lexically_normal().parent_path().filename() : whole.stem();
    std::optional<fs::path> folder = resultsIn(home);
    if (!folder)
        folder = resultsIn(fs::current_path());
    if (!folder)
        throw std::runtime_error("Results can be written neither beside the project nor in " +
                                 (fs::current_path() / "results").string() + "; say where with --out.");
    const std::string stem = name.string() + "-" + timeStamp();
    fs::path path = *folder / (stem + ".hrr");
    for (int number = 2; fs::exists(path); ++number)
        path = *folder / (stem + "-" + std::to_string(number) + ".hrr");
    return path;
}

bool sameFile(const fs::path& one, const fs::path& other)
{
    std::error_code error;
    return fs::equivalent(one, other, error) ||
           fs::weakly_canonical(fs::absolute(one), error) == fs::weakly_canonical(fs::absolute(other), error);
}

void requireWritable(const char* option, const fs::path& path, const fs::path& project)
{
    const auto refuse = [&](const std::string& reason) {
        throw std::runtime_error(std::string(option) + ": " + path.string() + " cannot be written: " + reason + ".");
    };
    std::error_code ignored;
    if (path.filename().empty() || fs::is_directory(path, ignored))
        refuse("it is a folder");
    const fs::path folder = fs::absolute(path).parent_path();
    if (!fs::is_directory(folder, ignored))
        refuse("there is no folder " + folder.string());
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        refuse(std::strerror(errno));
    if (isFileOf(project, path))
        refuse("it is the project that is run");
}

} // namespace headroom::cli
