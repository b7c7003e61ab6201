// The menus that edit a drawing: Edit and Arrange. What they do is the canvas's; here it is named and given its key.
#include "app/window/main_window.h"
#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/canvas/canvas_menu.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/theme/drawing_colours.h"

#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

namespace headroom::app {

using namespace widgets;

/// An entry for the drawing that is shown. Its key belongs to the canvas that has the focus, so that fields keep
/// theirs.
QAction* MainWindow::addCanvasAction(QMenu* menu, const QString& iconName, const QString& text, const QKeySequence& key,
                                     CanvasAct act)
{
    QAction* action = menu->addAction(iconName.isEmpty() ? QIcon() : icon(iconName), text, this, [this, act] {
        if (auto* scene = currentCanvas()->scene())
            act(*scene);
        else
            statusBar()->showMessage(tr("There is no drawing yet. Choose an operation in the project tree."), 8000);
    });
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    return action;
}

void MainWindow::makeEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = model_.undoStack()->createUndoAction(this, tr("&Undo"));
    undo->setIcon(icon("edit-undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = model_.undoStack()->createRedoAction(this, tr("&Redo"));
    redo->setIcon(icon("edit-redo"));
    redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
    menu->addActions({undo, redo});
    menu->addSeparator();
    addFindActions(*menu);
    menu->addSeparator();
    const auto add = [&](const char* iconName, const QString& text, const QKeySequence& key, CanvasAct act) {
        return addCanvasAction(menu, iconName, text, key, std::move(act));
    };
    QAction* cut = add("edit-cut", tr("Cu&t"), QKeySequence::Cut, cutSelection);
    QAction* copy = add("edit-copy", tr("&Copy"), QKeySequence::Copy, copySelection);
    QAction* paste = add("edit-paste", tr("&Paste"), QKeySequence::Paste,
                         [](CanvasScene& scene) { pasteAt(scene, scene.pointer()); });
    QAction* duplicate = add("edit-duplicate", tr("D&uplicate"), QKeySequence("Ctrl+D"), duplicateSelection);
    QAction* remove = add("edit-delete", tr("&Delete selection"), QKeySequence::Delete, deleteSelection);
    add("edit-select-all", tr("Select &all"), QKeySequence::SelectAll, selectAll);
    menu->addSeparator();
    add("list-add", tr("Add &block …"), QKeySequence("/"), [](CanvasScene& scene) { quickAdd(scene); });
    QAction* wire = add("draw-connector", tr("Draw &wire from selection"), Qt::Key_Greater,
                        [](CanvasScene& scene) { scene.beginWireByKeys(); });
    add("note", tr("Add &note"), {}, [](CanvasScene& scene) { addNoteAt(scene, scene.pointer()); });
    connect(menu, &QMenu::aboutToShow, this, [this, cut, copy, paste, duplicate, remove, wire] {
        const CanvasScene* scene = currentCanvas()->scene();
        for (QAction* action : {cut, copy, duplicate, remove, wire})
            action->setEnabled(scene && scene->hasSelection());
        paste->setEnabled(scene && canPaste());
    });
    // Keys and other callers ask the canvas itself, which says why not.
    connect(menu, &QMenu::aboutToHide, this, [cut, copy, paste, duplicate, remove, wire] {
        for (QAction* action : {cut, copy, paste, duplicate, remove, wire})
            action->setEnabled(true);
    });
}

void MainWindow::makeArrangeMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Arrange"));
    for (const AlignmentEntry& entry : alignments())
        addCanvasAction(menu, entry.icon, tr("Align %1").arg(entry.text.toLower()), {},
                        [alignment = entry.alignment](CanvasScene& scene) { alignSelection(scene, alignment); });
    menu->addSeparator();
    addCanvasAction(menu, "distribute-horizontal-x", tr("Equal gaps &across"), {},
                    [](CanvasScene& scene) { distributeSelection(scene, Qt::Horizontal); });
    addCanvasAction(menu, "distribute-vertical-y", tr("Equal gaps &down"), {},
                    [](CanvasScene& scene) { distributeSelection(scene, Qt::Vertical); });
    menu->addSeparator();
    QMenu* colours = menu->addMenu(icon("color-fill"), tr("&Colour"));
    connect(colours, &QMenu::aboutToShow, this, [this, colours] {
        colours->clear(); // the swatches follow the theme
        addColourActions(colours);
    });
    addColourActions(colours);
    QAction* disabled = addCanvasAction(menu, {}, tr("&Disabled"), QKeySequence("Ctrl+E"),
                                        [](CanvasScene& scene) { scene.toggleDisabled(); });
    disabled->setCheckable(true);
    connect(menu, &QMenu::aboutToShow, this, [this, disabled] {
        const CanvasScene* scene = currentCanvas()->scene();
        disabled->setChecked(scene && scene->isSelectionDisabled());
    });
    menu->addSeparator();
    addCanvasAction(menu, {}, tr("&Straighten wires"), {}, straightenSelection);
    addCanvasAction(menu, {}, tr("&Lay everything out"), {}, [](CanvasScene& scene) { scene.arrange(); });
}

void MainWindow::addColourActions(QMenu* menu)
{
    for (const QString& name : drawingColours())
        addCanvasAction(menu, {}, drawingColourLabel(name), {}, [name](CanvasScene& scene) {
            colourSelection(scene, name);
        })->setIcon(colourSwatch(name, palette()));
    menu->addSeparator();
    addCanvasAction(menu, {}, tr("None"), {}, [](CanvasScene& scene) { colourSelection(scene, {}); });
}

} // namespace headroom::app
