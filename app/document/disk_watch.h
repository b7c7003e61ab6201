// Notices that somebody else has changed the file of the document.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace headroom::app {

/// Compares by content: a file that is touched, or written again as it was, has not changed.
class DiskWatch : public QObject
{
    Q_OBJECT
public:
    explicit DiskWatch(QObject* parent = nullptr);

    /// Watches a file whose content is known now: what was read from it or written to it just now. Empty path: none.
    void watch(const QString& path);
    /// Watches a file that was known with this content, whatever it holds now.
    void watch(const QString& path, const QByteArray& knownHash);
    const QByteArray& knownHash() const { return known_; }
    /// Whether the file holds now what nobody here has seen. A file that is gone holds nothing.
    bool isForeign() const;

signals:
    void changed();
    void removed();

private:
    void look();

    QFileSystemWatcher watcher_;
    QTimer settled_; ///< a file that is being written is looked at when that is done
    QString path_;
    QByteArray known_;
    QByteArray told_; ///< content last told of
};

} // namespace headroom::app
