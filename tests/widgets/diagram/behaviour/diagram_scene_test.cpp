// Drawing a behaviour diagram with mouse and keyboard: what a person does reaches the document, and comes back by undo.

#include "../canvas_desk.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/block_palette.h"
#include "widgets/diagram/geometry/layout.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/lookup/block_summary.h"
#include "widgets/theme/theme.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <memory>

using namespace headroom::widgets;

namespace {

const BlockItem& block(const Desk& desk, const QString& id)
{
    return dynamic_cast<const BlockItem&>(*desk.scene->box(id));
}

} // namespace

class DiagramSceneTest : public QObject
{
    Q_OBJECT

private slots:
    void blocksSayWhatTheyDo();
    void anUnplacedDiagramOpensFromLeftToRightWithoutOverlap();
    void draggingABlockMovesItInTheDocument();
    void escapeGivesADragUp();
    void arrowKeysNudgeAsOneStep();
    void clickingSelects();
    void aRubberBandSelects();
    void deleteAndUndoRestoreTheWires();
    void draggingFromPortToPortDrawsAWire();
    void aRefusedWireSaysWhyAndLeavesNoTrace();
    void wiresRunAroundBlocks();
    void aBlockDroppedFromThePaletteIsAdded();
    void thePaletteFindsAndInserts();
    void loadsTintBlocks();
    void theSummaryOfABusyBlockHasTheFullContrast();
    void anIdleBlockHasNoNumbers();
    void trafficAndRequestsStayWithTheirWiresAndBlocks();
    void theWheelZoomsAtThePointer();
    void aDiagramIsExported();
    void aWideDiagramIsCutBetweenItsBlocks();
    void theTwoWiresBelowALoopDoNotCoverEachOther();
};

void DiagramSceneTest::blocksSayWhatTheyDo()
{
    const Desk desk;
    QCOMPARE(block(desk, "call").title(), QString("Call"));
    QCOMPARE(block(desk, "call").summary(), QString("object-server PUT"));
    QCOMPARE(block(desk, "join").summary(), QString("2 of 3, grace 500 ms"));
    QVERIFY(block(desk, "stream").summary().startsWith("64 KiB chunks"));
    QCOMPARE(block(desk, "md5").title(), QString("MD5"));
    QCOMPARE(block(desk, "start").summary(), QString("PUT (key, size)"));

    const auto says = [](headroom::project::Json fields) {
        headroom::project::Diagram diagram;
        diagram.blocks.push_back({"each", "for each", "", std::move(fields), {}});
        return blockSummary(headroom::project::vocabulary(), diagram.blocks.front(), diagram, nullptr);
    };
    QCOMPARE(says({{"over", "nodes"}, {"role", "storage"}, {"take", 3}}), QString("3 of storage nodes, in parallel"));
    QCOMPARE(says({{"over", "ring"}, {"ring", "objects"}, {"at_once", 1}}), QString("objects ring, one by one"));
    QCOMPARE(says({{"over", "list"}, {"list", "replicas"}}), QString("values of replicas, in parallel"));
    QCOMPARE(says({{"count", 5}, {"at_once", 2}}), QString("5, 2 at a time"));
}

void DiagramSceneTest::anUnplacedDiagramOpensFromLeftToRightWithoutOverlap()
{
    const Desk desk;
    QVERIFY(desk.model.isClean());
    for (const auto& wire : desk.diagram().wires)
        QVERIFY(desk.scene->box(wire.fromBlock.c_str())->x() < desk.scene->box(wire.toBlock.c_str())->x());
    const auto boxes = desk.scene->boxes().values();
    for (const BoxItem* a : boxes)
        for (const BoxItem* b : boxes)
            QVERIFY(a == b || !a->frame().translated(a->pos()).intersects(b->frame().translated(b->pos())));
}

void DiagramSceneTest::theTwoWiresBelowALoopDoNotCoverEachOther()
{
    auto project = sample::cluster();
    auto& diagram = *headroom::project::findDiagram(project, sample::putPath);
    diagram.blocks = {{"start", "start", "", {}, {}},
                      {"loop", "loop", "", {{"count", 4}}, {}},
                      {"read", "compute", "", {{"work", "1 ms"}}, {}},
                      {"reply", "reply", "", {}, {}}};
    diagram.wires = {{"start", "next", "loop", "in"},
                     {"loop", "body", "read", "in"},
                     {"read", "next", "loop", "again"},
                     {"loop", "done", "reply", "in"}};
    Desk desk(std::move(project));
    moveItems(desk.model, sample::putPath,
              {{"start", {0, 0}}, {"loop", {200, 0}}, {"read", {400, 0}}, {"reply", {600, 0}}});
    const auto wires = desk.scene->wires();
    const auto lying = [](const WireItem& wire) {
        QVector<QLineF> lines;
        for (qsizetype i = 1; i < wire.corners().size(); ++i)
            if (wire.corners()[i].y() == wire.corners()[i - 1].y())
                lines.append({wire.corners()[i - 1], wire.corners()[i]});
        return lines;
    };
    for (const WireItem* a : wires)
        for (const WireItem* b : wires)
            for (const QLineF& one : a == b ? QVector<QLineF>() : lying(*a))
                for (const QLineF& other : lying(*b)) {
                    const bool beside = std::max(one.x1(), one.x2()) <= std::min(other.x1(), other.x2()) ||
                                        std::max(other.x1(), other.x2()) <= std::min(one.x1(), one.x2());
                    QVERIFY2(beside || std::abs(one.y1() - other.y1()) > 8, qPrintable(a->key() + " and " + b->key()));
                }
}

void DiagramSceneTest::draggingABlockMovesItInTheDocument()
{
    Desk desk;
    const QPointF before = desk.scene->box("md5")->pos();
    desk.drag(desk.middleOf("md5"), desk.middleOf("md5") + QPointF(83, 38));
    QCOMPARE(desk.model.position(sample::putPath, "md5"), std::optional(before + QPointF(80, 40)));
    QCOMPARE(desk.scene->box("md5")->pos(), before + QPointF(80, 40));
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.model.undoStack()->undo();
    QCOMPARE(desk.scene->box("md5")->pos(), before);
    desk.model.undoStack()->redo();
    QCOMPARE(desk.scene->box("md5")->pos(), before + QPointF(80, 40));
}

void DiagramSceneTest::escapeGivesADragUp()
{
    Desk desk;
    const QPointF before = desk.scene->box("md5")->pos();
    QWidget* sheet = desk.view->viewport();
    const QPoint from = desk.onScreen(desk.middleOf("md5"));
    QTest::mousePress(sheet, Qt::LeftButton, {}, from);
    const QPoint to = from + QPoint(60, 60);
    QMouseEvent move(QEvent::MouseMove, to, sheet->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(sheet, &move);
    QVERIFY(desk.scene->box("md5")->pos() != before);
    QTest::keyClick(sheet, Qt::Key_Escape);
    QTest::mouseRelease(sheet, Qt::LeftButton, {}, to);
    QCOMPARE(desk.scene->box("md5")->pos(), before);
    QVERIFY(desk.model.isClean());
}

void DiagramSceneTest::arrowKeysNudgeAsOneStep()
{
    Desk desk;
    desk.click(desk.middleOf("md5"));
    const QPointF before = desk.scene->box("md5")->pos();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(desk.view.get(), Qt::Key_Right);
    QCOMPARE(desk.scene->box("md5")->pos(), before + QPointF(5 * gridSize, 0));
    QCOMPARE(desk.model.undoStack()->count(), 1);
}

void DiagramSceneTest::clickingSelects()
{
    Desk desk;
    QSignalSpy edited(desk.scene.get(), &CanvasScene::selectionEdited);
    desk.click(desk.middleOf("md5"));
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"md5"});
    QVERIFY(edited.count() > 0);
    desk.click(desk.middleOf("join"), Qt::ControlModifier);
    QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"join", "md5"}));
    QTest::keyClick(desk.view.get(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(desk.scene->selectedBoxes().size(), 9);
    desk.click(desk.scene->contentRect().bottomLeft() + QPointF(0, 60));
    QCOMPARE(desk.scene->selectedBoxes(), QStringList());
}

void DiagramSceneTest::aRubberBandSelects()
{
    Desk desk;
    const QRectF join = desk.scene->box("start")->frame().translated(desk.scene->box("start")->pos());
    desk.drag(join.topLeft() - QPointF(30, 30), join.center());
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"start"});
}

void DiagramSceneTest::deleteAndUndoRestoreTheWires()
{
    Desk desk;
    const std::string before = desk.text();
    desk.click(desk.middleOf("call"));
    QTest::keyClick(desk.view.get(), Qt::Key_Delete);
    QVERIFY(!desk.scene->box("call"));
    QCOMPARE(desk.scene->wires().size(), 5);
    desk.model.undoStack()->undo();
    QVERIFY(desk.scene->box("call"));
    QCOMPARE(desk.scene->wires().size(), 8);
    QCOMPARE(desk.text(), before);
}

void DiagramSceneTest::draggingFromPortToPortDrawsAWire()
{
    Desk desk;
    desk.drag(desk.portOf("stream", "next", true), desk.portOf("join", "in", false));
    QCOMPARE(desk.diagram().wires.back(), sample::wire("stream", "next", "join"));
    QCOMPARE(desk.scene->wires().size(), 9);
    desk.model.undoStack()->undo();
    QCOMPARE(desk.scene->wires().size(), 8);
    // And from the way in back to the way out.
    desk.drag(desk.portOf("join", "in", false), desk.portOf("stream", "next", true));
    QCOMPARE(desk.diagram().wires.back(), sample::wire("stream", "next", "join"));
}

void DiagramSceneTest::aRefusedWireSaysWhyAndLeavesNoTrace()
{
    Desk desk;
    const std::string before = desk.text();
    const auto items = desk.scene->items().size();
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.drag(desk.portOf("reply", "next", true), desk.portOf("parse", "in", false));
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused.first().first().toString().contains("Loop"));
    desk.drag(desk.portOf("reply", "next", true), desk.middleOf("start"));
    QCOMPARE(refused.count(), 2);
    QCOMPARE(desk.text(), before);
    QCOMPARE(desk.scene->items().size(), items);
    QVERIFY(desk.model.isClean());
}

void DiagramSceneTest::wiresRunAroundBlocks()
{
    const QRectF from(0, 0, 144, 48), to(400, 0, 144, 48), between(220, -20, 100, 100);
    const auto corners = routeWire({{144, 24}, Side::right}, {{400, 24}, Side::left}, {from, to, between});
    for (int i = 1; i < corners.size(); ++i) {
        const QRectF stretch = QRectF(corners[i - 1], corners[i]).normalized().adjusted(-0.5, -0.5, 0.5, 0.5);
        QVERIFY(!stretch.intersects(between));
    }
    QCOMPARE(routeWire({{144, 24}, Side::right}, {{400, 24}, Side::left}, {from, to}).size(), 2);
}

void DiagramSceneTest::aBlockDroppedFromThePaletteIsAdded()
{
    Desk desk;
    BlockPalette palette;
    QMimeData data;
    data.setData(blockMimeType, "compute");
    const QPointF place = desk.scene->contentRect().bottomLeft() + QPointF(100, 80);
    const QPoint point = desk.onScreen(place);
    QWidget* sheet = desk.view->viewport();
    QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(sheet, &enter);
    QVERIFY(enter.isAccepted());
    QDragMoveEvent move(point, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(sheet, &move);
    QDropEvent drop(point, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(sheet, &drop);
    QCOMPARE(desk.diagram().blocks.size(), std::size_t(10));
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"compute1"});
    QVERIFY(QLineF(desk.middleOf("compute1"), place).length() <= gridSize);
}

void DiagramSceneTest::thePaletteFindsAndInserts()
{
    BlockPalette palette;
    palette.show();
    QSignalSpy requested(&palette, &BlockPalette::blockRequested);
    QTest::keyClicks(palette.searchField(), "join");
    QTest::keyClick(palette.searchField(), Qt::Key_Return);
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.first().first().toString(), QString("join"));
    // Threads are no blocks: the palette says where they are.
    palette.searchField()->clear();
    QTest::keyClicks(palette.searchField(), "threads");
    const auto labels = palette.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains("Select the role in the project tree");
    }));
}

void DiagramSceneTest::loadsTintBlocks()
{
    Desk desk;
    QVERIFY(!desk.scene->showsLoads());
    desk.scene->setLoads({{"md5", 0.93}});
    QVERIFY(desk.scene->showsLoads());
    QCOMPARE(desk.scene->box("md5")->load(), std::optional(0.93));
    QCOMPARE(desk.scene->box("join")->load(), std::optional<double>());
    desk.scene->setLoads({});
    QVERIFY(!desk.scene->showsLoads());
}

/// They would take the room of its title.
void DiagramSceneTest::anIdleBlockHasNoNumbers()
{
    Desk desk;
    const BoxItem* box = desk.scene->box("md5");
    const auto ink = [&](int row) {
        const QPointF corner = box->sceneFrame().topRight() + QPointF(0, row);
        const QRect right(desk.onScreen(corner + QPointF(-44, 0)), desk.onScreen(corner + QPointF(-8, 16)));
        const QImage image = desk.view->viewport()->grab(right).toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += qGray(image.pixel(x, y)) < 120;
        return count;
    };
    constexpr int title = 8, summary = 26;
    const int without = ink(title);
    desk.scene->setLoads({{"md5", 0.0}});
    QCOMPARE(ink(title), without);
    desk.scene->setLoads({{"md5", 0.5}});
    QVERIFY(ink(title) > without);
    const int nobody = ink(summary);
    desk.scene->setPresent({{"md5", 0.0}});
    QCOMPARE(ink(summary), nobody);
    desk.scene->setPresent({{"md5", 2.0}});
    QVERIFY(ink(summary) != nobody);
}

/// On the tint of a busy block the dim colour of other summaries could not be read.
void DiagramSceneTest::theSummaryOfABusyBlockHasTheFullContrast()
{
    Desk desk;
    const BoxItem* box = desk.scene->box("md5");
    const QColor full = colours(desk.scene->palette()).text;
    const auto pixels = [&] {
        const QRectF frame = box->sceneFrame();
        const QRect below = QRect(desk.onScreen(frame.topLeft() + QPointF(8, 26)), desk.onScreen(frame.bottomRight()));
        const QImage image = desk.view->viewport()->grab(below).toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += std::abs(qGray(image.pixel(x, y)) - qGray(full.rgb())) < 12;
        return count;
    };
    QCOMPARE(pixels(), 0);
    desk.scene->setLoads({{"md5", 0.93}});
    QVERIFY(pixels() > 0);
}

void DiagramSceneTest::trafficAndRequestsStayWithTheirWiresAndBlocks()
{
    Desk desk;
    const QString key = desk.scene->wires().front()->key();
    const auto wire = [&] {
        return *std::find_if(desk.scene->wires().begin(), desk.scene->wires().end(),
                             [&](const auto* each) { return each->key() == key; });
    };
    desk.scene->setTraffic({{key, {0.5, "359 /s"}}});
    desk.scene->setPresent({{"md5", 12.3}});
    const auto holds = [&] {
        const auto* block = dynamic_cast<const BlockItem*>(desk.scene->box("md5"));
        return wire()->traffic() && wire()->traffic()->text == "359 /s" && block->present() == std::optional(12.3);
    };
    QVERIFY(holds());
    setField(desk.model, {ElementKind::block, {desk.scene->path(), "md5"}}, "name", "Digest");
    QVERIFY(holds()); // though the boxes are made anew
    desk.scene->setTraffic({});
    desk.scene->setPresent({});
    QVERIFY(!wire()->traffic());
    QVERIFY(!holds());
}

void DiagramSceneTest::theWheelZoomsAtThePointer()
{
    Desk desk;
    const QPoint pointer = desk.onScreen(desk.middleOf("md5"));
    const QPointF under = desk.view->mapToScene(pointer);
    QTest::mouseMove(desk.view->viewport(), pointer);
    QWheelEvent wheel(pointer, desk.view->viewport()->mapToGlobal(pointer), {}, {0, 240}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(desk.view->viewport(), &wheel);
    QVERIFY(desk.view->zoom() > 1.3);
    QVERIFY(QLineF(desk.view->mapToScene(pointer), under).length() < 3);
    QTest::keyClick(desk.view.get(), Qt::Key_0, Qt::ControlModifier);
    QVERIFY(desk.view->visibleRect().contains(desk.scene->contentRect()));
}

void DiagramSceneTest::aDiagramIsExported()
{
    Desk desk;
    desk.click(desk.middleOf("md5"));
    const QTemporaryDir folder;
    for (const char* suffix : {"svg", "pdf", "png"})
        QCOMPARE(exportDiagram(*desk.scene, folder.filePath(QString("put.") + suffix)), QString());
    const QImage picture(folder.filePath("put.png"));
    QVERIFY(picture.width() > 1600);
    QCOMPARE(picture.pixelColor(2, 2), QColor(Qt::white));
    QFile svg(folder.filePath("put.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("64 KiB chunks"));
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"md5"});
    QVERIFY(!exportDiagram(*desk.scene, folder.filePath("put.docx")).isEmpty());
    QVERIFY(!exportDiagram(*desk.scene, folder.filePath("no/such/folder/put.svg")).isEmpty());
}

/// For paper, where a wide drawing would be unreadable.
void DiagramSceneTest::aWideDiagramIsCutBetweenItsBlocks()
{
    Desk desk;
    const auto whole = partsOf(*desk.scene, 1e6);
    QCOMPARE(whole.size(), std::size_t(1));
    const int widest = 600;
    const auto parts = partsOf(*desk.scene, widest);
    QVERIFY(parts.size() > 1);
    int width = 0;
    for (const DrawingPicture& part : parts) {
        QVERIFY(part.size.width() <= widest + 1);
        QVERIFY(part.size.height() <= whole.front().size.height());
        width += part.size.width();
    }
    QVERIFY(width >= whole.front().size.width() - static_cast<int>(parts.size())); // nothing is left out
    QVERIFY(width < 2 * whole.front().size.width());
    // The margin at the right is no part of its own.
    QCOMPARE(partsOf(*desk.scene, whole.front().size.width() - 4).size(), std::size_t(1));
    // No block is cut: at the left edge of the second part there are wires at most.
    QImage second(parts[1].size, QImage::Format_RGB32);
    second.fill(Qt::white);
    QPainter painter(&second);
    painter.drawPicture(0, 0, parts[1].picture);
    painter.end();
    int inked = 0;
    for (int y = 0; y < second.height(); ++y)
        inked += qGray(second.pixel(1, y)) < 200;
    QVERIFY2(inked < second.height() / 10, qPrintable(QString::number(inked)));
}

HEADROOM_WIDGET_TEST(DiagramSceneTest)
#include "diagram_scene_test.moc"
