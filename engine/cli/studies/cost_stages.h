// The systems whose costs are added up over the years, from runs of a project.
#pragma once

#include "child/simulation.h"
#include "cli/studies/forked_run.h"
#include "study/cost/ownership.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace headroom::cli {

/// Growth of a system.
struct CostGrowth
{
    double yearly = 0; ///< growth in a year, as a share
    /// Names of the growing figures: generic parameters, or "arrivals". In the first year each is as the project says;
    /// in each further year it is larger by that share than in the year before, numbers of things rounded up.
    std::vector<std::string> scaled;
};

/// Runs the project as it is in each of the years and returns a stage for each; years that do not differ are one.
/// `told` is called before the first run and after each. Throws BadArgument if the growth does not fit the project, and
/// std::runtime_error if a run fails.
std::vector<study::Stage> costStages(const RunBase& base, const child::Simulation& simulation, double years,
                                     const CostGrowth& growth,
                                     const std::function<void(std::size_t runsDone, std::size_t runs)>& told);

/// Problems with the load or the goals in each stage, in sentences.
std::vector<std::string> stageTroubles(const std::vector<study::Stage>& stages);

} // namespace headroom::cli
