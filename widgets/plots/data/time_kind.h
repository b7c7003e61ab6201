// Kinds of time of a request. Each kind has one colour in all views of requests.
#pragma once

#include <QString>

namespace headroom::widgets {

enum class TimeKind
{
    processor,
    storage,
    network,
    queue,
    answer,
    memory,
    delay,
    other
};

/// Kind of a wait, by its name in the engine's spans: "processor", "storage", "queue for a worker" ...
TimeKind timeKindOf(const QString& wait);
/// Kind of the time at a place, by its name in a summary: "processor", "disk data", "stage checksum", "workers".
TimeKind timeKindOfResource(const QString& resource);
/// Index for seriesColour().
int colourOf(TimeKind kind);

} // namespace headroom::widgets
