#include "study/cost/device_lives.h"

#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

constexpr double roundingOfWear = 1e-9; // of sums of shares

double priceOf(const record::Summary& system, const std::string& part)
{
    for (const record::GroupCost& group : system.costs)
        for (const record::BillLine& line : group.lines)
            if (line.part == part)
                return line.usdEach.value_or(0);
    return 0;
}

} // namespace

void DeviceLives::Follower::pass(double wornPerYear, double forYears)
{
    perYear = wornPerYear;
    if (worn >= 1)
        return;
    const double until = wornPerYear > 0 ? std::min(forYears, (1 - worn) / wornPerYear) : forYears;
    worn = until < forYears ? 1 : worn + wornPerYear * until;
    years += until;
}

double DeviceLives::Follower::wornAfterYears() const
{
    if (worn >= 1)
        return years;
    return perYear > 0 ? years + (1 - worn) / perYear : DeviceLife::never;
}

DeviceLives::Group& DeviceLives::groupOf(const record::DeviceWear& wear)
{
    const auto same = std::ranges::find_if(groups_, [&](const Group& group) {
        return group.life.nodeGroup == wear.nodeGroup && group.life.devices == wear.devices &&
               group.life.part == wear.part;
    });
    if (same != groups_.end())
        return *same;
    Group& added = groups_.emplace_back();
    added.life.nodeGroup = wear.nodeGroup;
    added.life.devices = wear.devices;
    added.life.part = wear.part;
    added.life.writtenBps = wear.writtenMeanBps;
    added.life.enduranceBytes = wear.enduranceBytes;
    return added;
}

void DeviceLives::setCount(Group& group, double count)
{
    if (count > group.life.count)
        group.batches.push_back({count - group.life.count, 0});
    for (double surplus = group.life.count - count; surplus > 0 && !group.batches.empty();) { // the oldest go
        const double taken = std::min(surplus, group.batches.front().count);
        group.batches.front().count -= taken;
        surplus -= taken;
        if (group.batches.front().count <= 0)
            group.batches.erase(group.batches.begin());
    }
    group.life.count = count;
}

double DeviceLives::pass(const record::Summary& system, double years)
{
    double usd = 0;
    for (const record::DeviceWear& wear : system.wear) {
        Group& group = groupOf(wear);
        setCount(group, wear.count);
        if (!wear.enduranceBytes)
            continue;
        const double wornPerYear = record::wornInYear(wear);
        group.mean.pass(wornPerYear, years);
        group.most.pass(wear.writtenMostBps * record::secondsOfYear / *wear.enduranceBytes, years);
        double replaced = 0;
        for (Batch& batch : group.batches) {
            batch.worn += wornPerYear * years;
            // A device that is worn just at the end is replaced only if there are more years.
            const double times = std::max(0.0, std::ceil(batch.worn - roundingOfWear) - 1);
            batch.worn -= times;
            replaced += times * batch.count;
        }
        group.life.replaced += replaced;
        group.life.usd += replaced * priceOf(system, wear.part);
        usd += replaced * priceOf(system, wear.part);
    }
    return usd;
}

std::vector<DeviceLife> DeviceLives::lives() const
{
    std::vector<DeviceLife> lives;
    for (const Group& group : groups_) {
        lives.push_back(group.life);
        lives.back().wornAfterYears = group.mean.wornAfterYears();
        lives.back().mostWrittenAfterYears = group.most.wornAfterYears();
    }
    return lives;
}

} // namespace headroom::study
