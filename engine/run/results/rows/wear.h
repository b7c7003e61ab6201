// Bytes that a run writes to solid-state devices, which wear out by it.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"

namespace headroom::run {

/// Adds a row for each device group of devices that wear out.
void summariseWear(const Model& model, double spanS, record::Summary& summary);

} // namespace headroom::run
