// Measures how soon `headroom-engine advise` answers on each shipped project: the first gain, and the ranked answer.
#include "markdown_table.h"

#include "child/process.h"
#include "study/advice/advice_json.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace headroom;
using test::number;

constexpr double firstAimS = 3, rankedAimS = 15;

struct Case
{
    std::string project;
    std::vector<std::string> settings = {};
};

/// All shipped projects at their defaults, and two loads that took long.
std::vector<Case> cases()
{
    const std::filesystem::path shipped = std::filesystem::path(HEADROOM_SOURCE_DIR) / "projects";
    std::vector<Case> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shipped))
        if (entry.path().extension() == ".headroom")
            all.push_back({entry.path().string()});
    std::ranges::sort(all, {}, &Case::project);
    all.push_back({shipped / "swift-media-store", {"RATE=1500"}});
    all.push_back({shipped / "ceph-hdd", {"OPERATION=write", "ACCESS=sequential"}});
    return all;
}

struct Times
{
    double firstS = 0, rankedS = 0, endS = 0;                   ///< real
    double firstProcessorS = 0, rankedProcessorS = 0, allS = 0; ///< of the processors until then
    study::Advice advice;
};

/// Reads the answers while they come.
class Watch
{
public:
    void take(std::string_view said)
    {
        text_ += said;
        const std::size_t end = text_.rfind('\n');
        if (end == std::string::npos)
            return;
        const std::size_t before = text_.rfind('\n', end - 1);
        const std::size_t from = before == std::string::npos || end == 0 ? 0 : before + 1;
        times.advice = study::adviceFromText(std::string_view(text_).substr(from, end - from));
        text_.erase(0, end + 1);
        const double now = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
        const bool any = std::ranges::any_of(times.advice.whatIfs, [](const study::WhatIf& what) {
            return what.throughput.hasInterval() || what.mean.hasInterval();
        });
        if (any && times.firstS == 0)
            times.firstS = now, times.firstProcessorS = times.advice.processorS;
        if (times.advice.ranked && times.rankedS == 0)
            times.rankedS = now, times.rankedProcessorS = times.advice.processorS;
        times.endS = now;
    }
    Times times;

private:
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::string text_;
};

Times timesOf(const Case& each)
{
    std::vector<std::string> arguments{"advise", each.project, "--stream"};
    for (const std::string& setting : each.settings)
        arguments.insert(arguments.end(), {"--set", setting});
    Watch watch;
    child::Process process(child::Command{HEADROOM_ENGINE, arguments});
    process.listenWith([&watch](std::string_view said) { watch.take(said); });
    const child::Ending ending = process.wait();
    if (!ending.good())
        throw std::runtime_error(each.project + ": " + ending.reason());
    watch.times.allS = ending.processorS;
    return watch.times;
}

std::string nameOf(const Case& each)
{
    std::string name = std::filesystem::path(each.project).stem().string();
    for (const std::string& setting : each.settings)
        name += ", " + setting;
    return name;
}

/// The first line of the answer, and its length in words of the runs.
void row(const test::MarkdownTable& table, const Case& each, const Times& times)
{
    const study::Advice& advice = times.advice;
    const std::string best = advice.whatIfs.empty() ? "nothing is used enough" : advice.whatIfs.front().resource;
    const std::string gain = advice.whatIfs.empty() ? std::string() : advice.worthOf(advice.whatIfs.front()).text();
    const bool met = times.firstS <= firstAimS && times.rankedS <= rankedAimS;
    const auto withProcessor = [](double real, double processor) {
        return number(real, 1) + " (" + number(processor, 1) + ')';
    };
    table.row({nameOf(each), withProcessor(times.firstS, times.firstProcessorS),
               withProcessor(times.rankedS, times.rankedProcessorS), withProcessor(times.endS, times.allS),
               std::to_string(advice.runsDone), number(advice.simulatedS, 3), best, gain, met ? "met" : "MISSED"});
}

} // namespace

/// Arguments: parts of the names of cases; without any, all.
int main(int argc, char** argv)
{
    test::printHeading(
        "Time to an advice",
        "Each shipped project as it is. Real time until the first gain has an interval, until the order "
        "is known, and until the end; in brackets the processor time of the runs until then. The aims are " +
            number(firstAimS) + " s to the first gain and " + number(rankedAimS) +
            " s to the ranked answer, on two cores that do nothing else.");
    const test::MarkdownTable table({"project", "first gain, s", "ranked, s", "end, s", "runs", "a run simulates, s",
                                     "first line", "its gain", "aim is"});
    bool failed = false;
    for (const Case& each : cases()) {
        const std::string name = nameOf(each);
        const auto named = [&name](const char* part) { return name.find(part) != std::string::npos; };
        if (argc > 1 && std::none_of(argv + 1, argv + argc, named))
            continue;
        try {
            row(table, each, timesOf(each));
        } catch (const std::exception& error) {
            std::fprintf(stderr, "bench-advice-times: %s\n", error.what());
            failed = true;
        }
    }
    return failed ? 1 : 0;
}
