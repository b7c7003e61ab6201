// Prints the curves behind the published ratios, and SSDs against their data sheets, as Markdown:
// headroom-accuracy [--duration T] [NUMBER]...
// Every point goes to standard error with its throughputs and its confidence as soon as it is known.
#include "accuracy/data_sheets.h"
#include "accuracy/networks/levels.h"
#include "accuracy/networks/random_networks.h"
#include "accuracy/programs/comparison.h"
#include "accuracy/programs/random_programs.h"
#include "accuracy/reports/reports.h"
#include "accuracy/seen_errors.h"
#include "accuracy/swift/swift_measured.h"
#include "accuracy/swift/swift_media.h"
#include "accuracy/swift/swift_rack.h"
#include "accuracy/systems/ceph_disks.h"
#include "accuracy/systems/ceph_gateway.h"
#include "accuracy/systems/ceph_nvme.h"
#include "accuracy/systems/distributed_log.h"
#include "accuracy/systems/gluster.h"
#include "accuracy/systems/grid_jobs.h"
#include "accuracy/systems/hadoop_sort.h"
#include "accuracy/systems/object_store.h"
#include "accuracy/systems/ocean.h"
#include "accuracy/systems/virtualstor.h"
#include "accuracy/verdicts/advice_intervals.h"
#include "accuracy/verdicts/verdicts.h"
#include "markdown_table.h"
#include "project/document/software.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace headroom::accuracy;
using headroom::test::MarkdownTable;
using headroom::test::number;

const std::vector<int> workers{16, 64, 256, 1024};

void tell(const Point& point)
{
    std::fprintf(stderr, "%s %s, %d workers: %.1f/s before, %.1f/s after, ratio %.2f ± %.2f\n", point.operation.c_str(),
                 point.size.c_str(), point.workers, point.before, point.after, point.ratio(),
                 point.ratio() * point.confidence);
}

/// One row of ratios for each operation and size; the numbers of workers are the columns.
void print(const Upgrade& upgrade, const std::string& duration)
{
    headroom::test::printHeading(upgrade.title, "Published: " + upgrade.published +
                                                    ". Simulated: the ratio of the "
                                                    "throughputs after and before, over " +
                                                    duration + ".");
    std::vector<std::string> columns{"workers"};
    for (const int count : workers)
        columns.push_back(std::to_string(count));
    const MarkdownTable table(columns);
    for (const char* operation : {"PUT", "GET", "MIX"})
        for (const char* size : {"16 KB", "1 MB", "16 MB"}) {
            std::vector<std::string> cells{std::string(operation) + " " + size};
            for (const Point& point : measure(upgrade, {operation}, {size}, workers, duration)) {
                tell(point);
                if (point.before == 0)
                    throw std::runtime_error("nothing was measured; the runs must last longer than their warm-up");
                cells.push_back(number(point.ratio(), 2));
            }
            table.row(cells);
        }
}

/// One row for each drive and job for which there is a figure: I/Os per second, and how far those simulated are from
/// those stated.
void printDataSheets()
{
    headroom::test::printHeading(
        "SSDs against their data sheets",
        "I/Os per second, stated and simulated, and their difference. \"rw\" has 70 % reads. "
        "Jobs without a stated figure are left out; estimated figures do not count as stated.");
    const MarkdownTable table({"drive and job", "stated", "simulated", "difference"});
    for (const auto& drive : shippedDrives())
        for (const DriveJob& job : driveJobs()) {
            const double stated = statedRate(drive, job);
            if (stated <= 0)
                continue;
            const double simulated = simulatedRate(drive, job);
            table.row({drive.id + ", " + nameOf(job), number(stated), number(simulated),
                       number(100 * (simulated / stated - 1), 1) + " %"});
        }
}

void printCeph(const std::string& duration)
{
    headroom::test::printHeading("Ceph on hard disks",
                                 "MiB/s and mean latency, measured and simulated over " + duration +
                                     ". Reading ahead 2 MiB is chosen so that 40 machines read what was measured; all "
                                     "other figures are predictions.");
    const MarkdownTable table({"machines, operation, depth", "measured", "simulated", "difference"});
    const auto cases = publishedCephCases();
    const auto simulated = simulateCeph(cases, duration);
    const auto row = [&](const CephCase& each, const std::optional<double>& measured, double value, const char* unit) {
        if (measured)
            table.row({std::to_string(each.machines) + " " + each.operation + ", depth " + std::to_string(each.depth),
                       number(*measured) + unit, number(value, value < 100 ? 1 : 0) + unit,
                       number(100 * (value / *measured - 1), 1) + " %"});
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        row(cases[i], cases[i].mebibytesPerS, simulated[i].mebibytesPerS, " MiB/s");
        row(cases[i], cases[i].meanMs, simulated[i].meanMs, " ms");
    }
}

void printVirtualStor(const std::string& duration)
{
    headroom::test::printHeading(
        "VirtualStor, a Ceph cluster",
        "Throughput and mean latency, measured and simulated over " + duration +
            ". Processor work of a read and of a write is fitted to one figure each; all others are predictions.");
    const MarkdownTable table({"machines, operation, depth", "measured", "simulated", "difference", "use"});
    for (const VirtualStorCase& each : publishedVirtualStorCases()) {
        const double simulated = simulateVirtualStor(each, duration);
        table.row({std::to_string(each.machines) + " " + each.operation + ", depth " + std::to_string(each.depth),
                   number(each.value, each.value < 1 ? 3 : 0) + ' ' + each.unit,
                   number(simulated, simulated < 1 ? 3 : 0) + ' ' + each.unit,
                   number(100 * (simulated / each.value - 1), 1) + " %", each.use});
    }
}

/// "63 GiB/s", "1.90 million/s", "248 thousand/s"
std::string figure(const CephNvmeCase& of, double value)
{
    if (!of.small())
        return number(value, value < 100 ? 1 : 0) + " GiB/s";
    return value < 1e6 ? number(value / 1e3) + " thousand/s" : number(value / 1e6, 2) + " million/s";
}

void printCephNvme()
{
    headroom::test::printHeading(
        "Ceph on NVMe", "Throughput, measured and simulated, of 4 MiB or 4 KiB at random places. 32 and 63 nodes are "
                        "simulated by 8 of them. Four values are fitted to one figure each; all others are "
                        "predictions.");
    const MarkdownTable table(
        {"nodes", "pool", "operation", "messenger threads", "measured", "simulated", "difference", "use"});
    for (const CephNvmeCase& each : publishedCephNvmeCases()) {
        const double simulated = simulateCephNvme(each);
        table.row({std::to_string(each.nodes), each.pool, each.operation + ' ' + each.size, each.messengerThreads(),
                   figure(each, each.value), figure(each, simulated),
                   number(100 * (simulated / each.value - 1), 1) + " %", each.use});
    }
}

void printCephGateway()
{
    headroom::test::printHeading(
        "S3 on Ceph",
        "Throughput through RADOS gateways, measured and simulated. The work of gateways and daemons is that of "
        "the processors in the study of 2023; no rate is fitted.");
    const MarkdownTable table({"study", "pool", "operation", "requests", "measured", "simulated", "difference", "use"});
    const auto text = [](const GatewayCase& each, double value) {
        if (each.unit == "/s")
            return number(value / 1e3) + " thousand/s";
        return number(value, 1) + ' ' + each.unit;
    };
    for (const GatewayCase& each : publishedGatewayCases()) {
        const double simulated = simulateGateway(each);
        table.row({std::to_string(each.study), each.pool, each.operation + ' ' + each.size,
                   std::to_string(each.clients * each.depth), text(each, each.value), text(each, simulated),
                   number(100 * (simulated / each.value - 1), 1) + " %", each.use});
    }
}

/// One after another: each takes minutes and a gigabyte of memory.
void printSorts()
{
    headroom::test::printHeading("TeraSort on Hadoop", "Published and simulated time of the sort. The factor on "
                                                       "processor work is chosen so that 910 nodes take what was "
                                                       "published; the other figures are predictions.");
    const MarkdownTable table({"sort", "published", "simulated", "difference", "use"});
    for (const SortCase& each : publishedSorts()) {
        const double seconds = simulateSorts({each.settings()}).front();
        table.row({std::to_string(each.year) + ", " + std::to_string(each.nodes) + " nodes, " + each.data,
                   number(each.seconds) + " s", number(seconds, seconds < 100 ? 1 : 0) + " s",
                   number(100 * (seconds / each.seconds - 1), 1) + " %", each.use});
    }
}

/// A share or a rate of the Atom cluster, simulated.
double simulated(const AtomFigure& figure, const std::string& duration)
{
    if (figure.figure == "MB/s")
        return atomMegabytesPerS({{"OPERATION", figure.operation}, {"OPEN", figure.opened}, {"BLOCK_SIZE", figure.of}},
                                 duration);
    const Importance importance = atomImportance(figure.operation, figure.opened, duration);
    return figure.of == "record" ? importance.record : importance.cache;
}

void printGluster(const std::string& duration)
{
    constexpr int points = 60;
    headroom::test::printHeading(
        "GlusterFS",
        "On Atom servers: MB/s, and the shares of the variance that the sizes of record and cache explain. On the FIST "
        "cluster: the coefficients of a linear regression over " +
            std::to_string(points) + " points (MB/s of a client), published and simulated, each run over " + duration +
            " at most. Processor work is fitted to the 1.5 MB/s, and that random reads begin with a cold cache is "
            "chosen by their shares; all other figures are predictions.");
    const MarkdownTable atom({"Atom servers", "published", "simulated", "difference"});
    for (const AtomFigure& figure : publishedAtomFigures()) {
        const double value = simulated(figure, duration);
        const bool rate = figure.figure == "MB/s";
        atom.row({figure.operation + ", " + figure.opened + ", " + figure.of + (rate ? "" : " explains"),
                  number(figure.value, 2) + (rate ? " MB/s" : ""), number(value, 2) + (rate ? " MB/s" : ""),
                  rate ? number(100 * (value / figure.value - 1), 1) + " %" : number(value - figure.value, 2)});
    }
    std::printf("\n");
    const auto sample = fistSample(points, 1);
    const MarkdownTable fist({"FIST cluster", "published", "simulated", "± standard error", "sign"});
    for (const auto& [operation, published] : publishedRegressions()) {
        const Regression simulated = regress(sample, simulateFist(operation, sample, duration));
        for (const std::string& feature : fistFeatures()) {
            const double was = published.coefficients.at(feature), is = simulated.coefficients.at(feature);
            fist.row({operation + ", " + feature, number(was, 3), number(is, 2),
                      number(simulated.standardErrors.at(feature), 2),
                      was == 0       ? ""
                      : was * is > 0 ? "same"
                                     : "other"});
        }
        fist.row(
            {operation + ", adjusted R²", number(published.adjustedR2, 3), number(simulated.adjustedR2, 3), "", ""});
    }
}

void printGridJobs(const std::string& duration)
{
    headroom::test::printHeading(
        "Grid jobs over NFS",
        "Published and simulated: shares of time waiting with 1 Gb/s, highest rates of a server with 10 Gb/s, gains of "
        "faster adapters and of jumbo frames (the larger one of both adapters), ratios of rates, each run over " +
            duration +
            " or longer. The difference of gains is that of the speeds gained. Seven values are fitted, each to one "
            "figure.");
    const MarkdownTable table({"job, figure", "published", "simulated", "difference", "use"});
    for (const GridFigure& each : publishedGridFigures()) {
        const double simulated = simulateGridFigure(each, duration);
        const int digits = each.value < 100 ? 1 : 0;
        table.row({each.job + ", " + each.figure, number(each.value, digits) + ' ' + each.unit,
                   number(simulated, digits) + ' ' + each.unit, number(100 * each.deviation(simulated), 1) + " %",
                   each.use});
    }
}

void printObjectStore()
{
    headroom::test::printHeading("Erasure-coded object store",
                                 "Throughput of all clients, and the busier direction of a server's cable, published "
                                 "and simulated. All figures are predictions.");
    const MarkdownTable table({"servers, operation, benchmark", "published", "simulated", "difference", "use"});
    for (const ObjectStoreFigure& each : publishedObjectStoreFigures()) {
        const double simulated = simulateObjectStore(each);
        table.row({std::to_string(each.nodes) + ", " + each.operation + ", " + each.benchmark + ", " + each.figure,
                   number(each.value, 1) + ' ' + each.unit, number(simulated, 1) + ' ' + each.unit,
                   number(100 * (simulated / each.value - 1), 1) + " %", each.use});
    }
}

void printDistributedLog()
{
    headroom::test::printHeading(
        "Distributed log", "Records or bytes in a second, and the time of a record from end to end, published and "
                           "simulated. The work of a producer for a record is fitted to the first figure.");
    const MarkdownTable table({"benchmark", "producers", "consumers", "replicas", "acks", "figure", "published",
                               "simulated", "difference", "use"});
    for (const DistributedLogFigure& each : publishedDistributedLogFigures()) {
        const double simulated = simulateDistributedLog(each);
        const int digits = each.value < 10 ? 2 : 0;
        table.row({each.benchmark, std::to_string(each.producers), std::to_string(each.consumers),
                   std::to_string(each.replicas), each.acks, each.figure, number(each.value, digits) + ' ' + each.unit,
                   number(simulated, digits) + ' ' + each.unit, number(100 * (simulated / each.value - 1), 1) + " %",
                   each.use});
    }
}

void printOcean()
{
    headroom::test::printHeading("Ocean model",
                                 "Time of the whole job, published and simulated. The size of the grid is fitted.");
    const MarkdownTable table({"servers, processor, network", "published", "simulated", "difference", "use"});
    for (const OceanFigure& each : publishedOceanFigures()) {
        const double simulated = oceanMinutes(each.settings());
        table.row({std::to_string(each.servers) + ", " + each.processor + ", " + each.network,
                   number(each.minutes, 0) + " min", number(simulated, 0) + " min",
                   number(100 * (simulated / each.minutes - 1), 0) + " %", each.use});
    }
}

/// A row for each operation and device, a column for each concurrency and number of workers.
void printSwiftMedia()
{
    headroom::test::printHeading(
        "Swift media store",
        "Published: worker processes of proxies and storage servers at two to three times the cores bring up to " +
            number(publishedWorkerGain(), 1) +
            "×. Simulated: the ratio of the throughputs of images to that of one worker for each core, with two and "
            "with three, by the number of requests under way. All are predictions.");
    std::vector<std::string> columns{"images"};
    const std::vector<int> clients{64, 256, 1024};
    for (const int count : clients)
        for (const char* perCore : {"2", "3"})
            columns.push_back(std::to_string(count) + " requests, " + perCore + " a core");
    const MarkdownTable table(columns);
    for (const auto& [name, device] : {std::pair("disks", slidesDisk), std::pair("SSDs", slidesSsd)})
        for (const char* operation : {"read", "write", "mix"}) {
            std::vector<std::string> cells{std::string(operation) + ", " + name};
            for (const WorkerGain& gain : workerGains(operation, device, clients)) {
                cells.push_back(number(gain.ofTwo, 2));
                cells.push_back(number(gain.ofThree, 2));
            }
            table.row(cells);
        }
}

void printMeasuredSwift(const std::string& duration)
{
    headroom::test::printHeading("Measured Swift",
                                 "Operations in a second of a real Swift on one machine of two cores, measured and "
                                 "simulated over " +
                                     duration +
                                     ". The work of its processes is fitted to the processor times of the points so "
                                     "marked, not to their rates.");
    const MarkdownTable table({"operation, size", "requests", "measured", "simulated", "difference", "use"});
    const auto measured = measuredSwiftRates();
    const auto simulated = simulateMeasuredSwift(measured, duration);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const MeasuredSwiftRate& each = measured[i];
        const int digits = each.perSecond < 100 ? 1 : 0;
        table.row({each.operation + ", " + each.size, std::to_string(each.requests), number(each.perSecond, digits),
                   number(simulated[i], digits), number(100 * (simulated[i] / each.perSecond - 1), 1) + " %",
                   each.use});
    }
}

void printMeasuredSwiftTimes(const std::string& duration)
{
    headroom::test::printHeading(
        "Times of the measured Swift",
        "How long half, 95 % and 99 % of the requests took at most, in milliseconds, measured and simulated over " +
            duration +
            ", and the later two as multiples of the first. The variation of the processes' work is fitted to the "
            "points so marked.");
    const MarkdownTable table(
        {"operation, size", "requests", "measured", "simulated", "measured / half", "simulated / half", "use"});
    const auto three = [](const auto&... values) {
        std::string cell;
        ((cell += (cell.empty() ? "" : ", ") + number(values, values < 100 ? 1 : 0)), ...);
        return cell;
    };
    const auto tail = [](double p50, double p95, double p99) {
        return number(p95 / p50, 2) + ", " + number(p99 / p50, 2);
    };
    const auto measured = measuredSwiftTimes();
    const auto simulated = simulateMeasuredSwift(measured, duration);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const MeasuredSwiftTimes& each = measured[i];
        const auto& [mean, p50, p95, p99, longest] = simulated[i];
        table.row({each.operation + ", " + each.size, std::to_string(each.requests),
                   three(each.p50, each.p95, each.p99), three(p50, p95, p99), tail(each.p50, each.p95, each.p99),
                   tail(p50, p95, p99), each.use});
    }
}

/// Counts the compared systems for one row.
class ProgramCounts
{
public:
    void add(const programs::Comparison& comparison)
    {
        ++systems_;
        agree_ += comparison.agrees();
        rate_ = std::max(rate_, std::abs(comparison.rateDifference()));
        mean_ = std::max(mean_, std::abs(comparison.meanDifference()));
    }
    std::vector<std::string> cells(const std::string& name) const
    {
        return {name, std::to_string(systems_), std::to_string(agree_), number(100 * rate_, 1) + " %",
                number(100 * mean_, 1) + " %"};
    }

private:
    int systems_ = 0, agree_ = 0;
    double rate_ = 0, mean_ = 0;
};

/// A row for each kind of worker, and one for each system on which the two do not agree.
void printPrograms()
{
    constexpr std::uint64_t systems = 200;
    constexpr double seconds = 60;
    using programs::Workers;
    headroom::test::printHeading("Random programs",
                                 "Small systems are drawn at random: closed and open loops, roles on one to three "
                                 "nodes, how calls find them, workers, cores, distributions of times, and programs of "
                                 "nested blocks. They are simulated over " +
                                     number(seconds) +
                                     " s by the engine and by a second simulation that shares nothing with it. They "
                                     "agree if throughput and mean "
                                     "time differ by no more than their two 95 % intervals and 1.5 %.");
    const std::vector<std::pair<Workers, std::string>> kinds{{Workers::eventLoops, "with event loops"},
                                                             {Workers::threads, "with threads"},
                                                             {Workers::threadPerRequest, "with a thread per request"}};
    std::map<Workers, ProgramCounts> counts;
    ProgramCounts all;
    std::vector<std::vector<std::string>> different;
    for (std::uint64_t which = 1; which <= systems; ++which) {
        const programs::System system = programs::randomProgram(which);
        const programs::Comparison comparison = programs::compare(system, seconds);
        all.add(comparison);
        std::set<Workers> used;
        for (const programs::Role& role : system.roles | std::views::drop(1)) // the first one is the clients'
            used.insert(role.workers);
        for (const Workers kind : used)
            counts[kind].add(comparison);
        if (!comparison.agrees())
            different.push_back({std::to_string(which), number(100 * comparison.rateDifference(), 1) + " %",
                                 number(100 * comparison.meanDifference(), 1) + " %"});
    }
    const MarkdownTable table({"systems", "drawn", "agree", "largest difference of throughput", "of mean time"});
    for (const auto& [kind, name] : kinds)
        table.row(counts[kind].cells(name));
    table.row(all.cells("all"));
    if (different.empty())
        return;
    std::printf("\n");
    const MarkdownTable rest({"system that differs", "throughput", "mean time"});
    for (const auto& cells : different)
        rest.row(cells);
}

/// A row for each pair of simulations.
void printNetworks()
{
    constexpr std::uint64_t systems = 60;
    constexpr double seconds = 10;
    headroom::test::printHeading(
        "Random networks", "Nodes in up to three racks that call each other with messages of 32 KiB to 6 MB, drawn "
                           "at random and simulated over " +
                               number(seconds) +
                               " s at flow level, by packets, and by a second simulation of flows that shares "
                               "nothing with the engine. Differences of throughput are those beyond the 95 % "
                               "intervals of both.");
    struct Pair
    {
        const char* name;
        double allowed;
        std::vector<double> differences = {};
    };
    Pair fluid{"flows, second simulation", 0.015}, packets{"packets, flows", 0.1};
    for (std::uint64_t which = 1; which <= systems; ++which) {
        const networks::System system = networks::randomNetwork(which);
        const networks::NetworkFigures flows = networks::byFlows(system, seconds);
        fluid.differences.push_back(networks::unexplained(flows, networks::byFluid(system, seconds)));
        packets.differences.push_back(networks::unexplained(networks::byPackets(system, seconds), flows));
    }
    const MarkdownTable table({"compared", "networks", "differ by no more than", "of these", "largest difference"});
    for (const Pair* pair : {&fluid, &packets}) {
        const auto& all = pair->differences;
        const auto within = std::count_if(all.begin(), all.end(), [&](double each) { return each <= pair->allowed; });
        table.row({pair->name, std::to_string(all.size()), number(100 * pair->allowed, 1) + " %",
                   std::to_string(within), number(100 * *std::max_element(all.begin(), all.end()), 1) + " %"});
    }
}

/// `wanted`: numbers of configurations, as in C3; all if there are none.
void printAdviceIntervals(const std::vector<std::string>& wanted)
{
    headroom::test::printHeading(
        "Intervals of advice",
        "Twelve configurations of six projects. Advice as it comes by default, and runs ten times as long with "
        "other seeds (of what ends by itself ten runs). An interval of 95 % holds if it differs from the gain of "
        "the long runs by less than both half widths, added as errors that are independent (the root of the sum of "
        "their squares).");
    const MarkdownTable table({"configuration", "first line", "long runs", "throughput", "mean latency", "p99"});
    HeldIntervals held;
    const auto add = [&held](const HeldIntervals& of) {
        held.held += of.held;
        held.all += of.all;
        return std::to_string(of.held) + " of " + std::to_string(of.all);
    };
    std::vector<std::string> outside;
    for (std::size_t i = 0; i < advisedCases().size(); ++i) {
        if (!wanted.empty() && std::ranges::count(wanted, "C" + std::to_string(i + 1)) == 0)
            continue;
        const AdvisedCase& each = advisedCases()[i];
        std::string name = each.project;
        for (const std::string& setting : each.settings)
            name += ", " + setting;
        const IntervalCheck check = checkedIntervals(each);
        table.row({name, check.best, check.longGain, add(check.throughput), add(check.mean), add(check.p99)});
        for (const std::string& line : check.outside)
            outside.push_back(name + ": " + line);
    }
    std::printf("\n%d of %d intervals hold, %.1f %%.\n", held.held, held.all, 100.0 * held.held / held.all);
    for (const std::string& line : outside)
        std::printf("%s- %s\n", &line == &outside.front() ? "\nThose that do not:\n\n" : "", line.c_str());
}

} // namespace

/// Arguments: --duration, the simulated time (30 s by default); numbers of tables, from 1 (all by default); after
/// 17 the numbers of systems, as in S118, after 20 those of configurations, as in C3, after 21 the ids of reports, as
/// in R5 (all by default).
int main(int argc, char** argv)
{
    std::vector<std::string> wanted(argv + 1, argv + argc);
    std::string duration = "30 s";
    if (wanted.size() >= 2 && wanted[0] == "--duration") {
        duration = wanted[1];
        wanted.erase(wanted.begin(), wanted.begin() + 2);
    }
    const auto wants = [&](std::size_t table) {
        return wanted.empty() || std::find(wanted.begin(), wanted.end(), std::to_string(table)) != wanted.end();
    };
    const auto named = [&](char initial) {
        std::vector<std::string> names;
        std::ranges::copy_if(wanted, std::back_inserter(names),
                             [=](const std::string& name) { return name.front() == initial; });
        return names;
    };
    try {
        for (std::size_t i = 0; i < upgrades().size(); ++i)
            if (wants(i + 1))
                print(upgrades()[i], duration);
        if (wants(4))
            printDataSheets();
        if (wants(5))
            printCeph(duration);
        if (wants(6))
            printSorts();
        if (wants(7))
            printGluster(duration);
        if (wants(8))
            printVirtualStor(duration);
        if (wants(9))
            printGridJobs(duration);
        if (wants(10))
            printCephNvme();
        if (wants(11))
            printObjectStore();
        if (wants(12))
            printDistributedLog();
        if (wants(13))
            printOcean();
        if (wants(14))
            printSwiftMedia();
        if (wants(15))
            printMeasuredSwift(duration);
        if (wants(16))
            printMeasuredSwiftTimes(duration);
        if (wants(17)) {
            std::vector<std::uint64_t> systems;
            for (const std::string& name : wanted)
                if (name.starts_with('S'))
                    systems.push_back(std::stoull(name.substr(1)));
            printVerdicts(systems);
        }
        if (wants(18))
            printPrograms();
        if (wants(19))
            printNetworks();
        if (wants(20))
            printAdviceIntervals(named('C'));
        if (wants(21))
            printReports(named('R'));
        if (wants(22))
            printCephGateway();
        if (wants(23))
            printIntervals();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "accuracy: %s\n", error.what());
        return 2;
    }
    return 0;
}
