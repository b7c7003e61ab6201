#include "app/document/recent_files.h"

#include "app/base/settings.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::app {

namespace {

constexpr int filesKept = 12; // besides those that are pinned

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
        settings.setValue("pinned", files[i].pinned);
    }
    settings.endArray();
}

/// Takes a file out of the list; one that is not in it is new.
RecentFile take(QList<RecentFile>& files, const QString& path)
{
    const auto found = std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.path == path; });
    if (found == files.end())
        return {path, {}};
    const RecentFile file = *found;
    files.erase(found);
    return file;
}

auto firstUnpinned(QList<RecentFile>& files)
{
    return std::find_if(files.begin(), files.end(), [](const RecentFile& file) { return !file.pinned; });
}

/// Now, but later than every moment in the list: two files opened within a millisecond keep their order.
QDateTime nextMoment(const QList<RecentFile>& files)
{
    QDateTime moment = QDateTime::currentDateTime();
    for (const RecentFile& file : files)
        moment = std::max(moment, file.opened.addMSecs(1));
    return moment;
}

} // namespace

QList<RecentFile> recentFiles()
{
    QSettings settings = openSettings();
    QList<RecentFile> files;
    const int count = settings.beginReadArray("recent");
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        files.append({settings.value("path").toString(), settings.value("opened").toDateTime(),
                      settings.value("pinned").toBool()});
    }
    return files;
}

void noteRecentFile(const QString& path)
{
    QList<RecentFile> files = recentFiles();
    const QDateTime now = nextMoment(files);
    const auto known = std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.path == path; });
    if (known != files.end() && known->pinned) {
        known->opened = now;
    } else {
        take(files, path);
        files.insert(firstUnpinned(files), {path, now});
    }
    const auto pinned = firstUnpinned(files) - files.begin();
    store(files.mid(0, pinned + filesKept));
}

void forgetRecentFile(const QString& path)
{
    QList<RecentFile> files = recentFiles();
    take(files, path);
    store(files);
}

void pinRecentFile(const QString& path, bool pinned)
{
    QList<RecentFile> files = recentFiles();
    RecentFile file = take(files, path);
    file.pinned = pinned;
    auto place = firstUnpinned(files);
    while (!pinned && place != files.end() && place->opened > file.opened)
        ++place;
    files.insert(place, file);
    store(files);
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
