// Edits of the selection of a canvas, by keys and entries: one step each, undone and done again exactly.
#include "../../document/undo_oracle.h"
#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/canvas/items/note_item.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/theme/drawing_colours.h"

#include <QClipboard>
#include <QMimeData>
#include <QSignalSpy>

using namespace headroom;
using namespace headroom::widgets;

namespace {

/// An edit of a selection that must be a single step of this name.
struct CanvasEdit
{
    const char* name;
    QStringList selected;
    std::function<void(Desk&)> make;
    const char* step;
};

QVector<CanvasEdit> canvasEdits()
{
    const auto key = [](int code, Qt::KeyboardModifiers modifiers = {}) {
        return [code, modifiers](Desk& desk) { desk.key(code, modifiers); };
    };
    const auto align = [](Alignment alignment) {
        return [alignment](Desk& desk) { alignSelection(*desk.scene, alignment); };
    };
    return {
        {"left", {"start", "md5", "reply"}, align(Alignment::left), "Align 3 boxes"},
        {"centre", {"start", "md5"}, align(Alignment::centre), "Align 2 boxes"},
        {"right", {"start", "md5"}, align(Alignment::right), "Align 2 boxes"},
        {"top", {"start", "md5"}, align(Alignment::top), "Align 2 boxes"},
        {"middle", {"start", "md5"}, align(Alignment::middle), "Align 2 boxes"},
        {"bottom", {"start", "md5"}, align(Alignment::bottom), "Align 2 boxes"},
        {"colour", {"md5", "call"}, [](Desk& desk) { colourSelection(*desk.scene, "purple"); }, nullptr},
        {"nudge", {"md5"}, key(Qt::Key_Right), "Move by keys"},
        {"nudge far", {"md5", "call"}, key(Qt::Key_Up, Qt::ShiftModifier), "Move by keys"},
        {"delete", {"md5"}, key(Qt::Key_Delete), nullptr},
        {"delete by backspace", {"md5", "join"}, key(Qt::Key_Backspace), nullptr},
        {"duplicate", {"md5"}, key(Qt::Key_D, Qt::ControlModifier), "Duplicate md5"},
        {"duplicate several", {"md5", "stream"}, key(Qt::Key_D, Qt::ControlModifier), "Duplicate 2 boxes"},
        {"cut", {"md5"}, key(Qt::Key_X, Qt::ControlModifier), "Cut md5"},
        {"cut several", {"md5", "stream"}, key(Qt::Key_X, Qt::ControlModifier), "Cut 2 boxes"},
        {"disable", {"md5"}, key(Qt::Key_E, Qt::ControlModifier), nullptr},
    };
}

} // namespace

class EditingTest : public QObject
{
    Q_OBJECT

private slots:
    void eachEditIsOneStepThatIsUndoneAndDoneAgain_data();
    void eachEditIsOneStepThatIsUndoneAndDoneAgain();
    void withoutASelectionNothingIsEditedAndItIsSaid();
    void tooFewBoxesAreNotAlignedOrDistributed();
    void distributingMakesTheGapsEqual();
    void nudgesOfOneSelectionAreOneStepAndOfTheNextAnother();
    void aNudgeIsAStepOfTheGridAndWithShiftFour();
    void everythingIsSelectedNotesToo();
    void escapeSelectsNothingAndBackspaceThenLeaves();
    void returnOpensTheOneBoxThatIsSelected();
    void f2WritesTheOneNoteThatIsSelected();
    void aCopyIsNoEditAndWhatIsNoDrawingIsNotPasted();
    void coloursComeByNameAndGoWithTheirName();
    void bentWiresAreStraightenedTogether();
    void notesAndBoxesAreDeletedAsOneStep();
    void anEditOfAnEmptyDrawingDoesNothing();
    void aNoteIsPutWhereNoBoxHidesIt();
};

void EditingTest::eachEditIsOneStepThatIsUndoneAndDoneAgain_data()
{
    QTest::addColumn<int>("index");
    const auto edits = canvasEdits();
    for (int i = 0; i < edits.size(); ++i)
        QTest::newRow(edits[i].name) << i;
}

void EditingTest::eachEditIsOneStepThatIsUndoneAndDoneAgain()
{
    QFETCH(int, index);
    const CanvasEdit edit = canvasEdits()[index];
    Desk desk;
    sample::UndoOracle oracle(desk.model);
    const std::string before = desk.text();
    desk.view->setFocus();
    desk.scene->selectBoxes(edit.selected);
    edit.make(desk);
    oracle.edited();
    QCOMPARE(desk.model.undoStack()->count(), 1);
    QVERIFY(desk.text() != before);
    if (edit.step)
        QCOMPARE(desk.model.undoStack()->undoText(), QString(edit.step));
    QVERIFY(!desk.model.undoStack()->undoText().isEmpty());
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
    QCOMPARE(oracle.breach(), QString());
}

void EditingTest::withoutASelectionNothingIsEditedAndItIsSaid()
{
    Desk desk;
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.view->setFocus();
    desk.scene->clearSelection();
    int said = 0;
    for (const int code : {Qt::Key_C, Qt::Key_X, Qt::Key_D}) {
        desk.key(code, Qt::ControlModifier);
        QCOMPARE(refused.count(), ++said);
    }
    colourSelection(*desk.scene, "blue");
    QCOMPARE(refused.count(), ++said);
    straightenSelection(*desk.scene);
    QCOMPARE(refused.count(), ++said);
    for (const auto& each : refused)
        QVERIFY(each[0].toString().endsWith('.'));
    desk.key(Qt::Key_Delete);
    QCOMPARE(desk.model.undoStack()->count(), 0);
}

void EditingTest::tooFewBoxesAreNotAlignedOrDistributed()
{
    Desk desk;
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.scene->selectBoxes({"md5"});
    alignSelection(*desk.scene, Alignment::left);
    QCOMPARE(refused.count(), 1);
    desk.scene->selectBoxes({"md5", "start"});
    distributeSelection(*desk.scene, Qt::Vertical);
    QCOMPARE(refused.count(), 2);
    QCOMPARE(desk.model.undoStack()->count(), 0);
}

void EditingTest::distributingMakesTheGapsEqual()
{
    Desk desk;
    Positions places;
    const qreal x[] = {0, 480, 1200};
    const QStringList ids{"start", "md5", "reply"};
    for (int i = 0; i < 3; ++i)
        places[ids[i]] = {x[i], 800};
    moveItems(desk.model, sample::putPath, places, -1, "Put");
    desk.scene->selectBoxes(ids);
    distributeSelection(*desk.scene, Qt::Horizontal);
    const QRectF first = desk.scene->box("start")->sceneFrame(), middle = desk.scene->box("md5")->sceneFrame(),
                 last = desk.scene->box("reply")->sceneFrame();
    QVERIFY(std::abs((middle.left() - first.right()) - (last.left() - middle.right())) <= gridSize); // places are on it
    QCOMPARE(desk.scene->box("start")->x(), 0.0);
    QCOMPARE(desk.scene->box("reply")->x(), 1200.0);
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Distribute 3 boxes"));
    desk.model.undoStack()->undo();
    QCOMPARE(desk.scene->box("md5")->x(), 480.0);
}

void EditingTest::nudgesOfOneSelectionAreOneStepAndOfTheNextAnother()
{
    Desk desk;
    desk.view->setFocus();
    desk.scene->selectBoxes({"md5"});
    for (int i = 0; i < 3; ++i)
        desk.key(Qt::Key_Right);
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.scene->selectBoxes({"start"});
    desk.key(Qt::Key_Right);
    QCOMPARE(desk.model.undoStack()->count(), 2);
    desk.scene->selectBoxes({"md5"}); // again, but later
    desk.key(Qt::Key_Left);
    QCOMPARE(desk.model.undoStack()->count(), 3);
}

void EditingTest::aNudgeIsAStepOfTheGridAndWithShiftFour()
{
    Desk desk;
    desk.view->setFocus();
    desk.scene->selectBoxes({"md5", "start"});
    const QPointF md5 = desk.scene->box("md5")->pos(), start = desk.scene->box("start")->pos();
    desk.key(Qt::Key_Down);
    QCOMPARE(desk.scene->box("md5")->pos(), md5 + QPointF(0, gridSize));
    desk.key(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(desk.scene->box("md5")->pos(), md5 + QPointF(-4 * gridSize, gridSize));
    QCOMPARE(desk.scene->box("start")->pos(), start + QPointF(-4 * gridSize, gridSize));
    desk.key(Qt::Key_Up, Qt::ControlModifier); // means nothing here
    QCOMPARE(desk.scene->box("md5")->pos(), md5 + QPointF(-4 * gridSize, gridSize));
}

void EditingTest::everythingIsSelectedNotesToo()
{
    Desk desk;
    addNote(desk.model, sample::putPath, {900, 500, 160, 80});
    desk.view->setFocus();
    desk.key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(desk.scene->selectedBoxes().size(), desk.scene->boxes().size());
    QCOMPARE(desk.scene->selectedNotes().size(), 1);
    QCOMPARE(desk.model.undoStack()->count(), 1); // to select is no edit
}

void EditingTest::escapeSelectsNothingAndBackspaceThenLeaves()
{
    Desk desk;
    QSignalSpy left(desk.scene.get(), &CanvasScene::leaveRequested);
    desk.view->setFocus();
    desk.scene->selectBoxes({"md5", "start"});
    desk.key(Qt::Key_Escape);
    QVERIFY(!desk.scene->hasSelection());
    QCOMPARE(left.count(), 0);
    desk.key(Qt::Key_Backspace);
    QCOMPARE(left.count(), 1);
    QVERIFY(desk.model.isClean());
}

void EditingTest::returnOpensTheOneBoxThatIsSelected()
{
    Desk desk;
    QSignalSpy opened(desk.scene.get(), &CanvasScene::activated);
    desk.view->setFocus();
    desk.key(Qt::Key_Return);
    QCOMPARE(opened.count(), 0);
    desk.scene->selectBoxes({"md5", "call"});
    desk.key(Qt::Key_Return);
    QCOMPARE(opened.count(), 0);
    desk.scene->selectBoxes({"call"});
    desk.key(Qt::Key_Return);
    desk.key(Qt::Key_Enter);
    QCOMPARE(opened.count(), 2);
}

void EditingTest::f2WritesTheOneNoteThatIsSelected()
{
    Desk desk;
    const QString note = addNote(desk.model, sample::putPath, {900, 500, 160, 80});
    const int steps = desk.model.undoStack()->count();
    desk.view->setFocus();
    desk.scene->selectBoxes({"md5"});
    desk.key(Qt::Key_F2);
    QVERIFY(!desk.scene->isWriting());
    desk.scene->select({}, {note});
    desk.key(Qt::Key_F2);
    QVERIFY(desk.scene->isWriting());
    for (const QChar letter : QString("why")) // letters are the note's now, and open no search
        desk.key(letter.toUpper().unicode());
    desk.key(Qt::Key_Escape);
    QVERIFY(!desk.scene->isWriting());
    QCOMPARE(desk.model.undoStack()->count(), steps);
}

void EditingTest::aCopyIsNoEditAndWhatIsNoDrawingIsNotPasted()
{
    Desk desk;
    desk.view->setFocus();
    desk.scene->selectBoxes({"md5"});
    desk.key(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(desk.model.isClean());
    QVERIFY(canPaste());
    QGuiApplication::clipboard()->setText("a sentence");
    QVERIFY(!canPaste());
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(refused.count(), 1);
    QVERIFY(desk.model.isClean());
}

void EditingTest::coloursComeByNameAndGoWithTheirName()
{
    Desk desk;
    const std::string before = desk.text();
    desk.scene->selectBoxes({"md5", "call"});
    for (const QString& name : drawingColours()) {
        colourSelection(*desk.scene, name);
        for (const char* id : {"md5", "call"})
            QCOMPARE(allColours(desk.model.project(), sample::putPath).value(id), name);
        QVERIFY(allColours(desk.model.project(), sample::putPath).value("start").isEmpty());
    }
    colourSelection(*desk.scene, {});
    QVERIFY(allColours(desk.model.project(), sample::putPath).value("md5").isEmpty());
    while (desk.model.undoStack()->canUndo())
        desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
}

void EditingTest::bentWiresAreStraightenedTogether()
{
    Desk desk;
    const Bends bends{{40, 80}, {40, 160}};
    for (const char* wire : {"stream.chunk>md5.in", "start.next>parse.in", "join.next>reply.in"})
        setBends(desk.model, sample::putPath, wire, bends);
    sample::UndoOracle oracle(desk.model);
    const int steps = desk.model.undoStack()->count();
    desk.scene->selectBoxes({"md5", "start"});
    straightenSelection(*desk.scene);
    QCOMPARE(desk.model.undoStack()->count(), steps + 1);
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Straighten 2 wires"));
    QVERIFY(bendsOf(desk.model.project(), sample::putPath, "stream.chunk>md5.in").isEmpty());
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, "join.next>reply.in"), bends);
    desk.model.undoStack()->undo();
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, "stream.chunk>md5.in"), bends);
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, "start.next>parse.in"), bends);
}

void EditingTest::notesAndBoxesAreDeletedAsOneStep()
{
    Desk desk;
    const QString note = addNote(desk.model, sample::putPath, {900, 500, 160, 80});
    const std::string before = desk.text();
    const int steps = desk.model.undoStack()->count();
    desk.view->setFocus();
    desk.scene->select({"md5"}, {note});
    desk.key(Qt::Key_Delete);
    QVERIFY(!desk.findBlock("md5"));
    QVERIFY(desk.scene->notes().isEmpty());
    QCOMPARE(desk.model.undoStack()->count(), steps + 1);
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Delete 2 boxes and notes"));
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
    QCOMPARE(desk.scene->notes().size(), 1);
}

void EditingTest::anEditOfAnEmptyDrawingDoesNothing()
{
    auto project = sample::cluster();
    auto& diagram = project.behaviours.front().role.operations.front().diagrams.front();
    diagram.blocks.clear();
    diagram.wires.clear();
    Desk desk(project);
    desk.view->setFocus();
    QVERIFY(desk.scene->contentRect().isEmpty());
    QVERIFY(!desk.scene->emptyText().isEmpty());
    desk.key(Qt::Key_A, Qt::ControlModifier);
    for (const int code : {Qt::Key_Delete, Qt::Key_Right, Qt::Key_Return, Qt::Key_F2, Qt::Key_Escape})
        desk.key(code);
    desk.scene->arrange();
    desk.view->zoomToSelection();
    QVERIFY(!desk.scene->hasSelection());
    QVERIFY(desk.model.isClean());
}

void EditingTest::aNoteIsPutWhereNoBoxHidesIt()
{
    Desk desk;
    const QPointF free = desk.scene->contentRect().bottomLeft() + QPointF(300, 200);
    addNoteAt(*desk.scene, free);
    const QPointF off = desk.scene->notes().first()->sceneFrame().center() - free;
    QVERIFY(std::abs(off.x()) <= gridSize && std::abs(off.y()) <= gridSize);
    desk.model.undoStack()->undo();
    for (const char* block : {"md5", "call"}) {
        addNoteAt(*desk.scene, desk.middleOf(block));
        const QRectF note = desk.scene->notes().first()->sceneFrame();
        for (const BoxItem* box : desk.scene->boxes())
            QVERIFY2(!box->sceneFrame().intersects(note), qPrintable(box->id()));
        desk.model.undoStack()->undo();
    }
}

HEADROOM_WIDGET_TEST(EditingTest)
#include "editing_test.moc"
