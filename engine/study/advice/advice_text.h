// Advice as sentences.
#pragma once

#include "study/advice/advice.h"

#include <string>

namespace headroom::study {

/// Speaks of what was simulated alone: "With storage.disk data twice as fast: 1.9 (1.87 to 1.93) times the
/// throughput."
std::string sentenceOf(const Advice& advice);
/// "known", "not yet known", "not yet simulated", "being simulated", "failed".
const char* nameOf(WhatIf::State state);

} // namespace headroom::study
