#include "study/run/run_times.h"

#include <algorithm>
#include <functional>

namespace headroom::study {

void RunTimes::running(const std::vector<std::uint64_t>& runs, double nowS)
{
    for (const std::uint64_t run : runs)
        begun_.emplace(run, nowS);
}

void RunTimes::ended(std::uint64_t run, double nowS, double processorS)
{
    ++ended_;
    const auto begun = begun_.find(run);
    if (begun == begun_.end())
        return; // it was never seen running: its time is not known
    endedS_ += nowS - begun->second;
    processorS_ += processorS;
    begun_.erase(begun);
}

std::map<std::uint64_t, double> RunTimes::ages(double nowS) const
{
    std::map<std::uint64_t, double> ages;
    for (const auto& [run, begunS] : begun_)
        ages.emplace(run, nowS - begunS);
    return ages;
}

double RunTimes::meanS(double nowS) const
{
    double sum = endedS_;
    for (const auto& [run, begunS] : begun_)
        sum += nowS - begunS;
    return ended_ > 0 ? sum / static_cast<double>(ended_) : 0;
}

double allEnd(std::vector<double> free, double early, std::span<const double> last)
{
    std::ranges::sort(free);
    // The places that are free first are filled to the level of the next one, until nothing is left.
    for (std::size_t filled = 1; filled <= free.size() && early > 0; ++filled) {
        const double level = free[filled - 1];
        const auto places = static_cast<double>(filled);
        const double room = filled < free.size() ? places * (free[filled] - level) : early;
        const double added = std::min(early, room);
        std::fill_n(free.begin(), filled, level + added / places);
        early -= added;
    }
    std::ranges::make_heap(free, std::greater{});
    for (const double run : last) {
        std::ranges::pop_heap(free, std::greater{});
        free.back() += run;
        std::ranges::push_heap(free, std::greater{});
    }
    return std::ranges::max(free);
}

} // namespace headroom::study
