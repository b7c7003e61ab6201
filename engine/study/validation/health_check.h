// Finds out why a cluster does less than its model: which resource or setting, were it another, explains the measured
// figures.
#pragma once

#include "study/execute/search.h"
#include "study/validation/case_runs.h"
#include "study/validation/measured_cases.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// Something that may be wrong with the cluster, as a change of the model.
struct Suspect
{
    std::string resource; ///< "storage.disk data", slower by `factor`; empty: a setting
    double factor = 1;
    std::string setting; ///< NAME=VALUE instead of the value that the project has
};

/// A suspect with what it explains.
struct Suspicion
{
    Suspect suspect;
    double meanError = 0;   ///< over all figures with it, without their signs, of the logarithms
    std::string sentence;   ///< "The measured figures fit if storage disks (data) were 0.25 times as fast: ..."
    std::string usualCause; ///< what usually causes it, and what to look at
};

struct Health
{
    bool below = false;                ///< the measured figures are far below the model
    double meanError = 0;              ///< of the model as it is, as of a suspicion
    std::vector<Suspicion> suspicions; ///< the one that explains most first; at most three; none if none explains half
    std::string sentence;
    std::uint64_t runs = 0;
};

/// Where measured rates fall short of simulated ones, or latencies exceed them, by more than this on average, the
/// cluster is examined: the model is seldom so far off (prediction.h).
inline constexpr double farBelow = 0.25;

/// Runs the cases of a measurement with each suspect. First each resource that the cases use, at a quarter of its
/// speed, and each other value of a setting. The three resources that come nearest to the measured figures are run at
/// other speeds, from 0.7 to 0.02, and then at two speeds beside the best one of each. The distance is the mean of
/// |log(simulated / measured)|. At most six cases, spread over the table, are run, each with one seed.
class HealthCheck : public Search
{
public:
    /// `settings`: NAME=VALUE of switches and choices that may be set otherwise than the project says.
    HealthCheck(MeasuredCases cases, CasePlan plan, const std::vector<CaseOutcome>& outcomes,
                const std::vector<std::string>& settings);

    std::vector<WantedRun> propose(std::size_t room) override;
    void take(std::uint64_t number, RunOutcome outcome) override;
    Progress progress() const override;
    Health answer() const;

private:
    struct Compared
    {
        const std::string* metric;
        double simulatedOverMeasured;
    };
    struct Trial
    {
        Suspect suspect;
        std::map<std::size_t, record::Summary> runs; ///< by case
        std::size_t ended = 0;
        bool failed = false;
    };

    std::vector<Compared> compared(const std::map<std::size_t, record::Summary>& runs) const;
    std::optional<double> distance(const std::map<std::size_t, record::Summary>& runs) const;
    void addTrial(Suspect suspect);
    void refine();
    std::vector<std::pair<double, const Trial*>> ranked() const;
    Suspicion suspicionOf(const Trial& trial, double meanError) const;

    MeasuredCases cases_;
    CasePlan plan_;
    std::vector<std::size_t> chosen_; ///< the cases that are run
    std::map<std::size_t, record::Summary> present_;
    bool below_ = false;
    std::vector<Trial> trials_;
    std::vector<std::pair<std::size_t, std::size_t>> runs_; ///< trial and case of each run
    std::uint64_t begun_ = 0, ended_ = 0;
    int refined_ = 0; ///< how often
};

/// NAME=VALUE of each switch, each choice and each knob of the software (`tunable`) with a value that it does not have
/// now, three values of a parameter at most. What decides the load or the hardware is left out.
std::vector<std::string> otherSettings(const project::Project& project, const MeasuredCases& cases);

} // namespace headroom::study
