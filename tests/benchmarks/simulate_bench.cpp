// Measures the time of a simulation of the Swift rack on one core.
#include "markdown_table.h"
#include "measured_run.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <algorithm>
#include <string>
#include <vector>

int main()
{
    using namespace headroom;
    constexpr int runs = 3;
    test::printHeading("A run of the Swift rack",
                       "PUT of 16 KB, 64 workers, 60 s of cluster time; processor time with start-up, median of " +
                           std::to_string(runs) + ".");
    const test::MarkdownTable table(
        {"storage device", "processor time, s", "events, millions", "ns per event", "times real time"});
    for (const char* device : {"Standard_SATA_Drive_7200RPM_2TB", "Intel_SSD_DC_S3700_Series_800GB"}) {
        std::vector<double> times;
        double events = 0;
        while (times.size() < runs) {
            const auto run =
                bench::runEngine({"simulate", HEADROOM_SOURCE_DIR "/projects/swift-rack", "--json", "--set",
                                  "OPERATION=PUT", "--set", "OBJECT_SIZE=16 KB", "--set", "WORKERS=64", "--set",
                                  std::string("DRIVE=") + device, "--duration", "60 s"});
            times.push_back(run.processorS);
            events = static_cast<double>(record::summaryFromJson(record::Json::parse(run.output)).events);
        }
        std::sort(times.begin(), times.end());
        const double median = times[runs / 2];
        table.row({device, test::number(median, 2), test::number(events / 1e6, 1), test::number(median / events * 1e9),
                   test::number(60 / median)});
    }
    return 0;
}
