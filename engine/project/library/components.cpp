#include "project/library/components.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/file/json_parse.h"
#include "project/file/schema.h"
#include "project/library/own_components.h"

#include <algorithm>
#include <cstdlib>

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

/// The components in the tree's list, and which of them are faulty.
void addFrom(const Json& list, const std::string& pointer, const Findings& faults,
             std::map<std::string, Component>& components, std::vector<std::string>& order, Findings& findings,
             const std::string& file)
{
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = pointer + below(i);
        const bool faulty = std::any_of(faults.begin(), faults.end(),
                                        [&](const Finding& fault) { return liesIn(fault.pointer, place); });
        if (faulty || !list[i].is_object())
            continue;
        Component component = readComponent(list[i]);
        if (!seen.emplace(component.id, i).second) {
            findings.push_back({Severity::error, "component.duplicate", place, file + component.id,
                                "The component \"" + component.id + "\" is used twice.",
                                "Give each an id of its own."});
            continue;
        }
        if (!components.contains(component.id))
            order.push_back(component.id);
        components[component.id] = std::move(component);
    }
}

const SchemaCheck& schemaCheck()
{
    static const SchemaCheck check(componentSchema());
    return check;
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
    const auto add = [&](const char* name, auto format) {
        if (component.has(name))
            parts.push_back(format(component.figure(name)));
    };
    const auto pair = [&](const char* read, const char* write, double scale, const std::string& unit, bool shorten) {
        if (component.has(read) && component.has(write)) {
            const auto text = [&](double value) { return shorten ? thousands(value) : formatNumber(value / scale); };
            parts.push_back(text(component.figure(read)) + " / " + text(component.figure(write)) + ' ' + unit);
        }
    };
    const std::string& kind = component.kind;
    if (kind == "processor") {
        add("cores", [](double value) { return formatNumber(value) + " cores"; });
        add("base_clock_Hz", [](double value) { return formatNumber(value / 1e9) + " GHz"; });
        add("tdp_W", [](double value) { return formatNumber(value) + " W"; });
    } else if (kind == "disk" || kind == "ssd" || kind == "nvme") {
        add("capacity_B", [](double value) {
            return formatNumber(value / (value >= 1e12 ? 1e12 : 1e9)) + (value >= 1e12 ? " TB" : " GB");
        });
        pair("rand_read_4k_iops", "rand_write_4k_iops", 1, "IOPS", true);
        pair("seq_read_Bps", "seq_write_Bps", 1e6, "MB/s", false);
    } else if (kind == "nic") {
        add("link_rate_bps", bitRate);
        add("latency_64B_us", [](double value) { return formatNumber(value) + " \u00b5s"; });
    } else if (kind == "switch") {
        add("switching_capacity_bps", bitRate);
        add("forwarding_latency_us", [](double value) { return formatNumber(value) + " \u00b5s"; });
    } else if (kind == "controller" || kind == "expander") {
        add("ports", [](double value) { return formatNumber(value) + " ports"; });
        if (component.parameters.contains("interface"))
            parts.push_back(component.parameters.value("interface", ""));
        add("iops_limit", [](double value) { return thousands(value) + " IOPS"; });
    } else if (kind == "memory") {
        add("bandwidth_per_channel_Bps", [](double value) { return formatQuantity(value, "B/s"); });
    }
    std::string line;
    for (const std::string& part : parts)
        line += (line.empty() ? "" : " \u00b7 ") + part;
    return line;
}

ComponentLibrary ComponentLibrary::load(const std::vector<std::filesystem::path>& folders, Findings& findings)
{
    ComponentLibrary library;
    for (const std::filesystem::path& folder : folders) {
        for (const std::filesystem::path& file : jsonFilesIn(folder / "hardware")) {
            const std::string name = file.filename().string();
            Findings faults;
            const std::optional<std::string> text = readText(file, faults);
            const std::optional<Json> tree = text ? parseJson(*text, faults) : std::nullopt;
            if (tree) {
                const Findings broken = schemaCheck().faultsOf(*tree);
                faults.insert(faults.end(), broken.begin(), broken.end());
                if (tree->is_object() && tree->contains("components") && (*tree)["components"].is_array()) {
                    addFrom((*tree)["components"], "/components", faults, library.components_, library.order_, findings,
                            name + ": ");
                }
            }
            for (Finding& fault : faults) {
                fault.place = fault.place.empty() ? name : name + ": " + fault.place;
                findings.push_back(std::move(fault));
            }
        }
    }
    return library;
}

void ComponentLibrary::add(const Json& components, const std::string& pointer, Findings& findings)
{
    if (!components.is_array())
        return;
    const Json file = {{"format", "headroom-hardware"}, {"version", 1}, {"components", components}};
    Findings faults = schemaCheck().faultsOf(file);
    addFrom(components, "/components", faults, components_, order_, findings, "component ");
    for (Finding& fault : faults) {
        fault.pointer =
            pointer + fault.pointer.substr(std::min(fault.pointer.size(), std::string("/components").size()));
        findings.push_back(std::move(fault));
    }
}

const Component* ComponentLibrary::find(const std::string& id) const
{
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
        result.push_back(&components_.at(id));
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
