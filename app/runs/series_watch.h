// Counts which viewers need which series of an active run. The engine sends the most informative series without a
// request, and others on request.
#pragma once

#include "record/stream/stream.h"

#include <functional>
#include <map>
#include <set>

namespace headroom::app {

class SeriesWatch
{
public:
    using Viewer = const void*; ///< identifies a viewer; never dereferenced
    using Send = std::function<void(const record::Command&)>;

    explicit SeriesWatch(Send send) : send_(std::move(send)) {}

    /// Series that the run sends without a request.
    void setAlwaysSent(const std::vector<std::uint32_t>& series);
    /// The viewer also needs these series. Series that no viewer needed before are requested.
    void add(Viewer viewer, const std::vector<std::uint32_t>& series);
    /// The viewer needs no series any more. Series that no other viewer needs are released.
    void remove(Viewer viewer);

private:
    void send(record::CommandKind kind, std::vector<std::uint32_t> series);

    Send send_;
    std::set<std::uint32_t> always_;
    std::map<std::uint32_t, std::set<Viewer>> viewers_; ///< the requested series; no set is empty
};

} // namespace headroom::app
