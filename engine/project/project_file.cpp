#include "project/project_file.h"
#include "project/block_library.h"
#include "project/checks/checks.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/file/atomic_file.h"
#include "project/file/json_parse.h"
#include "project/file/json_reader.h"
#include "project/file/json_writer.h"
#include "project/file/migration.h"
#include "project/goals/goal_conditions.h"
#include "project/library/price_list.h"
#include "project/library_files.h"
#include "project/loading.h"
#include "project/resolve/presets.h"
#include "project/resolve/resolver.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace headroom::project {
namespace {

using Folders = std::vector<std::filesystem::path>;

/// Adds findings, but for those about a value of the wrong shape or something in it: the document lacks it, so they
/// would only repeat that in other words.
void addUnlessCovered(Findings& findings, const Findings& more)
{
    std::set<std::string, std::less<>> faulty;
    for (const Finding& fault : findings)
        if (fault.severity == Severity::error)
            faulty.insert(fault.pointer);
    for (const Finding& finding : more) {
        bool covered = faulty.contains(finding.pointer);
        for (std::size_t end = finding.pointer.size(); !covered && end > 0; --end) {
            const bool atKey = finding.pointer[end - 1] == '/';
            covered = atKey && faulty.contains(std::string_view(finding.pointer).substr(0, end - 1));
        }
        if (!covered)
            findings.push_back(finding);
    }
}

std::vector<BehaviourLibrary> copiesOf(const ReadLibraries& libraries)
{
    std::vector<BehaviourLibrary> copies;
    for (const auto& library : libraries)
        copies.push_back(**library);
    return copies;
}

/// The ids of all libraries.
std::vector<std::string> libraryNames(const Folders& folders)
{
    Findings ofOthers; // reported to projects that refer to them
    std::vector<std::string> names;
    for (const auto& library : readLibraries(folders, nullptr, ofOthers))
        names.push_back((*library)->id);
    return names;
}

/// A role of a library, and that library.
struct FoundRole
{
    const ReadLibrary* library = nullptr;
    const Role* role = nullptr; ///< null: there is none
};

FoundRole findRole(const ReadLibraries& libraries, const Behaviour& behaviour, const std::string& pointer,
                   const Folders& folders, Findings& findings)
{
    const ReadLibrary* library = nullptr;
    for (const auto& candidate : libraries)
        library = (*candidate)->id == behaviour.reference->library ? candidate.get() : library;
    if (!library) {
        findings.push_back({Severity::error, "library.unknown", pointer + "/library", behaviour.role.id,
                            "There is no behaviour library \"" + behaviour.reference->library + "\".",
                            suggestion(behaviour.reference->library, libraryNames(folders))});
        return {};
    }
    std::vector<std::string> names;
    for (const Role& role : (*library)->roles) {
        names.push_back(role.id);
        if (role.id == behaviour.reference->role)
            return {library, &role};
    }
    findings.push_back({Severity::error, "library.unknown-role", pointer + "/from", behaviour.role.id,
                        "The library \"" + (*library)->id + "\" has no role \"" + behaviour.reference->role + "\".",
                        suggestion(behaviour.reference->role, names)});
    return {};
}

ReadLibraries librariesFor(const Project& project, const LoadFrom& from, Findings& findings)
{
    if (from.everyLibrary)
        return readLibraries(from.folders, nullptr, findings);
    std::set<std::string> ids;
    for (const Behaviour& behaviour : project.behaviours)
        if (behaviour.reference)
            ids.insert(behaviour.reference->library);
    return ids.empty() ? ReadLibraries() : readLibraries(from.folders, &ids, findings);
}

void fillReferences(Project& project, const ReadLibraries& libraries, const Folders& folders, Findings& findings)
{
    for (std::size_t i = 0; i < project.behaviours.size(); ++i) {
        Behaviour& behaviour = project.behaviours[i];
        const std::string pointer = "/behaviours" + below(i);
        const auto [library, role] =
            behaviour.reference ? findRole(libraries, behaviour, pointer, folders, findings) : FoundRole();
        if (!role)
            continue;
        const std::string name = behaviour.role.id;
        behaviour.role = *role;
        behaviour.role.id = name;
        const std::string& saved = behaviour.reference->hash;
        if (!saved.empty() && saved != library->hashOf(*role)) {
            findings.push_back({Severity::warning, "library.changed", pointer + "/hash", name,
                                "The library's \"" + role->id + "\" has changed since the project was saved.",
                                "Look whether the results still hold; saving takes note of the change."});
        }
    }
}

bool saysNothing(const Json& value)
{
    return value.is_null() || (value.is_structured() && value.empty()) || value == "";
}

/// True if `whole` says everything that `part` says.
bool isContained(const Json& part, const Json& whole)
{
    if (part.is_object() && whole.is_object()) {
        return std::all_of(part.items().begin(), part.items().end(), [&](const auto& entry) {
            const auto found = whole.find(entry.key());
            return found == whole.end() ? saysNothing(entry.value()) : isContained(entry.value(), *found);
        });
    }
    if (part.is_array() && whole.is_array()) {
        return part.size() == whole.size() &&
               std::equal(part.begin(), part.end(), whole.begin(),
                          [](const Json& a, const Json& b) { return isContained(a, b); });
    }
    return part == whole;
}

void append(Findings& findings, const Findings& more)
{
    findings.insert(findings.end(), more.begin(), more.end());
}

/// A project as it was read, and what else was read for it.
struct Reading
{
    LoadResult result;
    ComponentLibrary components; ///< with those of the project
    ReadLibraries libraries;
    Findings inOtherFiles;
};

/// The block types of the libraries and of the folder beside the project.
BlockCatalogue typesFor(const LoadFrom& from, Findings& findings)
{
    BlockCatalogue types = loadBlockTypes(from.folders, findings);
    return from.beside.empty() ? types : loadBlockTypes({from.beside}, findings, types);
}

/// A faulty library or block type keeps a project from opening only if it misses something because of it.
void makeWarnings(Findings& findings)
{
    for (Finding& finding : findings)
        if (finding.severity == Severity::error)
            finding.severity = Severity::warning;
}

Reading parse(const std::string& text, const ComponentLibrary& components, const LoadFrom& from)
{
    Reading reading;
    LoadResult& result = reading.result;
    BlockCatalogue types = typesFor(from, reading.inOtherFiles);
    std::optional<Json> tree = parseJson(text, result.findings);
    if (tree && migrate(*tree, "headroom-project", migrations(), result.findings)) {
        ShapeFaults faults(*tree, result.findings);
        Project project = readProject(*tree, types, faults);
        project.blockTypes = std::make_shared<const BlockCatalogue>(std::move(types));
        const bool wholly = result.findings.empty() || isContained(*tree, toJson(project));
        reading.libraries = librariesFor(project, from, reading.inOtherFiles);
        Findings semantic;
        fillReferences(project, reading.libraries, from.folders, semantic);
        const bool rolesThere = !hasErrors(semantic);
        reading.components = components;
        reading.components.add(project.components, "/components", semantic);
        takePrices(project.prices, reading.components);
        if (!from.presets.empty())
            project = withPresets(std::move(project), from.presets, reading.components, semantic);
        if (!from.set.empty())
            project = withOverrides(std::move(project), from.set, reading.components, semantic);
        if (!from.under.empty() && !hasErrors(semantic))
            project = underConditionsOf(std::move(project), from.under, reading.components, semantic);
        append(semantic, checkWith(project, reading.components));
        addUnlessCovered(result.findings, semantic);
        if (!hasErrors(result.findings))
            result.project = std::move(project);
        else if (wholly && rolesThere)
            result.unfinished = std::move(project);
    }
    makeWarnings(reading.inOtherFiles);
    return reading;
}

Reading load(const std::filesystem::path& path, const ComponentLibrary& components, LoadFrom from)
{
    namespace fs = std::filesystem;
    fs::path file = path;
    Reading reading;
    Findings& findings = reading.result.findings;
    std::error_code error;
    if (fs::is_directory(path, error)) {
        std::vector<fs::path> found;
        for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error))
            if (it->path().extension() == ".headroom")
                found.push_back(it->path());
        if (found.size() != 1) {
            findings.push_back({Severity::error, "file.missing", "", "",
                                "The folder \"" + path.string() + "\" holds " + (found.empty() ? "no" : "several") +
                                    " .headroom files.",
                                "Name the project file itself."});
            return reading;
        }
        file = found.front();
    }
    const std::optional<std::string> text = readText(file, findings);
    if (!text)
        return reading;
    removeLeftovers(file);
    if (from.beside.empty())
        from.beside = file.parent_path();
    return parse(*text, components, from);
}

LoadResult resultOf(Reading reading)
{
    append(reading.result.findings, reading.inOtherFiles);
    return std::move(reading.result);
}

Loading whole(Reading reading, const Hardware& hardware)
{
    Loading loading;
    loading.findings = hardware.findings;
    makeWarnings(loading.findings);
    append(loading.findings, reading.inOtherFiles);
    loading.inOtherFiles = loading.findings.size();
    append(loading.findings, reading.result.findings);
    LoadResult& result = reading.result;
    if (!result.project && !result.unfinished)
        return loading;
    const bool finished = result.project.has_value();
    loading.whole = LoadedProject{std::move(finished ? *result.project : *result.unfinished), finished,
                                  std::move(reading.components), copiesOf(reading.libraries)};
    return loading;
}

} // namespace

LoadResult parseProject(const std::string& text, const ComponentLibrary& components, const Folders& folders,
                        const std::filesystem::path& beside)
{
    return resultOf(parse(text, components, {folders, beside}));
}

LoadResult loadProject(const std::filesystem::path& path, const ComponentLibrary& components, const Folders& folders,
                       const std::filesystem::path& beside)
{
    return resultOf(load(path, components, {folders, beside}));
}

Hardware loadHardware(const Folders& folders)
{
    Hardware hardware;
    hardware.components = ComponentLibrary::load(folders, hardware.findings);
    return hardware;
}

Hardware loadHardwareAsNeeded(const Folders& folders)
{
    Hardware hardware;
    hardware.components = ComponentLibrary::loadAsNeeded(folders, hardware.findings);
    return hardware;
}

Loading loadWhole(const std::filesystem::path& path, const Hardware& hardware, const LoadFrom& from)
{
    return whole(load(path, hardware.components, from), hardware);
}

Loading parseWhole(const std::string& text, const Hardware& hardware, const LoadFrom& from)
{
    return whole(parse(text, hardware.components, from), hardware);
}

Loading completed(Project project, const Hardware& hardware, const LoadFrom& from)
{
    Reading reading;
    project.blockTypes = std::make_shared<const BlockCatalogue>(typesFor(from, reading.inOtherFiles));
    reading.libraries = librariesFor(project, from, reading.inOtherFiles);
    fillReferences(project, reading.libraries, from.folders, reading.result.findings);
    reading.components = hardware.components;
    reading.components.add(project.components, "/components", reading.result.findings);
    takePrices(project.prices, reading.components);
    makeWarnings(reading.inOtherFiles);
    reading.result.project = std::move(project);
    return whole(std::move(reading), hardware);
}

void saveProject(const Project& project, const std::filesystem::path& path)
{
    writeAtomically(path, toText(project));
}

std::vector<BehaviourLibrary> loadBehaviourLibraries(const Folders& folders, Findings& findings)
{
    return copiesOf(readLibraries(folders, nullptr, findings));
}

std::vector<BehaviourLibrary> loadBehaviourLibraries(const Folders& folders, const std::set<std::string>& ids,
                                                     Findings& findings)
{
    return copiesOf(readLibraries(folders, &ids, findings));
}

} // namespace headroom::project
