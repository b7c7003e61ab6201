// The projects that were open lately, the latest first.
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

QList<RecentFile> recentFiles();
/// Puts a file in front.
void noteRecentFile(const QString& path);
void forgetRecentFile(const QString& path);

/// "today 16:03", "yesterday 9:12", "12 March".
QString momentText(const QDateTime& moment);

} // namespace headroom::app
