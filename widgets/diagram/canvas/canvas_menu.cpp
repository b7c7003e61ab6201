#include "widgets/diagram/canvas/canvas_menu.h"

#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/theme.h"

#include <QGraphicsSceneContextMenuEvent>
#include <QGraphicsView>
#include <QMenu>
#include <QPainter>

namespace headroom::widgets {

namespace {

/// An entry that only shows its shortcut; the focused canvas handles the key itself.
template <typename Act>
QAction* add(QMenu& menu, const char* iconName, const QString& text, const QKeySequence& key, CanvasScene& scene,
             Act act)
{
    QAction* action = menu.addAction(*iconName ? icon(iconName) : QIcon(), text);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setShortcutVisibleInContextMenu(true);
    QObject::connect(action, &QAction::triggered, &scene, [&scene, act] { act(scene); });
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

void CanvasMenu::open(const QGraphicsSceneContextMenuEvent& event)
{
    const QPointF point = event.scenePos();
    WireItem* wire = scene_.drawn().boxAt(point) ? nullptr : scene_.drawn().wireAt(point);
    QGraphicsItem* hit = selectAt(point);
    auto* menu = named(new QMenu(scene_.views().isEmpty() ? nullptr : scene_.views().first()), "canvasMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (wire)
        fillForWire(*menu, *wire, point, event.screenPos());
    else if (hit)
        fillForSelection(*menu);
    else
        fillForCanvas(*menu, point, event.screenPos());
    emit scene_.menuOpening(menu);
    menu->popup(event.screenPos());
}

/// Selects the item at the menu's position, if it is not selected; null if there is none.
QGraphicsItem* CanvasMenu::selectAt(const QPointF& point)
{
    QGraphicsItem* hit = scene_.drawn().boxAt(point);
    if (!hit)
        hit = scene_.drawn().wireAt(point);
    if (!hit)
        hit = scene_.drawn().noteAt(point);
    if (hit && hit->isSelected())
        return hit;
    scene_.clearSelection();
    if (hit)
        hit->setSelected(true);
    return hit;
}

void CanvasMenu::fillForSelection(QMenu& menu)
{
    const QStringList boxes = scene_.selectedBoxes(), notes = scene_.selectedNotes();
    if (boxes.size() == 1 && notes.isEmpty())
        addFollowing(menu);
    if (boxes.isEmpty() && notes.size() == 1)
        addWriting(menu, notes.first());
    add(menu, "edit-cut", CanvasScene::tr("Cut"), QKeySequence::Cut, scene_, cutSelection);
    add(menu, "edit-copy", CanvasScene::tr("Copy"), QKeySequence::Copy, scene_, copySelection);
    add(menu, "edit-duplicate", CanvasScene::tr("Duplicate"), QKeySequence("Ctrl+D"), scene_, duplicateSelection);
    add(menu, "edit-delete", CanvasScene::tr("Delete"), QKeySequence::Delete, scene_, deleteSelection);
    menu.addSeparator();
    if (scene_.canDisable())
        addDisabling(menu);
    addColours(menu);
    if (!scene_.selectedResizable().isEmpty())
        addWidths(menu);
    if (boxes.size() > 1)
        addArranging(menu);
}

void CanvasMenu::addFollowing(QMenu& menu)
{
    add(menu, "list-add", CanvasScene::tr("Add and connect …"), {}, scene_,
        [](CanvasScene& scene) { quickAdd(scene); });
    add(menu, "draw-connector", CanvasScene::tr("Draw wire"), Qt::Key_Greater, scene_,
        [](CanvasScene& scene) { scene.beginWireByKeys(); });
    menu.addSeparator();
}

void CanvasMenu::addWriting(QMenu& menu, const QString& note)
{
    add(menu, "document-edit", CanvasScene::tr("Edit text"), {}, scene_, [note](const CanvasScene& scene) {
        if (NoteItem* item = scene.drawn().note(note))
            item->beginEditing();
    });
}

void CanvasMenu::addDisabling(QMenu& menu)
{
    QAction* disable = add(menu, "", CanvasScene::tr("Disabled"), QKeySequence("Ctrl+E"), scene_,
                           [](CanvasScene& scene) { scene.toggleDisabled(); });
    disable->setCheckable(true);
    disable->setChecked(scene_.isSelectionDisabled());
}

void CanvasMenu::fillForWire(QMenu& menu, const WireItem& wire, const QPointF& point, const QPoint& global)
{
    const AddPlace place{point, {}, wire.index()};
    if (scene_.canAddAt(place))
        add(menu, "list-add", CanvasScene::tr("Insert a block …"), {}, scene_,
            [place, global](CanvasScene& scene) { scene.openQuickAdd(place, global); });
    add(menu, "", CanvasScene::tr("Straighten"), {}, scene_, straightenSelection)->setEnabled(!wire.bends().isEmpty());
    add(menu, "edit-delete", CanvasScene::tr("Delete"), QKeySequence::Delete, scene_, deleteSelection);
}

void CanvasMenu::fillForCanvas(QMenu& menu, const QPointF& point, const QPoint& global)
{
    const AddPlace place{point, {}, -1};
    if (scene_.canAddAt(place))
        add(menu, "list-add", CanvasScene::tr("Add …"), QKeySequence("/"), scene_,
            [place, global](CanvasScene& scene) { scene.openQuickAdd(place, global); });
    add(menu, "edit-paste", CanvasScene::tr("Paste here"), QKeySequence::Paste, scene_, [point](CanvasScene& scene) {
        pasteAt(scene, point);
    })->setEnabled(canPaste());
    add(menu, "note", CanvasScene::tr("Add note"), {}, scene_,
        [point](CanvasScene& scene) { addNoteAt(scene, point); });
    menu.addSeparator();
    add(menu, "edit-select-all", CanvasScene::tr("Select all"), QKeySequence::SelectAll, scene_, selectAll);
    add(menu, "", CanvasScene::tr("Lay everything out"), {}, scene_, [](CanvasScene& scene) { scene.arrange(); });
}

void CanvasMenu::addColours(QMenu& menu)
{
    QMenu* colours = menu.addMenu(CanvasScene::tr("Colour"));
    for (const QString& name : drawingColours())
        QObject::connect(colours->addAction(colourSwatch(name, scene_.palette()), drawingColourLabel(name)),
                         &QAction::triggered, &scene_, [&scene = scene_, name] { colourSelection(scene, name); });
    colours->addSeparator();
    QObject::connect(colours->addAction(CanvasScene::tr("None")), &QAction::triggered, &scene_,
                     [&scene = scene_] { colourSelection(scene, {}); });
}

void CanvasMenu::addWidths(QMenu& menu)
{
    QMenu* widths = menu.addMenu(CanvasScene::tr("Width"));
    for (const WidthEntry& entry : widthEntries())
        add(*widths, "", entry.text, entry.key, scene_, entry.act);
}

void CanvasMenu::addArranging(QMenu& menu)
{
    QMenu* arrange = menu.addMenu(CanvasScene::tr("Align"));
    for (const auto& entry : alignments())
        QObject::connect(arrange->addAction(icon(entry.icon), entry.text), &QAction::triggered, &scene_,
                         [&scene = scene_, alignment = entry.alignment] { alignSelection(scene, alignment); });
    arrange->addSeparator();
    const auto distribute = [&](const char* iconName, const QString& text, Qt::Orientation direction) {
        QObject::connect(arrange->addAction(icon(iconName), text), &QAction::triggered, &scene_,
                         [&scene = scene_, direction] { distributeSelection(scene, direction); });
    };
    distribute("distribute-horizontal-x", CanvasScene::tr("Equal gaps across"), Qt::Horizontal);
    distribute("distribute-vertical-y", CanvasScene::tr("Equal gaps down"), Qt::Vertical);
}

const QVector<AlignmentEntry>& alignments()
{
    using enum Alignment;
    static const QVector<AlignmentEntry> entries = {
        {left, "align-horizontal-left", CanvasScene::tr("&Left edges")},
        {centre, "align-horizontal-center", CanvasScene::tr("Ce&ntres")},
        {right, "align-horizontal-right", CanvasScene::tr("&Right edges")},
        {top, "align-vertical-top", CanvasScene::tr("&Top edges")},
        {middle, "align-vertical-center", CanvasScene::tr("&Middles")},
        {bottom, "align-vertical-bottom", CanvasScene::tr("&Bottom edges")}};
    return entries;
}

const QVector<WidthEntry>& widthEntries()
{
    static const QVector<WidthEntry> entries = {{CanvasScene::tr("&Wider"), QKeySequence("Ctrl+Shift+Right"),
                                                 [](CanvasScene& scene) { widenSelection(scene, 1); }},
                                                {CanvasScene::tr("&Narrower"), QKeySequence("Ctrl+Shift+Left"),
                                                 [](CanvasScene& scene) { widenSelection(scene, -1); }},
                                                {CanvasScene::tr("&Fit to title"), {}, fitSelection},
                                                {CanvasScene::tr("&Usual width"), {}, restoreWidths}};
    return entries;
}

} // namespace headroom::widgets
