// The recent files as a menu: those that are pinned first. Also pins files and takes off those that are gone.
#pragma once

#include <QMenu>

namespace headroom::app {

class RecentMenu : public QMenu
{
    Q_OBJECT
public:
    explicit RecentMenu(const QString& title, QWidget* parent = nullptr);

signals:
    void chosen(const QString& path);

private:
    void fill();
    void fillPins();
    void askToForget(const QString& path);

    QMenu* pins_;
};

} // namespace headroom::app
