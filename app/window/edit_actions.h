// The menus that edit a drawing: Edit and Arrange. What they do is the canvas's; here it is named and given its key.
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
    /// A block of the palette, into the middle of what is seen of the drawing.
    void insertBlock(const QString& type);

private:
    using CanvasAct = std::function<void(widgets::CanvasScene&)>;
    QAction* add(QMenu& menu, const QString& iconName, const QString& text, const QKeySequence& key, CanvasAct act);
    void addUndo(QMenu& menu);
    void addClipboard(QMenu& menu);
    void addColours(QMenu& menu);
    widgets::CanvasScene* scene() const;

    Workspace& workspace_;
};

} // namespace headroom::app
