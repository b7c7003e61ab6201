// Makes a growth plan: how far the load can rise, and which upgrade has to be there when.
#pragma once

#include "study/growth/growth.h"
#include "study/growth/load_search.h"
#include "study/run/study_run.h"

#include <functional>
#include <memory>
#include <vector>

namespace headroom::study {

struct GrowthQuestion
{
    std::string project, loadName;
    child::Simulation simulation; ///< the present system; its seed is left empty
    Load load;
    std::vector<std::uint64_t> seeds;    ///< the same for all systems and loads
    std::vector<std::string> conditions; ///< ids of goals, one for each of the different conditions
    std::vector<std::string> upgrades;   ///< NAME=VALUE
    double yearly = 0, years = 5;        ///< see Growth
};

/// First the highest load is searched that the present system holds. If the load grows beyond it within the years, each
/// upgrade is searched in the same way, and the one that carries the load furthest for its cost is taken: the largest
/// logarithm of the gain for a dollar, since the logarithm of the load is time. Then the same begins anew with the
/// upgraded system, until the load of the last year holds or no upgrade helps. Upgrades count up to the load of the
/// last year.
class GrowthPlanner
{
public:
    using Wish = StudyRun::Wish;
    /// Called after each run with all that is known so far.
    using Changed = std::function<void(const Growth& growth)>;

    GrowthPlanner(GrowthQuestion question, Executor& executor, Changed changed = {});

    /// Runs until all is known, or stops; `complete` of the answer tells which. Throws std::runtime_error if runs
    /// cannot be executed at all.
    Growth run(const std::function<Wish()>& wish = {});

private:
    using Searches = std::vector<std::unique_ptr<LoadSearch>>;

    LoadSearch searchOf(const std::vector<std::string>& settings, std::optional<double> close) const;
    bool execute(const Searches& searches, const std::function<Wish()>& wish);
    void takePresent(const LoadSearch& search);
    bool addStep(const std::function<Wish()>& wish);
    Upgrade upgradeOf(const std::string& setting, const LoadSearch& search) const;
    std::vector<std::string> upgradesLeft() const;
    void tell();

    GrowthQuestion question_;
    Executor& executor_;
    Changed changed_;
    Growth growth_;
    std::vector<std::string> settings_; ///< of the upgrades taken
    LoadLimit limit_;                   ///< of the system with them
    record::Summary summary_;           ///< of a run of it
};

} // namespace headroom::study
