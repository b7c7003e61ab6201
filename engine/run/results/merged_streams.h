// Merged chunks of streams, which change more than the speed of the simulation.
#pragma once

#include "run/model/model.h"

#include <string>

namespace headroom::run {

/// A run that limits the number of pieces of a stream (`stream_chunks`) moves several chunks as one: all of them are
/// read before the first is sent, and are received before the first is used; at message level they hold a link longer.
/// So the number is part of the result: reading ahead, windows and what overlaps otherwise all become coarser.
///
/// Adds a warning if a transfer may send in pieces larger than its chunks.
void checkMergedStreams(const Model& model, double streamChunks, project::Findings& findings);

/// Sentence for the end of a run in which this was the case; empty if it was not.
std::string mergedStreamsIn(const Model& model);

} // namespace headroom::run
