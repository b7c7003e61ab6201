// How long a simulation of the Swift rack takes on one core.
#include "accuracy/engine_child.h"

#include <algorithm>
#include <cstdio>
#include <vector>

int main()
{
    using namespace headroom::accuracy;
    std::printf("Swift rack, PUT of 16 KB, 64 workers, 60 s of cluster time, one core (median of 5):\n");
    for (const char* device : {"Standard_SATA_Drive_7200RPM_2TB", "Intel_SSD_DC_S3700_Series_800GB"}) {
        std::vector<double> walls;
        std::uint64_t events = 0;
        for (int i = 0; i < 5; ++i) {
            const auto summary = simulate(
                "swift-rack",
                {{"OPERATION", "PUT"}, {"OBJECT_SIZE", "16 KB"}, {"WORKERS", "64"}, {"STORAGE_DEVICE_TYPE", device}},
                "60 s");
            walls.push_back(summary.wallS);
            events = summary.events;
        }
        std::sort(walls.begin(), walls.end());
        std::printf("  %-34s %5.2f s   %.1f M events, %.0f ns each, %.0f x real time\n", device, walls[2],
                    double(events) / 1e6, walls[2] / double(events) * 1e9, 60 / walls[2]);
    }
    return 0;
}
