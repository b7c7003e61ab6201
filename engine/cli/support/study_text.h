// A study for people to read in a terminal, and its axes as they are written in arguments.
#pragma once

#include "project/document/document.h"
#include "study/run/study_run.h"
#include "study/table/study_table.h"

#include <cstddef>
#include <string>

namespace headroom::cli {

/// An axis from NAME=V1,V2,... or NAME=FROM..TO[/STEPS[/log]] or NAME=ticked. Throws std::runtime_error if it is none
/// of these.
project::StudyAxis readAxis(const std::string& text);

/// The first points with their figures, in their order, and what has to be known of each.
std::string studyTable(const study::Table& table);

/// "12 of 40 points, 3 failed; 1 min 5 s left".
std::string progressText(const study::Progress& progress);

} // namespace headroom::cli
