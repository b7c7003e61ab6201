#include "accuracy/swift/swift_measured.h"

#include "accuracy/published.h"

namespace headroom::accuracy {

Settings MeasuredSwiftRate::settings() const
{
    return {{"OPERATION", operation}, {"OBJECT_SIZE", size}, {"WORKERS", std::to_string(requests)}};
}

std::vector<MeasuredSwiftRate> measuredSwiftRates()
{
    std::vector<MeasuredSwiftRate> rates;
    for (const auto& row : publishedRows("swift-measured"))
        rates.push_back({row[0], row[1], std::stoi(row[2]), std::stod(row[5]), row[6]});
    return rates;
}

std::vector<double> simulateMeasuredSwift(const std::vector<MeasuredSwiftRate>& measured, const std::string& duration)
{
    std::vector<Settings> runs;
    for (const MeasuredSwiftRate& each : measured)
        runs.push_back(each.settings());
    std::vector<double> rates;
    for (const record::Summary& summary : simulateAll("swift-measured", runs, duration))
        rates.push_back(ratePerSecond(summary));
    return rates;
}

} // namespace headroom::accuracy
