#include "study/advice/parts.h"

#include "project/resolve/processor_speed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

namespace headroom::study {

namespace {

using project::Component;
using project::ComponentLibrary;
using project::Json;
using project::Parameter;
using Replacements = std::vector<Replacement>;

constexpr double better = 1.2, hardlyWorse = 0.8;                          ///< speed over that of the present part
constexpr double largeEnough = 0.9, alike = 1.5;                           ///< capacity over that of the present part
constexpr std::array<std::string_view, 3> media = {"disk", "ssd", "nvme"}; ///< the slowest first

void add(Replacements& list, const Replacement& one)
{
    if (one.part && std::ranges::find(list, one.part, &Replacement::part) == list.end())
        list.push_back(one);
}

/// The components that the parameter offers as alternatives, made comparable.
template <class Compare>
Replacements alternatives(const Component& present, const Parameter& parameter, const ComponentLibrary& components,
                          const Compare& compared)
{
    Replacements offered;
    for (const Json& alternative : parameter.alternatives) {
        const Component* part = alternative.is_string() ? components.find(alternative.get<std::string>()) : nullptr;
        if (part && part->id != present.id)
            add(offered, compared(*part));
    }
    return offered;
}

template <class Compare>
Replacements catalogue(const Component& present, const std::vector<std::string>& kinds,
                       const ComponentLibrary& components, const Compare& compared)
{
    Replacements all;
    for (const Component* part : components.ofKinds(kinds))
        if (part->id != present.id)
            add(all, compared(*part));
    return all;
}

/// The one with the least value that is `allowed`; a Replacement without a part if there is none.
template <class Allowed, class Value>
Replacement least(const Replacements& list, const Allowed& allowed, const Value& value)
{
    Replacement found;
    for (const Replacement& each : list)
        if (allowed(each) && (!found.part || value(each) < value(found)))
            found = each;
    return found;
}

/// I/Os in a second of a hard disk whose head moves by the average seek each time.
double turnsPerSecond(const Component& disk, const char* seek)
{
    const double halfTurnMs = 30000 / disk.figure("rpm", 7200);
    return 1000 / (disk.figure(seek, disk.figure("avg_seek_read_ms", 8)) + halfTurnMs);
}

/// I/Os in a second, one at a time.
double perSecondAlone(const Component& drive, const char* seek, const char* latency)
{
    return drive.kind == "disk" ? turnsPerSecond(drive, seek) : 1e6 / std::max(1.0, drive.figure(latency, 100));
}

double perSecondTogether(const Component& drive, const char* seek, const char* figure)
{
    return drive.kind == "disk" ? turnsPerSecond(drive, seek) : drive.figure(figure);
}

bool losesItsBuffer(const Component& part)
{
    const auto found = part.parameters.find("power_loss_protection");
    return part.kind != "disk" && (found == part.parameters.end() || *found != Json(true));
}

/// The latency of a write that is flushed, one at a time, microseconds.
double flushedWriteUs(const Component& drive)
{
    const double write = 1e6 / perSecondAlone(drive, "avg_seek_write_ms", "write_latency_us");
    return write + (losesItsBuffer(drive) ? drive.figure("flush_latency_us") : 0);
}

/// Geometric means of reads and writes, of random ones and of streams. 0: a figure is not known.
Replacement driveOver(const Component& drive, const Component& present)
{
    const auto streams = [](const Component& part) {
        const double read = part.figure("seq_read_Bps");
        return read * part.figure("seq_write_Bps", read);
    };
    const auto ios = [](const Component& part, bool alone) {
        return alone ? perSecondAlone(part, "avg_seek_read_ms", "read_latency_us") *
                           perSecondAlone(part, "avg_seek_write_ms", "write_latency_us")
                     : perSecondTogether(part, "avg_seek_read_ms", "rand_read_4k_iops") *
                           perSecondTogether(part, "avg_seek_write_ms", "rand_write_4k_iops");
    };
    const auto ratio = [&](bool alone) {
        return std::pow(ios(drive, alone) * streams(drive) / (ios(present, alone) * streams(present)), 0.25);
    };
    return {&drive, ratio(true), ratio(false), flushedWriteUs(present) / flushedWriteUs(drive)};
}

/// The fastest of about the same capacity, else the smallest that is large enough.
Replacement ofMedium(const Replacements& list, std::string_view kind, double capacity)
{
    const auto fits = [&](const Replacement& each) {
        return each.part->kind == kind && each.together >= better && !losesItsBuffer(*each.part);
    };
    const auto isAlike = [&](const Replacement& each) {
        return fits(each) && each.part->figure("capacity_B") <= alike * capacity;
    };
    const Replacement fastest = least(list, isAlike, [](const Replacement& each) { return -each.together; });
    return fastest.part ? fastest
                        : least(list, fits, [](const Replacement& each) { return each.part->figure("capacity_B"); });
}

double cores(const Component& processor)
{
    return std::max(1.0, processor.figure("cores"));
}

std::string technologyOf(const Component& part)
{
    return part.parameters.value("technology", "Ethernet");
}

double rateOf(const Component& adapter)
{
    return adapter.figure("link_rate_bps");
}

struct Port
{
    double count, rate;
};

std::vector<Port> portsOf(const Component& theSwitch)
{
    std::vector<Port> ports;
    for (const Json& port : theSwitch.parameters.value("ports", Json::array()))
        if (port.is_object())
            ports.push_back({port.value("count", 0.0), port.value("rate_bps", 0.0)});
    std::ranges::sort(ports, {}, &Port::rate);
    return ports;
}

} // namespace

std::vector<Replacement> betterDrives(const Component& present, const Parameter& parameter,
                                      const ComponentLibrary& components)
{
    const auto compared = [&](const Component& part) { return driveOver(part, present); };
    const auto isBetter = [](const Replacement& each) { return each.together >= better; };
    const auto speed = [](const Replacement& each) { return each.together; };
    const double capacity = present.figure("capacity_B");
    const Replacements offered = alternatives(present, parameter, components, compared);
    Replacements all = catalogue(present, {media.begin(), media.end()}, components, compared);
    std::erase_if(all, [&](const Replacement& each) {
        return each.part->figure("capacity_B") < largeEnough * capacity || !(each.together > 0);
    });
    Replacements found;
    add(found, least(offered, isBetter, [](const Replacement& each) { return -each.together; }));
    if (losesItsBuffer(present))
        for (const Replacements* list : std::array<const Replacements*, 2>{&offered, &all}) {
            const Replacement safe = least(
                *list,
                [](const Replacement& each) { return !losesItsBuffer(*each.part) && each.together >= hardlyWorse; },
                speed);
            add(found, safe);
            if (safe.part)
                break;
        }
    for (auto kind = std::ranges::find(media, present.kind); kind != media.end(); ++kind)
        if (*kind != present.kind)
            add(found, ofMedium(all, *kind, capacity));
    add(found, least(offered, isBetter, speed));
    add(found,
        least(
            all, [&](const Replacement& each) { return isBetter(each) && each.part->kind == present.kind; }, speed));
    return found;
}

std::vector<Replacement> betterProcessors(const Component& present, const Parameter& parameter,
                                          const ComponentLibrary& components)
{
    const auto all = [](const Component& part, const Component& reference) {
        const std::vector<double> speeds = project::coreSpeeds(part, reference);
        return speeds.empty() ? 0 : cores(part) * speeds.back();
    };
    const double presently = all(present, present);
    const auto compared = [&](const Component& part) {
        return Replacement{&part, project::singleThreadSpeed(part, present), all(part, present) / presently};
    };
    const auto isBetter = [](const Replacement& each) { return each.together >= better && each.alone >= hardlyWorse; };
    const auto isQuicker = [](const Replacement& each) { return each.alone >= better && each.together >= 1; };
    const auto byAll = [](const Replacement& each) { return each.together; };
    const auto byOne = [](const Replacement& each) { return -each.alone; };
    const Replacements offered = alternatives(present, parameter, components, compared);
    const Replacements known = catalogue(present, {present.kind}, components, compared);
    Replacements found;
    add(found, least(offered, isBetter, [](const Replacement& each) { return -each.together; }));
    add(found, least(offered, isQuicker, byOne));
    add(found, least(offered, isBetter, byAll));
    add(found, least(known, isBetter, byAll));
    add(found, least(known, isQuicker, byAll));
    return found;
}

std::vector<Replacement> betterAdapters(const Component& present, const Parameter& parameter,
                                        const ComponentLibrary& components)
{
    const auto compared = [&](const Component& part) {
        const double faster = rateOf(part) / rateOf(present);
        return Replacement{&part, faster, faster * part.figure("ports", 1) / present.figure("ports", 1)};
    };
    const auto isBetter = [&](const Replacement& each) {
        return each.alone >= better && technologyOf(*each.part) == technologyOf(present);
    };
    const auto rate = [](const Replacement& each) { return each.alone; };
    const Replacements offered = alternatives(present, parameter, components, compared);
    Replacements found;
    add(found, least(offered, isBetter, [](const Replacement& each) { return -each.alone; }));
    add(found, least(offered, isBetter, rate));
    add(found, least(catalogue(present, {present.kind}, components, compared), isBetter, rate));
    return found;
}

bool hasPortsFor(const Component& theSwitch, const Component& present, const Component& adapter)
{
    const std::vector<Port> ports = portsOf(theSwitch);
    const auto used = std::ranges::find_if(ports, [&](const Port& port) { return port.rate >= rateOf(present); });
    return technologyOf(theSwitch) == technologyOf(adapter) && used != ports.end() && used->rate >= rateOf(adapter);
}

const Component* switchFor(const Component& adapter, const Component& present, const ComponentLibrary& components)
{
    double most = 0;
    for (const Port& port : portsOf(present))
        most = std::max(most, port.count);
    const Component* found = nullptr;
    const auto worth = [](const Component& each, double rate) {
        return std::pair(rate, each.figure("price_usd", std::numeric_limits<double>::max()));
    };
    std::pair<double, double> best;
    for (const Component* each : components.ofKinds({"switch"}))
        for (const Port& port : portsOf(*each))
            if (technologyOf(*each) == technologyOf(adapter) && port.rate >= rateOf(adapter) && port.count >= most &&
                (!found || worth(*each, port.rate) < best)) {
                found = each;
                best = worth(*each, port.rate);
            }
    return found;
}

} // namespace headroom::study
