#include "app/runs/series_watch.h"

#include <utility>

namespace headroom::app {

void SeriesWatch::setAlwaysSent(const std::vector<std::uint32_t>& series)
{
    always_ = {series.begin(), series.end()};
}

void SeriesWatch::add(Viewer viewer, const std::vector<std::uint32_t>& series)
{
    std::vector<std::uint32_t> wanted;
    for (const std::uint32_t id : series) {
        if (always_.contains(id))
            continue;
        std::set<Viewer>& viewers = viewers_[id];
        if (viewers.empty())
            wanted.push_back(id);
        viewers.insert(viewer);
    }
    send(record::CommandKind::watch, std::move(wanted));
}

void SeriesWatch::remove(Viewer viewer)
{
    std::vector<std::uint32_t> unwanted;
    for (auto& [id, viewers] : viewers_)
        if (viewers.erase(viewer) > 0 && viewers.empty())
            unwanted.push_back(id);
    for (const std::uint32_t id : unwanted)
        viewers_.erase(id);
    send(record::CommandKind::unwatch, std::move(unwanted));
}

void SeriesWatch::send(record::CommandKind kind, std::vector<std::uint32_t> series)
{
    if (series.empty())
        return;
    record::Command command;
    command.kind = kind;
    command.series = std::move(series);
    send_(command);
}

} // namespace headroom::app
