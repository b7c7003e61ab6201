#include "run/workload/profile.h"

#include <algorithm>
#include <cmath>

namespace headroom::run {

double Profile::Piece::levelAt(double time) const
{
    return first == last ? first : first + (last - first) * ((time - from) / (to - from));
}

double Profile::Piece::areaTo(double time) const
{
    return (first + levelAt(time)) / 2 * (time - from);
}

/// Earliest time in the piece, not before `time`, just after which the level is above the threshold.
double Profile::Piece::whenAbove(double threshold, double time) const
{
    if (first <= threshold && last <= threshold)
        return endOfTime;
    if (first <= threshold) // the level rises through it; in this order of operations a ramp from 0 divides evenly
        return std::max(time, from + (to - from) * (threshold - first) / (last - first));
    const double below = last > threshold ? to : from + (to - from) * (first - threshold) / (first - last);
    return time < below ? time : endOfTime;
}

void Profile::add(double duration, double first, double last)
{
    if (!(duration > 0))
        return;
    const double from = end();
    const double before = pieces_.empty() ? 0 : pieces_.back().before + pieces_.back().areaTo(from);
    pieces_.push_back({from, from + duration, first, last, before});
}

void Profile::scale(double factor)
{
    for (Piece& piece : pieces_)
        for (double* level : {&piece.first, &piece.last, &piece.before})
            *level *= factor;
}

const Profile::Piece* Profile::pieceAt(double time) const
{
    const auto piece =
        std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.to <= time; });
    return piece == pieces_.end() ? nullptr : &*piece;
}

double Profile::level(double time) const
{
    const Piece* piece = pieceAt(time);
    return piece && time >= 0 ? piece->levelAt(time) : 0;
}

double Profile::maximum() const
{
    double most = 0;
    for (const Piece& piece : pieces_)
        most = std::max({most, piece.first, piece.last});
    return most;
}

double Profile::mean(double from, double to) const
{
    const Piece* piece = pieceAt(from);
    const bool steady = piece && from >= 0 && to <= piece->to && piece->first == piece->last;
    return steady || to <= from ? level(from) : (area(to) - area(from)) / (to - from);
}

double Profile::area(double time) const
{
    if (pieces_.empty() || time <= 0)
        return 0;
    const Piece* piece = pieceAt(time);
    const Piece& last = pieces_.back();
    return piece ? piece->before + piece->areaTo(time) : last.before + last.areaTo(last.to);
}

double Profile::timeOfArea(double area) const
{
    // The last piece that begins with a smaller area; pieces of level 0 do not change the area and are skipped.
    auto piece = std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.before < area; });
    if (piece == pieces_.begin())
        return pieces_.empty() ? endOfTime : 0;
    --piece;
    const double wanted = area - piece->before;
    const double slope = piece->first == piece->last ? 0 : (piece->last - piece->first) / (piece->to - piece->from);
    // wanted = first·x + slope/2·x², in the form that stays exact for a small slope.
    const double root = piece->first * piece->first + 2 * slope * wanted;
    const double divisor = root < 0 ? 0 : piece->first + std::sqrt(root);
    const double time = divisor > 0 ? piece->from + 2 * wanted / divisor : endOfTime;
    if (time <= piece->to)
        return time;
    // Rounding may put the area of the last moment slightly beyond its piece; after the last piece there is nothing.
    return piece + 1 == pieces_.end() && piece->areaTo(piece->to) < wanted * (1 - 1e-12) ? endOfTime : piece->to;
}

double Profile::timeAboveZero(double from, double to) const
{
    double time = 0;
    for (const Piece& piece : pieces_)
        if (piece.first > 0 || piece.last > 0)
            time += std::max(0.0, std::min(to, piece.to) - std::max(from, piece.from));
    return time;
}

double Profile::nextAbove(double threshold, double from) const
{
    for (const Piece* piece = pieceAt(from); piece && piece != pieces_.data() + pieces_.size(); ++piece) {
        const double time = piece->whenAbove(threshold, std::max(from, piece->from));
        if (time < piece->to)
            return time;
    }
    return endOfTime;
}

} // namespace headroom::run
