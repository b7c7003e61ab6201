#include "record/figures/figures.h"
#include "record/summary/summary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <locale>
#include <sstream>

namespace headroom::record {

namespace {

constexpr double mostPiledUp = 0.05; ///< share of the arrivals of the window
constexpr double fewRequests = 10;   ///< a difference that chance alone makes
constexpr double rushShare = 0.05;   ///< of the arrivals meanwhile
constexpr double rushDeviations = 4; ///< of the random number that arrives less the one that ends
constexpr double fewestRounds = 5;   ///< mean latencies of a closed loop; of fewer, its first wave is a large share

/// From one point to another.
struct Rise
{
    std::size_t from = 0, to = 0;
    double surplus = 0;    ///< growth of the number in flight
    double deviations = 0; ///< the same in standard deviations of chance
};

/// The rise that chance explains least, of those between two points of [first, last].
Rise steepest(const std::vector<LoadPoint>& points, std::size_t first, std::size_t last)
{
    Rise best;
    for (std::size_t from = first; from < last; ++from) {
        double offered = 0;
        for (std::size_t to = from + 1; to <= last; ++to) {
            offered += static_cast<double>(points[to].offered);
            const double surplus =
                static_cast<double>(points[to].inFlight) - static_cast<double>(points[from].inFlight);
            const double chance = std::sqrt(std::max(1.0, offered + std::max(0.0, offered - surplus)));
            if (surplus > fewRequests && surplus > rushShare * offered && surplus / chance > best.deviations)
                best = {from, to, surplus, surplus / chance};
        }
    }
    return best;
}

/// The first point after a rise at which the number in flight is back where it was; one past `last` if there is none.
std::size_t drainedAt(const std::vector<LoadPoint>& points, const Rise& rise, std::size_t last)
{
    const double back =
        static_cast<double>(points[rise.from].inFlight) + std::max(fewRequests, rushShare * rise.surplus);
    std::size_t at = rise.to;
    while (at <= last && static_cast<double>(points[at].inFlight) > back)
        ++at;
    return at;
}

/// Adds the rushes between two points, in order.
void addRushes(const std::vector<LoadPoint>& points, std::size_t first, std::size_t last, std::vector<Rush>& rushes)
{
    Rise rise = steepest(points, first, last);
    if (rise.deviations < rushDeviations)
        return;
    // One that has not drained when this one begins is a part of it.
    for (Rise before = steepest(points, first, rise.from);
         before.deviations >= rushDeviations && drainedAt(points, before, rise.from) > rise.from;
         before = steepest(points, first, rise.from)) {
        rise.from = before.from;
        rise.surplus = static_cast<double>(points[rise.to].inFlight) - static_cast<double>(points[rise.from].inFlight);
    }
    const std::size_t drained = drainedAt(points, rise, last), end = std::min(drained, last);
    Rush rush{points[rise.from].atS, points[rise.to].atS, {}, 0};
    std::size_t top = rise.to;
    for (std::size_t i = rise.from + 1; i <= end; ++i) {
        rush.mostInFlight = std::max(rush.mostInFlight, points[i].mostInFlight);
        if (points[i].inFlight > points[top].inFlight)
            top = i;
    }
    rush.untilS = points[top].atS;
    if (drained <= last)
        rush.drainedS = points[drained].atS;
    addRushes(points, first, rise.from, rushes);
    rushes.push_back(rush);
    if (drained < last)
        addRushes(points, drained, last, rushes);
}

/// "From 34 s to 63 s more requests of ... arrived than were served: up to 1230 were in flight, until 71 s."
std::string rushText(const std::vector<Rush>& rushes, const std::string& workload)
{
    const Rush& worst = *std::max_element(rushes.begin(), rushes.end(),
                                          [](const Rush& a, const Rush& b) { return a.mostInFlight < b.mostInFlight; });
    std::string text = "From " + threeDigits(worst.fromS) + " s to " + threeDigits(worst.untilS) +
                       " s more requests of " + workload + " arrived than were served; up to " +
                       std::to_string(worst.mostInFlight) + " were in flight, and they had " +
                       (worst.drainedS ? "drained at " + threeDigits(*worst.drainedS) + " s."
                                       : std::string("not drained by the end of the run."));
    if (rushes.size() > 1)
        text += " It is the largest of " + std::to_string(rushes.size()) + " such rushes.";
    return text;
}

ServedLoad servedLoad(const RequestCount& count, const WorkloadSummary& workload, double windowS)
{
    ServedLoad load;
    load.workload = count.workload;
    load.arrivalsGiven = givesArrivals(workload);
    const auto started = static_cast<double>(count.started), refused = static_cast<double>(workload.refused);
    const auto done = static_cast<double>(count.done), failed = static_cast<double>(count.failed);
    const auto waiting = static_cast<double>(workload.waiting);
    const double grown = static_cast<double>(count.inFlight) - static_cast<double>(count.carried) + waiting;
    if (windowS > 0) {
        load.offeredPerS = (started + refused + waiting) / windowS;
        load.servedPerS = done / windowS;
        load.failedPerS = failed / windowS;
        load.refusedPerS = refused / windowS;
        load.growthPerS = grown / windowS;
    }
    if (failed > 0)
        load.failedShare = failed / (done + failed);
    if (refused > 0)
        load.refusedShare = refused / (started + refused);
    load.settles = !load.arrivalsGiven || grown <= std::max(fewRequests, mostPiledUp * (started + waiting));
    return load;
}

/// "323 are served, 674 fail, and the number in flight grows by 1003 a second"
std::string balance(const ServedLoad& load)
{
    std::string text = threeDigits(load.servedPerS) + " are served, ";
    if (load.failedPerS > 0)
        text += threeDigits(load.failedPerS) + " fail, ";
    if (load.refusedPerS > 0)
        text += threeDigits(load.refusedPerS) + " are refused, ";
    return text + "and the number in flight grows by " + threeDigits(load.growthPerS) + " a second";
}

double runsOf(const Summary& summary)
{
    return summary.replications ? static_cast<double>(summary.replications->seeds.size()) : 1;
}

/// "The run is short: its measured 0.9 s are only 1.2 mean latencies of ... Give it a longer duration ...", of a closed
/// loop. Its users start together, so that few rounds do not stand for many.
std::string shortnessOf(const Summary& summary, const RequestCount& count)
{
    const double measuredS = summary.simulatedS - summary.warmUpS;
    const auto found = summary.workloads.find(count.workload);
    // A loop that has ended by itself has nothing in flight: all that it asks for was measured.
    if (found == summary.workloads.end() || found->second.type != "closed loop" || found->second.background ||
        count.inFlight == 0 || found->second.inFlightMean <= 0 || measuredS <= 0)
        return {};
    // By Little's law the mean latency is the number in flight over the rate.
    const double rounds = static_cast<double>(count.done + count.failed) / runsOf(summary) / found->second.inFlightMean;
    if (rounds >= fewestRounds)
        return {};
    const std::string measured = "The run is short: its measured " + threeDigits(measuredS) + " s are ";
    if (rounds == 0)
        return measured + "over before any request of the workload \"" + count.workload +
               "\" has ended. Give it a longer duration.";
    return measured + "only " + threeDigits(rounds) + " mean latencies of the workload \"" + count.workload +
           "\", whose figures still depend on how long it lasts. Give it a longer duration: " +
           threeDigits(std::ceil(10 * fewestRounds * measuredS / rounds) / 10) + " s or more after the warm-up.";
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

std::vector<Rush> rushesOf(const LoadCourse& course)
{
    std::vector<Rush> rushes;
    if (course.points.size() > 1)
        addRushes(course.points, 0, course.points.size() - 1, rushes);
    return rushes;
}

std::vector<ServedLoad> servedLoads(const Summary& summary)
{
    const double windowS = (summary.simulatedS - summary.warmUpS) * runsOf(summary);
    std::vector<ServedLoad> loads;
    for (const RequestCount& count : summary.requests) {
        const auto found = summary.workloads.find(count.workload);
        if (found == summary.workloads.end())
            continue;
        ServedLoad& load = loads.emplace_back(servedLoad(count, found->second, windowS));
        const auto course =
            std::find_if(summary.loadCourses.begin(), summary.loadCourses.end(),
                         [&](const LoadCourse& candidate) { return candidate.workload == count.workload; });
        if (load.settles && course != summary.loadCourses.end())
            load.rushes = rushesOf(*course);
    }
    return loads;
}

std::string troubleOf(const ServedLoad& load)
{
    const std::string workload = "the workload \"" + load.workload + '"';
    if (!load.settles)
        return "Overload: " + workload + " does not settle. Of " + threeDigits(load.offeredPerS) +
               " requests a second " + balance(load) + '.';
    std::string text;
    if (!load.rushes.empty())
        text = rushText(load.rushes, workload);
    if (load.failedShare > 0)
        text += (text.empty() ? "" : " ") + percentInWords(load.failedShare) + " of the ended requests of " + workload +
                " failed.";
    // A client of a closed loop repeats what is refused, so only a source that goes on loses something.
    if (load.arrivalsGiven && load.refusedShare > 0)
        text += (text.empty() ? "" : " ") + percentInWords(load.refusedShare) + " of the arriving requests of " +
                workload + " were refused.";
    return text;
}

std::vector<std::string> loadTroubles(const Summary& summary)
{
    std::vector<std::string> troubles;
    for (const ServedLoad& load : servedLoads(summary))
        if (std::string trouble = troubleOf(load); !trouble.empty())
            troubles.push_back(std::move(trouble));
    if (!summary.stuck && summary.standstills.empty()) // of which a longer run would show no more
        for (const RequestCount& count : summary.requests)
            if (std::string trouble = shortnessOf(summary, count); !trouble.empty())
                troubles.push_back(std::move(trouble));
    for (const MissingCopies& missing : summary.missingCopies)
        if (std::string trouble = troubleOf(missing); !trouble.empty())
            troubles.push_back(std::move(trouble));
    return troubles;
}

} // namespace headroom::record
