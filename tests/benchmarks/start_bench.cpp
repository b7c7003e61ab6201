// Measures the time from starting the program to the first event of the run, and the memory of large clusters.
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

std::string shipped(const std::string& project)
{
    return std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project;
}

/// With --stream the header is the first line, and goes out when everything is built and the first event comes next.
void row(const MarkdownTable& table, const char* name, std::vector<std::string> arguments, int runs, double aimS,
         double aimMiB)
{
    arguments.insert(arguments.begin(), "simulate");
    arguments.emplace_back("--stream");
    std::vector<MeasuredRun> all;
    while (all.size() < static_cast<std::size_t>(runs))
        all.push_back(runEngine(arguments));
    std::sort(all.begin(), all.end(),
              [](const MeasuredRun& a, const MeasuredRun& b) { return a.firstLineS < b.firstLineS; });
    const MeasuredRun& median = all[all.size() / 2];
    const bool met = median.firstLineS <= aimS && (aimMiB == 0 || median.peakMiB <= aimMiB);
    table.row({name, number(median.firstLineS * 1e3), number(median.peakMiB),
               number(aimS * 1e3) + " ms" + (aimMiB > 0 ? ", " + number(aimMiB) + " MiB" : ""),
               met ? "met" : "MISSED"});
}

/// The 700-node project with 10 000 storage nodes: 130 000 devices.
void enlarge(Json& document)
{
    ProjectVariant::parameter(document, "NODES")["maximum"] = 10000;
    ProjectVariant::parameter(document, "NODES")["value"] = 10000;
}

void growFatTree(Json& document)
{
    enlarge(document);
    Json& fabric = document["topology"]["fabrics"][0];
    for (const char* key : {"leaf_nodes", "spines", "oversubscription"})
        fabric.erase(key);
    fabric["generate"] = "fat tree";
    fabric["radix"] = 36; // 11 664 places
}

} // namespace

int main()
{
    headroom::test::printHeading("Start",
                                 "From the start of the program to the first event, and peak memory; medians.");
    const MarkdownTable table({"project", "first event, ms", "memory, MiB", "aim", "aim is"});
    for (const char* const project : {"first-steps", "swift-rack"})
        row(table, project, {shipped(project), "--duration", "100 ms", "--warm-up", "0 s"}, 9, 0.04, 0);
    const ProjectVariant leafSpine("leaf-spine-700", enlarge), fatTree("leaf-spine-700", growFatTree);
    row(table, "leaf-spine, 10 000 nodes with 130 000 devices",
        {leafSpine.path(), "--duration", "1 ms", "--warm-up", "0 s"}, 5, 2, 0);
    row(table, "fat tree, 10 000 nodes with 130 000 devices",
        {fatTree.path(), "--duration", "1 ms", "--warm-up", "0 s"}, 5, 2, 0);
    row(table, "mini object store, 10 000 nodes, 0.1 s simulated",
        {shipped("mini-object-store"), "--set", "NODES=10000", "--set", "WARM_UP=0 s", "--duration", "100 ms"}, 1, 2,
        2048);
}
