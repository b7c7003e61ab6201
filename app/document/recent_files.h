// The recently opened projects, the latest first.
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

namespace headroom::app {

struct RecentFile
{
    QString path;
    QDateTime opened;
};

/// The recent files, the latest first.
QList<RecentFile> recentFiles();
/// Moves a file to the front of the list.
void noteRecentFile(const QString& path);
void forgetRecentFile(const QString& path);

/// A date as text: "today 16:03", "yesterday 9:12", "12 March".
QString momentText(const QDateTime& moment);

} // namespace headroom::app
