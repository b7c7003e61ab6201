// Works the project tree as a hand does: clicks entries, and chooses from their menus.
#pragma once

#include "app/outline/project_tree.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace studio {

class TreeHand
{
public:
    explicit TreeHand(headroom::app::ProjectTree& tree) : tree_(tree) {}

    /// The first entry of this text; null if there is none.
    QTreeWidgetItem* item(const QString& text) const
    {
        QApplication::processEvents();
        for (QTreeWidgetItemIterator it(&tree_); *it; ++it)
            if ((*it)->text(0) == text)
                return *it;
        return nullptr;
    }
    void click(const QTreeWidgetItem* item) const
    {
        QVERIFY(item);
        tree_.scrollToItem(item);
        QTest::mouseClick(tree_.viewport(), Qt::LeftButton, {}, tree_.visualItemRect(item).center());
        QApplication::processEvents();
    }
    /// Chooses in the menu of an entry, and in the menus below.
    void choose(const QString& entry, const QStringList& path) const
    {
        const QTreeWidgetItem* asked = item(entry);
        QVERIFY2(asked, qPrintable(entry));
        tree_.scrollToItem(asked);
        const QPoint at = tree_.visualItemRect(asked).center();
        QTest::mouseClick(tree_.viewport(), Qt::RightButton, {}, at);
        QContextMenuEvent ask(QContextMenuEvent::Mouse, at, tree_.viewport()->mapToGlobal(at));
        QApplication::sendEvent(tree_.viewport(), &ask);
        auto* menu = tree_.findChild<QMenu*>("treeMenu");
        for (const QString& word : path) {
            QVERIFY(menu);
            const auto actions = menu->actions();
            const auto found = std::find_if(actions.begin(), actions.end(), [&](const QAction* action) {
                return QString(action->text()).remove('&') == word;
            });
            QVERIFY2(found != actions.end(), qPrintable(word));
            QMenu* below = (*found)->menu();
            QTest::mouseMove(menu, menu->actionGeometry(*found).center());
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(*found).center());
            menu = below;
        }
        QApplication::processEvents();
    }

private:
    headroom::app::ProjectTree& tree_;
};

} // namespace studio
