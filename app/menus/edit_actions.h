// The Edit and Arrange menus. They define names and shortcuts; the canvas does the work.
#pragma once

#include <QKeySequence>
#include <QObject>

#include <functional>

class QAction;
class QMenu;

namespace headroom::widgets {
class CanvasScene;
}

namespace headroom::app {

class FindController;
class Workspace;

class EditActions : public QObject
{
    Q_OBJECT
public:
    explicit EditActions(Workspace& workspace);

    void fillEditMenu(QMenu& menu, FindController& find);
    void fillArrangeMenu(QMenu& menu);
    /// Inserts a block of the palette at the centre of the visible part of the drawing.
    void insertBlock(const QString& type);

private:
    using CanvasAct = std::function<void(widgets::CanvasScene&)>;
    QAction* add(QMenu& menu, const QString& iconName, const QString& text, const QKeySequence& key, CanvasAct act);
    void addUndo(QMenu& menu);
    void addClipboard(QMenu& menu);
    void addColours(QMenu& menu);
    void addWidths(QMenu& menu);
    void enableFrom(QMenu& menu, int items, QAction& action);
    widgets::CanvasScene* scene() const;

    Workspace& workspace_;
};

} // namespace headroom::app
