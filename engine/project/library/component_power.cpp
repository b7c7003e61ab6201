#include "project/library/component_power.h"

namespace headroom::project {

namespace {

constexpr double idleShareOfDesignPower = 0.3;
constexpr const char* designPower = "tdp_W";

const char* fullPowerFigure(const Component& component)
{
    for (const char* name : {"active_power_W", "power_W", "power_W_per_DIMM", designPower})
        if (component.has(name))
            return name;
    return nullptr;
}

} // namespace

std::optional<double> fullPower(const Component& component)
{
    const char* name = fullPowerFigure(component);
    return name ? std::optional(component.figure(name)) : std::nullopt;
}

std::optional<double> idlePower(const Component& component)
{
    const char* name = fullPowerFigure(component);
    if (!name)
        return {};
    const double full = component.figure(name);
    return component.figure("idle_power_W", name == designPower ? full * idleShareOfDesignPower : full);
}

} // namespace headroom::project
