#include "behaviour/program/steps.h"

#include <algorithm>

namespace headroom::behaviour {

void addDefaults(std::vector<Assignment>& given, const std::vector<double>& defaults)
{
    for (std::uint32_t slot = 0; slot < defaults.size(); ++slot) {
        const bool present = std::any_of(given.begin(), given.end(),
                                         [slot](const Assignment& assignment) { return assignment.slot == slot; });
        if (!present && defaults[slot] != 0)
            given.push_back({slot, project::Expression::constant(defaults[slot])});
    }
}

} // namespace headroom::behaviour
