#include "project/library/endurance.h"

namespace headroom::project {

namespace {

constexpr double daysOfYear = 365;        // as data sheets count
constexpr double usualEnduranceYears = 5; // the warranty of drives for servers, if theirs is not stated

} // namespace

std::optional<double> enduranceBytes(const Component& component)
{
    if (component.figure("endurance_written_B") > 0)
        return component.figure("endurance_written_B");
    if (const double writes = component.figure("endurance_dwpd"); writes > 0)
        return writes * component.figure("capacity_B") * daysOfYear *
               component.figure("endurance_years", usualEnduranceYears);
    return {};
}

} // namespace headroom::project
