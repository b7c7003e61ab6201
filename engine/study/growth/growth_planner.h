// Makes a growth plan: how far the load can rise, and which upgrade has to be there when.
#pragma once

#include "study/execute/search.h"
#include "study/growth/growth.h"
#include "study/growth/load_search.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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
class GrowthPlanner : public Search
{
public:
    /// Called after each run with all that is known so far.
    using Changed = std::function<void(const Growth& growth)>;

    explicit GrowthPlanner(GrowthQuestion question, Changed changed = {});

    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override;
    Progress progress() const override { return {.runs = runs_.size(), .runsDone = growth_.runs}; }
    /// All that is known; `ended` says whether the search has come to its end.
    const Growth& answer(bool ended);

private:
    LoadSearch searchOf(const std::vector<std::string>& settings, std::optional<double> close) const;
    bool goOn();
    void takePresent(const LoadSearch& search);
    bool beginStep();
    bool takeStep();
    Upgrade upgradeOf(const std::string& setting, const LoadSearch& search) const;
    std::vector<std::string> upgradesLeft() const;
    std::uint64_t expectedRuns() const;
    void tell();

    GrowthQuestion question_;
    Changed changed_;
    Growth growth_;
    std::vector<std::unique_ptr<LoadSearch>> searches_;     ///< side by side: of the present system, or of each upgrade
    std::vector<std::string> compared_;                     ///< the upgrades of `searches_`; empty: the present system
    std::vector<std::pair<std::size_t, std::size_t>> runs_; ///< that were asked for: the search and its number
    std::uint64_t underWay_ = 0;
    std::vector<std::string> settings_; ///< of the upgrades taken
    LoadLimit limit_;                   ///< of the system with them
    record::Summary summary_;           ///< of a run of it
};

} // namespace headroom::study
