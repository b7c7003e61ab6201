#include "cli/stream/pause_point.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace headroom::cli {

void PausePoint::know(const record::Header& header)
{
    header_ = header;
}

void PausePoint::set(const record::Command& command, double simulatedS)
{
    PausePoint point;
    if (command.kind == record::CommandKind::step) {
        point.nextSample_ = !(command.seconds > 0);
        if (command.seconds > 0)
            point.instantS_ = simulatedS + command.seconds;
    } else if (!command.path.empty()) {
        const auto& all = header_.series;
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const record::SeriesInfo& one) { return one.path == command.path; });
        if (found == all.end())
            throw std::runtime_error("there is no series \"" + record::seriesName({0, command.path, {}}) + "\"");
        point.series_ = static_cast<std::size_t>(found - all.begin());
        point.above_ = command.above;
        point.below_ = command.below;
    } else if (command.requests > 0) {
        point.requests_ = command.requests;
    } else {
        point.instantS_ = command.seconds;
    }
    point.header_ = std::move(header_);
    *this = std::move(point);
}

double PausePoint::horizon() const
{
    return instantS_.value_or(std::numeric_limits<double>::infinity());
}

std::optional<std::string> PausePoint::metBy(const record::Sample& sample) const
{
    if (nextSample_)
        return std::string();
    std::ostringstream reason;
    if (requests_ > 0 && sample.requests >= requests_) {
        reason << sample.requests << " requests are answered";
        return reason.str();
    }
    if (!series_)
        return {};
    const double value = sample.values.at(*series_); // NaN is neither above nor below
    if (!(above_ && value > *above_) && !(below_ && value < *below_))
        return {};
    const record::SeriesInfo& series = header_.series[*series_];
    reason << record::seriesName(series) << " is " << value << (series.unit == "1" || series.unit == "share" ? "" : " ")
           << (series.unit == "1" || series.unit == "share" ? "" : series.unit);
    return reason.str();
}

} // namespace headroom::cli
