// Configuration of runs besides their load: runs of equal configuration are points of one load curve.
#pragma once

#include <QByteArray>

#include <map>
#include <string>

namespace headroom::app {

/// A hash of the project without the fields that set the load of its workloads, e.g. workers and rate, without the
/// values of the generic parameters in them, and without what has no effect on a simulated cluster, e.g. positions in
/// drawings. Empty if the text cannot be read.
QByteArray configurationOf(const std::string& projectText);

/// A hash of each section of the project, without those that have no effect on a run, and without the values of the
/// generic parameters. Empty if the text cannot be read.
using SectionHashes = std::map<std::string, QByteArray>;
SectionHashes sectionsOf(const std::string& projectText);

} // namespace headroom::app
