#include "accuracy/swift/swift_media.h"

#include "accuracy/published.h"

#include <stdexcept>

namespace headroom::accuracy {

double publishedWorkerGain()
{
    for (const auto& row : publishedRows("swift-media-store"))
        if (row[0] == "two to three workers for each core (up to)")
            return std::stod(row[2]);
    throw std::runtime_error("published.csv of swift-media-store has no gain of workers");
}

std::vector<WorkerGain> workerGains(const std::string& operation, const std::string& device,
                                    const std::vector<int>& clients)
{
    std::vector<Settings> runs;
    for (const int count : clients)
        for (const char* workers : {"1", "2", "3"})
            runs.push_back({{"OPERATION", operation},
                            {"DRIVE", device},
                            {"WORKERS", std::to_string(count)},
                            {"PROXY_WORKERS_PER_CORE", workers},
                            {"OBJECT_WORKERS_PER_CORE", workers}});
    const auto summaries = simulateAll("swift-media-store", runs, "8 s");
    std::vector<WorkerGain> gains;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        const double ofOne = ratePerSecond(summaries[3 * i]);
        gains.push_back({operation, device, clients[i], ratePerSecond(summaries[3 * i + 1]) / ofOne,
                         ratePerSecond(summaries[3 * i + 2]) / ofOne});
    }
    return gains;
}

} // namespace headroom::accuracy
