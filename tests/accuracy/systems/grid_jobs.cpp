#include "accuracy/systems/grid_jobs.h"

#include "accuracy/published.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

const std::string gridProject = "grid-jobs";

/// One job at a time, on a server of its own.
Settings aloneOn(const std::string& fabric, const std::string& job)
{
    Settings settings{{"FABRIC", fabric}, {"SLOTS", "1"}};
    const bool eight = job == "compile with 8 threads";
    settings.emplace_back("JOBS", eight ? "compile" : job);
    if (eight)
        settings.emplace_back("THREADS", "8");
    return settings;
}

Settings with(Settings settings, const std::string& name, const std::string& value)
{
    settings.emplace_back(name, value);
    return settings;
}

/// A run that contains some of these jobs: a migration takes most of a minute.
std::string longEnough(const std::string& job, const std::string& duration)
{
    return job == "migration" ? "400 s" : job == "verification" ? "200 s" : duration;
}

double secondsOfJob(const record::Summary& summary)
{
    for (const auto& [name, operation] : summary.operations)
        if (operation.count > 0)
            return operation.latency.meanMs / 1e3;
    throw std::runtime_error("no job has ended; the run must last longer");
}

const record::ResourceSummary& resource(const record::Summary& summary, const std::string& group,
                                        const std::string& name)
{
    const auto found = std::ranges::find_if(
        summary.resources, [&](const auto& row) { return row.nodeGroup == group && row.resource == name; });
    if (found == summary.resources.end())
        throw std::runtime_error("the run has no resource " + group + " " + name);
    return *found;
}

/// Percent of the time of a job in which no processor of its server works.
double waiting(const GridFigure& figure, const std::string& duration)
{
    const auto summary = simulate(gridProject, aloneOn("1 Gb/s", figure.job), longEnough(figure.job, duration));
    double perSecond = 0; // of jobs, of which one is under way at a time
    for (const auto& [name, operation] : summary.operations)
        perSecond += operation.perSecond;
    return 100 * (1 - resource(summary, "compute", "processor").servedS * perSecond);
}

constexpr double frameHeaders = 66;   ///< Ethernet 14, IPv4 20, TCP with timestamps 32; an acknowledgement has no more
constexpr double segmentBytes = 1448; ///< payload of a frame of 1514 bytes, the largest
/// Segments that a receiver merges before it acknowledges them: Linux of that time merges as many as a packet buffer
/// has fragments (skb_gro_receive in net/core/skbuff.c; MAX_SKB_FRAGS is 65536 / 4096 + 1, before version 3.2 one
/// more).
constexpr double mergedSegments = 17;

/// Rates at which a server sends and receives.
struct Traffic
{
    double payload = 0;      ///< bytes
    double small = 0;        ///< messages that fit into a segment
    double large = 0;        ///< the other messages
    double smallBytes = 150; ///< of a small message, about: they have 112 to 272

    double largeSegments() const
    {
        const double bytes = std::max(0.0, payload - small * smallBytes);
        return large > 0 ? large * std::ceil(bytes / large / segmentBytes) : bytes / segmentBytes;
    }
    /// An acknowledgement for what is merged and at the end of a large message. Small ones need none: the answer or the
    /// next request carries it.
    double acknowledgements() const
    {
        return large > 0 ? large * std::ceil(largeSegments() / large / mergedSegments)
                         : largeSegments() / mergedSegments;
    }
};

double visitsPerSecond(const record::Summary& summary, const std::vector<std::string>& operations)
{
    double visits = 0;
    for (const auto& block : summary.blocks)
        for (const std::string& operation : operations)
            if (block.diagram == "nfs-server/" + operation + "/full" && block.block == "done")
                visits += static_cast<double>(block.visits);
    return visits / (summary.simulatedS - summary.warmUpS);
}

/// Mb/s of the server while the job does nothing but send, if it sends, as its adapter counts them: frames with their
/// headers, and acknowledgements. A run counts the payload.
double moved(const GridFigure& figure, const std::string& duration, Settings settings)
{
    settings.emplace_back("PRODUCE", "0 s");
    settings.emplace_back("PREPARE", "0 s");
    const auto summary = simulate(gridProject, settings, longEnough(figure.job, duration));
    const double reads = visitsPerSecond(summary, {"read"}), writes = visitsPerSecond(summary, {"write"});
    const double others = visitsPerSecond(summary, {"lookup", "getattr", "access", "create", "commit"});
    const Traffic sent{resource(summary, "link", "compute-leaf compute→leaf").bytesPerSecond, others + reads, writes};
    const Traffic received{resource(summary, "link", "compute-leaf leaf→compute").bytesPerSecond, others + writes,
                           reads};
    const bool transmit = figure.figure == "transmit";
    const Traffic &own = transmit ? sent : received, &other = transmit ? received : sent;
    const double frames = own.small + own.largeSegments() + other.acknowledgements();
    return (own.payload + frames * frameHeaders) * 8 / 1e6;
}

/// Percent by which a job is faster with the second settings than with the first.
double gain(const std::vector<Settings>& points, const std::string& duration)
{
    const auto runs = simulateAll(gridProject, points, duration);
    return 100 * (secondsOfJob(runs.front()) / secondsOfJob(runs.back()) - 1);
}

double gainOfJumboFrames(const std::string& job, const std::string& duration)
{
    double largest = 0;
    for (const std::string fabric : {"1 Gb/s", "10 Gb/s"}) {
        const Settings settings = aloneOn(fabric, job);
        largest = std::max(largest, gain({with(settings, "MTU", "1500"), with(settings, "MTU", "9000")}, duration));
    }
    return largest;
}

/// Ratios that follow from the numbers of servers and cables: a derived result of any run.
double ratioOfRates(const GridFigure& figure)
{
    const bool inverse = figure.figure == "uplinks to compute";
    const auto summary = simulate(gridProject, aloneOn(inverse ? "1 Gb/s" : "10 Gb/s", "compile"), "10 s");
    const std::string name = inverse ? "compute to uplinks" : figure.figure;
    const auto found = std::ranges::find_if(summary.results, [&](const auto& result) { return result.name == name; });
    if (found == summary.results.end() || !found->value)
        throw std::runtime_error("the run has no result " + name);
    return inverse ? 1 / *found->value : *found->value;
}

} // namespace

double GridFigure::deviation(double simulated) const
{
    const bool isGain = figure == "10 instead of 1 Gb/s" || figure == "jumbo frames";
    const double base = isGain ? 100 : 0;
    return (base + simulated) / (base + value) - 1;
}

std::vector<GridFigure> publishedGridFigures()
{
    std::vector<GridFigure> figures;
    for (const auto& row : publishedRows(gridProject))
        figures.push_back({row[0], row[1], row[2], std::stod(row[3]), row[4]});
    return figures;
}

double movedWithWrites(const GridFigure& figure, const std::string& writeSize, const std::string& duration)
{
    return moved(figure, duration, with(aloneOn("10 Gb/s", figure.job), "WRITE_SIZE", writeSize));
}

double simulateGridFigure(const GridFigure& figure, const std::string& duration)
{
    if (figure.figure == "waiting")
        return waiting(figure, duration);
    if (figure.figure == "transmit" || figure.figure == "receive")
        return moved(figure, duration, aloneOn("10 Gb/s", figure.job));
    if (figure.figure == "jumbo frames")
        return gainOfJumboFrames(figure.job, longEnough(figure.job, duration));
    if (figure.figure == "10 instead of 1 Gb/s")
        return gain({aloneOn("1 Gb/s", figure.job), aloneOn("10 Gb/s", figure.job)}, longEnough(figure.job, duration));
    return ratioOfRates(figure);
}

} // namespace headroom::accuracy
