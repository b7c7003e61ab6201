// Measures how soon studies answer: whether a thousand short points keep all cores at work, when it is known which of
// six disks is best, and how well a study says what time it has left.
#include "markdown_table.h"
#include "measured_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
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
            longest = std::max(longest, secondsOf([&, &disk = disk] {
                                   runEngine({"simulate", projects + "swift-rack", "--set", "DRIVE=" + disk, "--json"});
                               }));
        }
        const NewFile file;
        MeasuredRun run;
        const double seconds = secondsOf([&] {
            run = runEngine({"best", projects + "swift-rack", "--vary", "DRIVE=" + values, "--report", "PUT.throughput",
                             "--out", file.path(), "--json"});
        });
        const Json said = Json::parse(run.output);
        table.row({name, number(longest, 1), number(seconds, 1), number(seconds / longest, 1),
                   std::to_string(said["decision"]["runs"].get<int>())});
    }
}

/// The time left as a study said it, at a real time since its start.
struct Left
{
    double atS = 0, leftS = 0;
};

struct WatchedStudy
{
    std::vector<Left> said;
    double wholeS = 0;
    std::size_t points = 0;
};

WatchedStudy watched(const std::string& project, const std::string& study)
{
    using Clock = std::chrono::steady_clock;
    const NewFile file;
    WatchedStudy result;
    const auto began = Clock::now();
    const auto sinceS = [&began] { return std::chrono::duration<double>(Clock::now() - began).count(); };
    child::Process process(child::Command{
        HEADROOM_ENGINE, {"study", projects + project, study, "--stream", "--restart", "--out", file.path()}});
    std::string begun; // a line that has not ended
    process.listenWith([&](std::string_view said) {
        begun += said;
        for (std::size_t end; (end = begun.find('\n')) != std::string::npos; begun.erase(0, end + 1)) {
            if (begun.find("\"progress\"") > end)
                continue;
            const Json progress = Json::parse(begun.substr(0, end));
            result.points = progress["points"].get<std::size_t>();
            if (progress["left_s"].is_number())
                result.said.push_back({sinceS(), progress["left_s"].get<double>()});
        }
    });
    if (!process.wait().good())
        throw std::runtime_error("the engine failed on " + project);
    result.wholeS = sinceS();
    return result;
}

void timeLeft()
{
    test::printHeading("Time left of a study",
                       "What the study says of its time left over what is really left, after shares of its time, and "
                       "the furthest from 1 between the first tenth and the last twentieth (aim: 0.5 to 2).");
    constexpr double shares[] = {0.1, 0.2, 0.3, 0.5, 0.7, 0.9};
    std::vector<std::string> columns{"study", "points", "time, s"};
    for (const double share : shares)
        columns.push_back(number(100 * share) + " %");
    columns.emplace_back("furthest");
    const test::MarkdownTable table(columns);
    for (const auto& [project, study] : {std::pair("casl", "processors"), std::pair("gluster-fist", "features"),
                                         std::pair("swift-media-store", "settings")}) {
        const WatchedStudy watch = watched(project, study);
        std::vector<std::string> cells{std::string(project) + ", " + study, std::to_string(watch.points),
                                       number(watch.wholeS)};
        const auto ratio = [&watch](const Left& left) { return left.leftS / (watch.wholeS - left.atS); };
        for (const double share : shares) {
            const auto at =
                std::ranges::find_if(watch.said, [&](const Left& left) { return left.atS >= share * watch.wholeS; });
            cells.push_back(at == watch.said.end() ? "unknown" : number(ratio(*at), 2));
        }
        double furthest = 1;
        for (const Left& left : watch.said)
            if (left.atS >= 0.1 * watch.wholeS && left.atS <= 0.95 * watch.wholeS &&
                std::abs(std::log(ratio(left))) > std::abs(std::log(furthest)))
                furthest = ratio(left);
        cells.push_back(number(furthest, 2));
        table.row(cells);
    }
}

} // namespace

int main()
{
    shortPoints();
    std::puts("");
    bestDisk();
    std::puts("");
    timeLeft();
    return 0;
}
