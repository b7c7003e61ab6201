// What differs between the projects of two runs.
#pragma once

#include "app/runs/run_history.h"

#include <QStringList>

namespace headroom::app {

/// A line for each generic parameter with another value ("WORKERS: 128, was 64"), then one that names the other
/// sections of the project that differ, or says that nothing does.
QStringList differencesOf(const Run& now, const Run& former);

} // namespace headroom::app
