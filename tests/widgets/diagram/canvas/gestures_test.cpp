// Common rules of all gestures of a canvas: released, they make one undoable step or none; cancelled by Escape, by a
// change of the document or by the end of the canvas, they leave nothing.

#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/canvas/items/note_item.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/diagram_edits.h"

#include <functional>

using namespace headroom::widgets;

namespace {

const QString bentWire = "start.next>parse.in";

WireItem* wireNamed(const Desk& desk, const QString& key)
{
    for (WireItem* wire : desk.scene->wires())
        if (wire->key() == key)
            return wire;
    return nullptr;
}

struct GestureCase
{
    const char* name;
    QString step; ///< the text of its undoable step; empty: it makes none
    QStringList boxes;
    bool note = false; ///< whether it is selected, besides the boxes
    bool wire = false; ///< whether the bent wire is selected
    std::function<QPointF(const Desk&)> from;
    std::function<QPointF(const Desk&)> to;
};

QPointF noteMiddle(const Desk& desk)
{
    return desk.scene->notes().first()->sceneFrame().center();
}

QPointF noteCorner(const Desk& desk)
{
    return desk.scene->notes().first()->sceneFrame().bottomRight() - QPointF(4, 4);
}

QPointF bentStretch(const Desk& desk)
{
    const auto corners = wireNamed(desk, bentWire)->corners();
    return (corners[2] + corners[3]) / 2;
}

QVector<GestureCase> gestureCases()
{
    const auto middle = [](const char* id) { return [id](const Desk& desk) { return desk.middleOf(id); }; };
    const auto aside = [](const auto& point) {
        return [point](const Desk& desk) { return point(desk) + QPointF(48, 104); };
    };
    const auto port = [](const Desk& desk) { return desk.portOf("md5", "next", true); };
    const auto edge = [](const Desk& desk) {
        return desk.scene->box("md5")->sceneFrame().bottomRight() - QPointF(2, 5);
    };
    const auto below = [](const Desk& desk) {
        return desk.scene->box("md5")->sceneFrame().bottomRight() + QPointF(6, 16);
    };
    const auto above = [](const Desk& desk) { return desk.scene->box("md5")->sceneFrame().topLeft() - QPointF(6, 16); };
    return {{"a box is moved", "Move md5", {"md5"}, false, false, middle("md5"), aside(middle("md5"))},
            {"boxes, their bent wire and a note are moved",
             "Move 3 boxes",
             {"parse", "start"},
             true,
             false,
             middle("start"),
             aside(middle("start"))},
            {"a note is moved", "Move note", {}, true, false, noteMiddle, aside(noteMiddle)},
            {"a note is resized", "Resize note", {}, true, false, noteCorner, aside(noteCorner)},
            {"blocks are widened", "Width of 2 blocks", {"md5", "parse"}, true, false, edge, aside(edge)},
            {"a stretch of a wire is dragged", "Bend wire", {}, false, true, bentStretch, aside(bentStretch)},
            {"a wire is drawn", "Draw wire", {"stream"}, false, false, port, middle("reply")},
            {"a rubber band", "", {"start"}, true, false, below, above}};
}

/// Everything that a gesture may change: the document, its history, what is selected and what is shown.
struct Snapshot
{
    explicit Snapshot(Desk& desk)
        : document(desk.text()), boxes(desk.scene->selectedBoxes()), notes(desk.scene->selectedNotes()),
          steps(desk.model.undoStack()->count()), index(desk.model.undoStack()->index()),
          items(desk.scene->items().size())
    {
        for (const BoxItem* box : desk.scene->boxes())
            places.insert(box->id(), box->sceneFrame());
        for (const NoteItem* note : desk.scene->notes())
            places.insert(note->id(), note->sceneFrame());
        for (const WireItem* wire : desk.scene->wires()) {
            corners.insert(wire->key(), wire->corners());
            if (wire->isSelected())
                wires.append(wire->key());
        }
    }
    bool operator==(const Snapshot&) const = default;

    std::string document;
    QStringList boxes, notes, wires;
    int steps, index;
    qsizetype items;
    QMap<QString, QRectF> places;
    QMap<QString, QVector<QPointF>> corners;
};

} // namespace

class GesturesTest : public QObject
{
    Q_OBJECT

private slots:
    void eachMakesOneStepOrNone_data() { allCases(); }
    void eachMakesOneStepOrNone();
    void eachIsCancelledByEscape_data() { allCases(); }
    void eachIsCancelledByEscape();
    void eachIsCancelledByAChangeOfTheDrawing_data() { allCases(); }
    void eachIsCancelledByAChangeOfTheDrawing();
    void eachIsCancelledByAMoveInTheDocument_data() { allCases(); }
    void eachIsCancelledByAMoveInTheDocument();
    void eachGoesWithItsCanvas_data() { allCases(); }
    void eachGoesWithItsCanvas();
    void aPressWithoutAMovementChangesNothing_data() { allCases(); }
    void aPressWithoutAMovementChangesNothing();
    void aCancelledBandGivesTheSelectionBack();
    void aWireDrawnByKeysIsCancelledByEscape();
    void aLinkIsDrawnByKeysFromANodeGroup();
    void panningMovesTheViewAlone();

private:
    static void allCases();
    /// A drawing with a note and a bent wire, and what the case selects.
    static std::unique_ptr<Desk> prepared(const GestureCase& gesture);
    static GestureCase fetched();
};

void GesturesTest::allCases()
{
    QTest::addColumn<int>("number");
    int number = 0;
    for (const GestureCase& each : gestureCases())
        QTest::newRow(each.name) << number++;
}

GestureCase GesturesTest::fetched()
{
    QFETCH(int, number);
    return gestureCases()[number];
}

std::unique_ptr<Desk> GesturesTest::prepared(const GestureCase& gesture)
{
    auto desk = std::make_unique<Desk>();
    const QRectF content = desk->scene->contentRect();
    addNote(desk->model, sample::putPath, {content.left() + 320, content.bottom() + 40, 160, 80});
    const QPointF middle = wireNamed(*desk, bentWire)->middle();
    desk->drag(middle, middle + QPointF(0, 80));
    desk->model.undoStack()->clear();
    desk->scene->select(gesture.boxes, gesture.note ? QStringList{desk->scene->notes().first()->id()} : QStringList());
    if (gesture.wire)
        wireNamed(*desk, bentWire)->setSelected(true);
    return desk;
}

void GesturesTest::eachMakesOneStepOrNone()
{
    const GestureCase gesture = fetched();
    const auto desk = prepared(gesture);
    const std::string before = desk->text();
    const QPointF to = gesture.to(*desk);
    desk->pull(gesture.from(*desk), to);
    QCOMPARE(desk->text(), before); // nothing is written before the release
    desk->letGo(to);
    QCOMPARE(desk->model.undoStack()->count(), gesture.step.isEmpty() ? 0 : 1);
    QCOMPARE(desk->model.undoStack()->undoText(), gesture.step);
    QCOMPARE(desk->text() == before, gesture.step.isEmpty());
    const Snapshot after(*desk);
    desk->pullOn(gesture.from(*desk)); // the pointer moves on, the gesture has ended
    QVERIFY(Snapshot(*desk) == after);
    desk->model.undoStack()->undo();
    QCOMPARE(desk->text(), before);
}

void GesturesTest::eachIsCancelledByEscape()
{
    const GestureCase gesture = fetched();
    const auto desk = prepared(gesture);
    const QPointF from = gesture.from(*desk), to = gesture.to(*desk);
    const Snapshot before(*desk);
    desk->pull(from, to);
    QVERIFY(!(Snapshot(*desk) == before)); // it was under way
    desk->key(Qt::Key_Escape);
    QVERIFY(Snapshot(*desk) == before);
    desk->pullOn(from);
    desk->letGo(to);
    QVERIFY(Snapshot(*desk) == before);
}

void GesturesTest::eachIsCancelledByAChangeOfTheDrawing()
{
    const GestureCase gesture = fetched();
    const auto desk = prepared(gesture);
    const QPointF to = gesture.to(*desk);
    desk->pull(gesture.from(*desk), to);
    addBlock(desk->model, sample::putPath, "delay", {0, 600});
    const Snapshot changed(*desk);
    desk->pullOn(to + QPointF(16, 16));
    desk->letGo(to);
    QVERIFY(Snapshot(*desk) == changed);
    QCOMPARE(desk->model.undoStack()->count(), 1);
}

void GesturesTest::eachIsCancelledByAMoveInTheDocument()
{
    const GestureCase gesture = fetched();
    const auto desk = prepared(gesture);
    const QPointF to = gesture.to(*desk);
    desk->pull(gesture.from(*desk), to);
    const Note note = desk->scene->notes().first()->note();
    moveItems(desk->model, sample::putPath, {{"error", {0, 600}}}, -1, "Move error");
    deleteNotes(desk->model, sample::putPath, {note.id});
    const Snapshot changed(*desk);
    desk->pullOn(to + QPointF(16, 16));
    desk->letGo(to);
    QVERIFY(Snapshot(*desk) == changed);
    QCOMPARE(desk->model.undoStack()->count(), 2);
}

void GesturesTest::eachGoesWithItsCanvas()
{
    const GestureCase gesture = fetched();
    const auto desk = prepared(gesture);
    const std::string before = desk->text();
    desk->pull(gesture.from(*desk), gesture.to(*desk));
    desk->view.reset();
    desk->scene.reset();
    QCOMPARE(desk->text(), before);
    QCOMPARE(desk->model.undoStack()->count(), 0);
}

void GesturesTest::aPressWithoutAMovementChangesNothing()
{
    const GestureCase gesture = fetched();
    const auto desk = prepared(gesture);
    const std::string before = desk->text();
    desk->click(gesture.from(*desk));
    QCOMPARE(desk->text(), before);
    QCOMPARE(desk->model.undoStack()->count(), 0);
}

void GesturesTest::aCancelledBandGivesTheSelectionBack()
{
    Desk desk;
    desk.scene->selectBoxes({"start", "parse"});
    const QRectF frame = desk.scene->box("md5")->sceneFrame().adjusted(-6, -16, 6, 16);
    for (const Qt::KeyboardModifiers modifiers :
         {Qt::KeyboardModifiers(), Qt::KeyboardModifiers(Qt::ShiftModifier), Qt::KeyboardModifiers(Qt::AltModifier)}) {
        desk.pull(frame.topLeft(), frame.bottomRight(), modifiers);
        desk.key(Qt::Key_Escape);
        QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"parse", "start"}));
        desk.letGo(frame.bottomRight());
    }
}

void GesturesTest::aWireDrawnByKeysIsCancelledByEscape()
{
    Desk desk;
    desk.scene->selectBoxes({"md5"});
    const Snapshot before(desk);
    desk.key('>');
    desk.key(Qt::Key_Up);
    QVERIFY(!(Snapshot(desk) == before));
    desk.key(Qt::Key_Delete); // keys that mean something else on the canvas are the wire's now
    desk.key(Qt::Key_Escape);
    QVERIFY(Snapshot(desk) == before);
    desk.key('>');
    desk.pull(desk.middleOf("parse"), desk.middleOf("parse")); // a press ends it, too
    desk.letGo(desk.middleOf("parse"));
    QCOMPARE(desk.text(), before.document);
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"parse"});
}

void GesturesTest::aLinkIsDrawnByKeysFromANodeGroup()
{
    DocumentModel model;
    auto project = sample::cluster();
    project.topology.fabrics.front().links.clear();
    model.setProject(project);
    TopologyScene scene(model);
    CanvasView view(scene);
    view.resize(1200, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    scene.selectBoxes({"storage"});
    QTest::keyClick(&view, '>');
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(!scene.isOpened("storage"));
    QCOMPARE(model.undoStack()->count(), 1);
    const auto& links = model.project().topology.fabrics.front().links;
    QCOMPARE(links.size(), std::size_t(1));
    QCOMPARE(links.front().from + ">" + links.front().to, std::string("storage>tor"));
}

void GesturesTest::panningMovesTheViewAlone()
{
    Desk desk;
    desk.view->setZoom(2);
    desk.scene->selectBoxes({"md5"});
    const Snapshot before(desk);
    const auto pan = [&](Qt::MouseButton button) {
        QWidget* sheet = desk.view->viewport();
        const QPointF seen = desk.view->visibleRect().center();
        const QPoint from = sheet->rect().center(), to = from + QPoint(60, 40);
        QTest::mousePress(sheet, button, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, sheet->mapToGlobal(to), Qt::NoButton, button, {});
        QApplication::sendEvent(sheet, &move);
        QTest::mouseRelease(sheet, button, {}, to);
        return (desk.view->visibleRect().center() - seen).toPoint();
    };
    QCOMPARE(pan(Qt::MiddleButton), QPoint(-30, -20));
    QTest::keyPress(desk.view.get(), Qt::Key_Space);
    QCOMPARE(desk.view->viewport()->cursor().shape(), Qt::OpenHandCursor);
    QCOMPARE(pan(Qt::LeftButton), QPoint(-30, -20));
    QTest::keyRelease(desk.view.get(), Qt::Key_Space);
    QCOMPARE(desk.view->viewport()->cursor().shape(), Qt::ArrowCursor);
    QVERIFY(Snapshot(desk) == before);
}

HEADROOM_WIDGET_TEST(GesturesTest)
#include "gestures_test.moc"
