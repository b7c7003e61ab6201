// Searches for the highest load that a system still keeps up with.
#pragma once

#include <optional>

namespace headroom::study {

/// Loads are factors of the present one. Two loads enclose the limit: the higher one does not settle any more, the
/// lower one does. They are moved together until they are within 4 % of each other.
class RateSearch
{
public:
    static constexpr double enclosed = 1.04; ///< ratio of the two loads, at most

    /// Range of loads.
    struct Range
    {
        double most = 64; ///< loads are at most this, and at least 1/64
        double grain = 0; ///< the load is a number of things, and this is one of them; 0: any load
    };

    /// Begins at the present load, or close to a limit that was found with another seed.
    RateSearch() = default;
    explicit RateSearch(Range range);
    explicit RateSearch(double close);
    RateSearch(double close, Range range);

    /// The load to be simulated next; meaningless once it is over.
    double next() const;
    /// Takes the result of a run with that load: whether it settles, and how many operations a second were completed.
    void take(double load, bool settles, double perSecond);

    bool found() const;
    /// Found, or there is no limit within the range.
    bool over() const;
    /// The number of loads that are still to be simulated, estimated; 0 once it is over.
    int left() const;
    /// Some load settled, also if no limit was found.
    bool anySettled() const { return low_.has_value(); }
    /// The highest load that settled, and the operations a second that were completed with it.
    double load() const { return low_->load; }
    double perSecond() const { return low_->perSecond; }

private:
    struct Tried
    {
        double load, perSecond;
    };
    std::optional<double> estimate() const;
    double least() const;
    double whole(double load) const;

    Range range_;
    double first_ = 1;
    double step_ = 2; ///< factor to the next load while one side is open
    std::optional<Tried> low_, high_;
};

} // namespace headroom::study
