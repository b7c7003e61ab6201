// Fields of a disturbance: the hardware or the daemon that fails, is slowed down or returns during a run.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& disturbanceFields()
{
    static const Fields fields = [] {
        Fields all = {
            field("what", "What", choice, "node",
                  "A node: everything that runs on it ends without a message, and its memory is lost. A device: its "
                  "reads, writes and flushes end with an error. A link: one cable, both ways. A switch: all its "
                  "cables. A daemon: the process of a role on a node; its callers are notified, and the role's memory "
                  "there is lost.")
                .oneOf({"node", "device", "link", "switch", "daemon"}),
            field("target", "Where", text, nullptr,
                  "Id of the node group (of a node, a device or a daemon), of the link or of the switch.", "storage")
                .required()
                .refersTo({{.to = ElementKind::nodeGroup, .when = "what", .is = "node", .orUnset = true},
                           {.to = ElementKind::nodeGroup, .when = "what", .is = "device"},
                           {.to = ElementKind::nodeGroup, .when = "what", .is = "daemon"},
                           {.to = ElementKind::networkSwitch, .when = "what", .is = "switch"},
                           {.to = ElementKind::link, .when = "what", .is = "link"}}),
            field("number", "Which", integer, 1,
                  "Which node of the group, which cable of the link: counted from 1, a link's cables node by node.")
                .atLeast(1),
            field("devices", "Devices", text, "", "Device: id of the device group on that node.")
                .refersTo({{.to = ElementKind::device, .owner = "target"}}),
            field("device", "Which device", integer, 1,
                  "Device: which of the device group on that node, counted from 1.")
                .atLeast(1),
            field("role", "Role", role, "", "Daemon: the role whose process it is."),
            field("instance", "Which daemon", integer, 1,
                  "Daemon: which of the role's on that node, counted from 1: one for each device if its workers are "
                  "for each device of a volume.")
                .atLeast(1),
            field("at", "At", quantity, nullptr, "When it happens, in simulated time.", "30 s").required().in("s"),
            field("counted_from", "Counted from", choice, "the start of the run",
                  "Where the times of the disturbance count from. The end of the warm-up is where results begin.")
                .oneOf({"the start of the run", "the end of the warm-up"}),
            field("action", "What happens", choice, "fail",
                  "Fail: it does nothing any more. Slow: it works at a share of its speed. Return: all that disturbs "
                  "it ends, it works again as by its figures, empty if it had failed.")
                .oneOf({"fail", "slow", "return"}),
            field("factor", "Speed", number, 0.5,
                  "Slow: share of its speed that is left; what several disturbances leave at once is multiplied.")
                .within(1e-6, 1),
            field("until", "Until", quantity, 0,
                  "When this disturbance ends, while others of the same go on; 0: it lasts until a return.", "60 s")
                .in("s"),
            field("noticed", "Noticed", flag, false,
                  "Node that fails: it has been down for so long that all who use a ring have noticed it, whatever "
                  "they need to notice a failure."),
            field("disabled", "Disabled", flag, false,
                  "It does not happen; also an expression over parameters, so that one of them switches it.",
                  "!NODE_FAILS"),
        };
        all = applying(std::move(all), {"number"}, {"what", {"node", "device", "link", "daemon"}});
        all = applying(std::move(all), {"devices", "device"}, {"what", {"device"}});
        all = applying(std::move(all), {"role", "instance"}, {"what", {"daemon"}});
        all = applying(std::move(all), {"factor"}, {"action", {"slow"}});
        all = applying(std::move(all), {"noticed"}, {"what", {"node"}});
        return applying(std::move(all), {"until"}, {"action", {"fail", "slow"}});
    }();
    return fields;
}

} // namespace headroom::project
