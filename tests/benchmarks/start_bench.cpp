// How long it takes from starting the program to the first event of the run, and how much memory large clusters take.
#include "measured_run.h"
#include "project_variant.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using headroom::bench::Json;
using headroom::bench::MeasuredRun;
using headroom::bench::ProjectVariant;
using headroom::bench::runEngine;

std::string shipped(const std::string& project)
{
    return std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project;
}

/// With --stream the header is the first line, and goes out when everything is built and the first event comes next.
void row(const char* name, std::vector<std::string> arguments, int runs, double aimS, double aimMiB)
{
    arguments.insert(arguments.begin(), "simulate");
    arguments.emplace_back("--stream");
    std::vector<MeasuredRun> all;
    while (all.size() < static_cast<std::size_t>(runs))
        all.push_back(runEngine(arguments));
    std::sort(all.begin(), all.end(),
              [](const MeasuredRun& a, const MeasuredRun& b) { return a.firstLineS < b.firstLineS; });
    const MeasuredRun& median = all[all.size() / 2];
    std::printf("  %-50s %8.0f ms %9.0f MiB   aim: %.0f ms", name, median.firstLineS * 1e3, median.peakMiB, aimS * 1e3);
    if (aimMiB > 0)
        std::printf(", %.0f MiB", aimMiB);
    std::printf("%s\n", median.firstLineS <= aimS && (aimMiB == 0 || median.peakMiB <= aimMiB) ? "" : "   MISSED");
    std::fflush(stdout);
}

/// The 700-node project with 10 000 storage nodes: 130 000 devices.
void enlarge(Json& document)
{
    ProjectVariant::parameter(document, "STORAGE_NODES")["maximum"] = 10000;
    ProjectVariant::parameter(document, "STORAGE_NODES")["value"] = 10000;
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
    std::printf("From the start of the program to the first event (median of 5), and peak memory:\n");
    row("swift-rack", {shipped("swift-rack"), "--duration", "100 ms"}, 5, 0.1, 0);
    const ProjectVariant leafSpine("leaf-spine-700", enlarge), fatTree("leaf-spine-700", growFatTree);
    row("leaf-spine, 10 000 nodes with 130 000 devices", {leafSpine.path(), "--duration", "1 ms"}, 5, 2, 0);
    row("fat tree, 10 000 nodes with 130 000 devices", {fatTree.path(), "--duration", "1 ms"}, 5, 2, 0);
    row("mini object store, 10 000 nodes, 0.1 s simulated",
        {shipped("mini-object-store"), "--set", "STORAGE_NODES=10000", "--set", "WARM_UP=0 s", "--duration", "100 ms"},
        1, 2, 2048);
}
