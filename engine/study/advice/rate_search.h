// Searches for the highest load that a system still keeps up with.
#pragma once

#include <optional>

namespace headroom::study {

/// Loads are factors of the project's arrivals. Two loads enclose the limit: the higher one does not settle any more,
/// the lower one does. They are moved together until they are within 4 % of each other.
class RateSearch
{
public:
    /// Begins at any load, or close to a limit that was found with another seed.
    RateSearch() = default;
    explicit RateSearch(double close);

    /// The load to be simulated next; meaningless once it is over.
    double next() const;
    /// What was simulated with that load: whether it settles, and how many operations a second were completed.
    void take(double load, bool settles, double perSecond);

    bool found() const;
    /// Found, or there is no limit between 1/64 and 64 times the present load.
    bool over() const;
    /// The highest load that settled, and the operations a second that were completed with it.
    double load() const { return low_->load; }
    double perSecond() const { return low_->perSecond; }

private:
    struct Tried
    {
        double load, perSecond;
    };
    std::optional<double> estimate() const;

    double first_ = 1;
    double step_ = 2; ///< factor to the next load while one side is open
    std::optional<Tried> low_, high_;
};

} // namespace headroom::study
