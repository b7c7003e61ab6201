#include "accuracy/systems/distributed_log.h"

#include "accuracy/published.h"

#include <stdexcept>

namespace headroom::accuracy {

namespace {

/// Machines and settings of 2014: what the benchmark states, and its list of commands and of the brokers' settings.
/// Brokers of that April answered fetches early, as 0.8.1. The network is simulated by packets: how a full cable is
/// shared depends on windows and queues.
Settings machinesOf2014()
{
    return {{"NODES", "3"},
            {"PARTITIONS", "6"},
            {"ADAPTER", "Broadcom_BCM5721_1GbE"},
            {"CLIENT_ADAPTER", "Broadcom_BCM5721_1GbE"},
            {"SWITCH", "Generic_1GbE_ToR_48port"},
            {"RECORD", "100 B"},
            {"FORMAT", "before 0.11"},
            {"DRIVE", "Standard_SATA_Drive_7200RPM_2TB"},
            {"DRIVES", "6"},
            {"PROCESSOR", "Intel_Xeon_E5_2640"},
            {"CLIENT_PROCESSOR", "Intel_Xeon_E5_2640"},
            {"MEMORY", "32 GiB"},
            {"BUFFER", "64 MiB"},
            {"MIN_IN_SYNC", "1"},
            {"NETWORK_THREADS", "4"},
            {"IO_THREADS", "8"},
            {"WAKES_EARLY", "true"},
            {"DETAIL", "packet"}};
}

/// Drives write without end and are the limit: the run begins with the dirty pages of a long load.
Settings machinesOf2020()
{
    return {{"NODES", "3"},
            {"PARTITIONS", "100"},
            {"RECORD", "1024 B"},
            {"BATCH", "1 MiB"},
            {"DRIVE", "NVMe_2500GB_i3en"},
            {"DRIVES", "2"},
            {"PROCESSOR", "Intel_Xeon_Gold_6230"},
            {"CLIENT_PROCESSOR", "Intel_Xeon_Gold_6230"},
            {"MEMORY", "64 GiB"},
            {"DIRTY_BACKGROUND", "0.1"},
            {"DIRTY_START", "steady"},
            {"WARM_UP", "4 s"}};
}

void add(Settings& settings, const Settings& further)
{
    settings.insert(settings.end(), further.begin(), further.end());
}

/// Followers fall behind while the queues of a saturated network fill: the last case of producers takes some time.
std::string durationOf(const DistributedLogFigure& published)
{
    return published.benchmark == "2020" ? "8 s" : published.producers == 3 ? "4 s" : "1 s";
}

} // namespace

Settings DistributedLogFigure::settings() const
{
    const std::string most = std::to_string(consumers);
    Settings settings = benchmark == "2020" ? machinesOf2020() : machinesOf2014();
    add(settings, {{"COPIES", std::to_string(replicas)}, {"ACKS", acks == "all" ? "-1" : acks}});
    if (figure == "latency") {
        // A lone record finds every thread asleep, and its core as Linux lets it sleep unless it is set otherwise. The
        // threads that limit the other figures never pause.
        add(settings, {{"ECHO", "true"}, {"PRODUCERS", "1"}, {"CONSUMERS", "0"}, {"IDLE_CORES", "random"}});
    } else if (producers == 0) {
        // No producers: one record in a second, which no figure is taken of.
        add(settings, {{"PRODUCERS", "1"}, {"RATE", "1"}, {"CONSUMERS", "0"}, {"LAGGING", most}, {"OLD_DATA", "warm"}});
    } else {
        add(settings, {{"PRODUCERS", std::to_string(producers)}, {"CONSUMERS", most}});
        if (benchmark == "2014")
            add(settings, {{"BATCH", acks == "all" ? "64000 B" : "8196 B"}});
        if (producers == 3)
            add(settings, {{"WARM_UP", "1 s"}});
    }
    return settings;
}

std::vector<DistributedLogFigure> publishedDistributedLogFigures()
{
    std::vector<DistributedLogFigure> figures;
    for (const auto& row : publishedRows("kafka-log"))
        figures.push_back({row[0], std::stoi(row[1]), std::stoi(row[2]), std::stoi(row[3]), row[4], row[5], row[6],
                           std::stod(row[7]), row[8]});
    return figures;
}

double simulateDistributedLog(const DistributedLogFigure& published)
{
    constexpr double recordBytes = 100, storedBytes = 126; // with the 26 bytes that the format of 2014 adds
    const record::Summary summary = simulate("kafka-log", published.settings(), durationOf(published));
    if (published.figure == "latency")
        return summary.operations.at("echo").latency.p50Ms;
    if (published.figure == "consumed")
        return summary.operations.at("catch-up").bytesPerSecond / storedBytes;
    if (published.figure != "produced")
        throw std::runtime_error("there is no figure \"" + published.figure + "\" of a distributed log");
    const double bytesPerSecond = summary.operations.at("produce").bytesPerSecond;
    return published.unit == "MB/s" ? bytesPerSecond / 1e6 : bytesPerSecond / recordBytes;
}

} // namespace headroom::accuracy
