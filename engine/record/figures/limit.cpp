// The limit of a run, in words.
#include "record/figures/figures.h"
#include "record/figures/resource_kinds.h"
#include "record/summary/summary.h"

#include <functional>
#include <optional>

namespace headroom::record {

namespace {

constexpr double fewWaiting = 0.1; ///< on average; less is as good as none
constexpr const char* nothingNear = "Nothing is near its limit.";
constexpr double shareToName = 0.05; ///< of the time of requests
constexpr double worthNaming = 0.3;  ///< what is used less is far from its limit

bool isDisk(const ResourceSummary& row)
{
    return row.resource.starts_with("disk ");
}

/// The most used of the chosen rows that are near their limit, used more than `share` and not named as the busiest or
/// the next.
const ResourceSummary* usedMore(const Summary& summary, double share,
                                const std::function<bool(const ResourceSummary&)>& chosen)
{
    const ResourceSummary* most = nullptr;
    for (const ResourceSummary& row : summary.resources)
        if (chosen(row) && row.utilisationMax >= limitingShare && row.utilisationMax > share &&
            nameOf(row) != summary.bottleneck->resource && nameOf(row) != summary.bottleneck->next &&
            (!most || row.utilisationMax > most->utilisationMax))
            most = &row;
    return most;
}

} // namespace

std::string fullPool(const Summary& summary)
{
    if (!summary.bottleneck)
        return {};
    const ResourceSummary* fullest = usedMore(summary, summary.bottleneck->utilisation, [](const ResourceSummary& row) {
        return isHeld(row.resource) && row.queueMean >= fewWaiting;
    });
    return fullest ? percentInWords(fullest->utilisationMax) + " of " + resourceInWords(nameOf(*fullest)) +
                         " are taken, with " + threeDigits(fullest->queueMean) + " waiting on average."
                   : std::string();
}

std::string busyBehindCaches(const Summary& summary)
{
    if (!summary.bottleneck)
        return {};
    const ResourceSummary* busiest = usedMore(summary, summary.bottleneck->nextUtilisation, isDisk);
    return busiest ? "For " + percentInWords(busiest->utilisationMax) + " of the time " +
                         resourceInWords(nameOf(*busiest)) + " are busy, but requests hardly wait for what they do."
                   : std::string();
}

namespace {

std::string inTurn(const std::string& one, const std::string& other)
{
    return one + (one.empty() || other.empty() ? "" : " ") + other;
}

} // namespace

std::string besideTheLimit(const Summary& summary)
{
    return inTurn(fullPool(summary), busyBehindCaches(summary));
}

std::string nothingNearLimit(const Summary& summary)
{
    std::optional<Rush> worst;
    for (const ServedLoad& load : servedLoads(summary)) {
        if (!load.settles)
            return "No resource is near its limit on average, although more arrives than is served: requests wait for "
                   "something else, or the overload began late.";
        for (const Rush& rush : load.rushes)
            if (!worst || rush.mostInFlight > worst->mostInFlight)
                worst = rush;
    }
    if (!worst) {
        const std::string pool = fullPool(summary), disks = busyBehindCaches(summary);
        if (pool.empty())
            if (const std::string chain = waitingChain(summary); !chain.empty())
                return inTurn(chain, disks);
        if (pool.empty() && disks.empty())
            return nothingNear;
        return (disks.empty() ? "No device is near its limit. "
                              : "No device that requests wait for is near its limit. ") +
               inTurn(pool, disks);
    }
    return "On average over the run nothing is near its limit, but look at the load during the rush, from " +
           threeDigits(worst->fromS) + " s to " + threeDigits(worst->drainedS.value_or(summary.simulatedS)) + " s.";
}

namespace {

/// "storage slots (gate) (key 9 on storage-1)"
std::string resourceOf(const Summary& summary, const std::string& resource)
{
    std::string busiest;
    for (const ResourceSummary& row : summary.resources)
        if (nameOf(row) == resource && !row.busiest.empty())
            busiest = " (" + row.busiest + ')';
    return resourceInWords(resource) + busiest;
}

/// In loops, the next thing to hold requests back may be hardly used: it is where they spend their time.
std::string nextInWords(const Bottleneck& limit)
{
    if (limit.next.empty() || limit.next == limit.sameAs)
        return {};
    const std::string words = resourceInWords(limit.next), used = percentInWords(limit.nextUtilisation);
    const std::string verb = isOfSoftware(limit.next) ? " taken" : " used";
    if (limit.nextUtilisation >= worthNaming)
        return " Next, when that is gone: " + words + ", " + used + verb + '.';
    if (limit.timeShare)
        return " Next, when that is gone: the time that requests spend at " + words + " (" + used + verb + ").";
    return " Nothing else is near its limit.";
}

/// The most used row, for loads that do not wait for answers; null if none is used. What is taken is no limit by
/// itself: nobody may wait for it.
const ResourceSummary* mostUsed(const Summary& summary)
{
    const ResourceSummary* most = nullptr;
    for (const ResourceSummary& row : summary.resources)
        if (row.utilisationMax > 0 && !isHeld(row.resource) && (!most || row.utilisationMax > most->utilisationMax))
            most = &row;
    return most;
}

std::string namedLimit(const Summary& summary, const Bottleneck& limit)
{
    const bool software = isOfSoftware(limit.resource);
    std::string text = "Limit: " + resourceOf(summary, limit.resource) +
                       (software ? ", a setting of the software, " : ", ") + percentInWords(limit.utilisation) +
                       (software ? " taken." : " used.");
    if (limit.timeShare && *limit.timeShare >= shareToName)
        text += " Requests spend " + percentInWords(*limit.timeShare) + " of their time " +
                (software ? "waiting for it." : "there.");
    if (!limit.sameAs.empty())
        text += (software ? " It is held mostly while " + resourceInWords(limit.sameAs) + " serve"
                          : " Meanwhile " + resourceInWords(limit.sameAs) + " are taken") +
                ": both are one limit.";
    text += nextInWords(limit);
    if (const std::string beside = besideTheLimit(summary); !beside.empty())
        text += ' ' + beside;
    return text;
}

/// The limit of each stage; of many stages the number of those that a resource limits.
std::string limitsOfStages(const Summary& summary)
{
    constexpr std::size_t mostNamed = 4;
    std::string text;
    if (summary.stages.size() <= mostNamed) {
        for (const StageSummary& stage : summary.stages)
            text += (text.empty() ? "" : "\n") + stage.stage + ": " + limitInWords(ofStage(summary, stage));
        return text;
    }
    std::map<std::string, std::size_t> stages;
    for (const StageSummary& stage : summary.stages)
        ++stages[stage.bottleneck && stage.bottleneck->utilisation >= limitingShare ? stage.bottleneck->resource : ""];
    const std::string of = " of " + std::to_string(summary.stages.size()) + " stages";
    for (const auto& [resource, count] : stages)
        if (!resource.empty())
            text += (text.empty() ? "Limit: " : "; ") + resourceInWords(resource) + " in " + std::to_string(count) + of;
    if (const std::size_t none = stages[""]; none > 0)
        text += text.empty() ? "Nothing is near its limit in any of the stages"
                             : "; nothing is near its limit in " + std::to_string(none) + of;
    return text + '.';
}

} // namespace

std::string limitInWords(const Summary& summary)
{
    if (!summary.stages.empty())
        return limitsOfStages(summary);
    const ResourceSummary* const most = mostUsed(summary);
    const Bottleneck limit = summary.bottleneck ? *summary.bottleneck
                             : most             ? Bottleneck{nameOf(*most), most->utilisationMax}
                                                : Bottleneck();
    if (limit.utilisation >= limitingShare)
        return namedLimit(summary, limit);
    const std::string text = nothingNearLimit(summary);
    if (!most || most->utilisationMax < worthNaming || text != nothingNear)
        return text;
    return text + " Most used: " + resourceOf(summary, nameOf(*most)) + ", " + percentInWords(most->utilisationMax) +
           '.';
}

} // namespace headroom::record
