// Controls a run: takes samples, ends the warm-up, checks limits and precision, calls the observer.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"
#include "run/run.h"

namespace headroom::run {

/// Thrown through long work that nobody waits for any more.
struct StopAsked
{
};

/// Runs the model to its end, or until a limit or the observer ends it.
record::Summary drive(Model& model, Observer& observer, bool checkLaws);

} // namespace headroom::run
