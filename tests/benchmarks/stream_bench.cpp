// Measures the cost of watching a run: processor time with --stream over that of the same run with --json, which
// samples as often and sends nothing. The runs are made in turn, and the median of the pairs' ratios counts.
#include "markdown_table.h"
#include "measured_run.h"
#include "project_variant.h"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using headroom::bench::Json;
using headroom::bench::MeasuredRun;
using headroom::bench::ProjectVariant;
using headroom::bench::runEngine;
using headroom::test::MarkdownTable;
using headroom::test::number;

/// The storage servers in eight groups, each with series of its own.
void split(Json& document, int nodes, int workers, const char* interval)
{
    constexpr int parts = 8;
    ProjectVariant::parameter(document, "NODES")["value"] = nodes;
    ProjectVariant::parameter(document, "WORKERS")["value"] = workers;
    document["run"]["sampling_interval"] = interval;
    Json groups = Json::array();
    for (const Json& group : document["topology"]["groups"]) {
        if (group["id"] != "storage") {
            groups.push_back(group);
            continue;
        }
        for (int part = 1; part <= parts; ++part) {
            groups.push_back(group);
            groups.back()["id"] = "storage" + std::to_string(part);
            groups.back()["count"] =
                "floor((NODES + " + std::to_string(part - 1) + ") / " + std::to_string(parts) + ")";
        }
    }
    document["topology"]["groups"] = std::move(groups);
}

void row(const MarkdownTable& table, int nodes, int workers, const char* interval, const char* duration, int pairs)
{
    const ProjectVariant project("leaf-spine-700", [&](Json& document) { split(document, nodes, workers, interval); });
    std::vector<std::string> arguments{"simulate", project.path(), "--duration", duration, "--stream"};
    std::vector<double> ratios;
    std::size_t series = 0;
    long samples = 0;
    double aloneS = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        arguments.back() = "--stream";
        const MeasuredRun streamed = runEngine(arguments);
        arguments.back() = "--json";
        const MeasuredRun alone = runEngine(arguments);
        ratios.push_back(streamed.processorS / alone.processorS);
        series = Json::parse(streamed.output.substr(0, streamed.output.find('\n')))["series"].size();
        samples = 0;
        for (std::size_t at = 0; (at = streamed.output.find("{\"record\":\"sample\"", at)) != std::string::npos; ++at)
            ++samples;
        aloneS = alone.processorS;
    }
    std::sort(ratios.begin(), ratios.end());
    const double cost = ratios[ratios.size() / 2] - 1;
    table.row({std::to_string(nodes), std::to_string(series), std::to_string(samples), number(aloneS, 1),
               number(cost * 100, 1) + " %",
               number((ratios.front() - 1) * 100, 1) + " … " + number((ratios.back() - 1) * 100, 1) + " %",
               cost < 0.05 ? "met" : "MISSED"});
}

} // namespace

int main()
{
    headroom::test::printHeading("Streaming", "What it costs that all series are watched, over the same run without: "
                                              "median and range of pairs. The aim is less than 5 %.");
    const MarkdownTable table({"nodes", "series", "samples", "processor time without, s", "cost", "range", "aim is"});
    row(table, 16, 64, "100 ms", "20 s", 9);
    row(table, 16, 64, "10 ms", "5 s", 9);
    row(table, 700, 500, "10 ms", "1500 ms", 9);
}
