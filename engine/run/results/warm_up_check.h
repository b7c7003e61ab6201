// Finds out after a run whether its warm-up was long enough.
#pragma once

#include "run/model/model.h"

#include <optional>
#include <string>

namespace headroom::run {

/// The beginning of the measured window, if it differs from the rest.
struct ShortWarmUp
{
    std::string figure;   ///< "mean latency" or "throughput"
    double change = 0;    ///< of the figure over the whole window, relative to that of the rest
    double wantedS = 0;   ///< a warm-up that would have left the beginning out
    bool settles = false; ///< false: the series had not settled after half of the window either
};

/// Compares the part of the window that MSER-5 cuts off (White 1997) with the rest, by the latency and the number of
/// all operations that users wait for. Nothing if the figures of the whole window are those of the rest, within three
/// standard errors or 5 %; nor if the load itself changes over time: with stages, rates, ramps, traces, jobs or
/// disturbances.
std::optional<ShortWarmUp> shortWarmUp(const Model& model);

/// "The warm-up of 200 ms is too short: ...".
std::string sentenceOf(const ShortWarmUp& found, double warmUpS);

} // namespace headroom::run
