// A level over time: the number of workers, or of arrivals per second.
#pragma once

#include <limits>
#include <vector>

namespace headroom::run {

/// Seconds: the time of an event that never happens.
inline constexpr double endOfTime = std::numeric_limits<double>::infinity();

/// Times are in seconds from 0. The level is linear within a piece and may jump between pieces; outside of all pieces
/// it is 0.
class Profile
{
public:
    /// Appends a piece that changes linearly from `first` to `last` over `duration` (may be infinite if they are
    /// equal). A duration of 0 does nothing.
    void add(double duration, double first, double last);
    /// Begins a stage with what is appended next.
    void beginStage() { stages_.push_back(end()); }
    /// The times at which stages begin.
    const std::vector<double>& stages() const { return stages_; }
    /// Multiplies all levels.
    void scale(double factor);
    void hold(double duration, double level) { add(duration, level, level); }

    double level(double time) const;
    double maximum() const;
    /// Mean level between two times; exactly the level if it is constant there.
    double mean(double from, double to) const;
    double end() const { return pieces_.empty() ? 0 : pieces_.back().to; }
    /// The area under the level up to `time`.
    double area(double time) const;
    /// The earliest time at which the area is `area`; infinity if it is never reached.
    double timeOfArea(double area) const;
    /// How long the level is above 0 between two times.
    double timeAboveZero(double from, double to) const;
    /// The earliest time, not before `from`, just after which the level is above `threshold`; infinity if never.
    double nextAbove(double threshold, double from) const;

private:
    struct Piece
    {
        double from, to, first, last;
        double before; ///< area of the pieces before it
        double levelAt(double time) const;
        double areaTo(double time) const;
        double whenAbove(double threshold, double time) const;
    };
    const Piece* pieceAt(double time) const; ///< null after the last one

    std::vector<Piece> pieces_;
    std::vector<double> stages_;
};

} // namespace headroom::run
