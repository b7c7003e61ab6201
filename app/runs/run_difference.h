// Finds the differences between the projects of two runs.
#pragma once

#include "app/runs/run_history.h"

#include <QStringList>

namespace headroom::app {

/// A line for each generic parameter with another value ("WORKERS: 128, was 64", "DISK: HDD, a new parameter"), then
/// one that names the other sections of the project that differ, or says that nothing does.
QStringList differencesOf(const Run& now, const Run& former);

/// The sections that differ, as the project tree names them.
QStringList sectionsThatDiffer(const SectionHashes& now, const SectionHashes& former);

/// Sentence for a run whose project is not the drawn one, with the differences: the values of generic parameters as
/// they were, then the other sections of the project. Empty if nothing differs. `drawn` has the parameters and sections
/// of the document.
QString drawnOtherwise(const Run& run, const Run& drawn);

/// Where a run is from that was not run in this session: the time of the earlier session, or, of a result file that was
/// opened from elsewhere, the file and its project; else empty.
QString originOf(const Run& run);

} // namespace headroom::app
