// Checks which folder includes which others, by the sources' own #include lines.
#include "tests/structure/source_files.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace headroom::structure;
using Names = std::set<std::string>;

/// A folder may include from itself and from the folders in its row, but from no others of the project.
const std::map<std::string, Names> mayKnow = {
    {"engine/csv", {}},
    {"engine/kernel", {}},
    {"engine/project", {"engine/csv", "engine/record/structure"}}, // of the latter the names of figures
    {"engine/record", {"engine/csv"}},
    {"engine/monitoring", {"engine/kernel"}},
    {"engine/topology", {"engine/project"}},
    {"engine/mapping", {"engine/topology", "engine/project", "engine/kernel", "engine/csv"}},
    {"engine/resources", {"engine/kernel", "engine/monitoring"}},
    {"engine/behaviour",
     {"engine/mapping", "engine/resources", "engine/kernel", "engine/monitoring", "engine/project"}},
    {"engine/run",
     {"engine/behaviour", "engine/mapping", "engine/topology", "engine/resources", "engine/monitoring", "engine/kernel",
      "engine/record", "engine/project", "engine/csv"}},
    {"engine/child", {"engine/record"}},
    {"engine/import", {"engine/project", "engine/csv"}},
    {"engine/statistics", {}},
    {"engine/study", {"engine/child", "engine/record", "engine/project", "engine/csv"}},
    {"engine/cli", {"engine/run", "engine/study", "engine/import", "engine/child", "engine/record", "engine/project"}},
    {"widgets/files", {"engine/project"}},
    {"widgets/theme", {"engine/project"}},
    {"widgets/controls", {"widgets/theme"}},
    {"widgets/document", {"widgets/theme", "engine/project"}},
    {"widgets/diagram", {"widgets/files", "widgets/theme", "widgets/controls", "widgets/document", "engine/project"}},
    {"widgets/plots", {"widgets/files", "widgets/theme", "widgets/controls", "engine/record", "engine/csv"}},
    {"widgets/parameters", {"widgets/theme", "widgets/controls", "widgets/document", "engine/project"}},
    {"widgets/components",
     {"widgets/theme", "widgets/controls", "widgets/parameters", "widgets/plots", "engine/project"}},
    {"widgets/report", {"widgets/files", "widgets/theme"}},
    {"app", {"widgets", "engine/study", "engine/child", "engine/record", "engine/project"}},
};

/// The parts of a folder, lowest first: a part may include from itself and from those before it. "." is the files
/// directly in the folder.
const std::map<std::string, std::vector<std::string>> partsOf = {
    {"engine/project",
     {"document", "expression", "vocabulary", "structure", "file", "library", "resolve", "goals", "checks", "editing",
      "."}},
    {"engine/resources",
     {".", "storage/cost", "storage/tables", "storage", "storage/raid", "memory", "processor", "network/flow",
      "network/packet", "network"}},
    {"engine/behaviour",
     {"program", "compile", "records", "cluster", "tracing", "core", "messages", "targets", "items", "workers", "paths",
      "calls", "work", "shared", "storage", "interpreter"}},
    {"engine/run", {"workload", "model", "observe", "results/limits", "results/rows", "results", "stages", "."}},
    {"engine/record", {"summary", "structure", "figures", "stream", "file", "measured"}},
    {"engine/study",
     {"measure", "statistics", "space", "table", "cost", "execute", "run", "advice", "search", "growth", "analysis",
      "validation", "bench", "calibration"}},
    {"engine/cli", {"support", "stream", "commands", "studies", "."}},
    {"widgets/document", {"model", "wires", "topology", "lookup", "edits"}},
    {"widgets/diagram",
     {"geometry", "canvas/items", "canvas/gestures", "canvas", "view", "behaviour", "topology/boxes", "topology/scene",
      "topology/panels"}},
    {"widgets/parameters", {"fields", "inspector", "panel"}},
    {"widgets/plots", {"data", "chart", "timeline", "requests", "views", "studies"}},
    {"app", {"base",     "engine", "document", "welcome", "runs",   "advice",  "studies",
             "growth",   "cost",   "sizing",   "outline", "charts", "results", "hardware",
             "software", "report", "decide",   "frame",   "menus",  "window",  "."}},
};

bool liesIn(const std::string& path, const std::string& folder)
{
    return path.starts_with(folder + "/");
}

/// The folder of the table that contains a path relative to the root; empty if none does. The longest one counts.
std::string folderOf(const std::string& path)
{
    std::string best;
    for (const auto& [folder, unused] : mayKnow)
        if (liesIn(path, folder) && folder.size() > best.size())
            best = folder;
    return best;
}

bool allowed(const std::string& from, const std::string& includedFile)
{
    if (liesIn(includedFile, from))
        return true;
    const Names& known = mayKnow.at(from);
    return std::any_of(known.begin(), known.end(),
                       [&](const std::string& folder) { return liesIn(includedFile, folder); });
}

/// Index of the file's part in its folder; parts.size() if it is in none of them.
std::size_t rankOf(const std::vector<std::string>& parts, const std::string& folder, const std::string& file)
{
    const std::string own = fs::path(file).parent_path().generic_string();
    const std::string part = own == folder ? "." : own.substr(folder.size() + 1);
    return static_cast<std::size_t>(std::find(parts.begin(), parts.end(), part) - parts.begin());
}

/// Includes of a source's own header, or a header's of its own source, do not count.
bool isOfSameFolder(const fs::path& source, const std::string& target)
{
    const fs::path included = root / target;
    return !target.empty() && included.parent_path() == source.parent_path() && included.stem() != source.stem();
}

/// Files below the folder with a forbidden include, as "file: include".
template <typename Predicate>
std::vector<std::string> offences(const std::string& folder, Predicate forbidden)
{
    std::vector<std::string> found;
    for (const fs::path& source : sourcesBelow(folder))
        for (const Include& include : includesOf(source))
            if (forbidden(source, include))
                found.push_back(fs::relative(source, root).generic_string() + ": " + include.target);
    return found;
}

/// Classes whose member functions the source defines: lines that begin like "Result Class::member(".
Names classesDefinedIn(const fs::path& source)
{
    static const std::regex definition(R"(^(?:[A-Za-z\[][^(;]*[\s&*])?((?:[A-Z]\w*::)+)(?:~?\w+|operator[^(]+)\()");
    Names classes;
    if (source.extension() != ".cpp")
        return classes;
    std::istringstream text(contentOf(source));
    for (std::string row; std::getline(text, row);) {
        std::smatch match;
        if (std::regex_search(row, match, definition)) {
            const std::string name = match[1];
            classes.insert(name.substr(0, name.size() - 2));
        }
    }
    return classes;
}

bool isQt(const std::string& header)
{
    return std::regex_search(header, std::regex("^(Q[A-Z]|Qt|qcustomplot|qt)"));
}

} // namespace

TEST_CASE("a folder includes only from the folders it may know")
{
    for (const auto& known : mayKnow) {
        const std::string& folder = known.first;
        const auto found = offences(folder, [&](const fs::path& source, const Include& include) {
            const std::string own = fs::relative(source, root).generic_string();
            if (!include.quoted || folderOf(own) != folder)
                return false;
            const std::string target = resolved(source, include.target);
            return !target.empty() && !allowed(folder, target);
        });
        INFO(folder << " includes what it may not know:" << joined(found));
        CHECK(found.empty());
    }
}

TEST_CASE("every permission to know another folder is used")
{
    for (const auto& [folder, known] : mayKnow) {
        Names used;
        for (const fs::path& source : sourcesBelow(folder))
            for (const Include& include : includesOf(source))
                if (const std::string target = include.quoted ? resolved(source, include.target) : ""; !target.empty())
                    for (const std::string& other : known)
                        if (liesIn(target, other))
                            used.insert(other);
        INFO(folder);
        CHECK(used == known);
    }
}

TEST_CASE("a part of a folder includes only from the parts below it")
{
    for (const auto& [folder, parts] : partsOf) {
        const auto found = offences(folder, [&, &folder = folder, &parts = parts](const fs::path& source,
                                                                                  const Include& include) {
            const std::string target = include.quoted ? resolved(source, include.target) : std::string();
            if (!liesIn(target, folder))
                return false;
            return rankOf(parts, folder, fs::relative(source, root).generic_string()) < rankOf(parts, folder, target);
        });
        INFO(folder << " includes upwards:" << joined(found));
        CHECK(found.empty());
    }
}

TEST_CASE("every part of a folder has its place in the order")
{
    for (const auto& [folder, parts] : partsOf)
        for (const fs::path& source : sourcesBelow(folder)) {
            INFO(source);
            CHECK(rankOf(parts, folder, fs::relative(source, root).generic_string()) < parts.size());
        }
}

TEST_CASE("every source folder of the engine and the widgets has its place in the table")
{
    for (const std::string parent : {"engine", "widgets"}) {
        for (const fs::path& source : sourcesBelow(parent)) {
            INFO(source);
            CHECK_FALSE(folderOf(fs::relative(source, root).generic_string()).empty());
        }
    }
}

TEST_CASE("the engine is there to be looked at")
{
    // With a wrong root the other cases would check nothing and pass.
    CHECK(sourcesBelow("engine/kernel").size() > 2);
    CHECK(sourcesBelow("engine/project").size() > 2);
}

TEST_CASE("only kernel and run include SystemC")
{
    for (const std::string folder : {"engine", "widgets", "app"}) {
        const auto found = offences(folder, [](const fs::path& source, const Include& include) {
            const std::string own = fs::relative(source, root).generic_string();
            const bool mayUse = liesIn(own, "engine/kernel") || liesIn(own, "engine/run");
            return !mayUse && (include.target.starts_with("systemc") || include.target.starts_with("tlm"));
        });
        INFO("SystemC leaks into:" << joined(found));
        CHECK(found.empty());
    }
}

TEST_CASE("the engine knows no Qt")
{
    const auto found = offences("engine", [](const fs::path&, const Include& include) { return isQt(include.target); });
    INFO("Qt in the engine:" << joined(found));
    CHECK(found.empty());
}

TEST_CASE("the engine knows no word of the systems that are modelled")
{
    std::vector<std::string> found;
    for (const fs::path& source : sourcesBelow("engine")) {
        std::string text = contentOf(source);
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        for (const std::string word : {"swift", "ceph", "gluster", "hadoop"})
            if (text.find(word) != std::string::npos)
                found.push_back(fs::relative(source, root).generic_string() + ": " + word);
    }
    INFO("a modelled system in the engine:" << joined(found));
    CHECK(found.empty());
}

TEST_CASE("the programs assume no processor of a certain kind")
{
    // One instruction of x86 has a portable form beside it.
    const std::string portable = "engine/kernel/fetch.h";
    std::vector<std::string> found;
    for (const std::string top : {"engine", "widgets", "app"})
        for (const fs::path& source : sourcesBelow(top)) {
            const std::string own = fs::relative(source, root).generic_string(), text = contentOf(source);
            for (const std::string word :
                 {"mmintrin", "x86intrin", "arm_neon", "_mm_", "_mm256_", "_mm512_", "__builtin_ia32", " asm ", "asm("})
                if (own != portable && text.find(word) != std::string::npos)
                    found.push_back(own + ": " + word);
        }
    INFO("only for one kind of processor:" << joined(found));
    CHECK(found.empty());
    CHECK(contentOf(root / portable).find("__builtin_prefetch") != std::string::npos);
}

TEST_CASE("files are written by functions that check them to their end")
{
    // writeAtomically(), and writeWhole() for the studio. QSaveFile does not notice that its last bytes found no room.
    const Names allowed = {"engine/record/file/trace_file.h", "engine/study/execute/shared_folder.cpp"};
    std::vector<std::string> found;
    for (const std::string top : {"engine", "widgets", "app"})
        for (const fs::path& source : sourcesBelow(top)) {
            const std::string own = fs::relative(source, root).generic_string();
            for (const Include& include : includesOf(source))
                if (include.target == "QSaveFile")
                    found.push_back(own + ": QSaveFile");
            if (contentOf(source).find("std::ofstream") != std::string::npos && !allowed.contains(own))
                found.push_back(own + ": std::ofstream");
        }
    INFO("files that are not checked:" << joined(found));
    CHECK(found.empty());
}

TEST_CASE("a comment begins with a sentence or a noun, not with a clause")
{
    static const std::regex clause(R"(^\s*///? (What|Whether|Of) )");
    std::vector<std::string> found;
    for (const std::string top : {"engine", "widgets", "app", "tests"})
        for (const fs::path& source : sourcesBelow(top)) {
            std::istringstream text(contentOf(source));
            std::size_t number = 0;
            for (std::string row; std::getline(text, row);) {
                ++number;
                if (std::regex_search(row, clause))
                    found.push_back(fs::relative(source, root).generic_string() + ':' + std::to_string(number));
            }
        }
    INFO("Say what it is or does, as in \"True if\" for \"Whether\":" << joined(found));
    CHECK(found.empty());
}

// A count alone proves nothing, so this case never fails: it names the places that deserve a look, and is run by its
// tag.
TEST_CASE("the page of a project begins with its model card")
{
    std::size_t pages = 0;
    for (const auto& entry : fs::directory_iterator(root / "projects")) {
        const fs::path page = entry.path() / "README.md";
        if (!entry.is_directory() || !fs::exists(page))
            continue;
        ++pages;
        const std::string head = contentOf(page).substr(0, 4000);
        std::string missing;
        std::size_t at = head.find("| model card | |");
        for (const std::string key : {"for", "range", "fitted with", "held against", "not modelled", "version"}) {
            const std::size_t found = at == std::string::npos ? at : head.find("\n| " + key + " | ", at);
            if (found == std::string::npos)
                missing += ' ' + key;
            else
                at = found;
        }
        INFO(page << " lacks in this order:" << missing);
        CHECK(missing.empty());
    }
    CHECK(pages > 15);
}

TEST_CASE("places worth a look: knots, long files, scattered classes", "[.look]")
{
    struct Folder
    {
        std::size_t files = 0, includesInside = 0;
    };
    std::map<std::string, Folder> folders;
    std::map<std::string, Names> filesOfClass;
    std::vector<std::string> places;
    for (const std::string top : {"engine", "widgets", "app", "tests"})
        for (const fs::path& source : sourcesBelow(top)) {
            const std::string file = fs::relative(source, root).generic_string();
            Folder& folder = folders[fs::path(file).parent_path().generic_string()];
            ++folder.files;
            for (const Include& include : includesOf(source))
                if (include.quoted && isOfSameFolder(source, resolved(source, include.target)))
                    ++folder.includesInside;
            const std::string text = contentOf(source);
            const auto lines = std::count(text.begin(), text.end(), '\n');
            if (lines > (source.extension() == ".h" ? 400 : 600))
                places.push_back(file + ": " + std::to_string(lines) + " lines");
            if (top != "tests")
                for (const std::string& name : classesDefinedIn(source))
                    filesOfClass[folderOf(file) + ": class " + name].insert(file);
        }
    CHECK(filesOfClass.size() > 100); // fails if the search finds nothing any more
    for (const auto& [name, folder] : folders)
        if (folder.files > 25 && folder.includesInside > folder.files)
            places.push_back(name + ": " + std::to_string(folder.files) + " files with " +
                             std::to_string(folder.includesInside) + " includes between them");
    for (const auto& [name, files] : filesOfClass)
        if (files.size() > 3)
            places.push_back(name + " is defined in " + std::to_string(files.size()) + " files");
    WARN("Worth a look:" << (places.empty() ? " nothing" : joined(places)));
}
