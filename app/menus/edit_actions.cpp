#include "app/menus/edit_actions.h"

#include "app/frame/find_controller.h"
#include "app/frame/workspace.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/canvas/canvas_menu.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/theme.h"

#include <QMenu>
#include <QTabWidget>

namespace headroom::app {

using namespace widgets;

EditActions::EditActions(Workspace& workspace) : workspace_(workspace) {}

CanvasScene* EditActions::scene() const
{
    return workspace_.currentCanvas().scene();
}

/// An entry for the displayed drawing. Its shortcut is handled by the focused canvas, so that text fields keep theirs.
QAction* EditActions::add(QMenu& menu, const QString& iconName, const QString& text, const QKeySequence& key,
                          CanvasAct act)
{
    QAction* action = menu.addAction(iconName.isEmpty() ? QIcon() : icon(iconName), text, this, [this, act] {
        if (scene())
            act(*scene());
        else
            workspace_.status().say(tr("There is no drawing yet. Choose an operation in the project tree."));
    });
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    return action;
}

void EditActions::fillEditMenu(QMenu& menu, FindController& find)
{
    addUndo(menu);
    menu.addSeparator();
    find.fillMenu(menu);
    menu.addSeparator();
    addClipboard(menu);
}

void EditActions::addUndo(QMenu& menu)
{
    QAction* undo = workspace_.model().undoStack()->createUndoAction(&menu, tr("&Undo"));
    undo->setIcon(icon("edit-undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = workspace_.model().undoStack()->createRedoAction(&menu, tr("&Redo"));
    redo->setIcon(icon("edit-redo"));
    redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
    menu.addActions({undo, redo});
}

/// Entries that delete, copy and add blocks.
void EditActions::addClipboard(QMenu& menu)
{
    QAction* cut = add(menu, "edit-cut", tr("Cu&t"), QKeySequence::Cut, cutSelection);
    QAction* copy = add(menu, "edit-copy", tr("&Copy"), QKeySequence::Copy, copySelection);
    QAction* paste = add(menu, "edit-paste", tr("&Paste"), QKeySequence::Paste, pasteBeside);
    QAction* duplicate = add(menu, "edit-duplicate", tr("D&uplicate"), QKeySequence("Ctrl+D"), duplicateSelection);
    QAction* remove = add(menu, "edit-delete", tr("&Delete selection"), QKeySequence::Delete, deleteSelection);
    add(menu, "edit-select-all", tr("Select &all"), QKeySequence::SelectAll, selectAll);
    menu.addSeparator();
    add(menu, "list-add", tr("Add &block …"), QKeySequence("/"), [](CanvasScene& scene) { quickAdd(scene); });
    QAction* wire = add(menu, "draw-connector", tr("Draw &wire from selection"), Qt::Key_Greater,
                        [](CanvasScene& scene) { scene.beginWireByKeys(); });
    add(menu, "note", tr("Add &note"), {}, [](CanvasScene& scene) { addNoteAt(scene, scene.pointer()); });
    connect(&menu, &QMenu::aboutToShow, this, [this, cut, copy, paste, duplicate, remove, wire] {
        for (QAction* action : {cut, copy, duplicate, remove, wire})
            action->setEnabled(scene() && scene()->hasSelection());
        paste->setEnabled(scene() && canPaste());
    });
    // Enabled while the menu is closed, so that shortcuts reach the canvas, which reports why an action is refused.
    connect(&menu, &QMenu::aboutToHide, this, [cut, copy, paste, duplicate, remove, wire] {
        for (QAction* action : {cut, copy, paste, duplicate, remove, wire})
            action->setEnabled(true);
    });
}

void EditActions::fillArrangeMenu(QMenu& menu)
{
    constexpr int aligned = 2, distributed = 3; // boxes
    for (const AlignmentEntry& entry : alignments())
        enableFrom(menu, aligned,
                   *add(menu, entry.icon, tr("Align %1").arg(entry.text.toLower()), {},
                        [alignment = entry.alignment](CanvasScene& scene) { alignSelection(scene, alignment); }));
    menu.addSeparator();
    enableFrom(menu, distributed,
               *add(menu, "distribute-horizontal-x", tr("Equal gaps &across"), {},
                    [](CanvasScene& scene) { distributeSelection(scene, Qt::Horizontal); }));
    enableFrom(menu, distributed,
               *add(menu, "distribute-vertical-y", tr("Equal gaps &down"), {},
                    [](CanvasScene& scene) { distributeSelection(scene, Qt::Vertical); }));
    menu.addSeparator();
    QMenu* colours = menu.addMenu(icon("color-fill"), tr("&Colour"));
    connect(colours, &QMenu::aboutToShow, this, [this, colours] {
        colours->clear(); // creates the swatches again, because the theme may have changed
        addColours(*colours);
    });
    addColours(*colours);
    enableFrom(menu, 1, *colours->menuAction());
    addWidths(menu);
    QAction* disabled =
        add(menu, {}, tr("D&isabled"), QKeySequence("Ctrl+E"), [](CanvasScene& scene) { scene.toggleDisabled(); });
    disabled->setCheckable(true);
    connect(&menu, &QMenu::aboutToShow, this,
            [this, disabled] { disabled->setChecked(scene() && scene()->isSelectionDisabled()); });
    connect(&menu, &QMenu::aboutToShow, disabled,
            [this, disabled] { disabled->setEnabled(scene() && scene()->canDisable()); });
    connect(&menu, &QMenu::aboutToHide, disabled, [disabled] { disabled->setEnabled(true); });
    menu.addSeparator();
    enableFrom(menu, 1, *add(menu, {}, tr("&Straighten wires"), {}, straightenSelection));
    add(menu, {}, tr("La&y everything out"), {}, [](CanvasScene& scene) { scene.arrange(); });
}

/// Enables an entry of an open menu if so many items are selected. While the menu is closed it is enabled, so that its
/// shortcut reaches the canvas, which says why it is refused.
void EditActions::enableFrom(QMenu& menu, int items, QAction& action)
{
    connect(&menu, &QMenu::aboutToShow, &action, [this, items, &action] {
        const auto count = !scene() ? 0 : items > 1 ? scene()->selectedBoxes().size() : scene()->selectedItems().size();
        action.setEnabled(count >= items);
    });
    connect(&menu, &QMenu::aboutToHide, &action, [&action] { action.setEnabled(true); });
}

void EditActions::addColours(QMenu& menu)
{
    for (const QString& name : drawingColours())
        add(menu, {}, drawingColourLabel(name), {}, [name](CanvasScene& scene) {
            colourSelection(scene, name);
        })->setIcon(colourSwatch(name, menu.palette()));
    menu.addSeparator();
    add(menu, {}, tr("None"), {}, [](CanvasScene& scene) { colourSelection(scene, {}); });
}

void EditActions::addWidths(QMenu& menu)
{
    QMenu* widths = menu.addMenu(tr("&Width"));
    for (const WidthEntry& entry : widthEntries())
        add(*widths, {}, entry.text, entry.key, entry.act);
    QAction* entry = widths->menuAction();
    connect(&menu, &QMenu::aboutToShow, entry,
            [this, entry] { entry->setEnabled(scene() && !scene()->selectedResizable().isEmpty()); });
    connect(&menu, &QMenu::aboutToHide, entry, [entry] { entry->setEnabled(true); });
}

void EditActions::insertBlock(const QString& type)
{
    CanvasTab& canvas = workspace_.software();
    auto* drawing = qobject_cast<DiagramScene*>(canvas.scene());
    if (!drawing) {
        workspace_.status().say(tr("Choose an operation in the project tree first: the block goes into its drawing."));
        return;
    }
    workspace_.tabs().setCurrentWidget(&canvas);
    drawing->addBlockAt(type, canvas.view()->visibleRect().center());
}

} // namespace headroom::app
