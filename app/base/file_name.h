// Proposes names for the files that the user saves.
#pragma once

#include <QStringList>

namespace headroom::app {

/// A file name without ending, made of these texts. Only letters, digits and ".", "_", "-" remain:
/// {"Swift rack", "run 3", "Latency"} → "Swift-rack-run-3-Latency". Empty texts are left out.
QString fileNameOf(const QStringList& texts);

} // namespace headroom::app
