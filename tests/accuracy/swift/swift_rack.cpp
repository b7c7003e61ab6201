#include "accuracy/swift/swift_rack.h"

#include <cmath>

namespace headroom::accuracy {

std::vector<Upgrade> upgrades()
{
    return {
        {"HDD to SSD",
         "up to 5.13×, depending on the object size",
         {{"DRIVE", slidesDisk}, {"FABRIC", "10GbE network"}},
         {{"DRIVE", slidesSsd}, {"FABRIC", "10GbE network"}}},
        {"10GbE network to rack fabric, SSDs in place",
         "almost 3× for medium and large objects, close to nothing at 16 KB",
         {{"DRIVE", slidesSsd}, {"FABRIC", "10GbE network"}},
         {{"DRIVE", slidesSsd}, {"FABRIC", "rack fabric"}}},
        {"E5-2695 v3 to E5-2697 v3, SSDs and rack fabric in place",
         "better for small and medium objects",
         {{"DRIVE", slidesSsd}, {"PROCESSOR", oldProcessor}},
         {{"DRIVE", slidesSsd}, {"PROCESSOR", newProcessor}}},
    };
}

std::vector<Point> measure(const Upgrade& upgrade, const std::vector<std::string>& operations,
                           const std::vector<std::string>& sizes, const std::vector<int>& workers,
                           const std::string& duration)
{
    std::vector<Point> points;
    std::vector<Settings> runs;
    for (const auto& operation : operations)
        for (const auto& size : sizes)
            for (const int count : workers) {
                points.push_back({operation, size, count});
                for (const Settings* side : {&upgrade.before, &upgrade.after}) {
                    Settings settings = *side;
                    settings.insert(
                        settings.end(),
                        {{"OPERATION", operation}, {"OBJECT_SIZE", size}, {"WORKERS", std::to_string(count)}});
                    runs.push_back(std::move(settings));
                }
            }
    const auto summaries = simulateAll("swift-rack", runs, duration);
    for (std::size_t i = 0; i < points.size(); ++i) {
        double* const sides[] = {&points[i].before, &points[i].after};
        double variance = 0;
        for (int side = 0; side < 2; ++side) {
            for (const auto& [name, operation] : summaries[2 * i + static_cast<std::size_t>(side)].operations) {
                *sides[side] += operation.perSecond;
                variance += operation.ci95Relative * operation.ci95Relative;
            }
        }
        points[i].confidence = std::sqrt(variance);
    }
    return points;
}

} // namespace headroom::accuracy
