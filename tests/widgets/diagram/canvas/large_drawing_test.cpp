// Automatic layout as one step, large drawings: what is seen from afar, wires that find their way among thousands.

#include "../../document/sample_project.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/canvas/items/box_index.h"
#include "widgets/diagram/geometry/graphviz_layout.h"
#include "widgets/diagram/view/canvas_view.h"
#include "widgets/diagram/view/far_view.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/theme/theme.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace headroom::widgets;

namespace {

/// Boxes in rows, each joined to the next.
headroom::project::Project rowsOf(int rows, int columns)
{
    auto project = sample::cluster();
    auto& diagram = project.behaviours.front().role.operations.front().diagrams.front();
    diagram.blocks.clear();
    diagram.wires.clear();
    auto& places = project.view.drawings[sample::putPath].positions.emplace();
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const std::string id = "b" + std::to_string(row) + "-" + std::to_string(column);
            diagram.blocks.push_back({id, "compute", "", headroom::project::Json::object(), {}});
            if (column > 0)
                diagram.wires.push_back({"b" + std::to_string(row) + "-" + std::to_string(column - 1), "next", id, "in",
                                         headroom::project::Json::object()});
            places.append(id, {column * 192, row * 88});
        }
    }
    return project;
}

} // namespace

class LargeDrawingTest : public QObject
{
    Q_OBJECT

private slots:
    void layoutPutsWhatFollowsToTheRightAndOverlapsNothing()
    {
        DocumentModel model;
        model.setProject(sample::cluster());
        DiagramScene scene(model, sample::putPath);
        scene.arrange();
        QCOMPARE(model.undoStack()->count(), 1);
        for (const BoxItem* a : scene.boxes()) {
            QCOMPARE(a->pos(), snapped(a->pos()));
            for (const BoxItem* b : scene.boxes())
                QVERIFY2(a == b || !a->sceneFrame().intersects(b->sceneFrame()), qPrintable(a->id() + " " + b->id()));
        }
        for (const WireItem* wire : scene.wires())
            QVERIFY(scene.box(wire->from().box)->pos().x() < scene.box(wire->to().box)->pos().x());
        // The first way out leads on above the others.
        QVERIFY(scene.box("reply")->pos().y() < scene.box("error")->pos().y());
        model.undoStack()->undo();
        QVERIFY(!model.position(sample::putPath, "md5"));
    }

    void aLargeDrawingIsLaidOutWithoutHoldingTheWindow()
    {
        DocumentModel model;
        model.setProject(rowsOf(10, 12));
        DiagramScene scene(model, sample::putPath);
        scene.arrange();
        QCOMPARE(model.undoStack()->count(), 0);
        QTRY_COMPARE(model.undoStack()->count(), 1);
        for (const WireItem* wire : scene.wires())
            QVERIFY(scene.box(wire->from().box)->pos().x() < scene.box(wire->to().box)->pos().x());
    }

    void aFabricStandsInLayersEachSwitchAboveWhatItJoins()
    {
        const QSizeF size(168, 48);
        const QVector<LayoutBox> groups{{"left", size}, {"right", size}};
        const QVector<LayoutBox> switches{{"spine", size}, {"rightLeaf", size}, {"leftLeaf", size}};
        const Positions places = fabricLayout(groups, switches, {{0, 4}, {1, 3}, {3, 2}, {4, 2}});
        QCOMPARE(places["left"].y(), places["right"].y());
        QCOMPARE(places["leftLeaf"].y(), places["rightLeaf"].y());
        QVERIFY(places["leftLeaf"].y() < places["left"].y());
        QVERIFY(places["spine"].y() < places["leftLeaf"].y());
        QVERIFY(places["leftLeaf"].x() < places["rightLeaf"].x());
    }

    void aCrowdIsPaintedPlainlyAndStillShowsEachBox()
    {
        DocumentModel model;
        model.setProject(rowsOf(40, 40));
        DiagramScene scene(model, sample::putPath);
        QVERIFY(!isFar(scene, scene.contentRect(), 1));
        QVERIFY(isFar(scene, scene.contentRect(), 0.2));
        QVERIFY(!isFar(scene, QRectF(0, 0, 400, 300), 0.5));
        scene.selectBoxes({"b3-4"});
        QImage image(800, 400, QImage::Format_RGB32);
        image.fill(colours(scene.palette()).canvas);
        QPainter painter(&image);
        QTransform toDevice;
        toDevice.scale(0.1, 0.1);
        paintFar(painter, scene, toDevice, image.rect());
        painter.end();
        const auto at = [&](const QString& id, const QPointF& offset) {
            return image.pixelColor(toDevice.map(scene.box(id)->pos() + offset).toPoint());
        };
        QCOMPARE(at("b7-7", {72, 24}).rgb(), colours(scene.palette()).box.rgb());
        QCOMPARE(at("b3-4", {0, 20}).rgb(), colours(scene.palette()).accent.rgb());
        // Between two boxes of a row there is the wire.
        QVERIFY(at("b7-7", {168, 24}) != colours(scene.palette()).canvas);
        QCOMPARE(at("b7-7", {168, 60}).rgb(), colours(scene.palette()).canvas.rgb());
    }

    void wiresAreRoutedNearTheBoxesWhileTheseMoveAndAllAtTheEnd()
    {
        DocumentModel model;
        model.setProject(rowsOf(3, 6));
        DiagramScene scene(model, sample::putPath);
        CanvasView view(scene);
        view.resize(1400, 700);
        view.show();
        view.setZoom(1);
        const auto corners = [&](const QString& from) {
            for (const WireItem* wire : scene.wires())
                if (wire->from().box == from)
                    return wire->corners();
            return QVector<QPointF>();
        };
        const auto before = corners("b1-1"), elsewhere = corners("b0-3");
        scene.selectBoxes({"b1-1", "b1-2"});
        const QPoint from = view.mapFromScene(scene.box("b1-1")->sceneFrame().center());
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view.viewport(), from + QPoint(40, 40));
        const QPointF step = corners("b1-1").first() - before.first();
        QVERIFY(!step.isNull());
        QCOMPARE(corners("b1-1").last() - before.last(), step);
        QCOMPARE(corners("b0-3"), elsewhere);
        QCOMPARE(corners("b1-0").last(), scene.box("b1-1")->pos() + QPointF(0, 24));
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, from + QPoint(40, 40));
        QCOMPARE(model.undoStack()->count(), 1);
        QCOMPARE(corners("b1-2").first(), scene.box("b1-2")->pos() + QPointF(144, 24));
    }

    void afterAnyMoveWiresLieAsIfAllHadBeenRoutedAnew()
    {
        DocumentModel model;
        model.setProject(rowsOf(8, 8));
        DiagramScene scene(model, sample::putPath);
        CanvasView view(scene);
        view.resize(1600, 900);
        view.show();
        view.setZoom(1);
        const auto asIfAnew = [&] {
            const DiagramScene anew(model, sample::putPath);
            QHash<QString, QVector<QPointF>> corners;
            for (const WireItem* wire : anew.wires())
                corners[wire->key()] = wire->corners();
            return std::all_of(scene.wires().begin(), scene.wires().end(),
                               [&](const WireItem* wire) { return corners[wire->key()] == wire->corners(); });
        };
        QVERIFY(asIfAnew());
        // Over others, and past them.
        scene.selectBoxes({"b2-1", "b2-2", "b3-2"});
        const QPoint from = view.mapFromScene(scene.box("b2-1")->sceneFrame().center());
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
        for (int step = 1; step <= 6; ++step)
            QTest::mouseMove(view.viewport(), from + QPoint(step * 70, step * 30));
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, from + QPoint(420, 180));
        QVERIFY(asIfAnew());
        model.undoStack()->undo();
        QVERIFY(asIfAnew());
        model.undoStack()->redo();
        QVERIFY(asIfAnew());
        moveItems(model, sample::putPath, {{"b0-0", QPointF(700, 300)}, {"b7-7", QPointF(-300, 40)}});
        QVERIFY(asIfAnew());
        setBends(model, sample::putPath, scene.wires().first()->key(), {QPointF(80, 600), QPointF(200, 600)});
        QVERIFY(asIfAnew());
        while (model.undoStack()->canUndo()) {
            model.undoStack()->undo();
            QVERIFY(asIfAnew());
        }
    }

    void zoomToSelectionShowsIt()
    {
        DocumentModel model;
        model.setProject(rowsOf(40, 40));
        DiagramScene scene(model, sample::putPath);
        CanvasView view(scene);
        view.resize(1000, 700);
        view.show();
        scene.selectBoxes({"b30-30", "b31-31"});
        view.zoomToSelection();
        QVERIFY(view.visibleRect().contains(scene.box("b30-30")->sceneFrame()));
        QVERIFY(view.visibleRect().contains(scene.box("b31-31")->sceneFrame()));
        QVERIFY(view.zoom() > 0.9);
    }
};

HEADROOM_WIDGET_TEST(LargeDrawingTest)
#include "large_drawing_test.moc"
