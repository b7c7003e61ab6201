// Measures how soon a run says its steady throughput, for each shipped project at its defaults.
#include "child/process.h"
#include "markdown_table.h"
#include "record/stream/stream.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace headroom;
using Clock = std::chrono::steady_clock;
using test::number;

constexpr std::chrono::seconds patience{60}; ///< of real time for a run

struct Course
{
    std::optional<double> saidAfterS; ///< of real time, from the start of the program
    double simulatedS = 0;            ///< when it was said
    record::Steady said;
    int withdrawn = 0;
    std::optional<double> wholeS; ///< the time of the whole run; nothing: it was ended
    double perSecond = 0;         ///< of the measured window
};

double usersPerSecond(const record::Summary& summary)
{
    double perSecond = 0;
    for (const auto& [name, workload] : summary.workloads)
        perSecond += workload.background ? 0 : workload.perSecond;
    return perSecond;
}

Course courseOf(const std::string& project)
{
    Course course;
    record::StreamReader reader;
    bool known = false;
    const auto began = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
    child::Process process(child::Command{HEADROOM_ENGINE, {"simulate", project, "--stream"}});
    process.listenWith([&](std::string_view text) {
        for (const record::Record& record : reader.feed(text)) {
            if (const auto* end = std::get_if<record::Finished>(&record))
                course.perSecond = usersPerSecond(end->summary);
            const auto* sample = std::get_if<record::Sample>(&record);
            if (!sample)
                continue;
            if (sample->steady && !course.saidAfterS) {
                course.saidAfterS = passed();
                course.simulatedS = sample->time;
                course.said = *sample->steady;
            }
            course.withdrawn += known && !sample->steady ? 1 : 0;
            known = sample->steady.has_value();
        }
    });
    while (!process.listen(std::chrono::milliseconds(50)) && Clock::now() - began < patience) {
    }
    if (process.ended())
        course.wholeS = passed();
    return course;
}

std::vector<std::string> projectsIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (std::filesystem::exists(entry.path() / (entry.path().filename().string() + ".headroom")))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

/// Arguments: names of projects; without any, all that are shipped.
int main(int argc, char** argv)
{
    const std::filesystem::path folder = HEADROOM_SOURCE_DIR "/projects";
    std::vector<std::string> names(argv + 1, argv + argc);
    if (names.empty())
        names = projectsIn(folder);
    test::printHeading("Steady figure",
                       "Real time from the start of the program until the throughput of the steady state is said, to 2 "
                       "% (aims: 1 s for swift-rack and first-steps, 5 s for the others, 60 s for ceph-nvme), and how "
                       "far it is from that of the whole run, which has the warm-up of the project. A run is ended "
                       "after 60 s.");
    const test::MarkdownTable table(
        {"project", "said after, s", "simulated, s", "± 95 %", "off the whole run by", "withdrawn", "whole run, s"});
    for (const std::string& name : names) {
        const Course course = courseOf((folder / name).string());
        const bool said = course.saidAfterS.has_value(), both = said && course.wholeS && course.perSecond > 0;
        table.row({name, said ? number(*course.saidAfterS, 2) : "not said", said ? number(course.simulatedS, 2) : "",
                   said ? number(course.said.relative * 100, 1) + " %" : "",
                   both ? number((course.said.perSecond / course.perSecond - 1) * 100, 1) + " %" : "",
                   said ? std::to_string(course.withdrawn) : "",
                   course.wholeS ? number(*course.wholeS, 1) : "more than 60"});
    }
    return 0;
}
