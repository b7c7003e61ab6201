// Room for a block that becomes wider: the boxes to its right make it.

#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/model/drawing_view.h"

using namespace headroom::widgets;

namespace {

QString keyOfWireFrom(const Desk& desk, const QString& box)
{
    const auto& wires = desk.scene->wires();
    return (*std::find_if(wires.begin(), wires.end(), [&](const WireItem* wire) { return wire->from().box == box; }))
        ->key();
}

/// Places blocks side by side, with gaps of 48, and everything else far below.
void placeInRow(Desk& desk, const QStringList& ids)
{
    Positions places;
    for (const BoxItem* box : desk.scene->boxes())
        places[box->id()] = box->pos() + QPointF(0, 400);
    for (qsizetype i = 0; i < ids.size(); ++i)
        places[ids[i]] = QPointF(192.0 * static_cast<qreal>(i), 8);
    moveItems(desk.model, sample::putPath, places);
    desk.view->centerOn(400, 200);
}

} // namespace

class BlockRoomTest : public QObject
{
    Q_OBJECT

private slots:
    void aWiderBlockPushesTheOnesBesideIt();
    void whatIsInNoRowOfTheBlockStays();
    void pushedBoxesComeBackWithThePointer();
    void keysPushInTheSameStep();
    void bendsBetweenPushedBlocksMoveAlong();
};

void BlockRoomTest::aWiderBlockPushesTheOnesBesideIt()
{
    Desk desk;
    placeInRow(desk, {"start", "parse", "md5", "reply"});
    const std::string before = desk.text();
    const qreal start = boxOf(desk, "start").x(), reply = boxOf(desk, "reply").x();
    desk.scene->selectBoxes({"parse"});
    const QPointF edge = handleOf(desk, "parse");
    desk.pull(edge, edge + QPointF(24, 0));
    QCOMPARE(boxOf(desk, "md5").x(), 384.0); // the gap is wide enough
    desk.pullOn(edge + QPointF(96, 0));
    QCOMPARE(boxOf(desk, "md5").x(), 448.0); // while it is dragged
    QCOMPARE(boxOf(desk, "reply").x(), 608.0);
    desk.letGo(edge + QPointF(96, 0));
    QCOMPARE(boxOf(desk, "parse").size().width(), 240.0);
    QCOMPARE(boxOf(desk, "md5").x(), 448.0);
    QCOMPARE(boxOf(desk, "reply").x(), 608.0);
    QCOMPARE(boxOf(desk, "start").x(), start);
    QCOMPARE(overlaps(*desk.scene), QStringList());
    QCOMPARE(desk.model.undoStack()->count(), 2); // with the placing
    // Narrowing does not pull them back, undoing does.
    desk.drag(handleOf(desk, "parse"), handleOf(desk, "parse") - QPointF(96, 0));
    QCOMPARE(boxOf(desk, "parse").size().width(), 144.0);
    QCOMPARE(boxOf(desk, "md5").x(), 448.0);
    desk.model.undoStack()->setIndex(1);
    QCOMPARE(desk.text(), before);
    QCOMPARE(boxOf(desk, "md5").x(), 384.0);
    QCOMPARE(boxOf(desk, "reply").x(), reply);
}

void BlockRoomTest::whatIsInNoRowOfTheBlockStays()
{
    Desk desk;
    placeInRow(desk, {"start", "parse", "md5"});
    moveItems(desk.model, sample::putPath, {{"reply", boxOf(desk, "md5").pos() + QPointF(0, 48)}});
    const QPointF place = boxOf(desk, "reply").pos();
    desk.scene->selectBoxes({"parse"});
    desk.drag(handleOf(desk, "parse"), handleOf(desk, "parse") + QPointF(200, 0));
    QCOMPARE(boxOf(desk, "reply").pos(), place);
    QVERIFY(boxOf(desk, "md5").x() > place.x());
}

void BlockRoomTest::pushedBoxesComeBackWithThePointer()
{
    Desk desk;
    placeInRow(desk, {"start", "parse", "md5", "reply"});
    const std::string before = desk.text();
    desk.scene->selectBoxes({"parse"});
    const QPointF edge = handleOf(desk, "parse");
    desk.pull(edge, edge + QPointF(200, 0));
    QVERIFY(boxOf(desk, "md5").x() > 384);
    desk.pullOn(edge + QPointF(8, 0));
    QCOMPARE(boxOf(desk, "md5").x(), 384.0);
    desk.pullOn(edge + QPointF(200, 0));
    desk.key(Qt::Key_Escape);
    QCOMPARE(boxOf(desk, "md5").x(), 384.0);
    QCOMPARE(boxOf(desk, "parse").size().width(), 144.0);
    desk.letGo(edge + QPointF(200, 0));
    QCOMPARE(desk.text(), before);
}

void BlockRoomTest::keysPushInTheSameStep()
{
    Desk desk;
    placeInRow(desk, {"start", "parse", "md5", "reply"});
    const std::string before = desk.text();
    desk.scene->selectBoxes({"start", "parse"});
    for (int i = 0; i < 8; ++i)
        desk.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(boxOf(desk, "start").size().width(), 208.0);
    QCOMPARE(boxOf(desk, "parse").x(), 224.0);
    QCOMPARE(boxOf(desk, "md5").x(), 448.0);
    QCOMPARE(overlaps(*desk.scene), QStringList());
    QCOMPARE(desk.model.undoStack()->count(), 2);
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
}

void BlockRoomTest::bendsBetweenPushedBlocksMoveAlong()
{
    Desk desk;
    placeInRow(desk, {"start", "parse", "replicas", "reply"});
    const QString after = keyOfWireFrom(desk, "parse"), first = keyOfWireFrom(desk, "start");
    setBends(desk.model, sample::putPath, after, {{360, 100}});
    setBends(desk.model, sample::putPath, first, {{168, 100}});
    desk.scene->selectBoxes({"parse"});
    desk.drag(handleOf(desk, "parse"), handleOf(desk, "parse") + QPointF(96, 0));
    QCOMPARE(boxOf(desk, "replicas").x(), 448.0);
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, after), Bends({{424, 100}}));
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, first), Bends({{168, 100}}));
    desk.model.undoStack()->undo();
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, after), Bends({{360, 100}}));
}

HEADROOM_WIDGET_TEST(BlockRoomTest)
#include "block_room_test.moc"
