#include "cli/commands/replication_children.h"

#include "cli/support/interruption.h"

#include <stdexcept>
#include <utility>

namespace headroom::cli {

ReplicationChildren::ReplicationChildren(child::Simulation simulation, std::size_t atOnce)
    : simulation_(std::move(simulation)), atOnce_(atOnce),
      queue_(atOnce, [this](std::size_t number, const child::Ending& ending) { takeIn(number, ending); })
{
}

void ReplicationChildren::add(std::uint64_t seed)
{
    child::Simulation simulation = simulation_;
    simulation.seed = std::to_string(seed);
    seeds_.push_back(seed);
    queue_.add({"/proc/self/exe", child::argumentsOf(simulation)});
}

void ReplicationChildren::takeIn(std::size_t number, const child::Ending& ending)
{
    try {
        summaries_.emplace(number, child::summaryOf(ending));
    } catch (const std::exception& error) {
        throw std::runtime_error("the replication with seed " + std::to_string(seeds_[number]) + ' ' + error.what());
    }
}

void ReplicationChildren::finish()
{
    queue_.allow(atOnce_ + 1);
    if (!queue_.finish(interrupted))
        throw std::runtime_error("it was interrupted before all replications had ended");
    queue_.allow(atOnce_);
}

std::vector<record::Summary> ReplicationChildren::summaries() const
{
    std::vector<record::Summary> result;
    for (const auto& [number, summary] : summaries_)
        result.push_back(summary);
    return result;
}

} // namespace headroom::cli
