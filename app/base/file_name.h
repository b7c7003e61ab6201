// Names of the files that the user saves: proposals, and the dialog that asks for one.
#pragma once

#include <QStringList>

class QWidget;

namespace headroom::app {

/// A file name without ending, made of these texts. Only letters, digits and ".", "_", "-" remain:
/// {"Swift rack", "run 3", "Latency"} → "Swift-rack-run-3-Latency". Empty texts are left out.
QString fileNameOf(const QStringList& texts);

/// Asks where a file shall be written; empty: the user chose none. A name without an ending gets that of the chosen
/// filter, of "PDF (*.pdf);;HTML (*.html)" say.
QString chooseFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filters);

} // namespace headroom::app
