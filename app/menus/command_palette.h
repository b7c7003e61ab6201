// Finds commands of the menus, views, elements of the project and pages of the manual by typing a part of their names.
#pragma once

#include <QObject>
#include <QVector>

#include <functional>
#include <utility>
#include <vector>

class QMainWindow;
class QMenu;
class QTreeWidgetItem;

namespace headroom::widgets {
struct QuickEntry;
}

namespace headroom::app {

class Navigator;
class ProjectTree;
class Workspace;

class CommandPalette : public QObject
{
    Q_OBJECT
public:
    CommandPalette(Workspace& workspace, ProjectTree& tree, Navigator& navigator);

    void fillMenu(QMenu& menu);
    /// A view that is not a tab of its own.
    void addView(const QString& name, std::function<void()> show);
    void open();

private:
    /// The choices of the list with their actions.
    struct Choices
    {
        QVector<widgets::QuickEntry> entries;
        std::vector<std::function<void()>> acts;

        void add(const QString& icon, const QString& label, const QString& place, std::function<void()> act);
    };

    /// `within`: the names of the menus in which it is, below that of the bar.
    void addCommands(const QMenu& menu, const QString& top, const QString& within, Choices& choices) const;
    void addViews(Choices& choices) const;
    void addElements(QTreeWidgetItem& item, const QString& path, Choices& choices) const;
    void addPages(Choices& choices) const;

    Workspace& workspace_;
    ProjectTree& tree_;
    Navigator& navigator_;
    std::vector<std::pair<QString, std::function<void()>>> views_; ///< those of addView()
};

} // namespace headroom::app
