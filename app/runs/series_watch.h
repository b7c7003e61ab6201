// The one place that counts who looks at which series of a run while it goes on. Its engine sends those that tell most
// by itself, and others when they are asked for.
#pragma once

#include "record/stream.h"

#include <functional>
#include <map>
#include <set>

namespace headroom::app {

class SeriesWatch
{
public:
    using Viewer = const void*; ///< whoever looks; is only compared
    using Send = std::function<void(const record::Command&)>;

    explicit SeriesWatch(Send send) : send_(std::move(send)) {}

    /// Series that the run sends without being asked.
    void setAlwaysSent(const std::vector<std::uint32_t>& series);
    /// The viewer looks at these series too: those at which nobody has looked so far are asked for.
    void add(Viewer viewer, const std::vector<std::uint32_t>& series);
    /// The viewer looks at nothing any more: what nobody else looks at is let go of.
    void remove(Viewer viewer);

private:
    void send(record::CommandKind kind, std::vector<std::uint32_t> series);

    Send send_;
    std::set<std::uint32_t> always_;
    std::map<std::uint32_t, std::set<Viewer>> viewers_; ///< of series that are asked for; none is empty
};

} // namespace headroom::app
