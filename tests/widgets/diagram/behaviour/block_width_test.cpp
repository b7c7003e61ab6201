// The width of blocks: chosen by hand, by keys and in the menu; what a long title makes of a box; and what the rest of
// the drawing makes of both.

#include "../canvas_desk.h"
#include "project/file/json_parse.h"
#include "project/file/json_reader.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/diagram/canvas/box_marks.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/edits/role_edits.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/model/group_paths.h"

#include <QSignalSpy>

using namespace headroom::widgets;

namespace {

const QString longTitle = "Checksum of every chunk of it";

qreal widthOf(const Desk& desk, const char* id)
{
    return boxOf(desk, id).size().width();
}

const WireItem& wireFrom(const Desk& desk, const QString& box)
{
    const auto& wires = desk.scene->wires();
    return **std::find_if(wires.begin(), wires.end(), [&](const WireItem* wire) { return wire->from().box == box; });
}

void setTitle(Desk& desk, const char* id, const QString& title)
{
    QVERIFY(setField(desk.model, ElementRef::block(sample::putPath, id), "name", title.toStdString()));
}

/// The height at which paths run through the box.
qreal heightOfLine(const Desk& desk, const char* id)
{
    return boxOf(desk, id).y() + boxOf(desk, id).line();
}

} // namespace

class BlockWidthTest : public QObject
{
    Q_OBJECT

private slots:
    void draggingTheEdgeWidensTheBlock();
    void portsAndWiresFollowTheEdge();
    void allSelectedBlocksGetTheSameWidth();
    void theWidthStaysInItsRange();
    void aClickOnTheEdgeChangesNothing();
    void aDoubleClickOnTheEdgeFitsTheTitle();
    void aWireStillStartsAtThePort();
    void theEdgeOfABlockThatIsNotSelectedMovesIt();
    void everyForkHasAPlaceToGrab();
    void keysWidenAndNarrow();
    void theMenuChangesTheWidth();
    void onlyBlocksHaveAWidth();
    void aLongTitleTakesASecondLine();
    void aWordThatIsTooLongIsBroken();
    void whatIsCutIsToldByTheTip();
    void theWidthIsSaved();
    void aCopyIsAsWide();
    void theWidthGoesIntoAGroupAndBack();
    void theWidthStaysWhenTheOperationIsRenamed();
    void aDeletedBlockIsForgotten();
    void aBlockPutIntoAWireFindsRoomBesideAWideOne();
    void theLayoutKeepsWiresStraightBesideATallBox();
    void middlesAreAlignedByTheWires();
    void marksStayAtTheirCorner();
};

void BlockWidthTest::draggingTheEdgeWidensTheBlock()
{
    Desk desk;
    const std::string before = desk.text();
    const QPointF place = boxOf(desk, "md5").pos();
    desk.click(desk.middleOf("md5"));
    const QPointF edge = handleOf(desk, "md5");
    desk.hover(edge);
    QCOMPARE(boxOf(desk, "md5").cursor().shape(), Qt::SizeHorCursor);
    desk.drag(edge, edge + QPointF(50, 30));
    QCOMPARE(boxOf(desk, "md5").size(), QSizeF(192, 48));
    QCOMPARE(boxOf(desk, "md5").pos(), place);
    QCOMPARE(allWidths(desk.model.project(), sample::putPath), (QHash<QString, int>{{"md5", 192}}));
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.key(Qt::Key_Escape); // selects nothing
    QCOMPARE(widthOf(desk, "md5"), 192.0);
    desk.model.undoStack()->undo();
    QCOMPARE(widthOf(desk, "md5"), 144.0);
    QCOMPARE(desk.text(), before);
    desk.model.undoStack()->redo();
    QCOMPARE(widthOf(desk, "md5"), 192.0);
}

void BlockWidthTest::portsAndWiresFollowTheEdge()
{
    Desk desk;
    desk.scene->selectBoxes({"parse", "call"});
    const QPointF edge = handleOf(desk, "parse");
    const QPointF input = desk.portOf("parse", "in", false), output = desk.portOf("parse", "next", true);
    desk.pull(edge, edge + QPointF(24, 0));
    QCOMPARE(desk.portOf("parse", "in", false), input);
    QCOMPARE(desk.portOf("parse", "next", true), output + QPointF(24, 0)); // while it is dragged
    QCOMPARE(wireFrom(desk, "parse").corners().first(), output + QPointF(24, 0));
    desk.letGo(edge + QPointF(24, 0));
    QCOMPARE(wireFrom(desk, "parse").corners().first(), output + QPointF(24, 0));
    QVERIFY(boxOf(desk, "call").findPort("opened", true)->wired);
    QVERIFY(!boxOf(desk, "call").findPort("timeout", true)->wired);
}

void BlockWidthTest::allSelectedBlocksGetTheSameWidth()
{
    Desk desk;
    setWidths(desk.model, sample::putPath, {{"reply", 200}});
    desk.scene->selectBoxes({"md5", "parse", "reply"});
    const QPointF edge = handleOf(desk, "md5");
    desk.drag(edge, edge + QPointF(32, 0));
    for (const char* id : {"md5", "parse", "reply"})
        QCOMPARE(widthOf(desk, id), 176.0);
    QCOMPARE(widthOf(desk, "start"), 144.0);
    QCOMPARE(desk.scene->selectedBoxes().size(), 3);
    desk.model.undoStack()->undo();
    QCOMPARE(widthOf(desk, "md5"), 144.0);
    QCOMPARE(widthOf(desk, "reply"), 200.0);
}

void BlockWidthTest::theWidthStaysInItsRange()
{
    Desk desk;
    desk.scene->selectBoxes({"md5"});
    desk.drag(handleOf(desk, "md5"), handleOf(desk, "md5") - QPointF(400, 0));
    QCOMPARE(widthOf(desk, "md5"), qreal(BlockWidth::least));
    desk.drag(handleOf(desk, "md5"), handleOf(desk, "md5") + QPointF(900, 0));
    QCOMPARE(widthOf(desk, "md5"), qreal(BlockWidth::most));
    // Widths from a file are brought into the range, too.
    auto project = desk.model.project();
    auto& widths = project.view.drawings[sample::putPath].widths;
    (*widths)["md5"] = 3;
    (*widths)["start"] = 100000;
    (*widths)["parse"] = 149;
    desk.model.setProject(project);
    QCOMPARE(widthOf(desk, "md5"), qreal(BlockWidth::least));
    QCOMPARE(widthOf(desk, "start"), qreal(BlockWidth::most));
    QCOMPARE(widthOf(desk, "parse"), 152.0);
}

void BlockWidthTest::aClickOnTheEdgeChangesNothing()
{
    Desk desk;
    const std::string before = desk.text();
    desk.scene->selectBoxes({"md5", "parse"});
    desk.click(handleOf(desk, "md5"));
    QCOMPARE(desk.text(), before);
    QCOMPARE(desk.model.undoStack()->count(), 0);
    QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"md5", "parse"}));
    // Neither does a drag that comes back.
    const QPointF edge = handleOf(desk, "md5");
    desk.pull(edge, edge + QPointF(40, 0));
    desk.pullOn(edge);
    desk.letGo(edge);
    QCOMPARE(widthOf(desk, "md5"), 144.0);
    QCOMPARE(desk.model.undoStack()->count(), 0);
}

void BlockWidthTest::aDoubleClickOnTheEdgeFitsTheTitle()
{
    Desk desk;
    setTitle(desk, "md5", longTitle);
    desk.scene->selectBoxes({"md5"});
    QCOMPARE(boxOf(desk, "md5").size().height(), 64.0);
    QSignalSpy activated(desk.scene.get(), &CanvasScene::activated);
    QTest::mouseDClick(desk.view->viewport(), Qt::LeftButton, {}, desk.onScreen(handleOf(desk, "md5")));
    QCOMPARE(activated.count(), 0);
    QCOMPARE(boxOf(desk, "md5").size().height(), 48.0);
    const int fitted = static_cast<int>(widthOf(desk, "md5"));
    QCOMPARE(fitted % gridSize, 0);
    setWidths(desk.model, sample::putPath, {{"md5", fitted - gridSize}});
    QCOMPARE(boxOf(desk, "md5").size().height(), 64.0); // it is the least such width
    QTest::mouseDClick(desk.view->viewport(), Qt::LeftButton, {}, desk.onScreen(desk.middleOf("md5")));
    QCOMPARE(activated.count(), 1);
}

void BlockWidthTest::aWireStillStartsAtThePort()
{
    Desk desk;
    desk.scene->selectBoxes({"md5"});
    desk.hover(desk.portOf("md5", "next", true));
    QCOMPARE(boxOf(desk, "md5").cursor().shape(), Qt::CrossCursor);
    desk.drag(desk.portOf("md5", "next", true), desk.middleOf("reply"));
    QVERIFY(desk.hasWire("md5.next", "reply.in"));
    QCOMPARE(widthOf(desk, "md5"), 144.0);
}

void BlockWidthTest::theEdgeOfABlockThatIsNotSelectedMovesIt()
{
    Desk desk;
    const QPointF before = boxOf(desk, "md5").pos();
    const QPointF edge = handleOf(desk, "md5");
    desk.hover(edge);
    QCOMPARE(boxOf(desk, "md5").cursor().shape(), Qt::ArrowCursor);
    desk.drag(edge, edge + QPointF(0, 120), Qt::AltModifier);
    QCOMPARE(boxOf(desk, "md5").pos(), before + QPointF(0, 120));
    QCOMPARE(widthOf(desk, "md5"), 144.0);
}

void BlockWidthTest::everyForkHasAPlaceToGrab()
{
    for (const int paths : {2, 3, 4, 6}) {
        auto project = sample::cluster();
        auto& diagram = project.behaviours.front().role.operations.front().diagrams.front();
        diagram.blocks.push_back(sample::block("fork", "fork", {{"paths", paths}}));
        Desk desk(project);
        desk.scene->selectBoxes({"fork"});
        const QRectF frame = boxOf(desk, "fork").frame();
        bool found = false;
        for (qreal y = 0; y < frame.height(); ++y)
            found |= boxOf(desk, "fork").isAtHandle({frame.right() - 5, y});
        QVERIFY2(found, qPrintable(QString::number(paths)));
    }
}

void BlockWidthTest::keysWidenAndNarrow()
{
    Desk desk;
    const auto wider = [&] { desk.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier); };
    const auto narrower = [&] { desk.key(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier); };
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    wider();
    QCOMPARE(refused.count(), 1); // nothing is selected
    const std::string before = desk.text();
    desk.scene->selectBoxes({"md5", "parse"});
    for (int i = 0; i < 3; ++i)
        wider();
    QCOMPARE(widthOf(desk, "md5"), 168.0);
    QCOMPARE(widthOf(desk, "parse"), 168.0);
    QCOMPARE(desk.model.undoStack()->count(), 1); // as moves by keys
    for (int i = 0; i < 3; ++i)
        narrower();
    QCOMPARE(widthOf(desk, "md5"), 144.0);
    QCOMPARE(desk.text(), before);
    QCOMPARE(desk.model.undoStack()->count(), 0);
    wider();
    desk.key(Qt::Key_Down);
    wider();
    QCOMPARE(desk.model.undoStack()->count(), 3); // a move in between is a step of its own
    desk.scene->selectBoxes({"md5"});
    wider();
    QCOMPARE(desk.model.undoStack()->count(), 4);
    desk.model.undoStack()->setIndex(0);
    QCOMPARE(desk.text(), before);
}

void BlockWidthTest::theMenuChangesTheWidth()
{
    Desk desk;
    setTitle(desk, "md5", longTitle);
    desk.scene->selectBoxes({"md5", "parse"});
    desk.choose(desk.middleOf("md5"), "Wider");
    QCOMPARE(widthOf(desk, "parse"), 152.0);
    desk.choose(desk.middleOf("md5"), "Narrower");
    QCOMPARE(widthOf(desk, "parse"), 144.0);
    desk.choose(desk.middleOf("md5"), "Fit to title");
    QCOMPARE(boxOf(desk, "md5").size().height(), 48.0);
    QVERIFY(widthOf(desk, "md5") > widthOf(desk, "parse"));
    QVERIFY(!allWidths(desk.model.project(), sample::putPath).isEmpty());
    desk.choose(desk.middleOf("md5"), "Usual width");
    QCOMPARE(widthOf(desk, "md5"), 144.0);
    QVERIFY(!desk.model.project().view.drawings.find(sample::putPath)->widths); // nothing of it remains
}

void BlockWidthTest::onlyBlocksHaveAWidth()
{
    Desk desk;
    const QPointF free = desk.scene->contentRect().bottomLeft() + QPointF(300, 100);
    addNote(desk.model, sample::putPath, {free, QSizeF(160, 80)});
    QVERIFY(!desk.menuEntry(free + QPointF(80, 40), "Wider"));
    QApplication::activePopupWidget()->close();
    TopologyScene topology(desk.model);
    topology.selectBoxes({"storage", "tor"});
    QVERIFY(topology.selectedResizable().isEmpty());
    QVERIFY(!topology.box("storage")->isAtHandle(topology.box("storage")->frame().bottomRight() - QPointF(2, 5)));
}

void BlockWidthTest::aLongTitleTakesASecondLine()
{
    Desk desk;
    const QPointF place = boxOf(desk, "replicas").pos();
    const QPointF input = desk.portOf("replicas", "in", false);
    const auto below = [&] {
        const auto& ports = boxOf(desk, "replicas").ports();
        return std::find_if(ports.begin(), ports.end(), [](const Port& port) { return port.side == Side::bottom; })
            ->place.y();
    };
    QCOMPARE(below(), 48.0);
    setTitle(desk, "replicas", longTitle);
    QCOMPARE(boxOf(desk, "replicas").size(), QSizeF(144, 64));
    QCOMPARE(boxOf(desk, "replicas").pos(), place);
    QCOMPARE(desk.portOf("replicas", "in", false), input); // a wire that comes from the left stays straight
    QCOMPARE(below(), 64.0);
    QCOMPARE(overlaps(*desk.scene), QStringList());
    setWidths(desk.model, sample::putPath, {{"replicas", 400}});
    QCOMPARE(boxOf(desk, "replicas").size(), QSizeF(400, 48));
    QCOMPARE(below(), 48.0);
}

void BlockWidthTest::aWordThatIsTooLongIsBroken()
{
    WrappedText text;
    const QFont font = titleFont();
    const qreal room = QFontMetricsF(font).horizontalAdvance("Write the object") + 1;
    QCOMPARE(text.fit("Write the object", font, {room, room}), QStringList{"Write the object"});
    QCOMPARE(text.fit("Write the object to its disk", font, {room, room}),
             (QStringList{"Write the object", "to its disk"}));
    QVERIFY(!text.isCut());
    const QString word = "Acknowledgementrepeater";
    QCOMPARE(text.fit(word, font, {room, room}).size(), 2);
    QCOMPARE(text.fit(word, font, {room, room}).join(QString()), word);
    QVERIFY(!text.isCut());
    QVERIFY(text.fit("Write the object to each of its disks and the journal", font, {room, room})[1].endsWith("…"));
    QVERIFY(text.isCut());
}

void BlockWidthTest::whatIsCutIsToldByTheTip()
{
    Desk desk;
    const QString title = "Write the object to each of its disks and to the journal";
    setTitle(desk, "md5", title);
    desk.view->grab(); // what is cut is known when it is drawn
    desk.hover(desk.middleOf("md5"));
    QVERIFY(boxOf(desk, "md5").toolTip().startsWith(title));
    desk.hover(desk.middleOf("parse"));
    QVERIFY(!boxOf(desk, "parse").toolTip().contains("Parse")); // it is seen as a whole
}

void BlockWidthTest::theWidthIsSaved()
{
    Desk desk;
    desk.scene->selectBoxes({"md5"});
    desk.drag(handleOf(desk, "md5"), handleOf(desk, "md5") + QPointF(56, 0));
    headroom::project::Findings findings;
    const auto tree = headroom::project::parseJson(headroom::project::toText(desk.model.project()), findings);
    const Desk opened(headroom::project::readProject(*tree));
    QCOMPARE(widthOf(opened, "md5"), 200.0);
    QCOMPARE(widthOf(opened, "start"), 144.0);
}

void BlockWidthTest::aCopyIsAsWide()
{
    Desk desk;
    setWidths(desk.model, sample::putPath, {{"md5", 200}, {"parse", 240}});
    desk.scene->selectBoxes({"md5", "stream"});
    desk.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"md2", "stream2"}));
    QCOMPARE(widthOf(desk, "md2"), 200.0);
    QCOMPARE(widthOf(desk, "stream2"), 144.0);
    desk.scene->selectBoxes({"md5"});
    desk.key(Qt::Key_X, Qt::ControlModifier);
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(widthOf(desk, "md5"), 200.0);
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
}

void BlockWidthTest::theWidthGoesIntoAGroupAndBack()
{
    Desk desk;
    Positions places;
    for (const BoxItem* box : desk.scene->boxes())
        places[box->id()] = box->pos();
    moveItems(desk.model, sample::putPath, places);
    setWidths(desk.model, sample::putPath, {{"md5", 200}, {"parse", 240}});
    const std::string before = desk.text();
    const QString group =
        foldBlocks(desk.model, sample::putPath, {"call", "stream", "md5"}, places, desk.scene->usualSize());
    QCOMPARE(allWidths(desk.model.project(), innerPath(sample::putPath, group)), (QHash<QString, int>{{"md5", 200}}));
    QCOMPARE(widthOf(desk, "parse"), 240.0);
    setWidths(desk.model, sample::putPath, {{group, 304}});
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
    places[group] = *desk.model.position(sample::putPath, group);
    unfoldGroup(desk.model, sample::putPath, group, places, desk.scene->usualSize());
    QCOMPARE(widthOf(desk, "md5"), 200.0);
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
    desk.model.undoStack()->setIndex(2);
    QCOMPARE(desk.text(), before);
}

void BlockWidthTest::theWidthStaysWhenTheOperationIsRenamed()
{
    Desk desk;
    setWidths(desk.model, sample::putPath, {{"md5", 200}});
    QVERIFY(setField(desk.model, ElementRef::block(sample::putPath, "md5"), "name", "Hash"));
    QCOMPARE(widthOf(desk, "md5"), 200.0);
    QVERIFY(renameOperation(desk.model, "proxy-server", "PUT", "STORE"));
    QCOMPARE(allWidths(desk.model.project(), "proxy-server/STORE/full").value("md5"), 200);
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
}

void BlockWidthTest::aDeletedBlockIsForgotten()
{
    Desk desk;
    setWidths(desk.model, sample::putPath, {{"md5", 200}, {"parse", 240}});
    desk.scene->selectBoxes({"md5"});
    desk.key(Qt::Key_Delete);
    QCOMPARE(allWidths(desk.model.project(), sample::putPath), (QHash<QString, int>{{"parse", 240}}));
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
    desk.model.undoStack()->undo();
    QCOMPARE(widthOf(desk, "md5"), 200.0);
}

void BlockWidthTest::aBlockPutIntoAWireFindsRoomBesideAWideOne()
{
    Desk desk;
    setTitle(desk, "parse", "Parse every header of it, every line and every name that it has in it, one after another");
    setWidths(desk.model, sample::putPath, {{"parse", 304}});
    desk.scene->arrange();
    QCOMPARE(overlaps(*desk.scene), QStringList());
    desk.scene->selectBoxes({"parse"});
    const QString added = desk.scene->addBlockAt("delay", wireFrom(desk, "parse").middle());
    QVERIFY(desk.hasWire("parse.next", added + ".in"));
    QCOMPARE(overlaps(*desk.scene), QStringList());
    QCOMPARE(heightOfLine(desk, qPrintable(added)), heightOfLine(desk, "parse"));
    QVERIFY(desk.scene->box(added)->x() >= boxOf(desk, "parse").sceneFrame().right() + 2 * gridSize);
}

void BlockWidthTest::theLayoutKeepsWiresStraightBesideATallBox()
{
    Desk desk;
    setTitle(desk, "parse", longTitle);
    setWidths(desk.model, sample::putPath, {{"start", 240}});
    QCOMPARE(boxOf(desk, "parse").size().height(), 64.0);
    desk.scene->arrange();
    QCOMPARE(overlaps(*desk.scene), QStringList());
    QCOMPARE(heightOfLine(desk, "start"), heightOfLine(desk, "parse"));
    QCOMPARE(wireFrom(desk, "start").corners().size(), 2);
    // Also when the boxes have never been placed.
    auto project = desk.model.project();
    project.view.drawings[sample::putPath].positions.reset();
    desk.model.setProject(project);
    QCOMPARE(overlaps(*desk.scene), QStringList());
    QCOMPARE(heightOfLine(desk, "start"), heightOfLine(desk, "parse"));
}

void BlockWidthTest::middlesAreAlignedByTheWires()
{
    Desk desk;
    setTitle(desk, "parse", longTitle);
    moveItems(desk.model, sample::putPath, {{"start", {0, 400}}, {"parse", {240, 440}}});
    desk.scene->selectBoxes({"parse", "start"});
    alignSelection(*desk.scene, Alignment::middle);
    QCOMPARE(heightOfLine(desk, "start"), heightOfLine(desk, "parse"));
    QCOMPARE(wireFrom(desk, "start").corners().size(), 2);
}

void BlockWidthTest::marksStayAtTheirCorner()
{
    Desk desk;
    auto* marks = new BoxMarks(*desk.scene);
    marks->setBadges({{"md5", {headroom::project::Severity::error, "It is wrong."}}});
    const auto badge = [&] { return boxOf(desk, "md5").childItems().first(); };
    QCOMPARE(badge()->pos(), QPointF(144, 0));
    desk.scene->selectBoxes({"md5"});
    desk.pull(handleOf(desk, "md5"), handleOf(desk, "md5") + QPointF(64, 0));
    QCOMPARE(badge()->pos(), QPointF(208, 0));
    desk.key(Qt::Key_Escape);
    QCOMPARE(badge()->pos(), QPointF(144, 0));
}

HEADROOM_WIDGET_TEST(BlockWidthTest)
#include "block_width_test.moc"
