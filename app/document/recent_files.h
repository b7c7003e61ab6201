// The recently opened projects: those that are pinned, then the others, the latest first.
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

namespace headroom::app {

struct RecentFile
{
    QString path;
    QDateTime opened;
    bool pinned = false;
};

/// The pinned files in the order in which they were pinned, then the others, the latest first.
QList<RecentFile> recentFiles();
/// Moves a file to the front of those that are not pinned; a pinned one stays in its place. The oldest that is not
/// pinned may leave the list.
void noteRecentFile(const QString& path);
void forgetRecentFile(const QString& path);
/// A pinned file stays in the list until it is forgotten.
void pinRecentFile(const QString& path, bool pinned);

/// A date as text: "today 16:03", "yesterday 9:12", "12 March".
QString momentText(const QDateTime& moment);

} // namespace headroom::app
