#include "app/base/time_cursor.h"

#include <algorithm>

namespace headroom::app {

void TimeCursor::take(double time)
{
    taken_ = std::clamp(time, 0.0, latest_);
    emit changed(*taken_);
}

void TimeCursor::follow()
{
    taken_.reset();
    emit changed(latest_);
}

void TimeCursor::advance(double latest)
{
    latest_ = latest;
    if (!taken_)
        emit changed(latest_);
}

void TimeCursor::reset(double latest)
{
    taken_.reset();
    advance(latest);
}

} // namespace headroom::app
