// A closed loop that merely waits: no resource is near its limit, and each request waits for the one before. A job
// waits for its tasks in the same way.
#include "record/figures/figures.h"
#include "record/figures/resource_kinds.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::record {

namespace {

constexpr std::string_view fromGroup = "from "; ///< activity of messages
constexpr double smallPart = 0.03;              ///< of the time: less is named together with other small parts
constexpr std::size_t mostParts = 5;            ///< that are named
constexpr double farFromFull = 0.3;             ///< used less
constexpr double waitsForShares = 0.3;          ///< of the time: more requests would wait for the same things

std::string duration(double seconds)
{
    if (seconds < 1e-3)
        return threeDigits(seconds * 1e6) + " µs";
    return seconds < 1 ? threeDigits(seconds * 1e3) + " ms" : threeDigits(seconds) + " s";
}

/// The time for something of which there is a fixed number or rate, so that more requests wait longer.
double secondsForShared(const TimePart& part)
{
    const bool all = isOfSoftware(part.resource) || part.resource.starts_with("queue") || part.resource == "workers" ||
                     part.resource == "helper threads";
    return all ? part.seconds() : part.atQueuesS;
}

/// Messages between other nodes pass other cables.
std::string inWords(const TimePart& part)
{
    if (!part.activity.starts_with(fromGroup))
        return placeInWords(part);
    const std::string from = part.activity.substr(fromGroup.size());
    if (from == part.nodeGroup)
        return placeInWords(part) + " between nodes of " + from;
    return placeInWords(part) + " between " + std::min(from, part.nodeGroup) + " and " + std::max(from, part.nodeGroup);
}

/// A share of the time of requests. Data and flushes that alternate at one device are one thing to wait for.
struct Share
{
    std::string words;
    double all = 0, flush = 0;
};

struct Chain
{
    std::set<std::string> places; ///< names of resources
    double latencyS = 0;          ///< mean of its requests
    std::vector<Share> shares;    ///< the largest first
    double waitsForShared = 0;    ///< share
};

Chain chainOf(const Summary& summary, const std::string& name)
{
    Chain chain;
    std::map<std::string, Share> shares;
    double requests = 0;
    std::map<std::string, double> counted; ///< by operation
    for (const TimePart& part : summary.timeParts) {
        const auto operation = summary.operations.find(part.operation);
        if (part.workload != name || operation == summary.operations.end())
            continue;
        const auto count = static_cast<double>(operation->second.count);
        if (counted.try_emplace(part.operation, count).second)
            requests += count;
        chain.places.insert(part.nodeGroup + '.' + part.resource);
        if (part.activity.starts_with(fromGroup))
            chain.places.insert(part.activity.substr(fromGroup.size()) + '.' + part.resource);
        Share& share = shares[inWords(part)];
        share.all += part.seconds() * count;
        share.flush += part.activity == "flush" ? part.seconds() * count : 0;
        chain.latencyS += part.seconds() * count;
        chain.waitsForShared += secondsForShared(part) * count;
    }
    if (!(chain.latencyS > 0))
        return chain;
    for (const auto& [words, share] : shares)
        chain.shares.push_back({words, share.all / chain.latencyS, share.flush / chain.latencyS});
    std::ranges::stable_sort(chain.shares, std::greater(), &Share::all);
    chain.waitsForShared /= chain.latencyS;
    chain.latencyS /= requests;
    return chain;
}

std::string wholePercent(double share)
{
    return threeDigits(std::round(share * 100)) + " %";
}

std::string inWords(const Share& share)
{
    if (share.flush > 0 && share.flush >= share.all - smallPart)
        return wholePercent(share.all) + " flushes of " + share.words;
    return wholePercent(share.all) + ' ' + share.words +
           (share.flush < smallPart ? "" : " (flushes: " + wholePercent(share.flush) + ")");
}

/// "62 % storage processors, 25 % flushes of storage disks (data) and 13 % other things"
std::string sharesInWords(const Chain& chain)
{
    std::vector<std::string> parts;
    double rest = 1;
    for (const Share& share : chain.shares)
        if (parts.size() < mostParts && share.all >= smallPart) {
            parts.push_back(inWords(share));
            rest -= share.all;
        }
    if (rest >= 0.005)
        parts.push_back(wholePercent(rest) + " other things");
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

/// The pool that is taken most, of those that requests hold while others serve them; null if none is near its limit.
const ResourceSummary* takenPool(const Summary& summary)
{
    const ResourceSummary* most = nullptr;
    for (const ResourceSummary& row : summary.resources)
        if (isHeld(row.resource) && row.utilisationMax >= limitingShare &&
            (!most || row.utilisationMax > most->utilisationMax))
            most = &row;
    return most;
}

/// " until storage disks (data) are full, of which 45 % are used now": the first limit that more requests would meet.
/// Empty if that is far.
std::string untilFull(const Summary& summary, const Chain& chain)
{
    const ResourceSummary* first = nullptr;
    for (const ResourceSummary& row : summary.resources)
        if (chain.places.contains(nameOf(row)) && !isHeld(row.resource) && row.utilisationMax >= farFromFull &&
            (!first || row.utilisationMax > first->utilisationMax))
            first = &row;
    return first ? " until " + resourceInWords(nameOf(*first)) + " are full, of which " +
                       wholePercent(first->utilisationMax) + " are used now"
                 : std::string();
}

} // namespace

std::string placeInWords(const TimePart& part)
{
    if (part.resource == "network")
        return "network";
    if (part.resource == "stream")
        return "streams of data";
    if (part.resource == "delay")
        return "delays";
    if (part.resource == "answer")
        return "answers that failed or never came";
    if (part.resource == "others")
        return "other paths of the request";
    if (part.resource == "workers")
        return "waiting for a worker of " + part.nodeGroup;
    if (part.resource == "helper threads")
        return "waiting for a helper thread of " + part.nodeGroup;
    return part.nodeGroup.empty() ? part.resource : resourceInWords(part.nodeGroup + '.' + part.resource);
}

std::string waitingChain(const Summary& summary)
{
    const std::pair<const std::string, WorkloadSummary>* busiest = nullptr;
    for (const auto& each : summary.workloads) {
        if (each.second.background)
            continue;
        if (!each.second.users && each.second.type != "jobs")
            return {}; // what arrives bounds the rate
        if (each.second.count > 0 && (!busiest || each.second.inFlightMean > busiest->second.inFlightMean))
            busiest = &each;
    }
    if (!busiest)
        return {};
    const Chain chain = chainOf(summary, busiest->first);
    if (chain.shares.empty())
        return {};
    if (!busiest->second.users)
        return "Each task of \"" + busiest->first + "\" takes " + duration(chain.latencyS) + ", of which " +
               sharesInWords(chain) + '.';
    const double users = std::round(*busiest->second.users), thinkS = busiest->second.thinkS.value_or(0);
    const std::string number = threeDigits(users), load = " of \"" + busiest->first + '"';
    std::string text;
    if (thinkS > 0)
        text = (users == 1 ? "The one user" : "Each of the " + number + " users") + load + " thinks for " +
               duration(thinkS) + " and then waits for the answer: ";
    else
        text = (users == 1 ? "Each request" : "Each of the " + number + " requests") + load +
               " waits for the one before: ";
    text += duration(chain.latencyS) + ", of which " + sharesInWords(chain);
    if (chain.waitsForShared < waitsForShares) {
        text += thinkS > 0 ? "; more users would bring more" : "; more requests at a time would bring more";
        if (const ResourceSummary* pool = takenPool(summary))
            text += " if there were more " + resourceInWords(nameOf(*pool)) + ", of which " +
                    wholePercent(pool->utilisationMax) + " are taken";
        else
            text += untilFull(summary, chain);
    }
    return text + '.';
}

} // namespace headroom::record
