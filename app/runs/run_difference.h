// What differs between the projects of two runs.
#pragma once

#include "app/runs/run_history.h"

#include <QStringList>

namespace headroom::app {

/// A line for each generic parameter with another value ("WORKERS: 128, was 64"), then one that names the other
/// sections of the project that differ, or says that nothing does.
QStringList differencesOf(const Run& now, const Run& former);

/// Of a run whose result file was opened from elsewhere: which file and project; else empty.
QString originOf(const Run& run);

} // namespace headroom::app
