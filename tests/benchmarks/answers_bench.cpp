// Measures how soon studies answer: whether a thousand short points keep all cores at work, and when it is known which
// of six disks is best.
#include "markdown_table.h"
#include "measured_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace headroom;
using bench::MeasuredRun;
using bench::runEngine;
using test::number;
using Json = nlohmann::ordered_json;

const std::string projects = HEADROOM_SOURCE_DIR "/projects/";

/// A file of a study that did not exist before and does not remain.
class NewFile
{
public:
    NewFile()
        : path_((std::filesystem::temp_directory_path() / ("headroom-bench-" + std::to_string(::getpid()) + ".hrs"))
                    .string())
    {
        std::filesystem::remove(path_);
    }
    ~NewFile()
    {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

double secondsOf(const std::function<void()>& act)
{
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    act();
    return std::chrono::duration<double>(Clock::now() - began).count();
}

void shortPoints()
{
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    test::printHeading("A thousand short points",
                       "first-queue with 1 to 1000 customers on " + std::to_string(cores) +
                           " cores. Inside runs: processor time of the runs' processes from their start by fork to "
                           "their end, over cores × time (aim: 90 %).");
    const test::MarkdownTable table({"a run lasts", "time, s", "a point, ms", "inside runs", "the rest's own work"});
    for (const char* const duration : {"20 s", "60 s", "120 s"}) {
        const NewFile file;
        MeasuredRun run;
        const double seconds = secondsOf([&] {
            run = runEngine({"study", projects + "first-queue", "--vary", "CUSTOMERS=1..1000/1000", "--duration",
                             duration, "--jobs", std::to_string(cores), "--out", file.path(), "--json"});
        });
        double inside = 0;
        const Json said = Json::parse(run.output);
        for (const Json& point : said["points"])
            inside += point["processor_s"].get<double>();
        const double available = seconds * cores;
        table.row({duration, number(seconds, 1), number(inside, 1), number(100 * inside / available, 0) + " %",
                   number(100 * (run.processorS - inside) / available, 0) + " %"});
    }
}

void bestDisk()
{
    test::printHeading("Which of six disks",
                       "PUTs in swift-rack: the time until the best is known with 95 % (what is worse by less than 1 % "
                       "counts as good), over that of the longest run of the project as it is (aim: 4).");
    const test::MarkdownTable table({"disks", "longest run, s", "answer, s", "ratio", "runs"});
    const std::vector<std::pair<const char*, std::vector<std::string>>> questions = {
        {"two disks, four SSDs",
         {"Standard_SATA_Drive_7200RPM_2TB", "Standard_SATA_Drive_5900RPM_2TB", "Intel_SSD_X25_M_Series_160GB",
          "Intel_SSD_520_Series_480GB", "Intel_SSD_DC_S3500_Series_480GB", "Intel_SSD_DC_S3700_Series_800GB"}},
        {"four of them as good as equal",
         {"Standard_SATA_Drive_7200RPM_2TB", "SDC2016_SSD_S3700_1TB_assumed", "Intel_SSD_DC_S3700_Series_200GB",
          "Intel_SSD_520_Series_480GB", "Intel_SSD_DC_S3500_Series_480GB", "Intel_SSD_DC_S3700_Series_800GB"}}};
    for (const auto& [name, disks] : questions) {
        double longest = 0;
        std::string values;
        for (const std::string& disk : disks) {
            values += (values.empty() ? "" : ",") + disk;
            longest = std::max(
                longest, secondsOf([&, &disk = disk] {
                    runEngine({"simulate", projects + "swift-rack", "--set", "STORAGE_DEVICE_TYPE=" + disk, "--json"});
                }));
        }
        const NewFile file;
        MeasuredRun run;
        const double seconds = secondsOf([&] {
            run = runEngine({"best", projects + "swift-rack", "--vary", "STORAGE_DEVICE_TYPE=" + values, "--report",
                             "PUT.throughput", "--out", file.path(), "--json"});
        });
        const Json said = Json::parse(run.output);
        table.row({name, number(longest, 1), number(seconds, 1), number(seconds / longest, 1),
                   std::to_string(said["decision"]["runs"].get<int>())});
    }
}

} // namespace

int main()
{
    shortPoints();
    std::puts("");
    bestDisk();
    return 0;
}
