// What distinguishes runs besides their load: runs of equal configuration are points of one load curve.
#pragma once

#include <QByteArray>

#include <string>

namespace headroom::app {

/// A hash of the project without the fields that set the load of its workloads, e.g. workers and rate, without the
/// values of the generic parameters in them, and without what has no effect on a simulated cluster, e.g. positions in
/// drawings. Empty if the text cannot be read.
QByteArray configurationOf(const std::string& projectText);

} // namespace headroom::app
