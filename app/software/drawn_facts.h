// The figures of a run that a drawing shows when the pointer rests on hardware: I/Os, bytes, hits and queues.
#pragma once

#include "app/runs/run_history.h"
#include "widgets/diagram/topology/boxes/group_item.h"

#include <functional>

namespace headroom::app {

/// The value of a curve at the displayed instant, or over the whole run; NaN if there is none.
using ValueOfCurve = std::function<double(const widgets::CurveData&)>;

/// Adds the figures of node groups, and of single nodes as far as the run has curves of them, to their loads.
/// `groupOfNode`: the node group and the number from 0 of a node by its name; an empty group if there is none.
void addFacts(const Run& run, const ValueOfCurve& valueOf,
              const std::function<std::pair<QString, int>(const QString& node)>& groupOfNode,
              QHash<QString, widgets::GroupLoads>& loads);

/// "proxies→switch: 118 MB/s, 12 %" for each direction of the link between two boxes of the topology; `from` and `to`
/// are the names that the engine may give its ends. Empty if the run has no curves of it.
QString factsOfLink(const Run& run, const ValueOfCurve& valueOf, const QStringList& from, const QStringList& to);

} // namespace headroom::app
