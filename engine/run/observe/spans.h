// Names for the spans of traced requests.
#pragma once

#include "behaviour/tracing/tracer.h"
#include "record/stream/span.h"
#include "run/model/model.h"

namespace headroom::run {

/// The span with the names of operation, block, role and node in place of their indices.
record::Span named(const behaviour::TraceSpan& span, const Model& model);

} // namespace headroom::run
