// Mouse and keyboard on a canvas besides moving and wiring: quick add, bends, notes, colours, lines to align by, keys,
// menus.

#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/diagram/canvas/items/note_item.h"
#include "widgets/diagram/canvas/items/pointer_label.h"
#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/diagram/geometry/alignment.h"
#include "widgets/diagram/geometry/wire_bends.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"

#include <QGraphicsTextItem>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>

using namespace headroom::widgets;

namespace {

QuickAdd* openSearch()
{
    return qobject_cast<QuickAdd*>(QApplication::activePopupWidget());
}

/// Types into the search that is open, and takes what it finds.
void answerSearch(const QString& typed)
{
    QuickAdd* search = openSearch();
    QVERIFY(search);
    QTest::keyClicks(search->searchField(), typed);
    QTest::keyClick(search->searchField(), Qt::Key_Return);
}

/// Selects a block by a click, then types what to add.
void typeBehind(const Desk& desk, const QString& block, const QString& typed)
{
    desk.click(desk.middleOf(block));
    desk.key('/');
    answerSearch(typed);
}

QStringList offered(const QuickAdd& search)
{
    QStringList labels;
    for (int i = 0; i < search.list()->count(); ++i)
        labels.append(search.list()->item(i)->text());
    return labels;
}

WireItem* wireOf(const Desk& desk, const QString& key)
{
    for (WireItem* wire : desk.scene->wires())
        if (wire->key() == key)
            return wire;
    return nullptr;
}

const PointerLabel* pointerLabel(const Desk& desk)
{
    for (QGraphicsItem* item : desk.scene->items())
        if (auto* label = dynamic_cast<PointerLabel*>(item))
            return label;
    return nullptr;
}

} // namespace

class DrawingTest : public QObject
{
    Q_OBJECT

private slots:
    void typingOnTheCanvasAddsWhatFollowsTheSelectedBlock();
    void theSearchPutsWhatIsNamedSoFirst();
    void escapeClosesTheSearchAndAddsNothing();
    void aWireDrawnIntoTheVoidOffersWhatCanFollow();
    void aBlockIsPutIntoAWire();
    void whatIsTypedBehindABlockThatHasItsWireComesBetween();
    void whatIsPutIntoAWireStandsInItsRowAndMakesRoom();
    void whereThereIsRoomNothingMoves();
    void whatIsTypedGoesOnAlongTheMainWayThoughAnErrorIsFree();
    void whileAWireIsDrawnItsEndsAreShownAndRefusalsSayWhy();
    void deletingABlockJoinsItsNeighbours();
    void aBlockWithSeveralWaysOnJoinsNothing();
    void aStretchOfAWireIsDragged();
    void bendsMoveWithTheirBoxesAndGoWithTheirWire();
    void aBentWireFollowsItsEnds();
    void aNoteIsWrittenMovedSizedAndDeleted();
    void escapeLeavesANoteAsItWas();
    void coloursAreGivenAndTakenAway();
    void aRubberBandAddsAndTakesAway();
    void boxesAreAlignedAndDistributed();
    void aDraggedBoxIsDrawnIntoLineWithAnother();
    void arrowsLeadFromBlockToBlock();
    void aWireIsDrawnByKeysAlone();
    void menusOfferWhatMakesSense();
    void theTopologyGrowsByItsSearch();
};

void DrawingTest::typingOnTheCanvasAddsWhatFollowsTheSelectedBlock()
{
    Desk desk;
    const std::string before = desk.text();
    desk.click(desk.middleOf("md5"));
    QTest::keyClick(desk.view.get(), 'd');
    QuickAdd* search = openSearch();
    QVERIFY(search);
    QCOMPARE(search->searchField()->text(), QString("d"));
    answerSearch("elay");
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"delay1"});
    QVERIFY(desk.hasWire("md5.next", "delay1.in"));
    QVERIFY(desk.scene->box("delay1")->x() > desk.scene->box("md5")->x());
    for (const BoxItem* other : desk.scene->boxes())
        QVERIFY(other->id() == "delay1" || !other->sceneFrame().intersects(desk.scene->box("delay1")->sceneFrame()));
    QCOMPARE(desk.model.undoStack()->count(), 1);
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Add Delay"));
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
    // With nothing selected it lands at the pointer.
    desk.scene->clearSelection();
    const QPointF free = desk.scene->contentRect().bottomLeft() + QPointF(300, 100);
    desk.hover(free);
    desk.key('/');
    answerSearch("compute");
    QVERIFY(QLineF(desk.middleOf("compute1"), free).length() < gridSize);
}

void DrawingTest::theSearchPutsWhatIsNamedSoFirst()
{
    Desk desk;
    desk.key('/');
    QuickAdd* search = openSearch();
    QVERIFY(search);
    QVERIFY(!offered(*search).contains("Start")); // the diagram has its start
    QTest::keyClicks(search->searchField(), "re");
    QVERIFY(offered(*search).first().startsWith("Re"));
    QVERIFY(offered(*search).size() > 3);
    QTest::keyClick(search->searchField(), Qt::Key_Down);
    QCOMPARE(search->list()->currentRow(), 1);
    QTest::keyClicks(search->searchField(), "zzz");
    QCOMPARE(search->list()->count(), 0);
    QTest::keyClick(search->searchField(), Qt::Key_Return);
    QVERIFY(desk.model.isClean());
    search->close();
}

void DrawingTest::escapeClosesTheSearchAndAddsNothing()
{
    Desk desk;
    desk.key('/');
    QVERIFY(openSearch());
    QTest::keyClick(openSearch(), Qt::Key_Escape);
    QTRY_VERIFY(!openSearch());
    QVERIFY(desk.model.isClean());
}

void DrawingTest::aWireDrawnIntoTheVoidOffersWhatCanFollow()
{
    Desk desk;
    const QPointF from = desk.portOf("md5", "next", true);
    const QPointF into(from.x() + 80, desk.scene->contentRect().bottom() + 60);
    desk.drag(from, into);
    QuickAdd* search = openSearch();
    QVERIFY(search);
    QVERIFY(offered(*search).contains("Reply"));
    QVERIFY(!offered(*search).contains("Start"));
    answerSearch("flush");
    QVERIFY(desk.hasWire("md5.next", "flush1.in"));
    // The port that the wire leads to lies where it was let go.
    QVERIFY(QLineF(desk.portOf("flush1", "in", false), into).length() < 2 * gridSize);
    QCOMPARE(desk.model.undoStack()->count(), 1);
    // A way out has one wire.
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.drag(from, into + QPointF(0, 60));
    QVERIFY(!openSearch());
    QCOMPARE(refused.count(), 1);
}

void DrawingTest::aBlockIsPutIntoAWire()
{
    Desk desk;
    WireItem* wire = wireOf(desk, "start.next>parse.in");
    desk.choose(wire->middle(), "Insert a block …");
    QuickAdd* search = openSearch();
    QVERIFY(search);
    QVERIFY(!offered(*search).contains("End"));
    answerSearch("probe");
    QVERIFY(desk.hasWire("start.next", "probe1.in"));
    QVERIFY(desk.hasWire("probe1.next", "parse.in"));
    QVERIFY(!desk.hasWire("start.next", "parse.in"));
    QCOMPARE(desk.model.undoStack()->count(), 1);
}

void DrawingTest::whatIsTypedBehindABlockThatHasItsWireComesBetween()
{
    Desk desk;
    typeBehind(desk, "parse", "probe");
    QVERIFY(desk.hasWire("parse.next", "probe1.in"));
    QVERIFY(desk.hasWire("probe1.next", "replicas.in"));
    QVERIFY(!desk.hasWire("parse.next", "replicas.in"));
    for (const BoxItem* other : desk.scene->boxes())
        QVERIFY(other->id() == "probe1" || !other->sceneFrame().intersects(desk.scene->box("probe1")->sceneFrame()));
    QCOMPARE(desk.model.undoStack()->count(), 1);
}

void DrawingTest::whatIsPutIntoAWireStandsInItsRowAndMakesRoom()
{
    Desk desk;
    const std::string text = desk.text();
    QHash<QString, QPointF> before;
    for (const BoxItem* box : desk.scene->boxes())
        before.insert(box->id(), box->pos());
    typeBehind(desk, "parse", "probe");
    const QRectF parse = desk.scene->box("parse")->sceneFrame(), probe = desk.scene->box("probe1")->sceneFrame();
    QVERIFY(std::abs(probe.center().y() - parse.center().y()) < gridSize);
    QVERIFY(probe.left() > parse.right() && probe.right() < desk.scene->box("replicas")->sceneFrame().left());
    // The blocks behind move together; the rest stays.
    const QPointF shift = desk.scene->box("replicas")->pos() - before["replicas"];
    QVERIFY(shift.x() > 0 && qFuzzyIsNull(shift.y()));
    for (const char* behind : {"call", "stream", "join", "reply"})
        QCOMPARE(desk.scene->box(behind)->pos() - before[behind], shift);
    for (const char* ahead : {"start", "parse"})
        QCOMPARE(desk.scene->box(ahead)->pos(), before[ahead]);
    QCOMPARE(desk.model.undoStack()->count(), 1);
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Add Probe"));
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), text);
}

void DrawingTest::whereThereIsRoomNothingMoves()
{
    Desk desk;
    typeBehind(desk, "parse", "probe");
    desk.click(desk.middleOf("probe1"));
    QTest::keyClick(desk.view.get(), Qt::Key_Delete); // its room stays
    const QPointF behind = desk.scene->box("replicas")->pos();
    WireItem* wire = wireOf(desk, "parse.next>replicas.in");
    desk.choose(wire->middle(), "Insert a block …");
    answerSearch("delay");
    QVERIFY(desk.hasWire("parse.next", "delay1.in"));
    QCOMPARE(desk.scene->box("replicas")->pos(), behind);
}

void DrawingTest::whatIsTypedGoesOnAlongTheMainWayThoughAnErrorIsFree()
{
    Desk desk;
    typeBehind(desk, "parse", "write");
    QVERIFY(desk.hasWire("write1.next", "replicas.in"));
    QVERIFY(desk.scene->box("write1")->findPort("error", true));
    typeBehind(desk, "write1", "flush");
    QVERIFY(desk.hasWire("write1.next", "flush1.in"));
    QVERIFY(desk.hasWire("flush1.next", "replicas.in"));
    QVERIFY(!desk.hasWire("write1.error", "flush1.in"));
}

void DrawingTest::whileAWireIsDrawnItsEndsAreShownAndRefusalsSayWhy()
{
    Desk desk;
    const QPointF from = desk.portOf("md5", "next", true);
    desk.pull(from, desk.middleOf("reply"));
    QVERIFY(pointerLabel(desk));
    QVERIFY(pointerLabel(desk)->text().isEmpty());
    // Backwards would be a circle; the reason stands at the pointer while the button is held.
    desk.pullOn(desk.middleOf("parse"));
    QVERIFY(pointerLabel(desk)->text().contains("earlier block"));
    QVERIFY(pointerLabel(desk)->isVisible());
    desk.letGo(desk.middleOf("reply"));
    QVERIFY(desk.hasWire("md5.next", "reply.in"));
    QVERIFY(!pointerLabel(desk));
}

void DrawingTest::deletingABlockJoinsItsNeighbours()
{
    Desk desk;
    const std::string before = desk.text();
    desk.click(desk.middleOf("parse"));
    desk.key(Qt::Key_Delete);
    QVERIFY(desk.hasWire("start.next", "replicas.in"));
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
    // A chain that goes is bridged as a whole.
    desk.scene->selectBoxes({"parse", "replicas"});
    addBlock(desk.model, sample::putPath, "delay", {0, 0});
    desk.scene->selectBoxes({"parse", "replicas"});
    desk.key(Qt::Key_Delete);
    QVERIFY(desk.hasWire("start.next", "call.in"));
}

void DrawingTest::aBlockWithSeveralWaysOnJoinsNothing()
{
    Desk desk;
    desk.click(desk.middleOf("call"));
    desk.key(Qt::Key_Delete);
    QVERIFY(!desk.hasWire("replicas.each", "join.in"));
    QVERIFY(!desk.hasWire("replicas.each", "stream.in"));
}

void DrawingTest::aStretchOfAWireIsDragged()
{
    Desk desk;
    const std::string before = desk.text();
    const QString key = "start.next>parse.in";
    const QPointF middle = wireOf(desk, key)->middle();
    desk.drag(middle, middle + QPointF(0, 80));
    const Bends bends = bendsOf(desk.model.project(), sample::putPath, key);
    QVERIFY(bends.size() >= 2);
    const auto corners = wireOf(desk, key)->corners();
    QVERIFY(std::any_of(corners.begin(), corners.end(),
                        [&](const QPointF& corner) { return std::abs(corner.y() - middle.y() - 80) < gridSize; }));
    for (int i = 1; i < corners.size(); ++i)
        QVERIFY(corners[i].x() == corners[i - 1].x() || corners[i].y() == corners[i - 1].y());
    QCOMPARE(desk.model.undoStack()->count(), 1);
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Bend wire"));
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
    desk.model.undoStack()->redo();
    desk.scene->clearSelection();
    wireOf(desk, key)->setSelected(true);
    straightenSelection(*desk.scene);
    QVERIFY(bendsOf(desk.model.project(), sample::putPath, key).isEmpty());
}

void DrawingTest::bendsMoveWithTheirBoxesAndGoWithTheirWire()
{
    Desk desk;
    const QString key = "start.next>parse.in";
    const QPointF middle = wireOf(desk, key)->middle();
    desk.drag(middle, middle + QPointF(0, 80));
    const Bends before = bendsOf(desk.model.project(), sample::putPath, key);
    desk.scene->selectBoxes({"start", "parse"});
    desk.key(Qt::Key_Down, Qt::ShiftModifier);
    const Bends after = bendsOf(desk.model.project(), sample::putPath, key);
    QCOMPARE(after.size(), before.size());
    for (int i = 0; i < before.size(); ++i)
        QCOMPARE(after[i] - before[i], QPointF(0, 4 * gridSize));
    desk.scene->selectBoxes({"parse"});
    desk.key(Qt::Key_Delete);
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
    QVERIFY(bendsOf(desk.model.project(), sample::putPath, key).isEmpty());
}

void DrawingTest::aBentWireFollowsItsEnds()
{
    const WireEnd from{{0, 0}, Side::right}, to{{200, 0}, Side::left};
    const QRectF a(-100, -20, 100, 40), b(200, -20, 100, 40);
    const QVector<QPointF> bends = draggedStretch({{0, 0}, {200, 0}}, 0, {100, 80});
    QCOMPARE(bentWay(from, to, bends, a, b),
             (QVector<QPointF>{{0, 0}, {16, 0}, {16, 80}, {184, 80}, {184, 0}, {200, 0}}));
    // The end has moved down: the stretch that was dragged stays where it is.
    const auto moved = bentWay(from, {{200, 40}, Side::left}, bends, a, b.translated(0, 40));
    QVERIFY(moved.contains(QPointF(184, 80)) && moved.contains(QPointF(184, 40)));
    // A box that has been pushed over its bends leaves them no room.
    QVERIFY(bentWay({{100, 0}, Side::right}, to, bends, a.translated(100, 0), b).isEmpty());
}

void DrawingTest::aNoteIsWrittenMovedSizedAndDeleted()
{
    Desk desk;
    const std::string before = desk.text();
    const QPointF free = desk.scene->contentRect().bottomLeft() + QPointF(300, 100);
    desk.choose(free, "Add note");
    QCOMPARE(desk.scene->notes().size(), 1);
    QVERIFY(desk.scene->notes().first()->isEditing());
    // Letters typed into a note are text, whatever the canvas makes of them otherwise.
    QTest::keyClicks(desk.view.get(), "Two copies / first");
    QTest::keyClick(desk.view.get(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(notesOf(desk.model.project(), sample::putPath).first().text, QString("Two copies / first"));
    QVERIFY(!openSearch());
    const QPointF middle = desk.scene->notes().first()->sceneFrame().center();
    desk.drag(middle, middle + QPointF(48, 24));
    QCOMPARE(desk.scene->notes().first()->sceneFrame().center(), middle + QPointF(48, 24));
    const QPointF corner = desk.scene->notes().first()->sceneFrame().bottomRight() - QPointF(4, 4);
    desk.drag(corner, corner + QPointF(84, 44));
    QCOMPARE(notesOf(desk.model.project(), sample::putPath).first().rect.size(), QSizeF(288, 128));
    QTest::mouseDClick(desk.view->viewport(), Qt::LeftButton, {}, desk.onScreen(middle));
    QVERIFY(desk.scene->notes().first()->isEditing());
    QTest::keyClick(desk.view.get(), Qt::Key_Escape);
    QVERIFY(!desk.scene->notes().first()->isEditing());
    desk.key(Qt::Key_Delete);
    QVERIFY(desk.scene->notes().isEmpty());
    desk.model.undoStack()->setIndex(0);
    QCOMPARE(desk.text(), before);
}

void DrawingTest::escapeLeavesANoteAsItWas()
{
    Desk desk;
    addNote(desk.model, sample::putPath, {800, 400, 208, 88});
    const QString id = desk.scene->notes().first()->id();
    const auto textOf = [&] { return notesOf(desk.model.project(), sample::putPath).first().text; };
    const auto write = [&](const char* text) {
        QTest::mouseDClick(desk.view->viewport(), Qt::LeftButton, {},
                           desk.onScreen(desk.scene->notes().first()->sceneFrame().center()));
        QVERIFY(desk.scene->notes().first()->isEditing());
        QTest::keyClicks(desk.view.get(), text);
    };
    write("Two copies first");
    QTest::keyClick(desk.view.get(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(textOf(), QString("Two copies first"));
    const std::string before = desk.text();
    const int steps = desk.model.undoStack()->count();
    write("Three");
    QTest::keyClick(desk.view.get(), Qt::Key_Escape);
    QVERIFY(!desk.scene->notes().first()->isEditing());
    QCOMPARE(desk.scene->notes().first()->note().text, QString("Two copies first"));
    QCOMPARE(desk.text(), before);
    QCOMPARE(desk.model.undoStack()->count(), steps);
    QCOMPARE(desk.scene->notes().first()->id(), id);
    // Text is kept when one clicks beside the note.
    write("Four");
    desk.click(desk.scene->contentRect().topLeft() - QPointF(20, 20));
    QCOMPARE(textOf(), QString("Four"));
    QCOMPARE(desk.model.undoStack()->count(), steps + 1);
}

void DrawingTest::coloursAreGivenAndTakenAway()
{
    Desk desk;
    desk.click(desk.middleOf("md5"));
    colourSelection(*desk.scene, "green");
    QCOMPARE(desk.scene->box("md5")->colour(), QString("green"));
    desk.model.undoStack()->undo();
    QCOMPARE(desk.scene->box("md5")->colour(), QString());
    desk.model.undoStack()->redo();
    colourSelection(*desk.scene, {});
    QCOMPARE(desk.scene->box("md5")->colour(), QString());
    colourSelection(*desk.scene, "blue");
    desk.key(Qt::Key_Delete);
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
}

void DrawingTest::aRubberBandAddsAndTakesAway()
{
    Desk desk;
    const auto around = [&](const QString& id, Qt::KeyboardModifiers modifiers) {
        const QRectF frame = desk.scene->box(id)->sceneFrame().adjusted(-6, -16, 6, 16);
        desk.drag(frame.topLeft(), frame.bottomRight(), modifiers);
    };
    around("md5", {});
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"md5"});
    around("start", Qt::ShiftModifier);
    QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"md5", "start"}));
    around("md5", Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"start"});
    around("md5", {});
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"md5"});
}

void DrawingTest::boxesAreAlignedAndDistributed()
{
    Desk desk;
    desk.scene->selectBoxes({"start", "md5", "reply"});
    alignSelection(*desk.scene, Alignment::left);
    QCOMPARE(desk.scene->box("md5")->x(), desk.scene->box("start")->x());
    QCOMPARE(desk.scene->box("reply")->x(), desk.scene->box("start")->x());
    QCOMPARE(desk.model.undoStack()->undoText(), QString("Align 3 boxes"));
    desk.model.undoStack()->undo();
    const QVector<QRectF> boxes{{0, 0, 100, 40}, {110, 30, 60, 20}, {400, 8, 100, 40}};
    QCOMPARE(aligned(boxes, Alignment::right), (QVector<QPointF>{{400, 0}, {440, 30}, {400, 8}}));
    QCOMPARE(aligned(boxes, Alignment::middle), (QVector<QPointF>{{0, 5}, {110, 15}, {400, 5}}));
    QCOMPARE(distributed(boxes, Qt::Horizontal), (QVector<QPointF>{{0, 0}, {220, 30}, {400, 8}}));
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.scene->selectBoxes({"start"});
    distributeSelection(*desk.scene, Qt::Horizontal);
    QCOMPARE(refused.count(), 1);
}

void DrawingTest::aDraggedBoxIsDrawnIntoLineWithAnother()
{
    const Snap near = snapToNeighbours({96, 208, 100, 48}, {{104, 0, 100, 48}}, {4, 0}, 5, 8);
    QCOMPARE(near.shift, QPointF(8, 0));
    QCOMPARE(near.guides.size(), 3); // both edges and the middle
    QCOMPARE(near.guides.first(), QLineF(104, 0, 104, 256));
    QVERIFY(snapToNeighbours({96, 208, 100, 48}, {{104, 0, 100, 48}}, {2, 0}, 5, 8).guides.isEmpty());

    Desk desk;
    const QPointF target = desk.scene->box("start")->pos();
    const QPointF from = desk.middleOf("md5");
    const QPointF to = QPointF(target.x() + 72 + 4, from.y() + 80);
    desk.pull(from, (from + to) / 2);
    desk.pullOn(to);
    QCOMPARE(desk.scene->box("md5")->x(), target.x());
    const auto items = desk.scene->items();
    const auto isGuide = [](QGraphicsItem* item) { return item->type() == QGraphicsLineItem::Type; };
    QVERIFY(std::any_of(items.begin(), items.end(), isGuide));
    desk.letGo(to);
    QCOMPARE(desk.scene->box("md5")->x(), target.x());
    const auto after = desk.scene->items();
    QVERIFY(std::none_of(after.begin(), after.end(), isGuide));
}

void DrawingTest::arrowsLeadFromBlockToBlock()
{
    Desk desk;
    desk.view->setFocus();
    desk.key(Qt::Key_Right);
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"start"});
    desk.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"parse"});
    desk.key(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"parse", "replicas"}));
    desk.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"start"});
    QVERIFY(desk.model.isClean());
}

void DrawingTest::aWireIsDrawnByKeysAlone()
{
    Desk desk;
    desk.scene->selectBoxes({"md5"});
    desk.key('>');
    QVERIFY(pointerLabel(desk));
    for (int i = 0; i < 6 && !pointerLabel(desk)->text().contains("in"); ++i)
        desk.key(Qt::Key_Up);
    desk.key(Qt::Key_Return);
    const auto& wire = desk.diagram().wires.back();
    QCOMPARE(wire.fromBlock + "." + wire.fromPort, std::string("md5.next"));
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.scene->selectBoxes({"md5"});
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.key('>'); // its ways have their wires
    QCOMPARE(refused.count(), 1);
    desk.scene->selectBoxes({"call"});
    desk.key('>');
    desk.key(Qt::Key_Right);
    desk.key(Qt::Key_Escape);
    QCOMPARE(desk.model.undoStack()->count(), 1);
}

void DrawingTest::menusOfferWhatMakesSense()
{
    Desk desk;
    QAction* disabled = desk.menuEntry(desk.middleOf("md5"), "Disabled");
    QVERIFY(disabled && disabled->isCheckable() && !disabled->isChecked());
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"md5"});
    disabled->trigger();
    QApplication::activePopupWidget()->close();
    QVERIFY(desk.findBlock("md5")->fields["disabled"] == true);
    QVERIFY(!desk.menuEntry(desk.middleOf("start"), "Disabled"));
    QApplication::activePopupWidget()->close();
    QVERIFY(!desk.menuEntry(desk.middleOf("start"), "Left edges"));
    QApplication::activePopupWidget()->close();
    desk.choose(desk.middleOf("parse"), "Duplicate");
    QVERIFY(desk.findBlock("parse2"));
    QSignalSpy opening(desk.scene.get(), &CanvasScene::menuOpening);
    QVERIFY(desk.menuEntry(desk.scene->contentRect().bottomLeft() + QPointF(40, 80), "Select all"));
    QCOMPARE(opening.count(), 1);
    QVERIFY(desk.scene->selectedBoxes().isEmpty());
    QApplication::activePopupWidget()->close();
}

void DrawingTest::theTopologyGrowsByItsSearch()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    TopologyScene scene(model);
    CanvasView view(scene);
    view.resize(1200, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    scene.selectBoxes({"tor"});
    QTest::keyClick(&view, '/');
    answerSearch("node");
    QCOMPARE(model.project().topology.groups.back().id, std::string("group1"));
    const auto& link = model.project().topology.fabrics.front().links.back();
    QCOMPARE(link.from + ">" + link.to, std::string("group1>tor"));
    QCOMPARE(model.undoStack()->count(), 1);
}

HEADROOM_WIDGET_TEST(DrawingTest)
#include "drawing_test.moc"
