#include "project/vocabulary/figure_names.h"

#include "project/document/document.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace headroom::project {

namespace {

struct FigureForm
{
    const char* begin; ///< empty: the name of an operation
    const char* end;   ///< empty: nothing follows the beginning
    const char* unit;
};

constexpr FigureForm forms[] = {
    {"resources.", ".used", "%"},
    {"resources.", ".busiest", "%"},
    {"resources.", ".queue", ""},
    {"jobs.", ".completion", "s"},
    {"jobs.", ".completion.max", "s"},
    {"jobs.", ".count", ""},
    {"rings.", ".missing", ""},
    {"rings.", ".incomplete", "s"},
    {"capacity.raw", "", "B"},
    {"capacity.usable", "", "B"},
    {"price", "", "USD"},
    {"power", "", "W"},
    {"rack_units", "", ""},
    {"wear_yearly", "", "%"},
    {"", ".throughput", "1/s"},
    {"", ".count", ""},
    {"", ".bytes", "B/s"},
    {"", ".failed", "%"},
    {"", ".latency.mean", "s"},
    {"", ".latency.p50", "s"},
    {"", ".latency.p95", "s"},
    {"", ".latency.p99", "s"},
    {"", ".latency.max", "s"},
};

bool hasForm(const std::string& name, const FigureForm& form)
{
    const std::string_view begin = form.begin, end = form.end;
    if (end.empty())
        return name == begin;
    return name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

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
    for (const FigureForm& form : forms)
        if (hasForm(name, form))
            return form.unit;
    return {};
}

FigureOwner ownerOfFigure(const std::string& name)
{
    for (const FigureForm& form : forms)
        if (hasForm(name, form)) {
            const std::size_t begin = std::string_view(form.begin).size();
            const std::string owner = name.substr(begin, name.size() - begin - std::string_view(form.end).size());
            if (begin == 0)
                return {owner, {}};
            return {{}, std::string_view(form.begin) == "jobs." ? owner : std::string()};
        }
    return {};
}

std::string renamedFigure(const std::string& name, ElementKind kind, const std::string& owning, const std::string& was,
                          const std::string& now)
{
    const auto replaced = [&](const std::string& before, const std::string& after) {
        const std::string part = before + was + after;
        return name.starts_with(part) ? before + now + after + name.substr(part.size()) : name;
    };
    const FigureOwner owner = ownerOfFigure(name);
    switch (kind) {
    case ElementKind::result:
        return name == was ? now : name;
    case ElementKind::selector:
        return replaced("rings.", ".");
    case ElementKind::nodeGroup:
        return replaced("resources.", ".");
    case ElementKind::device:
        return replaced("resources." + owning + ".disk ", ".");
    case ElementKind::controller:
        return replaced("resources." + owning + ".controller ", ".");
    case ElementKind::workload:
        return !owner.workload.empty() ? replaced("jobs.", ".") : owner.operation.empty() ? name : replaced("", ": ");
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

std::vector<std::string> figuresOf(const Project& project)
{
    std::vector<std::string> figures;
    const auto add = [&](const std::string& owner, const std::string& begin) {
        for (const FigureForm& form : forms)
            if (begin == form.begin && *form.end)
                figures.push_back(begin + owner + form.end);
    };
    std::set<std::string> operations;
    for (const Workload& workload : project.workloads)
        for (const OperationShare& share : workload.operations)
            for (const std::string& name : operationsInResults(project, workload, share.operation))
                if (operations.insert(name).second)
                    add(name, "");
    for (const Workload& workload : project.workloads)
        if (const auto type = workload.fields.find("type"); type != workload.fields.end() && *type == "jobs")
            add(workload.id, "jobs.");
    for (const char* const resource : {"processor", "disk", "network"})
        add(resource, "resources.");
    for (const NodeGroup& group : project.topology.groups) {
        for (const char* const resource : {"processor", "network"})
            add(group.id + '.' + resource, "resources.");
        for (const DeviceGroup& devices : group.devices)
            add(group.id + ".disk " + devices.id, "resources.");
    }
    for (const FigureForm& form : forms)
        if (!*form.end)
            figures.emplace_back(form.begin);
    return figures;
}

const char* figureForms()
{
    return "OPERATION.throughput, .count, .bytes, .failed, .latency.mean, .latency.p50, .latency.p95, .latency.p99 or "
           ".latency.max, jobs.WORKLOAD.completion or .count, resources.GROUP.RESOURCE.used, .busiest or .queue, "
           "rings.RING.missing or .incomplete, capacity.usable, "
           "capacity.raw, price, power, rack_units, wear_yearly";
}

} // namespace headroom::project
