// The recent files on the welcome page: opened by a click, pinned, taken off the list.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace headroom::app {

struct RecentFile;

class RecentList : public QWidget
{
    Q_OBJECT
public:
    explicit RecentList(QWidget* parent = nullptr);

    /// Reads the files again.
    void refresh();

signals:
    void chosen(const QString& path);

private:
    QWidget* makeRow(const RecentFile& file);
    QWidget* makePin(const RecentFile& file, const QString& name);
    QWidget* makeForget(const RecentFile& file, const QString& name);

    QVBoxLayout* rows_;
};

/// A path below the home folder begins with "~".
QString shortPath(const QString& path);

} // namespace headroom::app
