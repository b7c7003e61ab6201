#include "cli/commands/further_runs.h"

#include "cli/support/interruption.h"

#include <stdexcept>
#include <utility>

namespace headroom::cli {

FurtherRuns::FurtherRuns(std::size_t atOnce)
    : atOnce_(atOnce),
      queue_(atOnce, [this](std::size_t number, const child::Ending& ending) { ended_[number](ending); })
{
}

void FurtherRuns::add(const child::Simulation& simulation, Ended ended)
{
    ended_.push_back(std::move(ended));
    queue_.add({"/proc/self/exe", child::argumentsOf(simulation)});
}

void FurtherRuns::finish()
{
    queue_.allow(atOnce_ + 1);
    if (!queue_.finish(interrupted))
        throw std::runtime_error("it was interrupted before all of its runs had ended");
    queue_.allow(atOnce_);
}

} // namespace headroom::cli
