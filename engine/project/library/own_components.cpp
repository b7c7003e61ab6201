#include "project/library/own_components.h"
#include "project/file/atomic_file.h"
#include "project/file/json_parse.h"
#include "project/file/json_writer.h"
#include "project/file/schema.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace headroom::project {
namespace {

namespace fs = std::filesystem;

fs::path fileIn(const fs::path& folder)
{
    return folder / "hardware" / "own.json";
}

Json emptyFile()
{
    return {{"format", "headroom-hardware"}, {"version", 1}, {"components", Json::array()}};
}

Json toJson(const Component& component)
{
    Json tree = {{"id", component.id},
                 {"kind", component.kind},
                 {"vendor", component.vendor},
                 {"model", component.model},
                 {"parameters", component.parameters},
                 {"source", component.source},
                 {"confidence", component.confidence},
                 {"estimated_fields", component.estimatedFields}};
    if (!component.notes.empty())
        tree["notes"] = component.notes;
    return tree;
}

/// The file's current contents; a faulty file is never overwritten.
Json readFile(const fs::path& file)
{
    if (!fs::exists(file))
        return emptyFile();
    Findings findings;
    const std::optional<std::string> text = readText(file, findings);
    std::optional<Json> tree = text ? parseJson(*text, findings) : std::nullopt;
    if (!tree || !tree->is_object() || !tree->contains("components") || !(*tree)["components"].is_array())
        throw std::runtime_error(file.string() + " is no hardware library, so nothing was written to it.");
    return *tree;
}

void writeFile(const fs::path& file, const Json& tree)
{
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error)
        throw std::runtime_error(file.parent_path().string() + " cannot be made: " + error.message() + '.');
    writeAtomically(file, tree.dump(2) + '\n');
}

void erase(Json& list, const std::string& id)
{
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](const Json& entry) { return entry.is_object() && entry.value("id", Json()) == id; }),
               list.end());
}

} // namespace

std::optional<fs::path> userLibraryFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    if (data && *data)
        return fs::path(data) / "headroom/libraries";
    return home && *home ? std::optional(fs::path(home) / ".local/share/headroom/libraries") : std::nullopt;
}

std::vector<Component> ownComponents(const fs::path& folder, Findings& findings)
{
    std::vector<Component> own;
    if (!fs::exists(fileIn(folder)))
        return own;
    const std::optional<std::string> text = readText(fileIn(folder), findings);
    const std::optional<Json> tree = text ? parseJson(*text, findings) : std::nullopt;
    ComponentLibrary library;
    if (tree && tree->is_object() && tree->contains("components"))
        library.add((*tree)["components"], "/components", findings);
    for (const Component* component : library.all())
        own.push_back(*component);
    return own;
}

Json libraryWith(const Component& component)
{
    Json tree = emptyFile();
    tree["components"].push_back(toJson(component));
    return tree;
}

Findings faultsOf(const Component& component)
{
    Findings findings;
    ComponentLibrary library;
    library.add(Json::array({toJson(component)}), "", findings);
    for (Finding& finding : findings)
        finding.pointer = finding.pointer.substr(std::min<std::size_t>(finding.pointer.size(), 2)); // "/0"
    return findings;
}

void saveOwnComponent(const fs::path& folder, const Component& component)
{
    const Findings faults = faultsOf(component);
    const auto fault = std::find_if(faults.begin(), faults.end(),
                                    [](const Finding& each) { return each.severity == Severity::error; });
    if (fault != faults.end())
        throw std::runtime_error(fault->problem + ' ' + fault->remedy);
    const fs::path file = fileIn(folder);
    Json tree = readFile(file);
    Json& list = tree["components"];
    const auto present = std::find_if(list.begin(), list.end(), [&](const Json& entry) {
        return entry.is_object() && entry.value("id", Json()) == component.id;
    });
    if (present == list.end())
        list.push_back(toJson(component));
    else
        *present = toJson(component);
    writeFile(file, tree);
}

void removeOwnComponent(const fs::path& folder, const std::string& id)
{
    if (!fs::exists(fileIn(folder)))
        return;
    Json tree = readFile(fileIn(folder));
    erase(tree["components"], id);
    writeFile(fileIn(folder), tree);
}

} // namespace headroom::project
