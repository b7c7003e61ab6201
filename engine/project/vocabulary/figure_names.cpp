#include "project/vocabulary/figure_names.h"

#include "record/structure/figure_names.h"

#include "project/document/document.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

namespace headroom::project {

namespace {

/// Nothing if it depends on parameters.
std::optional<bool> isDisabled(const Workload& workload)
{
    const auto disabled = workload.fields.find("disabled");
    if (disabled == workload.fields.end())
        return false;
    return disabled->is_boolean() ? std::optional(disabled->get<bool>()) : std::nullopt;
}

bool isTimer(const Workload& workload)
{
    const auto type = workload.fields.find("type");
    return type != workload.fields.end() && *type == "timer";
}

bool asksFor(const Workload& workload, const std::string& operation)
{
    return std::ranges::any_of(workload.operations,
                               [&](const OperationShare& share) { return share.operation == operation; });
}

} // namespace

std::optional<std::string> unitOfFigure(const std::string& name)
{
    const auto figure = record::figureNamed(name);
    return figure ? std::optional(figure->form->unit) : std::nullopt;
}

std::string figureOfKey(const std::string& name)
{
    for (const auto& [key, figure] : {std::pair(".bytes_per_s", ".bytes"), std::pair(".per_s", ".throughput")})
        if (name.ends_with(key))
            return name.substr(0, name.size() - std::string_view(key).size()) + figure;
    return name;
}

std::optional<bool> largerIsBetter(const std::string& figure)
{
    const record::Better better = record::betterOf(figure);
    return better == record::Better::unknown ? std::nullopt : std::optional(better == record::Better::more);
}

FigureOwner ownerOfFigure(const std::string& name)
{
    const auto figure = record::figureNamed(name);
    if (!figure)
        return {};
    const std::string& begin = figure->form->begin;
    if (begin.empty())
        return {figure->owner, {}};
    return {{}, begin == "jobs." || begin == "workloads." ? figure->owner : std::string()};
}

std::string renamedFigure(const std::string& name, ElementKind kind, const std::string& owning, const std::string& was,
                          const std::string& now)
{
    const auto replaced = [&](const std::string& before, const std::string& after) {
        const std::string part = before + was + after;
        return name.starts_with(part) ? before + now + after + name.substr(part.size()) : name;
    };
    const FigureOwner owner = ownerOfFigure(name);
    // Pools are resources of the nodes of a role: "storage.workers object-server", "storage.slots disk-locks".
    const auto ofPool = [&](std::initializer_list<const char*> pools) {
        if (name.starts_with("resources."))
            for (const char* const pool : pools)
                for (const char* const end : {".", " "}) {
                    const std::string part = std::string(pool) + ' ' + was + end;
                    const std::size_t at = name.find(part);
                    if (at != std::string::npos && name[at - 1] == '.')
                        return name.substr(0, at) + pool + ' ' + now + end + name.substr(at + part.size());
                }
        return name;
    };
    switch (kind) {
    case ElementKind::result:
        return name == was ? now : name;
    case ElementKind::selector:
        return replaced("rings.", ".");
    case ElementKind::role:
        if (name.starts_with("states."))
            return replaced("states.", ".");
        if (name.starts_with("stretches."))
            return replaced("stretches.", " ");
        return ofPool({"workers", "helpers", "consumers"});
    case ElementKind::state:
        if (name.starts_with("states."))
            return replaced("states." + owning + '.', ".");
        return ofPool({"slots", "tokens"});
    case ElementKind::nodeGroup:
        return replaced("resources.", ".");
    case ElementKind::device:
        return replaced("resources." + owning + ".disk ", ".");
    case ElementKind::controller:
        return replaced("resources." + owning + ".controller ", ".");
    case ElementKind::workload:
        if (!owner.workload.empty())
            return replaced(name.starts_with("jobs.") ? "jobs." : "workloads.", ".");
        return owner.operation.empty() ? name : replaced("", ": ");
    case ElementKind::operation:
        if (owner.operation == was)
            return replaced("", ".");
        if (const std::size_t colon = owner.operation.find(": ");
            colon != std::string::npos && owner.operation.substr(colon + 2) == was)
            return owner.operation.substr(0, colon + 2) + now + name.substr(owner.operation.size());
        return name;
    default:
        return name;
    }
}

std::vector<std::string> operationsInResults(const Project& project, const Workload& workload,
                                             const std::string& operation)
{
    if (isDisabled(workload) == true)
        return {};
    const std::string apart = workload.id + ": " + operation;
    if (isTimer(workload))
        return {apart};
    bool othersMayAsk = false;
    for (const Workload& other : project.workloads) {
        if (other.id == workload.id || !asksFor(other, operation))
            continue;
        const std::optional<bool> disabled = isDisabled(other);
        if (disabled == false)
            return {apart};
        othersMayAsk = othersMayAsk || !disabled;
    }
    return othersMayAsk ? std::vector{operation, apart} : std::vector{operation};
}

std::string mainOperation(const Project& project)
{
    std::string ofTimer;
    for (const Workload& workload : project.workloads)
        for (const OperationShare& share : workload.operations)
            for (const std::string& name : operationsInResults(project, workload, share.operation)) {
                if (!isTimer(workload))
                    return name;
                if (ofTimer.empty())
                    ofTimer = name;
            }
    return ofTimer;
}

namespace {

/// Those with figures in the results.
bool isMeasured(const StateItem& item)
{
    const auto type = item.fields.find("type");
    return type == item.fields.end() || *type != "value";
}

} // namespace

std::vector<std::string> figuresOf(const Project& project)
{
    std::vector<std::string> figures;
    const auto add = [&](const std::string& owner, const std::string& begin) {
        for (const record::FigureForm& form : record::figureForms())
            if (begin == form.begin && !form.figure.empty())
                figures.push_back(std::string(begin).append(owner).append(".").append(form.figure));
    };
    std::set<std::string> operations;
    for (const Workload& workload : project.workloads)
        for (const OperationShare& share : workload.operations)
            for (const std::string& name : operationsInResults(project, workload, share.operation))
                if (operations.insert(name).second)
                    add(name, "");
    for (const Workload& workload : project.workloads) {
        if (const auto type = workload.fields.find("type"); type != workload.fields.end() && *type == "jobs")
            add(workload.id, "jobs.");
        if (isDisabled(workload) != true)
            add(workload.id, "workloads.");
    }
    for (const Behaviour& behaviour : project.behaviours)
        for (const StateItem& item : behaviour.role.state)
            if (isMeasured(item))
                add(behaviour.role.id + '.' + item.id, "states.");
    for (const char* const resource : {"processor", "disk", "network"})
        add(resource, "resources.");
    for (const NodeGroup& group : project.topology.groups) {
        for (const char* const resource : {"processor", "network"})
            add(group.id + '.' + resource, "resources.");
        for (const DeviceGroup& devices : group.devices)
            add(group.id + ".disk " + devices.id, "resources.");
    }
    for (const record::FigureForm& form : record::figureForms())
        if (form.figure.empty())
            figures.push_back(form.begin);
    return figures;
}

std::string figureForms()
{
    static const std::pair<const char*, const char*> owners[] = {
        {"", "OPERATION"},         {"jobs.", "WORKLOAD"},      {"resources.", "GROUP.RESOURCE"},
        {"states.", "ROLE.STATE"}, {"workloads.", "WORKLOAD"}, {"stretches.", "STRETCH"},
        {"rings.", "RING"}};
    std::string text;
    for (const auto& [begin, owner] : owners) {
        const std::string first = std::string(begin) + owner;
        const char* before = first.c_str();
        for (const record::FigureForm& form : record::figureForms())
            if (form.begin == begin && !form.figure.empty()) {
                text += (text.empty() ? "" : ", ") + std::string(before) + '.' + form.figure;
                before = "";
            }
    }
    for (const record::FigureForm& form : record::figureForms())
        if (form.figure.empty())
            text += ", " + form.begin;
    return text;
}

} // namespace headroom::project
