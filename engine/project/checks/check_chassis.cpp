// Checks that what a node group puts into its chassis fits, and that its power supplies can feed it.
#include "project/checks/check_context.h"
#include "project/document/hardware.h"
#include "project/library/component_power.h"

#include <algorithm>
#include <cmath>

namespace headroom::project {
namespace {

class ChassisCheck
{
public:
    ChassisCheck(CheckContext& context, const NodeGroup& group, const std::string& pointer)
        : context_(context), group_(group), pointer_(pointer), module_(part("memory_module")),
          chassis_(part("chassis")), supply_(part("power_supply"))
    {
    }

    void check()
    {
        if (chassis_) {
            checkPlaces("sockets", number("sockets"), "/sockets", "processors");
            checkPlaces("memory_slots", modules(), "/memory_module", "memory modules");
            checkPlaces("drive_bays", devices(), "/devices", "devices");
        }
        // With the price of a GB the memory has one without modules.
        if (module_ && modules() == 0 && !module_->has("price_usd_per_GB"))
            context_.report(Severity::note, "group.module-size", pointer_ + "/memory_module",
                            "The capacity of " + module_->id + " is not known, and so is the number of modules.",
                            "Give the component the figure capacity_B.");
        if (supply_)
            checkSupplies();
        else if (group_.fields.contains("power_supplies"))
            context_.report(Severity::warning, "group.no-power-supply", pointer_ + "/power_supplies",
                            "Without a kind of power supply it has no effect.", "Name the power supply.");
    }

private:
    static std::string exact(double number) { return std::to_string(static_cast<long long>(number)); }

    const Component* part(const char* field)
    {
        return context_.resolver.component(nodeGroupFields(), field, group_.fields, pointer_);
    }
    double number(const char* field)
    {
        return context_.resolver.number(nodeGroupFields(), field, group_.fields, pointer_);
    }
    double modules()
    {
        const double each = module_ ? module_->figure("capacity_B") : 0;
        return each > 0 ? std::ceil(number("memory") / each) : 0;
    }
    template <typename Each>
    void forEachDevice(Each each)
    {
        for (std::size_t i = 0; i < group_.devices.size(); ++i) {
            const Json& values = group_.devices[i].fields;
            const std::string place = pointer_ + "/devices" + below(i);
            const Component* device = values.contains("component")
                                          ? context_.resolver.component(deviceFields(), "component", values, place)
                                          : nullptr;
            each(device, context_.resolver.number(deviceFields(), "count", values, place));
        }
    }
    double devices()
    {
        double all = 0;
        forEachDevice([&](const Component*, double count) { all += count; });
        return all;
    }

    void checkPlaces(const char* figure, double taken, const char* place, const std::string& what)
    {
        if (!chassis_->has(figure) || taken <= chassis_->figure(figure))
            return;
        context_.report(Severity::warning, "group.chassis-full", pointer_ + place,
                        "The chassis " + chassis_->id + " has places for " + exact(chassis_->figure(figure)) + " " +
                            what + ", and " + exact(taken) + " are put into it.",
                        "Take a larger chassis, or fewer " + what + ".");
    }

    /// Compares the supplies with the parts whose power is known.
    void checkSupplies()
    {
        double load = 0;
        const auto add = [&](const Component* part, double count) {
            if (part)
                load += fullPower(*part).value_or(0) * count;
        };
        if (group_.fields.contains("processor"))
            add(part("processor"), number("sockets"));
        add(module_, modules());
        add(chassis_, 1);
        forEachDevice(add);
        const double supplied = number("power_supplies") * supply_->figure("rated_power_W");
        if (load > supplied)
            context_.report(Severity::warning, "group.power-supplies", pointer_ + "/power_supply",
                            "The parts of a node take up to " + exact(std::ceil(load)) +
                                " W, and its power supplies deliver " + exact(supplied) + " W.",
                            "Take more or stronger power supplies.");
    }

    CheckContext& context_;
    const NodeGroup& group_;
    const std::string& pointer_;
    const Component* module_;
    const Component* chassis_;
    const Component* supply_;
};

} // namespace

void checkChassis(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    ChassisCheck(context, group, pointer).check();
}

} // namespace headroom::project
