// The mini object store interpreted from its diagrams, against the same model written by hand in plain C++ and, where
// they have been built (./headroom bench --peers), in SystemC threads, SimGrid and SimPy. One run on one machine:
// ratios count. A peer is a program `peer NODES SECONDS` that prints its throughput (PUT/s) and its service completions
// per second of wall time.
#include "accuracy/engine_child.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace {

/// Each write is served seven times: once by a proxy, three times by processors and by disks.
constexpr double completionsPerWrite = 7;
/// What the model gives, roughly, to choose durations by.
constexpr double writesPerNode = 468;

struct Speed
{
    double writesPerSecond = 0;      ///< of simulated time
    double completionsPerSecond = 0; ///< of wall time
};

Speed headroom(int nodes, double seconds)
{
    const auto summary = headroom::accuracy::simulate(
        "mini-object-store", {{"STORAGE_NODES", std::to_string(nodes)}}, std::to_string(seconds) + " s");
    const double rate = summary.operations.at("PUT").perSecond;
    return {rate, rate * seconds * completionsPerWrite / summary.wallS};
}

std::optional<Speed> peer(const std::string& program, int nodes, double seconds)
{
    if (!std::filesystem::exists(program.substr(0, program.find(' '))))
        return {};
    const std::string command = program + " " + std::to_string(nodes) + " " + std::to_string(seconds);
    std::FILE* pipe = popen(command.c_str(), "r");
    Speed speed;
    const bool read = pipe && std::fscanf(pipe, "%lf %lf", &speed.writesPerSecond, &speed.completionsPerSecond) == 2;
    if (pipe)
        pclose(pipe);
    return read ? std::optional(speed) : std::nullopt;
}

/// The median by speed of three runs.
template <typename Run>
std::optional<Speed> median(Run run)
{
    std::vector<Speed> speeds;
    for (int i = 0; i < 3; ++i)
        if (const std::optional<Speed> speed = run())
            speeds.push_back(*speed);
    if (speeds.empty())
        return {};
    std::sort(speeds.begin(), speeds.end(),
              [](const Speed& a, const Speed& b) { return a.completionsPerSecond < b.completionsPerSecond; });
    return speeds[speeds.size() / 2];
}

struct Peer
{
    const char* name;
    std::string program;
    double share; ///< of the completions that are simulated: slow ones get fewer
    int mostNodes;
};

void compare(const Peer& other, int nodes, const Speed& own, double completions)
{
    if (nodes > other.mostNodes)
        return;
    const double seconds = std::max(0.2, completions * other.share / (completionsPerWrite * writesPerNode * nodes));
    const auto speed = median([&] { return peer(other.program, nodes, seconds); });
    if (speed)
        std::printf("    %-22s %9.0f PUT/s  %7.0f ns per completion   Headroom is %.2f x as fast\n", other.name,
                    speed->writesPerSecond, 1e9 / speed->completionsPerSecond,
                    own.completionsPerSecond / speed->completionsPerSecond);
}

} // namespace

int main()
{
    const std::string folder = HEADROOM_PEERS;
    const std::vector<Peer> peers = {
        {"plain C++ by hand", folder + "/peer-store-plain", 1, 10000},
        {"SystemC threads", folder + "/peer-store-systemc", 0.2, 4000},
        {"SimGrid", folder + "/peer-store-simgrid", 0.05, 700},
        {"SimPy", folder + "/peer-store-simpy", 0.01, 700},
    };
    std::printf("Mini object store (median of 3)\n");
    for (const int nodes : {4, 64, 700, 4000, 10000}) {
        const double completions = nodes >= 4000 ? 8e6 : 3e6;
        const double seconds = std::max(0.2, completions / (completionsPerWrite * writesPerNode * nodes));
        const auto own = median([&] { return std::optional(headroom(nodes, seconds)); });
        std::printf("  %d storage nodes\n    %-22s %9.0f PUT/s  %7.0f ns per completion\n", nodes, "Headroom",
                    own->writesPerSecond, 1e9 / own->completionsPerSecond);
        for (const Peer& other : peers)
            compare(other, nodes, *own, completions);
    }
}
