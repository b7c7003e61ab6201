#include "widgets/plots/data/time_kind.h"

#include <algorithm>
#include <span>
#include <utility>

namespace headroom::widgets {

namespace {

/// The kind whose beginning the name has; delay if it has none of them.
TimeKind kindBy(std::span<const std::pair<const char*, TimeKind>> beginnings, const QString& name)
{
    const auto found = std::find_if(beginnings.begin(), beginnings.end(),
                                    [&](const auto& entry) { return name.startsWith(QLatin1String(entry.first)); });
    return found == beginnings.end() ? TimeKind::delay : found->second;
}

} // namespace

TimeKind timeKindOf(const QString& wait)
{
    static constexpr std::pair<const char*, TimeKind> beginnings[] = {
        {"processor", TimeKind::processor}, {"storage", TimeKind::storage}, {"transfer", TimeKind::network},
        {"queue", TimeKind::queue},         {"answer", TimeKind::answer},   {"memory", TimeKind::memory}};
    return kindBy(beginnings, wait);
}

TimeKind timeKindOfResource(const QString& resource)
{
    static constexpr std::pair<const char*, TimeKind> beginnings[] = {
        {"disk ", TimeKind::storage}, {"network", TimeKind::network}, {"stream", TimeKind::network},
        {"workers", TimeKind::queue}, {"helper", TimeKind::queue},    {"slots ", TimeKind::queue},
        {"tokens ", TimeKind::queue}, {"barrier", TimeKind::queue},   {"others", TimeKind::queue}};
    const TimeKind kind = kindBy(beginnings, resource);
    return kind == TimeKind::delay ? timeKindOf(resource) : kind;
}

int colourOf(TimeKind kind)
{
    return static_cast<int>(kind);
}

} // namespace headroom::widgets
