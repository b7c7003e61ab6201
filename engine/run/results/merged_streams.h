// Merged chunks of streams at message level, where they change more than the speed of the simulation.
#pragma once

#include "run/model/model.h"

#include <string>

namespace headroom::run {

/// At message level the pieces of a stream take turns with other messages at each link, and a piece is passed on when
/// it has arrived as a whole. Larger pieces hold a link longer and take more of it beside smaller ones. So the number
/// of pieces (`stream_chunks` of the run) is part of the result. At flow level it is not: streams share their links at
/// every instant, whatever their pieces.
///
/// Adds a warning if the model's network is at message level and a transfer may send in pieces larger than its chunks.
void checkMergedStreams(const Model& model, double streamChunks, project::Findings& findings);

/// What to say at the end of a run in which this was the case; empty if it was not.
std::string mergedStreamsIn(const Model& model);

} // namespace headroom::run
