#include "project/file/file_name.h"
#include "project/document/one_line.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace headroom::project {

namespace fs = std::filesystem;

namespace {

/// A name of 255 bytes is the most that file systems take; endings and the marks of temporary files need the rest.
constexpr std::size_t longestName = 200;

std::string hexadecimal(std::uint64_t number, int digits)
{
    char text[24];
    std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(number));
    return text;
}

bool staysAsItIs(unsigned char c)
{
    constexpr std::string_view others = "/\\%:*?\"<>|";
    constexpr unsigned char deleteCharacter = 0x7f;
    return c >= ' ' && c != deleteCharacter && others.find(static_cast<char>(c)) == std::string_view::npos;
}

/// FNV-1a, of 64 bits: tells long names apart that begin alike.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

} // namespace

std::string fileNameOfId(std::string_view id)
{
    const bool onlyDots = id.find_first_not_of('.') == std::string_view::npos; // "." and ".." are folders
    std::string name;
    for (const char c : id) {
        const auto byte = static_cast<unsigned char>(c);
        if (staysAsItIs(byte) && !onlyDots)
            name += c;
        else
            name += '%' + hexadecimal(byte, 2);
    }
    if (name.empty())
        return "%";
    if (name.size() <= longestName)
        return name;
    const std::string hash = "%-" + hexadecimal(hashOf(id), 16); // no encoded byte begins like this
    std::size_t end = longestName - hash.size();
    while (end > 0 && continuesCharacter(name[end]))
        --end;
    return name.substr(0, end) + hash;
}

bool leadsOutOf(const fs::path& folder, const fs::path& path)
{
    std::error_code error;
    const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error)
        return true;
    fs::path target = fs::absolute(path, error);
    // A link to something that does not exist has no canonical path, but a file would be created where it leads.
    std::error_code ignored;
    for (int links = 0; !error && fs::is_symlink(fs::symlink_status(target, ignored)); ++links) {
        constexpr int mostLinks = 40;
        if (links > mostLinks)
            return true;
        const fs::path next = fs::read_symlink(target, error);
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    const fs::path real = error ? fs::path() : fs::weakly_canonical(target, error);
    return error || std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first != home.end();
}

bool isInstalled(const fs::path& folder)
{
    std::error_code error;
    for (fs::path at = fs::weakly_canonical(fs::absolute(folder, error), error); !error && at.has_relative_path();
         at = at.parent_path())
        if (at.filename() == "headroom" && at.parent_path().filename() == "share")
            return true;
    return false;
}

fs::path resultsFile(const fs::path& projectFolder, const std::string& name)
{
    const fs::path results = projectFolder / "results";
    for (const fs::path& each : {results, results / name})
        if (leadsOutOf(projectFolder, each))
            throw std::runtime_error("\"" + each.string() +
                                     "\" leads out of the project's folder, where nothing is written. Remove the link");
    std::error_code ignored; // what cannot be created is reported when the file cannot be written
    if (!isInstalled(projectFolder))
        fs::create_directories(results, ignored);
    return results / name;
}

} // namespace headroom::project
