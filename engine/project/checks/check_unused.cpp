// Checks for fields of a workload or a fabric that have no effect because of other elements.
#include "project/checks/check_context.h"
#include "project/document/hardware.h"
#include "project/document/workloads.h"
#include "project/expression/expression.h"
#include "project/vocabulary/assignments.h"

#include <algorithm>
#include <set>
#include <string>

namespace headroom::project {
namespace {

/// The names in the expressions of what an operation is given.
std::set<std::string> namesGiven(const OperationShare& share)
{
    std::set<std::string> names;
    const auto add = [&](const Json& value) {
        if (value.is_string())
            for (std::string& name : identifiersIn(value.get<std::string>()))
                names.insert(std::move(name));
    };
    for (const Assignment& each : assignmentsIn(share.fields.value("arguments", Json())))
        add(each.value);
    add(share.fields.value("payload", Json()));
    return names;
}

/// Reports the first of these fields that is set. Several would say the same.
void reportFirst(CheckContext& context, const Json& fields, const std::vector<const char*>& names, const char* key,
                 const std::string& pointer, const std::string& problem, const std::string& remedy)
{
    const auto set = std::ranges::find_if(names, [&](const char* name) {
        const auto found = fields.find(name);
        return found != fields.end() && !found->is_null();
    });
    if (set != names.end())
        context.report(Severity::warning, key, pointer + '/' + *set, problem, remedy);
}

constexpr const char* passSize = "Pass it on, as in the arguments [\"size\"], or remove it.";
const std::vector<const char*> sizes = {"size",     "size_distribution", "sizes",     "size_table",
                                        "size_min", "size_max",          "size_sigma"};

/// True if a field may have the value: it has, or a parameter chooses.
bool maybe(const Fields& declared, const Json& values, const char* field, const char* value)
{
    FieldDeclaration any;
    any.appliesWhen = {{field, {value}}};
    return !unmetCondition(declared, any, values);
}

} // namespace

void checkDraws(CheckContext& context, const Workload& workload, const std::string& pointer)
{
    bool size = false, key = false;
    for (std::size_t o = 0; o < workload.operations.size(); ++o) {
        const std::set<std::string> names = namesGiven(workload.operations[o]);
        size = size || names.contains("size");
        key = key || names.contains("key");
        if (!names.contains("size"))
            reportFirst(
                context, workload.operations[o].fields, sizes, "sizes.not-given", pointer + "/operations" + below(o),
                "It has no effect: neither an argument nor the payload of the operation is the size.", passSize);
    }
    if (workload.operations.empty())
        return;
    if (!size)
        reportFirst(context, workload.fields, sizes, "sizes.not-given", pointer,
                    "It has no effect: neither an argument nor the payload of an operation is the size.", passSize);
    if (!key)
        reportFirst(context, workload.fields, {"keys", "key_distribution", "zipf_exponent"}, "keys.not-given", pointer,
                    "It has no effect: no argument of an operation is the key.",
                    "Pass it on, as in the arguments [\"key\"], or remove it.");
}

void checkUnusedOfFabric(CheckContext& context, const Fabric& fabric, const std::string& pointer)
{
    bool packets = maybe(fabricFields(), fabric.fields, "detail", "packet");
    for (std::size_t i = 0; i < fabric.links.size(); ++i) {
        const Link& link = fabric.links[i];
        packets = packets || maybe(linkFields(), link.fields, "detail", "packet");
        const bool atSwitch = std::ranges::any_of(
            fabric.switches, [&](const Switch& each) { return each.id == link.from || each.id == link.to; });
        if (atSwitch)
            reportFirst(context, link.fields, {"pairing"}, "link.no-pairs", pointer + "/links" + below(i),
                        "It has no effect: an end of the link is a switch.",
                        "Remove it, or link two node groups directly.");
    }
    for (const char* field :
         {"forwarding", "buffer", "congestion_control", "receive_window", "loss_detection", "initial_window"})
        if (!packets)
            reportFirst(context, fabric.fields, {field}, "fabric.no-packets", pointer,
                        "It has no effect: the network is not simulated packet by packet.",
                        "Remove it, or set the level of detail to \"packet\".");
}

} // namespace headroom::project
