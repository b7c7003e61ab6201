// Looks for resources that make a system slower when they are made faster, in all shipped projects.
#include "markdown_table.h"
#include "measured_run.h"

#include "record/structure/summary_json.h"
#include "study/advice/advice_json.h"
#include "study/advice/candidates.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace headroom;
using Json = nlohmann::ordered_json;

constexpr double slower = 0.99;                             ///< a gain below it is looked at
constexpr const char *firstEffortS = "30", *effortS = "60"; ///< processor time of all resources, and of one

/// The known reasons, by project and resource.
class Reasons
{
public:
    Reasons()
    {
        std::ifstream file(HEADROOM_SOURCE_DIR "/tests/benchmarks/faster/reasons.json");
        const Json known = Json::parse(file);
        for (const Json& each : known.at("cases"))
            reasons_[{each.at("project"), each.at("resource")}] = each.at("reason");
    }
    /// Empty if none is known.
    std::string of(const std::string& project, const std::string& resource) const
    {
        const auto found = reasons_.find({project, resource});
        return found == reasons_.end() ? std::string() : found->second;
    }

private:
    std::map<std::pair<std::string, std::string>, std::string> reasons_;
};

std::vector<std::filesystem::path> shippedProjects()
{
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(HEADROOM_SOURCE_DIR "/projects"))
        if (entry.path().extension() == ".headroom")
            all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
}

/// Those that one run shows to be used at all.
std::vector<std::string> resourcesOf(const std::string& project)
{
    const std::string output = bench::runEngine({"simulate", project, "--json", "--single"}).output;
    return study::candidates(record::summaryFromJson(record::Json::parse(output)), {.used = 0.03, .latency = 0.02});
}

study::Advice adviceOn(const std::string& project, const std::vector<std::string>& resources, const char* effort)
{
    std::vector<std::string> arguments{"advise", project, "--json", "--effort", effort};
    for (const std::string& resource : resources)
        arguments.insert(arguments.end(), {"--resource", resource});
    return study::adviceFromText(bench::runEngine(arguments).output);
}

/// More is better: of the throughput, or where all arrivals are served the reciprocal of that of the mean latency.
study::Gain gainOf(const study::Advice& advice, const study::WhatIf& what)
{
    return advice.arrivalsGiven ? what.mean.inverse() : what.throughput;
}

class Scan
{
public:
    void project(const std::filesystem::path& path)
    {
        ++projects_;
        const std::vector<std::string> resources = resourcesOf(path.string());
        if (resources.empty())
            return;
        const study::Advice first = adviceOn(path.string(), resources, firstEffortS);
        resources_ += first.whatIfs.size();
        for (const study::WhatIf& what : first.whatIfs)
            if (!what.problem.empty())
                throw std::runtime_error(path.string() + ", " + what.resource + ": " + what.problem);
            else if (gainOf(first, what).ratio < slower)
                look(path, what.resource);
    }

    bool good() const
    {
        std::printf("\n%zu resources of %d projects were made faster; %d made their system slower, %d without a known "
                    "reason.\n",
                    resources_, projects_, cases_, unknown_);
        return unknown_ == 0;
    }

private:
    /// Again and for longer, alone: the first look gives few runs to what helps little.
    void look(const std::filesystem::path& path, const std::string& resource)
    {
        const study::Advice advice = adviceOn(path.string(), {resource}, effortS);
        const study::WhatIf& what = advice.whatIfs.at(0);
        const study::Gain gain = gainOf(advice, what);
        std::fprintf(stderr, "%s: %s: %s\n", path.stem().c_str(), resource.c_str(), gain.text().c_str());
        if (!(gain.high < slower))
            return;
        ++cases_;
        const std::string reason = reasons_.of(path.stem(), resource);
        unknown_ += reason.empty() ? 1 : 0;
        table_.row({path.stem(), resource, what.throughput.shortText(), what.mean.shortText(),
                    reason.empty() ? "NOT KNOWN" : reason});
    }

    Reasons reasons_;
    test::MarkdownTable table_{{"project", "twice as fast", "throughput", "mean latency", "reason"}};
    std::size_t resources_ = 0;
    int projects_ = 0, cases_ = 0, unknown_ = 0;
};

} // namespace

/// Arguments: parts of the names of projects; without any, all.
int main(int argc, char** argv)
{
    try {
        test::printHeading("Faster that makes slower",
                           "Each shipped project as it is, each resource that is used twice as fast (workers and "
                           "slots: twice as many). Listed are those after which the 95 % interval of the throughput, "
                           "or of the reciprocal of the mean latency where all arrivals are served, lies below 0.99.");
        Scan scan;
        for (const auto& path : shippedProjects()) {
            const auto named = [&path](const char* part) {
                return path.stem().string().find(part) != std::string::npos;
            };
            if (argc < 2 || std::any_of(argv + 1, argv + argc, named))
                scan.project(path);
        }
        return scan.good() ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-faster: %s\n", error.what());
        return 2;
    }
}
