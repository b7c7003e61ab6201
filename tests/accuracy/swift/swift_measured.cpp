#include "accuracy/swift/swift_measured.h"

#include "accuracy/published.h"

namespace headroom::accuracy {

namespace {

Settings settingsOf(const std::string& operation, const std::string& size, int requests)
{
    return {{"OPERATION", operation}, {"OBJECT_SIZE", size}, {"WORKERS", std::to_string(requests)}};
}

template <typename Measured>
std::vector<record::Summary> runsOf(const std::vector<Measured>& measured, const std::string& duration)
{
    std::vector<Settings> runs;
    for (const Measured& each : measured)
        runs.push_back(each.settings());
    return simulateAll("swift-measured", runs, duration);
}

} // namespace

Settings MeasuredSwiftRate::settings() const
{
    return settingsOf(operation, size, requests);
}

Settings MeasuredSwiftTimes::settings() const
{
    return settingsOf(operation, size, requests);
}

std::vector<MeasuredSwiftRate> measuredSwiftRates()
{
    std::vector<MeasuredSwiftRate> rates;
    for (const auto& row : publishedRows("swift-measured"))
        if (row[3] == "rate")
            rates.push_back({row[0], row[1], std::stoi(row[2]), std::stod(row[5]), row[6]});
    return rates;
}

/// The three times of a point are in three rows, one after another.
std::vector<MeasuredSwiftTimes> measuredSwiftTimes()
{
    std::vector<MeasuredSwiftTimes> times;
    for (const auto& row : publishedRows("swift-measured")) {
        if (row[3] == "p50")
            times.push_back({row[0], row[1], std::stoi(row[2]), 0, 0, 0, row[6]});
        if (row[3] != "rate")
            (row[3] == "p50"   ? times.back().p50
             : row[3] == "p95" ? times.back().p95
                               : times.back().p99) = std::stod(row[5]);
    }
    return times;
}

std::vector<double> simulateMeasuredSwift(const std::vector<MeasuredSwiftRate>& measured, const std::string& duration)
{
    std::vector<double> rates;
    for (const record::Summary& summary : runsOf(measured, duration))
        rates.push_back(ratePerSecond(summary));
    return rates;
}

std::vector<record::LatencySummary> simulateMeasuredSwift(const std::vector<MeasuredSwiftTimes>& measured,
                                                          const std::string& duration)
{
    std::vector<record::LatencySummary> times;
    const std::vector<record::Summary> summaries = runsOf(measured, duration);
    for (std::size_t i = 0; i < measured.size(); ++i)
        times.push_back(summaries[i].operations.at(measured[i].operation).latency);
    return times;
}

} // namespace headroom::accuracy
