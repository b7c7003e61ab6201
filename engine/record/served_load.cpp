#include "record/summary.h"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

namespace headroom::record {

namespace {

constexpr double mostPiledUp = 0.05; ///< share of the arrivals of the window
constexpr double fewRequests = 10;   ///< a difference that chance alone makes

/// Three digits, and all of a whole number.
std::string rounded(double value)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    const double size = std::abs(value);
    if (size >= 100 || size == 0) {
        text << std::fixed;
        text.precision(0);
    } else {
        text.precision(3);
    }
    text << value;
    return text.str();
}

std::string percent(double share)
{
    return share < 0.001 ? "Less than 0.1 %"
                         : rounded(share < 0.1 ? std::round(share * 1000) / 10 : std::round(share * 100)) + " %";
}

ServedLoad servedLoad(const RequestCount& count, const WorkloadSummary& workload, double windowS)
{
    ServedLoad load;
    load.workload = count.workload;
    load.arrivalsGiven = givesArrivals(workload);
    const auto started = static_cast<double>(count.started), refused = static_cast<double>(workload.refused);
    const auto done = static_cast<double>(count.done), failed = static_cast<double>(count.failed);
    const double grown = static_cast<double>(count.inFlight) - static_cast<double>(count.carried);
    if (windowS > 0) {
        load.offeredPerS = (started + refused) / windowS;
        load.servedPerS = done / windowS;
        load.failedPerS = failed / windowS;
        load.refusedPerS = refused / windowS;
        load.growthPerS = grown / windowS;
    }
    if (failed > 0)
        load.failedShare = failed / (done + failed);
    if (refused > 0)
        load.refusedShare = refused / (started + refused);
    load.settles = !load.arrivalsGiven || grown <= std::max(fewRequests, mostPiledUp * started);
    return load;
}

/// "323 are served, 674 fail, and the number in flight grows by 1003 a second"
std::string balance(const ServedLoad& load)
{
    std::string text = rounded(load.servedPerS) + " are served, ";
    if (load.failedPerS > 0)
        text += rounded(load.failedPerS) + " fail, ";
    if (load.refusedPerS > 0)
        text += rounded(load.refusedPerS) + " are refused, ";
    return text + "and the number in flight grows by " + rounded(load.growthPerS) + " a second";
}

std::string troubleOf(const MissingCopies& missing)
{
    std::string text;
    const auto add = [&](std::uint64_t copies, const char* what) {
        if (copies > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(copies) + what;
    };
    add(missing.withoutSource, " have no other copy that is up");
    add(missing.forgotten, " are forgotten by a further failure");
    add(missing.left, " are not made by the end of the run");
    return text.empty() ? text
                        : "Of the copies that the ring \"" + missing.ring + "\" lacked after failures " + text + '.';
}

} // namespace

bool givesArrivals(const WorkloadSummary& workload)
{
    return workload.type == "open loop" || workload.type == "trace";
}

std::vector<ServedLoad> servedLoads(const Summary& summary)
{
    const double runs = summary.replications ? static_cast<double>(summary.replications->seeds.size()) : 1;
    const double windowS = (summary.simulatedS - summary.warmUpS) * runs;
    std::vector<ServedLoad> loads;
    for (const RequestCount& count : summary.requests)
        if (const auto found = summary.workloads.find(count.workload); found != summary.workloads.end())
            loads.push_back(servedLoad(count, found->second, windowS));
    return loads;
}

std::string troubleOf(const ServedLoad& load)
{
    const std::string workload = "the workload \"" + load.workload + '"';
    if (!load.settles)
        return "Overload: " + workload + " does not settle. Of " + rounded(load.offeredPerS) + " requests a second " +
               balance(load) + '.';
    std::string text;
    if (load.failedShare > 0)
        text = percent(load.failedShare) + " of the ended requests of " + workload + " failed.";
    // A client of a closed loop repeats what is refused, so only a source that goes on loses something.
    if (load.arrivalsGiven && load.refusedShare > 0)
        text += (text.empty() ? "" : " ") + percent(load.refusedShare) + " of the arriving requests of " + workload +
                " were refused.";
    return text;
}

std::vector<std::string> loadTroubles(const Summary& summary)
{
    std::vector<std::string> troubles;
    for (const ServedLoad& load : servedLoads(summary))
        if (std::string trouble = troubleOf(load); !trouble.empty())
            troubles.push_back(std::move(trouble));
    for (const MissingCopies& missing : summary.missingCopies)
        if (std::string trouble = troubleOf(missing); !trouble.empty())
            troubles.push_back(std::move(trouble));
    return troubles;
}

} // namespace headroom::record
