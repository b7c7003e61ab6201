#include "widgets/plots/data/time_kind.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headroom::widgets {

TimeKind timeKindOf(const QString& wait)
{
    static constexpr std::pair<const char*, TimeKind> beginnings[] = {
        {"processor", TimeKind::processor}, {"storage", TimeKind::storage}, {"transfer", TimeKind::network},
        {"queue", TimeKind::queue},         {"answer", TimeKind::answer},   {"memory", TimeKind::memory}};
    const auto* found = std::find_if(std::begin(beginnings), std::end(beginnings),
                                     [&](const auto& entry) { return wait.startsWith(QLatin1String(entry.first)); });
    return found == std::end(beginnings) ? TimeKind::delay : found->second;
}

TimeKind timeKindOfResource(const QString& resource)
{
    if (resource.startsWith(QLatin1String("disk ")))
        return TimeKind::storage;
    return resource.startsWith(QLatin1String("stage ")) ? TimeKind::delay : timeKindOf(resource);
}

int colourOf(TimeKind kind)
{
    return static_cast<int>(kind);
}

} // namespace headroom::widgets
