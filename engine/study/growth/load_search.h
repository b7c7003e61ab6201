// Searches the highest load that one system holds, with several seeds.
#pragma once

#include "child/simulation.h"
#include "record/summary/summary.h"
#include "study/execute/executor.h"
#include "study/growth/growth.h"
#include "study/measure/rate_search.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// The load that is raised.
struct Load
{
    std::string parameter; ///< a generic parameter; empty: all arrivals
    double value = 0;      ///< of the parameter, in its base unit
    bool whole = false;    ///< it is a number of things

    /// The run under this load over the present one.
    child::Simulation raised(child::Simulation simulation, double load) const;
};

/// A load holds with a seed if the run settles and the value of each goal's figure is within its limits, also in runs
/// under the conditions of goals. Each seed is searched on its own, all at the same time. Where a figure of a goal is
/// not known, since too few requests have ended, the load is run again for four times as long, and all further runs
/// are.
class LoadSearch
{
public:
    /// Runs of a load with a seed; `number` identifies them.
    struct Wanted
    {
        std::size_t number;
        child::Simulation simulation;
    };

    /// `conditions` are ids of goals of which each stands for different conditions. `close` is a load near which the
    /// limit is expected, `most` the highest load of interest.
    LoadSearch(child::Simulation simulation, Load load, std::vector<std::string> conditions,
               const std::vector<std::uint64_t>& seeds, std::optional<double> close, double most);

    /// The next runs; empty while runs are under way or nothing is left.
    std::vector<Wanted> next();
    void take(std::size_t number, const RunOutcome& outcome);
    bool over() const;
    /// Runs that are still to end, estimated.
    std::size_t left() const;
    /// The result so far; its runs too.
    LoadLimit limit() const;
    /// The run under the present load, or the one nearest to it, with the first seed; and the one under the highest
    /// load that held. Null if there is none.
    const record::Summary* present() const;
    const record::Summary* highest() const;
    double presentLoad() const { return presentLoad_; }
    /// The share of what its busiest device could do, by resource, in the runs with the first seed; by load.
    using Uses = std::map<std::string, double>;
    const std::map<double, Uses>& uses() const { return uses_; }
    double highestLoad() const { return highestLoad_; }

private:
    struct Seed
    {
        RateSearch search = {};
        std::uint64_t seed = 0;
        std::size_t underWay = 0;
        LoadRun run = {}; ///< that is under way
        bool settles = true;
        std::string unknown = {}; ///< why a goal of the run under way is not known
        double length = 1;        ///< of that run, as `length_`
        std::string above = {};   ///< why the lowest load that did not hold does not
        double aboveLoad = 0;
    };

    void takeSummary(Seed& seed, bool first, const record::Summary& summary);
    void keep(const Seed& seed, const record::Summary& summary);
    void finish(Seed& seed);
    bool lengthen();

    child::Simulation simulation_;
    Load load_;
    std::vector<std::string> conditions_;
    std::vector<Seed> seeds_;
    std::vector<LoadRun> runs_;
    double simulatedS_ = 0; ///< of the shortest run so far
    double length_ = 1;     ///< of further runs over that
    std::string problem_;
    std::optional<record::Summary> present_, highest_, candidate_;
    double presentLoad_ = 0, highestLoad_ = 0;
    std::map<double, Uses> uses_;
};

} // namespace headroom::study
