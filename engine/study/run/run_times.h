// Real times of the runs of a search: what those that have ended took, how long the others have been running, and when
// all will have ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace headroom::study {

class RunTimes
{
public:
    /// These runs have begun and not ended; the others that were asked for wait.
    void running(const std::vector<std::uint64_t>& runs, double nowS);
    /// A run has ended, after so much processor time.
    void ended(std::uint64_t run, double nowS, double processorS);

    /// The runs that have begun and not ended, with the time since.
    std::map<std::uint64_t, double> ages(double nowS) const;
    /// Real time of a run over its processor time; 0 before one has ended.
    double realOfProcessor() const { return processorS_ > 0 ? endedS_ / processorS_ : 0; }
    /// Mean real time of a run if all are alike: the time of those that have ended and of those that run, over the
    /// number of those that have ended. So that the runs that end first, the short ones, do not stand for all.
    double meanS(double nowS) const;

private:
    std::map<std::uint64_t, double> begun_; ///< with the time at which they were first seen running
    std::uint64_t ended_ = 0;
    double endedS_ = 0, processorS_ = 0; ///< of the runs that have ended
};

/// When all runs will have ended that are begun one after another, each where one ends first. `free`: when the places
/// become free, at least one. `early`: the sum of the runs that are begun first, which are taken as so many that they
/// fill the places evenly; `last`: the runs after them.
double allEnd(std::vector<double> free, double early, std::span<const double> last);

} // namespace headroom::study
