#include "app/document/recent_files.h"

#include "app/base/settings.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::app {

namespace {

constexpr int filesKept = 12;

struct RecentFiles
{
    Q_DECLARE_TR_FUNCTIONS(RecentFiles)
};

void store(const QList<RecentFile>& files)
{
    QSettings settings = openSettings();
    settings.beginWriteArray("recent", static_cast<int>(files.size()));
    for (int i = 0; i < files.size(); ++i) {
        settings.setArrayIndex(i);
        settings.setValue("path", files[i].path);
        settings.setValue("opened", files[i].opened);
    }
    settings.endArray();
}

QList<RecentFile> without(const QString& path)
{
    QList<RecentFile> files = recentFiles();
    files.removeIf([&](const RecentFile& file) { return file.path == path; });
    return files;
}

} // namespace

QList<RecentFile> recentFiles()
{
    QSettings settings = openSettings();
    QList<RecentFile> files;
    const int count = std::min(settings.beginReadArray("recent"), filesKept);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        files.append({settings.value("path").toString(), settings.value("opened").toDateTime()});
    }
    return files;
}

void noteRecentFile(const QString& path)
{
    QList<RecentFile> files = without(path);
    files.prepend({path, QDateTime::currentDateTime()});
    store(files.mid(0, filesKept));
}

void forgetRecentFile(const QString& path)
{
    store(without(path));
}

QString momentText(const QDateTime& moment)
{
    const QDate today = QDate::currentDate();
    const QString time = moment.time().toString("H:mm");
    if (moment.date() == today)
        return RecentFiles::tr("today %1").arg(time);
    if (moment.date() == today.addDays(-1))
        return RecentFiles::tr("yesterday %1").arg(time);
    return QLocale().toString(moment.date(), moment.date().year() == today.year() ? "d MMMM" : "d MMMM yyyy");
}

} // namespace headroom::app
