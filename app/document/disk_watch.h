// Detects that another program has changed the document's file.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace headroom::app {

/// Compares the content: a file that was touched or rewritten with the same content has not changed.
class DiskWatch : public QObject
{
    Q_OBJECT
public:
    explicit DiskWatch(QObject* parent = nullptr);

    /// Watches a file whose current content is known, because it was just read or written. Empty path: no file.
    void watch(const QString& path);
    /// Watches a file. `knownHash` is the hash of its known content, which may differ from the current content.
    void watch(const QString& path, const QByteArray& knownHash);
    const QByteArray& knownHash() const { return known_; }
    /// True if the file has content that this window has not read. False if the file does not exist.
    bool isForeign() const;

signals:
    void changed();
    void removed();

private:
    void look();

    QFileSystemWatcher watcher_;
    QTimer settled_; ///< waits until the file has been written completely
    QString path_;
    QByteArray known_;
    QByteArray told_; ///< hash of the content that was reported last
};

} // namespace headroom::app
