#include "study/advice/promise.h"

#include "record/figures/figures.h"
#include "record/figures/resource_kinds.h"
#include "study/measure/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace headroom::study {

namespace {

using record::ResourceSummary;
using record::TimePart;

constexpr double worthSimulating = 0.02; ///< of the time
constexpr double usedMuch = 0.5;
constexpr double someTaken = 0.3; ///< of something held: at times all may be
constexpr double leastLeft = 0.01;

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

/// Time in which a request is not served, but waits for what others hold or for its own other paths.
bool isIndirect(const TimePart& part)
{
    constexpr std::array<std::string_view, 5> kinds = {"workers", "helper threads", "others", "barrier", "queue "};
    return record::isHeld(part.resource) ||
           std::ranges::any_of(kinds, [&](std::string_view kind) { return part.resource.starts_with(kind); });
}

bool isOfNetwork(const TimePart& part)
{
    return part.resource == "network" || part.resource == "stream";
}

/// True if the time is spent waiting for one of these workers or helper threads, of which each role has its own rows.
bool isForPool(const TimePart& part, const std::vector<std::string>& resources)
{
    const bool workers = part.resource == "workers";
    if (!workers && part.resource != "helper threads")
        return false;
    const std::string prefix = part.nodeGroup + (workers ? ".workers " : ".helpers ");
    return std::ranges::any_of(resources, [&](const std::string& name) { return name.starts_with(prefix); });
}

/// True if the time passes at one of the resources. Messages pass the networks of both ends; links have no time of
/// their own.
bool isAt(const TimePart& part, const std::vector<std::string>& resources)
{
    constexpr std::string_view from = "from ";
    if (contains(resources, part.nodeGroup + '.' + part.resource) || isForPool(part, resources))
        return true;
    if (!isOfNetwork(part))
        return false;
    return contains(resources, part.nodeGroup + ".network") ||
           (part.activity.starts_with(from) && contains(resources, part.activity.substr(from.size()) + ".network")) ||
           std::ranges::any_of(resources, [](const std::string& name) { return name.starts_with("link."); });
}

double countOf(const record::Summary& summary, const TimePart& part)
{
    const auto found = summary.operations.find(part.operation);
    const auto workload = summary.workloads.find(part.workload);
    const bool background = workload != summary.workloads.end() && workload->second.background;
    return found == summary.operations.end() || background ? 0 : static_cast<double>(found->second.count);
}

} // namespace

Promise::Promise(const record::Summary& summary) : summary_(summary)
{
    latencyS_ = measureOf(summary).meanMs / 1000;
    for (const TimePart& part : summary.timeParts) {
        const double seconds = part.seconds() * countOf(summary, part);
        followedS_ += seconds;
        pooledS_ += isIndirect(part) ? seconds : 0;
    }
}

Promise::Time Promise::timeAt(const std::vector<std::string>& resources) const
{
    Time worked; // for requests, whether they wait for it or not
    for (const ResourceSummary& row : summary_.resources)
        if (latencyS_ > 0 && contains(resources, record::nameOf(row))) {
            worked.served = std::max(worked.served, row.servedS / latencyS_);
            worked.waiting = std::max(worked.waiting, row.waitingS.value_or(0) / latencyS_);
        }
    if (followedS_ == 0)
        return worked;
    Time time;
    for (const TimePart& part : summary_.timeParts)
        if (isAt(part, resources)) {
            const double share = countOf(summary_, part) / followedS_;
            (part.activity == "flush" ? time.flushing : time.served) += part.servedS * share;
            time.waiting += part.waitingS.value_or(0) * share;
        }
    const double all = worked.all();
    const double more = std::clamp(all - time.all(), 0.0, pooledS_ / followedS_);
    if (more > 0) {
        time.served += more * worked.served / all;
        time.waiting += more * worked.waiting / all;
    }
    return time;
}

double Promise::useOf(const std::vector<std::string>& resources) const
{
    double use = 0;
    for (const ResourceSummary& row : summary_.resources)
        if (contains(resources, record::nameOf(row)))
            use = std::max(use, row.utilisationMax);
    return use;
}

double Promise::of(const std::vector<std::string>& resources, double alone, double together, double flushed) const
{
    Time time = timeAt(resources);
    if (const double use = useOf(resources); use >= record::limitingShare)
        time.waiting = std::max(time.waiting, use - time.served - time.flushing);
    if (const double sum = time.all(); sum > 1)
        time = {time.served / sum, time.flushing / sum, time.waiting / sum};
    const double left = 1 - time.served * (1 - 1 / alone) - time.flushing * (1 - 1 / flushed) -
                        time.waiting * (1 - 1 / std::max(1.0, together * together));
    return 1 / std::max(left, leastLeft);
}

double Promise::timeShare(const std::string& resource) const
{
    return std::min(1.0, timeAt({resource}).all());
}

bool Promise::matters(const std::string& resource) const
{
    const double least = record::isOfSoftware(resource) ? someTaken : usedMuch;
    if (followedS_ == 0 || useOf({resource}) >= least)
        return true;
    return timeShare(resource) >= worthSimulating;
}

} // namespace headroom::study
