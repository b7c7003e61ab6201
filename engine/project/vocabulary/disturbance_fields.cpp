// Fields of a disturbance: the hardware or the daemon that fails, is slowed down or returns during a run.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& disturbanceFields()
{
    static const Fields fields = [] {
        Fields all = table({
            {.name = "what",
             .label = "What",
             .type = choice,
             .defaultValue = "node",
             .meaning =
                 "A node: everything that runs on it ends without a word, what it had in memory is lost. A device: "
                 "its reads, writes and flushes end with an error. A link: one cable, both ways. A switch: all "
                 "its cables. A daemon: the process of a role on a node; its callers are told, and what the role "
                 "had in memory there is lost.",
             .choices = {"node", "device", "link", "switch", "daemon"}},
            {.name = "target",
             .label = "Where",
             .type = text,
             .defaultValue = nullptr,
             .meaning = "Id of the node group (of a node, a device or a daemon), of the link or of the switch.",
             .required = true,
             .example = "storage",
             .refersTo = {{.to = ElementKind::nodeGroup, .when = "what", .is = "node", .orUnset = true},
                          {.to = ElementKind::nodeGroup, .when = "what", .is = "device"},
                          {.to = ElementKind::nodeGroup, .when = "what", .is = "daemon"},
                          {.to = ElementKind::networkSwitch, .when = "what", .is = "switch"},
                          {.to = ElementKind::link, .when = "what", .is = "link"}}},
            {.name = "number",
             .label = "Which",
             .type = integer,
             .defaultValue = 1,
             .meaning =
                 "Which node of the group, which cable of the link: counted from 1, a link's cables node by node.",
             .minimum = 1},
            {.name = "devices",
             .label = "Devices",
             .type = text,
             .defaultValue = "",
             .meaning = "Device: id of the device group on that node.",
             .refersTo = {{.to = ElementKind::device, .owner = "target"}}},
            {.name = "device",
             .label = "Which device",
             .type = integer,
             .defaultValue = 1,
             .meaning = "Device: which of the device group on that node, counted from 1.",
             .minimum = 1},
            {.name = "role",
             .label = "Role",
             .type = role,
             .defaultValue = "",
             .meaning = "Daemon: the role whose process it is."},
            {.name = "instance",
             .label = "Which daemon",
             .type = integer,
             .defaultValue = 1,
             .meaning =
                 "Daemon: which of the role's on that node, counted from 1: one for each device if its workers are "
                 "for each device of a volume.",
             .minimum = 1},
            {.name = "at",
             .label = "At",
             .type = quantity,
             .defaultValue = nullptr,
             .meaning = "When it happens, in simulated time from the start of the run.",
             .unit = "s",
             .minimum = 0.0,
             .required = true,
             .example = "30 s"},
            {.name = "action",
             .label = "What happens",
             .type = choice,
             .defaultValue = "fail",
             .meaning =
                 "Fail: it does nothing any more. Slow: it works at a share of its speed. Return: all that disturbs "
                 "it ends, it works again as by its figures, empty if it had failed.",
             .choices = {"fail", "slow", "return"}},
            {.name = "factor",
             .label = "Speed",
             .type = number,
             .defaultValue = 0.5,
             .meaning = "Slow: share of its speed that is left; what several disturbances leave at once is multiplied.",
             .minimum = 1e-6,
             .maximum = 1.0},
            {.name = "until",
             .label = "Until",
             .type = quantity,
             .defaultValue = 0,
             .meaning = "When this disturbance ends, while others of the same go on; 0: it lasts until a return.",
             .unit = "s",
             .minimum = 0.0,
             .example = "60 s"},
            {.name = "disabled",
             .label = "Disabled",
             .type = flag,
             .defaultValue = false,
             .meaning = "Whether it does not happen; also an expression over parameters, so that one of them switches "
                        "it.",
             .example = "!NODE_FAILS"},
        });
        all = applying(std::move(all), {"number"}, {"what", {"node", "device", "link", "daemon"}});
        all = applying(std::move(all), {"devices", "device"}, {"what", {"device"}});
        all = applying(std::move(all), {"role", "instance"}, {"what", {"daemon"}});
        all = applying(std::move(all), {"factor"}, {"action", {"slow"}});
        return applying(std::move(all), {"until"}, {"action", {"fail", "slow"}});
    }();
    return fields;
}

} // namespace headroom::project
