#include "widgets/diagram/canvas/canvas_keys.h"

#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/canvas/items/box_neighbours.h"
#include "widgets/diagram/canvas/selection_edits.h"

#include <QKeyEvent>

namespace headroom::widgets {

namespace {

Qt::KeyboardModifiers modifiersOf(const QKeyEvent& event)
{
    return event.modifiers() & ~Qt::KeypadModifier;
}

/// The first box in reading order.
const BoxItem* firstBox(const CanvasItems& drawn)
{
    const auto rank = [](const BoxItem& each) { return each.x() + each.y(); };
    const BoxItem* first = nullptr;
    for (const BoxItem* item : drawn.boxes())
        if (!first || rank(*item) < rank(*first) || (rank(*item) == rank(*first) && item->id() < first->id()))
            first = item;
    return first;
}

} // namespace

QList<std::pair<QString, QString>> canvasKeys()
{
    const auto tr = [](const char* text) { return CanvasScene::tr(text); };
    return {{tr("Add a block after the selected one"), tr("type its name, / or Insert")},
            {tr("Go to the next block"), tr("Alt+arrow")},
            {tr("Select the next block as well"), tr("Alt+Shift+arrow")},
            {tr("Move the selection"), tr("arrow, farther with Shift")},
            {tr("Open a group, or what a call calls"), tr("Enter")},
            {tr("Rename"), tr("F2")},
            {tr("Leave the group"), tr("Backspace with nothing selected")},
            {tr("Cancel, or select nothing"), tr("Escape")}};
}

bool CanvasKeys::press(const QKeyEvent& event)
{
    return pressForClipboard(event) || pressForSelection(event) || pressForWidth(event) || pressArrow(event) ||
           pressForAdding(event);
}

bool CanvasKeys::pressForClipboard(const QKeyEvent& event)
{
    if (event.matches(QKeySequence::SelectAll))
        selectAll(scene_);
    else if (event.matches(QKeySequence::Copy))
        copySelection(scene_);
    else if (event.matches(QKeySequence::Cut))
        cutSelection(scene_);
    else if (event.matches(QKeySequence::Paste))
        pasteBeside(scene_);
    else if (event.key() == Qt::Key_D && modifiersOf(event) == Qt::ControlModifier)
        duplicateSelection(scene_);
    else
        return false;
    return true;
}

bool CanvasKeys::pressForSelection(const QKeyEvent& event)
{
    const int key = event.key();
    const QStringList notes = scene_.selectedNotes();
    if (key == Qt::Key_E && modifiersOf(event) == Qt::ControlModifier)
        scene_.toggleDisabled();
    else if (key == Qt::Key_Backspace && !scene_.hasSelection())
        emit scene_.leaveRequested();
    else if (key == Qt::Key_Delete || key == Qt::Key_Backspace)
        deleteSelection(scene_);
    else if (key == Qt::Key_Escape)
        scene_.clearSelection();
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && scene_.selectedBoxes().size() == 1)
        emit scene_.activated(scene_.selectedElements().first());
    else if (key == Qt::Key_F2 && scene_.selectedBoxes().size() == 1 && notes.isEmpty())
        emit scene_.renameRequested(scene_.selectedElements().first());
    else if (key == Qt::Key_F2 && notes.size() == 1)
        scene_.drawn().note(notes.first())->beginEditing();
    else
        return false;
    return true;
}

bool CanvasKeys::pressForWidth(const QKeyEvent& event)
{
    if (modifiersOf(event) != (Qt::ControlModifier | Qt::ShiftModifier))
        return false;
    if (event.key() == Qt::Key_Right)
        widenSelection(scene_, 1);
    else if (event.key() == Qt::Key_Left)
        widenSelection(scene_, -1);
    else
        return false;
    return true;
}

bool CanvasKeys::pressArrow(const QKeyEvent& event)
{
    const int key = event.key();
    const auto modifiers = modifiersOf(event);
    if (!isArrow(key))
        return false;
    if (modifiers & Qt::AltModifier)
        selectNeighbour(key, modifiers & Qt::ShiftModifier);
    else if (!scene_.hasSelection() && modifiers == Qt::NoModifier)
        selectNeighbour(key, false);
    else if (!(modifiers & ~Qt::ShiftModifier))
        nudgeSelection(scene_, directionOf(key) * gridSize * (modifiers & Qt::ShiftModifier ? 4 : 1));
    else
        return false;
    return true;
}

bool CanvasKeys::pressForAdding(const QKeyEvent& event)
{
    const QString text = event.text();
    if (event.key() == Qt::Key_Insert || text == "/")
        quickAdd(scene_);
    else if (text == ">")
        scene_.beginWireByKeys();
    else if (!(modifiersOf(event) & ~Qt::ShiftModifier) && text.size() == 1 && text.front().isLetter())
        quickAdd(scene_, text);
    else
        return false;
    return true;
}

void CanvasKeys::selectNeighbour(int arrow, bool extend)
{
    const QStringList selected = scene_.selectedBoxes();
    const auto ids = scene_.boxes().keys();
    QSet<QString> candidates(ids.begin(), ids.end());
    QRectF from;
    for (const QString& id : selected) {
        from |= scene_.box(id)->sceneFrame();
        candidates.remove(id);
    }
    const BoxItem* next =
        selected.isEmpty() ? firstBox(scene_.drawn()) : nearestBox(scene_.drawn(), from, arrow, candidates);
    if (!next)
        return;
    scene_.selectBoxes(extend ? selected + QStringList{next->id()} : QStringList{next->id()});
    scene_.drawn().reveal(*next);
}

} // namespace headroom::widgets
