// The counts of workloads with given arrivals over the run, in steps that grow with it.
#pragma once

#include "record/summary/trust.h"
#include "run/model/model.h"

#include <cstdint>
#include <vector>

namespace headroom::run {

/// Gathers the points of load courses at the run's samples. It needs the same memory however long the run is: whenever
/// a course has record::mostLoadPoints, two steps become one.
class LoadCourses
{
public:
    explicit LoadCourses(const Model& model);

    /// The measured window begins now: what came before is forgotten.
    void windowBegins();
    /// To be called at each sample.
    void observe();
    /// The courses up to now. To be called once.
    std::vector<record::LoadCourse> finished();

private:
    struct Kept
    {
        std::size_t workload = 0;
        record::LoadCourse course;
        record::LoadPoint open;                  ///< of the samples since the last point
        std::uint64_t offeredAt = 0, doneAt = 0; ///< in the window, at the last sample
    };
    void add(Kept& kept) const;
    void close(Kept& kept) const;
    void thinOut();

    const Model& model_;
    std::vector<Kept> kept_;
    std::uint64_t samplesInStep_ = 1, samples_ = 0;
};

} // namespace headroom::run
