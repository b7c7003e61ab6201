// Converts the summary's parts on consumption and trust to and from JSON. Internal to record/.
#pragma once

#include "record/structure/json_reading.h"
#include "record/summary/summary.h"

namespace headroom::record {

inline Json orNull(const std::optional<double>& value)
{
    return value ? Json(*value) : Json();
}

void addConsumption(const Summary& summary, Json& json);
void addTrust(const Summary& summary, Json& json);

/// Missing parts (older results) keep their defaults.
template <class J>
void readConsumption(const ObjectReader<J>& object, Summary& summary);
template <class J>
void readTrust(const ObjectReader<J>& object, Summary& summary);

} // namespace headroom::record
