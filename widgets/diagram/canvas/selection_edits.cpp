#include "widgets/diagram/canvas/selection_edits.h"

#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/gestures/moved_selection.h"
#include "widgets/diagram/canvas/gestures/widened_selection.h"
#include "widgets/document/edits/clipboard.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/model/edit_step.h"

#include <QClipboard>
#include <QGuiApplication>

namespace headroom::widgets {

namespace {

Positions placesOf(const QHash<QString, BoxItem*>& boxes)
{
    Positions places;
    for (auto entry = boxes.begin(); entry != boxes.end(); ++entry)
        places[entry.key()] = entry.value()->pos();
    return places;
}

QVector<QRectF> framesOf(const CanvasScene& scene, const QStringList& boxes, QRectF (BoxItem::*frame)() const)
{
    QVector<QRectF> frames;
    for (const QString& id : boxes)
        frames.append((scene.box(id)->*frame)());
    return frames;
}

/// Moves boxes as one undoable step with this text.
void place(CanvasScene& scene, const QStringList& ids, const QVector<QPointF>& places, const QString& text)
{
    Positions moved;
    for (qsizetype i = 0; i < ids.size(); ++i)
        moved[ids[i]] = places[i];
    moveItems(scene.model(), scene.path(), scene.settled(moved), -1, text);
}

bool isNothingSelected(const CanvasScene& scene)
{
    return scene.selectedBoxes().isEmpty() && scene.selectedNotes().isEmpty();
}

/// "Cut compute1", "Cut 3 boxes".
QString selectionText(const CanvasScene& scene, const QString& one, const QString& several)
{
    const QStringList boxes = scene.selectedBoxes();
    const auto count = boxes.size() + scene.selectedNotes().size();
    return count == 1 ? one.arg(boxes.isEmpty() ? CanvasScene::tr("note") : boxes.first()) : several.arg(count);
}

std::unique_ptr<QMimeData> copied(const CanvasScene& scene)
{
    return copyDrawing(scene.model(), scene.path(), scene.selectedBoxes(), scene.selectedNotes(),
                       placesOf(scene.boxes()));
}

void paste(CanvasScene& scene, const QMimeData& data, std::optional<QPointF> middle, const QString& text)
{
    const Pasted result = pasteDrawing(scene.model(), scene.path(), scene.clipFabric(), data, middle, text);
    if (!result.refusal.isEmpty())
        scene.refuse(result.refusal);
    if (!result.boxes.isEmpty() || !result.notes.isEmpty())
        scene.select(result.boxes, result.notes);
}

/// Sets the width of each selected block to what `choose` returns for it.
template <typename Choose>
void setSelectedWidths(CanvasScene& scene, int mergeGroup, const Choose& choose)
{
    const WidenedSelection widened(scene);
    Widths widths = widened.before();
    for (auto entry = widths.begin(); entry != widths.end(); ++entry)
        entry.value() = BlockWidth::nearest(choose(*scene.box(entry.key())));
    if (widths.isEmpty())
        scene.refuse(CanvasScene::tr("Select blocks to change their width."));
    else
        widened.commit(widths, mergeGroup);
}

} // namespace

void selectAll(CanvasScene& scene)
{
    QStringList texts;
    for (const NoteItem* item : scene.notes())
        texts.append(item->id());
    scene.select(scene.boxes().keys(), texts);
}

void deleteSelection(CanvasScene& scene)
{
    const QVector<WireItem*> wires = scene.drawn().selectedWires();
    const QStringList boxes = scene.selectedBoxes(), texts = scene.selectedNotes();
    if (boxes.isEmpty() && wires.isEmpty()) {
        deleteNotes(scene.model(), scene.path(), texts);
    } else if (texts.isEmpty()) {
        scene.deleteItems(boxes, wires);
    } else {
        const EditStep edit(scene.model(), selectionText(scene, CanvasScene::tr("Delete %1"),
                                                         CanvasScene::tr("Delete %1 boxes and notes")));
        deleteNotes(scene.model(), scene.path(), texts);
        scene.deleteItems(boxes, wires);
    }
}

void copySelection(CanvasScene& scene)
{
    if (isNothingSelected(scene))
        scene.refuse(CanvasScene::tr("Select what to copy."));
    else
        QGuiApplication::clipboard()->setMimeData(copied(scene).release());
}

void cutSelection(CanvasScene& scene)
{
    if (isNothingSelected(scene)) {
        scene.refuse(CanvasScene::tr("Select what to cut."));
        return;
    }
    copySelection(scene);
    const EditStep edit(scene.model(),
                        selectionText(scene, CanvasScene::tr("Cut %1"), CanvasScene::tr("Cut %1 boxes")));
    deleteSelection(scene);
}

bool canPaste()
{
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    return data && data->hasFormat(drawingMimeType);
}

void pasteAt(CanvasScene& scene, const QPointF& middle)
{
    if (canPaste())
        paste(scene, *QGuiApplication::clipboard()->mimeData(), middle, CanvasScene::tr("Paste"));
    else
        scene.refuse(CanvasScene::tr("The clipboard holds no part of a drawing."));
}

void pasteBeside(CanvasScene& scene)
{
    if (!canPaste())
        return pasteAt(scene, scene.pointer());
    const QSizeF usual = scene.usualSize();
    const QSizeF size = usual + copiedSpread(*QGuiApplication::clipboard()->mimeData());
    const QPointF wanted = placeBySelection(scene).middle;
    pasteAt(scene, freeMiddle(scene, wanted, size) - QPointF(usual.width(), usual.height()) / 2);
}

void duplicateSelection(CanvasScene& scene)
{
    if (isNothingSelected(scene)) {
        scene.refuse(CanvasScene::tr("Select what to duplicate."));
        return;
    }
    const auto data = copied(scene);
    paste(scene, *data, {},
          selectionText(scene, CanvasScene::tr("Duplicate %1"), CanvasScene::tr("Duplicate %1 boxes")));
}

void alignSelection(CanvasScene& scene, Alignment alignment)
{
    const QStringList ids = scene.selectedBoxes();
    if (ids.size() < 2)
        scene.refuse(CanvasScene::tr("Select at least two boxes to align."));
    else
        place(scene, ids,
              aligned(framesOf(scene, ids,
                               alignment == Alignment::middle ? &BoxItem::frameAroundLine : &BoxItem::sceneFrame),
                      alignment),
              CanvasScene::tr("Align %1 boxes").arg(ids.size()));
}

void distributeSelection(CanvasScene& scene, Qt::Orientation direction)
{
    const QStringList ids = scene.selectedBoxes();
    if (ids.size() < 3)
        scene.refuse(CanvasScene::tr("Select at least three boxes to distribute."));
    else
        place(scene, ids, distributed(framesOf(scene, ids, &BoxItem::sceneFrame), direction),
              CanvasScene::tr("Distribute %1 boxes").arg(ids.size()));
}

void nudgeSelection(CanvasScene& scene, const QPointF& step)
{
    const MovedSelection moved(scene);
    if (!moved.isEmpty())
        moved.commit(step, scene.selectionNumber(), CanvasScene::tr("Move by keys"));
}

void colourSelection(CanvasScene& scene, const QString& colour)
{
    if (isNothingSelected(scene))
        scene.refuse(CanvasScene::tr("Select what to colour."));
    else
        setColour(scene.model(), scene.path(), scene.selectedBoxes(), scene.selectedNotes(), colour);
}

void widenSelection(CanvasScene& scene, int steps)
{
    setSelectedWidths(scene, scene.selectionNumber(),
                      [&](const BoxItem& box) { return static_cast<int>(box.size().width()) + steps * gridSize; });
}

void fitSelection(CanvasScene& scene)
{
    setSelectedWidths(scene, -1, [](const BoxItem& box) { return box.fittingWidth(); });
}

void restoreWidths(CanvasScene& scene)
{
    setSelectedWidths(scene, -1, [](const BoxItem&) { return BlockWidth::usual; });
}

void straightenSelection(CanvasScene& scene)
{
    QStringList keys;
    const QStringList boxes = scene.selectedBoxes();
    const auto selected = scene.drawn().selectedWires();
    for (const WireItem* wire : selected.isEmpty() ? scene.wires() : selected) {
        const bool meant = !selected.isEmpty() || boxes.contains(wire->from().box) || boxes.contains(wire->to().box);
        if (meant && !wire->bends().isEmpty())
            keys.append(wire->key());
    }
    if (keys.isEmpty()) {
        scene.refuse(CanvasScene::tr("No selected wire has bends of its own."));
        return;
    }
    const EditStep edit(scene.model(), keys.size() == 1 ? CanvasScene::tr("Straighten wire")
                                                        : CanvasScene::tr("Straighten %1 wires").arg(keys.size()));
    for (const QString& key : keys)
        setBends(scene.model(), scene.path(), key, {});
}

} // namespace headroom::widgets
