#include "project/checks/check_context.h"
#include "project/structure/member_keys.h"

#include <algorithm>

namespace headroom::project {
namespace {

/// One disturbance and the place of its fields.
class DisturbanceCheck
{
public:
    DisturbanceCheck(CheckContext& context, const Disturbance& disturbance, std::string pointer)
        : context_(context), values_(disturbance.fields), pointer_(std::move(pointer))
    {
    }

    void run()
    {
        context_.fields(disturbanceFields(), values_, memberKeys<Disturbance>(), pointer_,
                        context_.resolver.globalScope());
        if (context_.resolver.flag(disturbanceFields(), "disabled", values_, pointer_))
            return; // what it names need not be there
        const std::string what = text("what");
        if (what == "link" || what == "switch")
            checkCable(what == "switch");
        else
            checkNode(what == "device");
        if (what == "daemon")
            checkDaemon();
        checkTimes();
    }

private:
    std::string text(const char* name) { return context_.resolver.text(disturbanceFields(), name, values_, pointer_); }
    double number(const char* name) { return context_.resolver.number(disturbanceFields(), name, values_, pointer_); }

    void checkNode(bool device)
    {
        const auto& groups = context_.project.topology.groups;
        if (!context_.known("disturbance.no-target", "node group", text("target"), idsOf(groups), pointer_ + "/target"))
            return;
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [name = text("target")](const NodeGroup& g) { return g.id == name; });
        const std::string place = "/topology/groups" + below(static_cast<std::size_t>(group - groups.begin()));
        checkNumber("number", context_.resolver.number(nodeGroupFields(), "count", group->fields, place),
                    "nodes in the group \"" + group->id + "\"");
        if (!device || !context_.known("disturbance.no-target", "device group in that node group named",
                                       text("devices"), idsOf(group->devices), pointer_ + "/devices")) {
            return;
        }
        const auto devices = std::find_if(group->devices.begin(), group->devices.end(),
                                          [name = text("devices")](const DeviceGroup& d) { return d.id == name; });
        const auto index = static_cast<std::size_t>(devices - group->devices.begin());
        checkNumber(
            "device",
            context_.resolver.number(deviceFields(), "count", devices->fields, place + "/devices" + below(index)),
            "devices in the device group \"" + devices->id + "\"");
    }

    void checkDaemon()
    {
        context_.known("disturbance.no-target", "role", text("role"), roleIds(context_.project), pointer_ + "/role");
        if (text("action") == "slow")
            context_.error("disturbance.daemon-speed", pointer_ + "/action", "A daemon has no speed of its own.",
                           "Slow its node or its device, or let it fail.");
    }

    void checkNumber(const char* field, double count, const std::string& what)
    {
        if (number(field) > count) {
            context_.error("disturbance.no-target", pointer_ + '/' + field, "There are fewer " + what + '.',
                           "Name one of those there are, counted from 1.");
        }
    }

    /// Accepts links and switches of all fabrics, because the parameters may choose another one. Generated fabrics get
    /// the names only when the cluster is built.
    void checkCable(bool isSwitch)
    {
        std::vector<std::string> ids;
        for (const Fabric& fabric : context_.project.topology.fabrics) {
            const Json& made = valueOf(fabric.fields, *findField(fabricFields(), "generate"));
            if (isSwitch && made != "drawn")
                return;
            const auto of = isSwitch ? idsOf(fabric.switches) : idsOf(fabric.links);
            ids.insert(ids.end(), of.begin(), of.end());
        }
        context_.known("disturbance.no-target", isSwitch ? "switch" : "link", text("target"), ids,
                       pointer_ + "/target");
    }

    void checkTimes()
    {
        const double until = number("until");
        if (until > 0 && text("action") == "return") {
            context_.report(Severity::warning, "disturbance.until-unused", pointer_ + "/until",
                            "It has no effect: a return lasts.", "Remove it.");
        } else if (until > 0 && until <= number("at")) {
            context_.error("disturbance.order", pointer_ + "/until", "It would end before it starts.",
                           "Set an end that is later than its start.");
        }
        if (number("at") > runEnd(context_)) {
            context_.report(Severity::warning, "disturbance.after-end", pointer_ + "/at",
                            "It has no effect: the run ends earlier.", "Let it happen earlier, or run longer.");
        }
    }

    CheckContext& context_;
    const Json& values_;
    std::string pointer_;
};

} // namespace

double runEnd(CheckContext& context)
{
    const auto ofRun = [&](const char* name) {
        return context.resolver.number(runFields(), name, context.project.run, "/run");
    };
    return ofRun("precision") > 0 ? std::max(ofRun("duration"), ofRun("max_duration")) : ofRun("duration");
}

void checkDisturbances(CheckContext& context)
{
    const auto& disturbances = context.project.disturbances;
    context.uniqueIds(idsOf(disturbances), "/disturbances");
    for (std::size_t i = 0; i < disturbances.size(); ++i)
        DisturbanceCheck(context, disturbances[i], "/disturbances" + below(i)).run();
}

} // namespace headroom::project
