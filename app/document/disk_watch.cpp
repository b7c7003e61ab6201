#include "app/document/disk_watch.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

namespace headroom::app {

namespace {

constexpr int diskSettleMs = 200;

/// Empty if the file does not exist.
QByteArray hashOf(const QString& path)
{
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(&file);
    return hash.result();
}

} // namespace

DiskWatch::DiskWatch(QObject* parent) : QObject(parent)
{
    settled_.setSingleShot(true);
    settled_.setInterval(diskSettleMs);
    connect(&settled_, &QTimer::timeout, this, &DiskWatch::look);
    // The folder is watched as well: a replaced file is a new file, which is not watched yet.
    connect(&watcher_, &QFileSystemWatcher::fileChanged, &settled_, qOverload<>(&QTimer::start));
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, &settled_, qOverload<>(&QTimer::start));
}

void DiskWatch::watch(const QString& path)
{
    watch(path, hashOf(path));
}

void DiskWatch::watch(const QString& path, const QByteArray& knownHash)
{
    if (const QStringList former = watcher_.files() + watcher_.directories(); !former.isEmpty())
        watcher_.removePaths(former);
    path_ = path;
    known_ = told_ = knownHash;
    if (path_.isEmpty())
        return;
    watcher_.addPath(path_);
    watcher_.addPath(QFileInfo(path_).path());
    settled_.start();
}

bool DiskWatch::isForeign() const
{
    const QByteArray now = hashOf(path_);
    return !now.isEmpty() && now != known_;
}

void DiskWatch::look()
{
    if (path_.isEmpty())
        return;
    if (QFile::exists(path_) && !watcher_.files().contains(path_))
        watcher_.addPath(path_);
    const QByteArray now = hashOf(path_);
    if (now == told_)
        return;
    told_ = now;
    if (now.isEmpty())
        emit removed();
    else if (now != known_)
        emit changed();
}

} // namespace headroom::app
