// The menus that the right button opens on a block, a wire, a note and the canvas.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/note_item.h"
#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/theme.h"

#include <QGraphicsSceneContextMenuEvent>
#include <QGraphicsView>
#include <QMenu>
#include <QPainter>

namespace headroom::widgets {

namespace {

/// An entry that shows its key; the canvas itself hears the key while it has the focus.
template <typename Act>
QAction* add(QMenu& menu, const char* iconName, const QString& text, const QKeySequence& key, CanvasScene* scene,
             Act act)
{
    QAction* action = menu.addAction(*iconName ? icon(iconName) : QIcon(), text);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setShortcutVisibleInContextMenu(true);
    QObject::connect(action, &QAction::triggered, scene, act);
    return action;
}

} // namespace

QIcon colourSwatch(const QString& name, const QPalette& palette)
{
    QPixmap swatch(16, 16);
    swatch.fill(Qt::transparent);
    QPainter painter(&swatch);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(drawingColour(name, palette));
    painter.drawRoundedRect(QRectF(2, 2, 12, 12), 3, 3);
    return swatch;
}

void CanvasScene::contextMenuEvent(QGraphicsSceneContextMenuEvent* event)
{
    cancelGesture();
    const QPointF point = event->scenePos();
    QGraphicsItem* hit = boxAt(point);
    WireItem* wire = hit ? nullptr : wireAt(point);
    if (!hit)
        hit = wire;
    if (!hit)
        hit = noteAt(point);
    if (hit && !hit->isSelected()) {
        clearSelection();
        hit->setSelected(true);
    } else if (!hit) {
        clearSelection();
    }
    auto* menu = new QMenu(views().isEmpty() ? nullptr : views().first());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("canvasMenu");
    if (wire)
        fillWireMenu(*menu, *wire, point, event->screenPos());
    else if (hit)
        fillBoxMenu(*menu);
    else
        fillCanvasMenu(*menu, point, event->screenPos());
    emit menuOpening(menu);
    menu->popup(event->screenPos());
    event->accept();
}

void CanvasScene::fillBoxMenu(QMenu& menu)
{
    const QStringList boxes = selectedBoxes(), texts = selectedNotes();
    if (boxes.size() == 1 && texts.isEmpty()) {
        add(menu, "list-add", tr("Add what follows …"), {}, this, [this] { quickAdd(); });
        add(menu, "draw-connector", tr("Draw wire"), Qt::Key_Greater, this, [this] { beginWireByKeys(); });
        menu.addSeparator();
    }
    if (boxes.isEmpty() && texts.size() == 1)
        add(menu, "document-edit", tr("Edit text"), {}, this, [this, id = texts.first()] {
            if (NoteItem* item = note(id))
                item->beginEditing();
        });
    add(menu, "edit-cut", tr("Cut"), QKeySequence::Cut, this, [this] { cutSelection(); });
    add(menu, "edit-copy", tr("Copy"), QKeySequence::Copy, this, [this] { copySelection(); });
    add(menu, "edit-duplicate", tr("Duplicate"), QKeySequence("Ctrl+D"), this, [this] { duplicateSelection(); });
    add(menu, "edit-delete", tr("Delete"), QKeySequence::Delete, this, [this] { deleteSelection(); });
    menu.addSeparator();
    if (canDisable()) {
        QAction* disable = add(menu, "", tr("Disabled"), QKeySequence("Ctrl+E"), this, [this] { toggleDisabled(); });
        disable->setCheckable(true);
        disable->setChecked(isSelectionDisabled());
    }
    addColourMenu(menu);
    if (boxes.size() > 1)
        addArrangeMenu(menu);
}

void CanvasScene::fillWireMenu(QMenu& menu, WireItem& wire, const QPointF& point, const QPoint& global)
{
    AddPlace place{point, {}, wire.index()};
    if (!entriesFor(place).isEmpty())
        add(menu, "list-add", tr("Put a block in …"), {}, this, [this, place, global] { openQuickAdd(place, global); });
    QAction* straighten = add(menu, "", tr("Straighten"), {}, this, [this] { straightenSelection(); });
    straighten->setEnabled(!wire.bends().isEmpty());
    add(menu, "edit-delete", tr("Delete"), QKeySequence::Delete, this, [this] { deleteSelection(); });
}

void CanvasScene::fillCanvasMenu(QMenu& menu, const QPointF& point, const QPoint& global)
{
    if (!entriesFor({point, {}, -1}).isEmpty())
        add(menu, "list-add", tr("Add …"), QKeySequence("/"), this, [this, point, global] {
            openQuickAdd({point, {}, -1}, global);
        });
    add(menu, "edit-paste", tr("Paste here"), QKeySequence::Paste, this, [this, point] {
        pasteAt(point);
    })->setEnabled(canPaste());
    add(menu, "note", tr("Add note"), {}, this, [this, point] { addNoteAt(point); });
    menu.addSeparator();
    add(menu, "edit-select-all", tr("Select all"), QKeySequence::SelectAll, this, [this] { selectAll(); });
    add(menu, "", tr("Lay everything out"), {}, this, [this] { arrange(); });
}

void CanvasScene::addColourMenu(QMenu& menu)
{
    QMenu* colours = menu.addMenu(tr("Colour"));
    for (const QString& name : drawingColours())
        connect(colours->addAction(colourSwatch(name, palette()), drawingColourLabel(name)), &QAction::triggered, this,
                [this, name] { colourSelection(name); });
    colours->addSeparator();
    connect(colours->addAction(tr("None")), &QAction::triggered, this, [this] { colourSelection({}); });
}

void CanvasScene::addArrangeMenu(QMenu& menu)
{
    QMenu* arrange = menu.addMenu(tr("Align"));
    for (const auto& entry : alignments())
        connect(arrange->addAction(icon(entry.icon), entry.text), &QAction::triggered, this,
                [this, alignment = entry.alignment] { alignSelection(alignment); });
    arrange->addSeparator();
    connect(arrange->addAction(icon("distribute-horizontal-x"), tr("Equal gaps across")), &QAction::triggered, this,
            [this] { distributeSelection(Qt::Horizontal); });
    connect(arrange->addAction(icon("distribute-vertical-y"), tr("Equal gaps down")), &QAction::triggered, this,
            [this] { distributeSelection(Qt::Vertical); });
}

const QVector<AlignmentEntry>& alignments()
{
    using enum Alignment;
    static const QVector<AlignmentEntry> entries = {{left, "align-horizontal-left", CanvasScene::tr("Left edges")},
                                                    {centre, "align-horizontal-center", CanvasScene::tr("Centres")},
                                                    {right, "align-horizontal-right", CanvasScene::tr("Right edges")},
                                                    {top, "align-vertical-top", CanvasScene::tr("Top edges")},
                                                    {middle, "align-vertical-center", CanvasScene::tr("Middles")},
                                                    {bottom, "align-vertical-bottom", CanvasScene::tr("Bottom edges")}};
    return entries;
}

} // namespace headroom::widgets
