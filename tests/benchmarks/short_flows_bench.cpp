// Thousands of short flows: what the message level of detail saves against the flow level, and what it changes.
#include "markdown_table.h"

#include "kernel/calendar.h"
#include "kernel/random.h"
#include "resources/network/flow/network.h"

#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace headroom;
using test::number;

constexpr std::uint32_t nodes = 58;
constexpr std::uint64_t bytes = 65536;
constexpr double linkBps = 10e9 / 8 * 1448 / 1538; ///< payload of 10 Gb/s, MTU 1500
constexpr double linkLatencyS = 25e-6;

/// Nodes around one switch. A flow that has arrived is followed by another one between two other nodes.
class ShortFlows
{
public:
    ShortFlows(std::uint32_t flows, bool byMessages)
        : network_(calendar_, std::vector<resources::LinkSpec>(2 * nodes, {"", linkBps, linkLatencyS}), &route, nullptr,
                   {.byMessages = byMessages}),
          began_(flows)
    {
        for (std::uint32_t flow = 0; flow < flows; ++flow)
            start(flow);
    }

    void run(double seconds)
    {
        const std::clock_t began = std::clock();
        calendar_.runUntil(kernel::fromSeconds(seconds));
        processorS = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    }
    double meanS() const { return times_ / static_cast<double>(arrived); }

    std::uint64_t arrived = 0;
    double processorS = 0;

private:
    static void route(const void*, std::uint32_t from, std::uint32_t to, std::uint64_t,
                      std::vector<std::uint32_t>& links)
    {
        links.push_back(from);
        links.push_back(nodes + to);
    }
    void start(std::uint64_t flow)
    {
        const auto from = static_cast<std::uint32_t>(random_.below(nodes, 1, sent_));
        const auto other = static_cast<std::uint32_t>(random_.below(nodes - 1, 2, sent_));
        ++sent_;
        began_[flow] = calendar_.now();
        network_.message(
            from, other + (other >= from), bytes, flow,
            {[](void* self, std::uint64_t which) { static_cast<ShortFlows*>(self)->arrive(which); }, this, flow});
    }
    void arrive(std::uint64_t flow)
    {
        ++arrived;
        times_ += kernel::toSeconds(calendar_.now() - began_[flow]);
        start(flow);
    }

    kernel::Calendar calendar_;
    resources::Network network_;
    kernel::KeyedRandom random_{7};
    std::vector<kernel::Time> began_; ///< by flow
    std::uint64_t sent_ = 0;
    double times_ = 0;
};

} // namespace

int main()
{
    test::printHeading("Short flows",
                       "Flows of 64 KiB, so many at any time, between 58 nodes at 10 Gb/s around a switch.");
    const test::MarkdownTable table(
        {"flows and level", "flows in a second of the processor", "flows in a simulated second", "mean time, ms"});
    for (const std::uint32_t flows : {58U, 768U})
        for (const bool byMessages : {false, true}) {
            ShortFlows run(flows, byMessages);
            constexpr double simulatedS = 0.1;
            run.run(simulatedS);
            table.row({std::to_string(flows) + (byMessages ? ", message" : ", flow"),
                       number(static_cast<double>(run.arrived) / run.processorS),
                       number(static_cast<double>(run.arrived) / simulatedS), number(run.meanS() * 1e3, 3)});
        }
}
