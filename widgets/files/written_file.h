// Writes the files that a user asked for: charts, drawings, tables, reports.
#pragma once

#include <QByteArray>
#include <QString>

namespace headroom::widgets {

/// Writes a file whole: it has either its old or its new content. A device or a pipe is written directly. Returns an
/// empty string, or a sentence with the path and the reason, also where only the end did not fit.
QString writeWhole(const QString& path, const QByteArray& content);

} // namespace headroom::widgets
