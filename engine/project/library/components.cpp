#include "project/library/components.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/file/file_cache.h"
#include "project/file/json_parse.h"
#include "project/file/migration.h"
#include "project/file/shape.h"
#include "project/library/component_index.h"
#include "project/library/own_components.h"
#include "project/vocabulary/component_kinds.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <set>

namespace headroom::project {
namespace {

Component readComponent(const Json& tree)
{
    Component component;
    component.id = textAt(tree, "id");
    component.kind = textAt(tree, "kind");
    component.vendor = textAt(tree, "vendor");
    component.model = textAt(tree, "model");
    component.source = textAt(tree, "source");
    component.confidence = textAt(tree, "confidence");
    component.notes = textAt(tree, "notes");
    if (tree.contains("parameters") && tree["parameters"].is_object())
        component.parameters = tree["parameters"];
    if (tree.contains("estimated_fields") && tree["estimated_fields"].is_array()) {
        for (const Json& field : tree["estimated_fields"])
            if (field.is_string())
                component.estimatedFields.push_back(field.get<std::string>());
    }
    return component;
}

std::string thousands(double value)
{
    return value >= 10000 ? formatNumber(value / 1000) + " k" : formatNumber(value);
}

std::string bitRate(double bitsPerSecond)
{
    return bitsPerSecond >= 1e9 ? formatNumber(bitsPerSecond / 1e9) + " Gb/s"
                                : formatNumber(bitsPerSecond / 1e6) + " Mb/s";
}

std::string formed(const KeyFigure& figure, double value)
{
    switch (figure.form) {
    case KeyFigure::Form::thousands:
        return thousands(value);
    case KeyFigure::Form::bytes:
        return formatNumber(value / (value >= 1e12 ? 1e12 : 1e9)) + (value >= 1e12 ? " TB" : " GB");
    case KeyFigure::Form::bitRate:
        return bitRate(value);
    case KeyFigure::Form::quantity:
        return formatQuantity(value, figure.unit);
    default:
        return formatNumber(value / figure.scale);
    }
}

/// Empty if the component does not state it.
std::string keyFigure(const Component& component, const KeyFigure& figure)
{
    if (figure.form == KeyFigure::Form::word)
        return component.parameters.value(figure.figure, "");
    if (!component.has(figure.figure) || (figure.second && !component.has(figure.second)))
        return {};
    std::string text = formed(figure, component.figure(figure.figure));
    if (figure.second)
        text += " / " + formed(figure, component.figure(figure.second));
    const bool unitFollows = *figure.unit && figure.form != KeyFigure::Form::quantity;
    return unitFollows ? text + ' ' + figure.unit : text;
}

/// The components of a list without the faulty ones, and what else is wrong with them.
struct Entries
{
    std::vector<Component> components;
    Findings findings;
};

/// Warns of keys that are nearly those of something that is not stated. Any other key may stand for what only people
/// read.
void findMisspelt(const Json& stated, const std::vector<std::string>& known, const std::string& pointer,
                  const std::string& where, Findings& findings)
{
    std::vector<std::string> missing;
    for (const std::string& name : known)
        if (!stated.contains(name))
            missing.push_back(name);
    for (const auto& [key, value] : stated.items()) {
        const bool declared = std::find(known.begin(), known.end(), key) != known.end();
        if (const std::string near = declared ? std::string() : nearestName(key, missing); !near.empty())
            findings.push_back({Severity::warning, "component.unknown-figure", pointer + below(key), where,
                                "No run uses \"" + key + "\".", "Did you mean \"" + near + "\"?"});
    }
}

void findMisspelt(const Component& component, const Json& tree, const std::string& pointer, const std::string& file,
                  Findings& findings)
{
    const std::string where = file + component.id;
    findMisspelt(tree,
                 {"id", "kind", "vendor", "model", "parameters", "source", "confidence", "estimated_fields", "notes"},
                 pointer, where, findings);
    std::vector<std::string> figures;
    if (const ComponentKind* kind = findComponentKind(component.kind))
        for (const FieldDeclaration& figure : kind->figures)
            figures.push_back(figure.name);
    findMisspelt(component.parameters, figures, pointer + "/parameters", where, findings);
}

Entries entriesOf(const Json& list, const std::string& pointer, const Findings& faults, const std::string& file)
{
    Entries entries;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = pointer + below(i);
        const bool faulty = std::any_of(faults.begin(), faults.end(),
                                        [&](const Finding& fault) { return liesIn(fault.pointer, place); });
        if (!list[i].is_object())
            continue;
        Component component = readComponent(list[i]);
        findMisspelt(component, list[i], place, file, entries.findings);
        if (faulty)
            continue;
        if (!seen.insert(component.id).second) {
            entries.findings.push_back({Severity::error, "component.duplicate", place, file + component.id,
                                        "The component \"" + component.id + "\" is used twice.",
                                        "Give each an id of its own."});
            continue;
        }
        entries.components.push_back(std::move(component));
    }
    return entries;
}

void checkFigures(const Json& stated, const Fields& figures, const FilePlace& place, ShapeFaults& faults);

void checkFigure(const Json& value, const FieldDeclaration& figure, const FilePlace& place, ShapeFaults& faults)
{
    if (figure.type == FieldType::rows) {
        faults.isListOf(objectType, value, place);
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
            if (value[i].is_object())
                checkFigures(value[i], figure.columns, FilePlace(place, i), faults);
    } else if (figure.type == FieldType::text) {
        faults.is(textType, value, place);
    } else if (figure.type == FieldType::flag) {
        faults.is(flagType, value, place);
    } else if (figure.type == FieldType::choice) {
        faults.isOneOf(figure.choices, value, place);
    } else if (faults.is(numberType, value, place)) {
        faults.isWithin(*figure.minimum, *figure.maximum, value, figure.meaning, place);
    }
}

/// The figures that a run computes with, with their bounds. Others may be stated for people.
void checkFigures(const Json& stated, const Fields& figures, const FilePlace& place, ShapeFaults& faults)
{
    for (const FieldDeclaration& figure : figures)
        if (const auto found = stated.find(figure.name); found != stated.end())
            checkFigure(*found, figure, FilePlace(place, figure.name), faults);
        else if (figure.required)
            faults.missing(place, figure.name, figure.meaning);
}

void checkComponent(const Json& tree, const FilePlace& place, ShapeFaults& faults)
{
    static const std::vector<std::string> kinds = [] {
        std::vector<std::string> names;
        for (const ComponentKind& kind : componentKinds())
            names.push_back(kind.name);
        return names;
    }();
    static const std::vector<std::string> confidences = {"datasheet", "measured", "published", "estimated"};
    faults.members(tree,
                   {{.key = "id", .required = true},
                    {.key = "kind", .types = ~Types(), .required = true},
                    {.key = "vendor"},
                    {.key = "model"},
                    {.key = "parameters", .types = objectType, .required = true},
                    {.key = "source"},
                    {.key = "notes"}},
                   place);
    if (tree.contains("kind"))
        faults.isOneOf(kinds, tree["kind"], FilePlace(place, "kind"));
    if (tree.contains("confidence"))
        faults.isOneOf(confidences, tree["confidence"], FilePlace(place, "confidence"));
    if (tree.contains("estimated_fields"))
        faults.isListOf(textType, tree["estimated_fields"], FilePlace(place, "estimated_fields"));
    const Json& figures = tree.contains("parameters") ? tree["parameters"] : Json();
    const ComponentKind* kind = findComponentKind(textAt(tree, "kind"));
    if (!figures.is_object())
        return;
    const FilePlace ofFigures(place, "parameters");
    static const Fields none;
    const Fields& declared = kind ? kind->figures : none;
    checkFigures(figures, declared, ofFigures, faults);
    for (const auto& [name, value] : figures.items()) {
        const bool isFlag = name == "power_loss_protection" || name == "write_cache_enabled";
        if (!findField(declared, name))
            faults.is(name == "interface" ? textType
                      : isFlag            ? flagType
                                          : scalarTypes | listType,
                      value, FilePlace(ofFigures, name));
    }
}

void checkComponents(const Json& list, const FilePlace& place, ShapeFaults& faults)
{
    faults.isListOf(objectType, list, place);
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i)
        if (list[i].is_object())
            checkComponent(list[i], FilePlace(place, i), faults);
}

Entries readHardwareFile(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    Entries entries;
    Findings faults;
    const std::optional<std::string> text = readText(path, faults);
    std::optional<Json> tree = text ? parseJson(*text, faults) : std::nullopt;
    if (tree) {
        const FilePlace file;
        ShapeFaults shape(*tree, faults);
        if (migrate(*tree, "headroom-hardware", {}, faults) && tree->contains("components")) {
            checkComponents((*tree)["components"], FilePlace(file, "components"), shape);
            if ((*tree)["components"].is_array())
                entries = entriesOf((*tree)["components"], "/components", faults, name + ": ");
        } else if (faults.empty()) {
            shape.missing(file, "components", "");
        }
    }
    for (Finding& fault : faults) {
        fault.place = fault.place.empty() ? name : name + ": " + fault.place;
        entries.findings.push_back(std::move(fault));
    }
    return entries;
}

} // namespace

double Component::figure(const std::string& name, double fallback) const
{
    const auto found = parameters.find(name);
    return found != parameters.end() && found->is_number() ? found->get<double>() : fallback;
}

bool Component::has(const std::string& name) const
{
    const auto found = parameters.find(name);
    return found != parameters.end() && found->is_number();
}

std::string keyFigures(const Component& component)
{
    std::vector<std::string> parts;
    const ComponentKind* kind = findComponentKind(component.kind);
    for (const KeyFigure& figure : kind ? kind->summary : std::vector<KeyFigure>())
        if (std::string part = keyFigure(component, figure); !part.empty())
            parts.push_back(std::move(part));
    std::string line;
    for (const std::string& part : parts)
        line += (line.empty() ? "" : " \u00b7 ") + part;
    return line;
}

ComponentLibrary ComponentLibrary::load(const std::vector<std::filesystem::path>& folders, Findings& findings)
{
    static std::mutex loading; // libraries are loaded by several threads
    const std::lock_guard lock(loading);
    static FileCache<Entries> files;
    ComponentLibrary library;
    for (const std::filesystem::path& folder : folders) {
        for (const std::filesystem::path& path : jsonFilesIn(folder / "hardware")) {
            const Entries& file = files.get(path, readHardwareFile);
            library.take(file.components);
            findings.insert(findings.end(), file.findings.begin(), file.findings.end());
        }
    }
    return library;
}

ComponentLibrary ComponentLibrary::loadAsNeeded(const std::vector<std::filesystem::path>& folders, Findings& findings)
{
    ComponentLibrary library;
    for (const std::filesystem::path& folder : folders) {
        for (const std::filesystem::path& path : jsonFilesIn(folder / "hardware")) {
            if (library.takeUnread(path))
                continue;
            Entries file = readHardwareFile(path);
            library.take(std::move(file.components));
            findings.insert(findings.end(), file.findings.begin(), file.findings.end());
        }
    }
    return library;
}

void ComponentLibrary::take(std::vector<Component> components)
{
    for (Component& component : components) {
        if (isNew(component.id))
            order_.push_back(component.id);
        unread_.erase(component.id);
        const std::string id = component.id;
        components_.insert_or_assign(id, std::move(component));
    }
}

/// False if the file has to be read whole.
bool ComponentLibrary::takeUnread(const std::filesystem::path& path)
{
    Findings faults; // reported when the file is read whole
    std::optional<std::string> content = readText(path, faults);
    const auto index = content ? componentIndex(*content) : std::nullopt;
    if (!index)
        return false;
    const auto text = std::make_shared<const std::string>(std::move(*content));
    for (const IndexedComponent& each : *index) {
        if (isNew(each.id))
            order_.push_back(each.id);
        components_.erase(each.id);
        unread_.insert_or_assign(each.id, Unread{text, each.begin, each.length});
    }
    return true;
}

void ComponentLibrary::read(std::map<std::string, Unread>::iterator unread) const
{
    Findings faults;
    const Unread& place = unread->second;
    const std::optional<Json> tree = parseJson(place.text->substr(place.begin, place.length), faults);
    Component component;
    if (tree) {
        const FilePlace file;
        ShapeFaults shape(*tree, faults);
        checkComponent(*tree, file, shape);
        component = readComponent(*tree);
        findMisspelt(component, *tree, "", "", faults);
    }
    foundFaults_ = foundFaults_ || !faults.empty();
    if (!hasErrors(faults))
        components_.insert_or_assign(unread->first, std::move(component));
    unread_.erase(unread);
}

void ComponentLibrary::add(const Json& components, const std::string& pointer, Findings& findings)
{
    if (!components.is_array())
        return;
    const Json file = {{"components", components}}; // places in words are those of a file
    const FilePlace whole;
    Findings faults;
    ShapeFaults shape(file, faults);
    checkComponents(components, FilePlace(whole, "components"), shape);
    Entries entries = entriesOf(components, "/components", faults, "component ");
    take(std::move(entries.components));
    findings.insert(findings.end(), entries.findings.begin(), entries.findings.end());
    for (Finding& fault : faults) {
        fault.pointer =
            pointer + fault.pointer.substr(std::min(fault.pointer.size(), std::string("/components").size()));
        findings.push_back(std::move(fault));
    }
}

bool ComponentLibrary::setPrice(const std::string& id, const std::string& figure, double usd, const std::string& basis)
{
    if (!find(id))
        return false;
    Component& component = components_.at(id);
    component.parameters[figure] = usd;
    component.parameters["price_basis"] = basis;
    std::erase(component.estimatedFields, figure);
    return true;
}

const Component* ComponentLibrary::find(const std::string& id) const
{
    if (const auto unread = unread_.find(id); unread != unread_.end())
        read(unread);
    const auto found = components_.find(id);
    return found == components_.end() ? nullptr : &found->second;
}

std::vector<const Component*> ComponentLibrary::ofKinds(const std::vector<std::string>& kinds) const
{
    std::vector<const Component*> result;
    for (const Component* component : all())
        if (std::find(kinds.begin(), kinds.end(), component->kind) != kinds.end())
            result.push_back(component);
    return result;
}

std::vector<const Component*> ComponentLibrary::all() const
{
    std::vector<const Component*> result;
    for (const std::string& id : order_)
        if (const Component* const component = find(id))
            result.push_back(component);
    return result;
}

std::string ComponentLibrary::nearest(const std::string& id) const
{
    return nearestName(id, order_);
}

std::vector<std::filesystem::path> libraryFolders()
{
    namespace fs = std::filesystem;
    std::vector<fs::path> folders;
    std::error_code error;
    if (const char* listed = std::getenv("HEADROOM_LIBRARIES"); listed && *listed) {
        const std::string text = listed;
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t colon = std::min(text.find(':', from), text.size());
            if (colon > from)
                folders.emplace_back(text.substr(from, colon - from));
            from = colon + 1;
        }
    } else {
        const fs::path program = fs::read_symlink("/proc/self/exe", error);
        for (fs::path folder = program.parent_path(); !error && folder != folder.root_path();
             folder = folder.parent_path()) {
            for (const char* place : {"libraries", "share/headroom/libraries"})
                if (folders.empty() && fs::is_directory(folder / place / "hardware", error))
                    folders.push_back(folder / place);
            error.clear();
        }
    }
    if (const auto own = userLibraryFolder())
        folders.push_back(*own);
    return folders;
}

} // namespace headroom::project
