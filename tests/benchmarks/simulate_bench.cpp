// How long a simulation of the Swift rack takes on one core.
#include "measured_run.h"
#include "record/summary.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

int main()
{
    using namespace headroom;
    constexpr int runs = 3;
    std::printf(
        "Swift rack, PUT of 16 KB, 64 workers, 60 s of cluster time, processor time with start-up (median of %d):\n",
        runs);
    for (const char* device : {"Standard_SATA_Drive_7200RPM_2TB", "Intel_SSD_DC_S3700_Series_800GB"}) {
        std::vector<double> times;
        double events = 0;
        while (times.size() < runs) {
            const auto run =
                bench::runEngine({"simulate", HEADROOM_SOURCE_DIR "/projects/swift-rack", "--json", "--set",
                                  "OPERATION=PUT", "--set", "OBJECT_SIZE=16 KB", "--set", "WORKERS=64", "--set",
                                  std::string("STORAGE_DEVICE_TYPE=") + device, "--duration", "60 s"});
            times.push_back(run.processorS);
            events = static_cast<double>(record::summaryFromJson(record::Json::parse(run.output)).events);
        }
        std::sort(times.begin(), times.end());
        std::printf("  %-34s %5.2f s   %.1f M events, %.0f ns each, %.0f x real time\n", device, times[runs / 2],
                    events / 1e6, times[runs / 2] / events * 1e9, 60 / times[runs / 2]);
        std::fflush(stdout);
    }
    return 0;
}
