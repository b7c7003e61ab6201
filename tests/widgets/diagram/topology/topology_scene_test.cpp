// The drawing of the hardware: what boxes and links say, and how they are edited.

#include "../../document/sample_project.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/canvas/items/wire_item.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/diagram/topology/boxes/topology_items.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/canvas_view.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/topology_edits.h"

#include <QGraphicsScene>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace headroom::widgets;
using headroom::project::Json;

namespace {

const GroupTexts& textsOf(const TopologyScene& scene, const QString& id)
{
    return dynamic_cast<const GroupItem&>(*scene.box(id)).texts();
}

QRectF frameOf(const CanvasScene& scene, const QString& id)
{
    return scene.box(id)->frame().translated(scene.box(id)->pos());
}

} // namespace

class TopologySceneTest : public QObject
{
    Q_OBJECT

private slots:
    void groupsSayWhatTheyAreMadeOf();
    void aCableWithARateOfZeroShowsWhatAnUnsetOneShows();
    void aSmallPictureNamesItsBoxes();
    void aLongLabelOfALinkStaysShort();
    void aLabelStandsUprightWithinItsSegment();
    void valuesAreShownAsTheDisplayResolvesThem();
    void onlyTheFabricThatHoldsIsDrawn();
    void unplacedGroupsLieInARowBelowTheirSwitch();
    void boxesWithoutAPlaceLieWhereNothingIs();
    void deletingASwitchTakesItsLinks();
    void draggingToASwitchLinks();
    void hundredsOfNodesAreOneBox();
    void theLabelOfADirectCableStandsInTheGap();
    void linksToOneSwitchDoNotCoverEachOther();
    void severalLinksBetweenTheSameTwoStayApart();
    void labelsOfLinksDoNotCoverEachOther();
    void aLinkAloneAtAnEdgeIsStraight();
};

namespace {

/// Two groups below a switch, to the left and to the right of it, each with as many links to it.
void setParallelLinks(DocumentModel& model, int each)
{
    auto project = sample::cluster();
    project.topology.groups.resize(2);
    auto& fabric = project.topology.fabrics.front();
    fabric.links.clear();
    Positions positions{{QString::fromStdString(fabric.switches.front().id), {300, 0}}};
    for (const auto& group : project.topology.groups) {
        positions[QString::fromStdString(group.id)] = {600.0 * positions.size() - 600, 300};
        for (int i = 0; i < each; ++i) {
            headroom::project::Link link;
            link.id = group.id + std::to_string(i);
            link.from = group.id;
            link.to = fabric.switches.front().id;
            link.fields["rate"] = std::to_string(10 + i) + " Gb/s";
            fabric.links.push_back(link);
        }
    }
    model.setProject(project);
    moveItems(model, topologyPath, positions);
}

/// Segments of all links, each with a number of its link.
QVector<std::pair<int, QLineF>> segmentsOf(const TopologyScene& scene)
{
    QVector<std::pair<int, QLineF>> segments;
    for (int link = 0; link < scene.wires().size(); ++link)
        for (int i = 1; i < scene.wires()[link]->corners().size(); ++i)
            segments.append({link, {scene.wires()[link]->corners()[i - 1], scene.wires()[link]->corners()[i]}});
    return segments;
}

} // namespace

/// They neither run over each other nor cross.
void TopologySceneTest::severalLinksBetweenTheSameTwoStayApart()
{
    DocumentModel model;
    setParallelLinks(model, 3);
    const TopologyScene scene(model);
    const auto segments = segmentsOf(scene);
    QVERIFY(segments.size() >= 3 * 6);
    for (const auto& [link, one] : segments)
        for (const auto& [other, two] : segments) {
            const QRectF a = QRectF(one.p1(), one.p2()).normalized().adjusted(-1, -1, 1, 1);
            const QRectF b = QRectF(two.p1(), two.p2()).normalized().adjusted(-1, -1, 1, 1);
            QVERIFY2(link == other || !a.intersects(b), qPrintable(QString("links %1 and %2").arg(link).arg(other)));
        }
}

/// Neither as drawn nor during a run, when each also has its traffic.
void TopologySceneTest::labelsOfLinksDoNotCoverEachOther()
{
    DocumentModel model;
    setParallelLinks(model, 3);
    TopologyScene scene(model);
    const auto overlaps = [&] {
        QStringList found;
        for (const WireItem* one : scene.wires())
            for (const WireItem* other : scene.wires())
                if (one->index() < other->index() && one->labelRect().intersects(other->labelRect()))
                    found += one->label() + " and " + other->label();
        return found.join(", ");
    };
    for (const WireItem* wire : scene.wires())
        QVERIFY(!wire->labelRect().isEmpty());
    QVERIFY2(overlaps().isEmpty(), qPrintable(overlaps()));
    QHash<QString, WireTraffic> traffic;
    for (const WireItem* wire : scene.wires())
        traffic[wire->key()] = {0.5, "12.3 %"};
    scene.setTraffic(traffic);
    QVERIFY2(overlaps().isEmpty(), qPrintable(overlaps()));
    scene.selectBoxes({"clients"});
    moveItems(model, topologyPath, {{"clients", {0, 200}}});
    QVERIFY2(overlaps().isEmpty(), qPrintable(overlaps()));
}

/// Groups in a row below a switch, more on one side than on the other.
void TopologySceneTest::linksToOneSwitchDoNotCoverEachOther()
{
    DocumentModel model;
    auto project = sample::cluster();
    project.topology.groups.clear();
    auto& fabric = project.topology.fabrics.front();
    fabric.links.clear();
    const std::string hub = fabric.switches.front().id;
    for (int i = 0; i < 5; ++i) {
        headroom::project::NodeGroup group;
        group.id = "group" + std::to_string(i);
        headroom::project::Link link;
        link.id = "link" + std::to_string(i);
        link.from = group.id;
        link.to = hub;
        project.topology.groups.push_back(group);
        fabric.links.push_back(link);
    }
    model.setProject(project);
    TopologyScene scene(model);
    Positions positions{{QString::fromStdString(hub), {540, 0}}};
    for (int i = 0; i < 5; ++i)
        positions["group" + QString::number(i)] = {240.0 * i - 240, 300};
    moveItems(model, topologyPath, positions);
    QVector<QLineF> level;
    for (const WireItem* wire : scene.wires())
        for (int i = 1; i < wire->corners().size(); ++i)
            if (const QLineF part(wire->corners()[i - 1], wire->corners()[i]); part.dy() == 0 && part.dx() != 0)
                level.append(part);
    QVERIFY(level.size() >= 4);
    for (int i = 0; i < level.size(); ++i)
        for (int j = 0; j < i; ++j) {
            const bool beside = level[i].y1() != level[j].y1();
            const bool apart = std::max(level[i].x1(), level[i].x2()) <= std::min(level[j].x1(), level[j].x2()) ||
                               std::max(level[j].x1(), level[j].x2()) <= std::min(level[i].x1(), level[i].x2());
            QVERIFY2(beside || apart, qPrintable(QString("at y = %1").arg(level[i].y1())));
        }
}

/// A switch with two groups below it, and others of its size above and beside it.
void TopologySceneTest::aLinkAloneAtAnEdgeIsStraight()
{
    DocumentModel model;
    auto project = sample::cluster();
    project.topology.groups.clear();
    auto& fabric = project.topology.fabrics.front();
    fabric.links.clear();
    fabric.switches.resize(1);
    fabric.switches[0].id = "hub";
    for (const char* id : {"above", "beside"}) {
        fabric.switches.push_back(fabric.switches[0]);
        fabric.switches.back().id = id;
    }
    for (const char* id : {"left", "right"}) {
        project.topology.groups.emplace_back();
        project.topology.groups.back().id = id;
    }
    for (const char* id : {"left", "right", "above", "beside"}) {
        headroom::project::Link link;
        link.id = std::string(id) + "-hub";
        link.from = id;
        link.to = "hub";
        fabric.links.push_back(link);
    }
    model.setProject(project);
    TopologyScene scene(model);
    moveItems(
        model, topologyPath,
        {{"hub", {300, 300}}, {"above", {300, 0}}, {"beside", {900, 300}}, {"left", {0, 600}}, {"right", {600, 600}}});
    int straight = 0;
    for (const WireItem* wire : scene.wires()) {
        const QVector<QPointF> corners = wire->corners();
        const bool alone = wire->from().box == "above" || wire->from().box == "beside";
        straight += alone;
        for (const QPointF& corner : corners)
            if (alone)
                QVERIFY2(corner.x() == corners.front().x() || corner.y() == corners.front().y(),
                         qPrintable(wire->from().box));
        if (!alone)
            QVERIFY2(corners.size() > 2, qPrintable(wire->from().box));
    }
    QCOMPARE(straight, 2);
}

/// Boxes are drawn over links, so what is wider than the gap between them is cut.
void TopologySceneTest::theLabelOfADirectCableStandsInTheGap()
{
    QGraphicsScene scene;
    auto* cable = new WireItem(0, {"client", "port"}, {"server", "port"}, false);
    scene.addItem(cable);
    cable->setLabel("2 × 25 Gb/s");
    const auto inkOutsideTheLine = [&](const QRectF& place) {
        QImage image(place.size().toSize(), QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        scene.render(&painter, QRectF(), place);
        painter.end();
        int ink = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (std::abs(y + place.top()) > 10 && qGray(image.pixel(x, y)) < 150)
                    ++ink;
        return ink;
    };
    const qreal gap = 32;
    cable->setCorners({{0, 0}, {300, 0}});
    QCOMPARE(inkOutsideTheLine({0, -60, 300, 120}), 0); // along the line where there is room
    cable->setCorners({{0, 0}, {gap, 0}});
    QVERIFY(inkOutsideTheLine({0, -60, gap, 120}) > 20);
    QVERIFY(cable->boundingRect().height() > 50);
    QCOMPARE(inkOutsideTheLine({-100, -60, 100, 120}) + inkOutsideTheLine({gap, -60, 100, 120}), 0);
}

void TopologySceneTest::groupsSayWhatTheyAreMadeOf()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const TopologyScene scene(model);
    const GroupTexts& storage = textsOf(scene, "storage");
    QCOMPARE(storage.title, QString("storage × 4"));
    QCOMPARE(storage.processor, QString("2 × Xeon E5-2695 v3"));
    QCOMPARE(storage.memory, QString("128 GiB memory"));
    QCOMPARE(storage.shown(GroupPart::Kind::device), (QStringList{"SSD DC S3500 80 GB", "14 × SSD DC S3700"}));
    QCOMPARE(storage.shown(GroupPart::Kind::volume), QStringList{"objects"});
    QCOMPARE(storage.shown(GroupPart::Kind::role), (QStringList{"object-server", "container-server"}));
    QCOMPARE(scene.wires().at(1)->label(), QString("2 × 25 Gb/s"));
    QCOMPARE(scene.wires().at(1)->strands(), 2);
    QCOMPARE(scene.wires().at(0)->strands(), 1);
}

void TopologySceneTest::aCableWithARateOfZeroShowsWhatAnUnsetOneShows()
{
    const auto labelWith = [](const Json& rate) {
        project::Project cluster = sample::cluster();
        cluster.topology.fabrics.at(0).links.at(1).fields["rate"] = rate;
        DocumentModel model;
        model.setProject(cluster);
        return TopologyScene(model).wires().at(1)->label();
    };
    QCOMPARE(labelWith("0 Gb/s"), labelWith(nullptr));
    QVERIFY(labelWith("10 Gb/s").endsWith("10 Gb/s"));
}

void TopologySceneTest::aSmallPictureNamesItsBoxes()
{
    constexpr QSize small(232, 112);
    const auto drawn = [&](const std::string& name) {
        auto project = sample::cluster();
        project.topology.groups.back().name = name;
        DocumentModel model;
        model.setProject(project);
        TopologyScene scene(model);
        return pictureOf(scene, small, 1).toImage();
    };
    QVERIFY(drawn("Front") == drawn("Front"));
    QVERIFY(drawn("Front") != drawn("Back"));
}

void TopologySceneTest::aLongLabelOfALinkStaysShort()
{
    WireItem wire(0, {"a", "", true}, {"b", "", false}, false);
    wire.setCorners({{0, 0}, {0, 60}, {100, 60}, {100, 120}});
    const qreal without = std::max(wire.boundingRect().width(), wire.boundingRect().height());
    wire.setLabel("Ethernet Controller X540-AT2 (dual 10GBASE-T, with a long name)");
    const qreal with = std::max(wire.boundingRect().width(), wire.boundingRect().height());
    QVERIFY2(with < without + 60, qPrintable(QString::number(with)));
    QCOMPARE(wire.toolTip(), wire.label());
    wire.setLabel("2 × 25 Gb/s");
    QCOMPARE(wire.toolTip(), QString("2 × 25 Gb/s"));
}

/// Beside it other links may run.
void TopologySceneTest::aLabelStandsUprightWithinItsSegment()
{
    WireItem wire(0, {"a", "", true}, {"b", "", false}, false);
    wire.setLabel("Ethernet Controller X540-AT2 (dual 10GBASE-T, with a long name)");
    for (const qreal length : {100, 150, 400}) {
        wire.setCorners({{0, 0}, {0, length}});
        const auto places = wire.labelPlaces();
        QVERIFY2(std::any_of(places.begin(), places.end(),
                             [&](const auto& place) {
                                 return place.rect.width() < 30 && place.rect.top() > 0 && place.rect.bottom() < length;
                             }),
                 qPrintable(QString::number(length)));
    }
}

void TopologySceneTest::valuesAreShownAsTheDisplayResolvesThem()
{
    DocumentModel model;
    auto project = sample::cluster();
    project.topology.groups.front().fields["processor"] = "PROCESSOR_TYPE";
    model.setProject(project);
    QString chosen = "Xeon A";
    TopologyScene scene(model, [&](const Json& value) {
        return value == "PROCESSOR_TYPE" ? chosen
               : value.is_string()       ? QString::fromStdString(value)
                                         : QString::fromStdString(value.dump());
    });
    QCOMPARE(textsOf(scene, "clients").processor, QString("2 × Xeon A"));
    chosen = "Xeon B";
    setParameter(model, "WORKERS", 1);
    QCOMPARE(textsOf(scene, "clients").processor, QString("2 × Xeon B"));
}

void TopologySceneTest::onlyTheFabricThatHoldsIsDrawn()
{
    DocumentModel model;
    auto project = sample::cluster();
    project.topology.fabrics.push_back({
        "slow",
        "",
        Json::object(),
        {{"old-switch", "", Json::object()}},
        {},
    });
    project.topology.fabric = "FABRIC";
    model.setProject(project);
    QString active = "rack";
    TopologyScene scene(model, [&](const Json& value) {
        return value == "FABRIC"   ? active
               : value.is_string() ? QString::fromStdString(value)
                                   : QString::fromStdString(value.dump());
    });
    QVERIFY(scene.box("tor") && !scene.box("old-switch"));
    active = "slow";
    scene.refresh();
    QVERIFY(!scene.box("tor") && scene.box("old-switch"));
    QCOMPARE(scene.wires().size(), 0);
}

void TopologySceneTest::unplacedGroupsLieInARowBelowTheirSwitch()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const TopologyScene scene(model);
    QVERIFY(frameOf(scene, "clients").right() < frameOf(scene, "proxies").left());
    QVERIFY(frameOf(scene, "proxies").right() < frameOf(scene, "storage").left());
    QVERIFY(frameOf(scene, "tor").bottom() < frameOf(scene, "clients").top());
}

/// As in a file that was edited by hand: some boxes have positions.
void TopologySceneTest::boxesWithoutAPlaceLieWhereNothingIs()
{
    auto project = sample::cluster();
    auto& switches = project.topology.fabrics.front().switches;
    switches.push_back(switches.front());
    switches.back().id = "spare";
    DocumentModel model;
    model.setProject(project);
    const QPointF above = TopologyScene(model).box("tor")->pos();
    for (const Positions& placed :
         {Positions{{"clients", above}}, Positions{{"tor", {400, 300}}, {"clients", {40, 300}}},
          Positions{{"proxies", {40, 40}}, {"storage", {40, 40}}}}) {
        model.setProject(project);
        moveItems(model, topologyPath, placed);
        const TopologyScene scene(model);
        QCOMPARE(scene.boxes().size(), 5);
        for (const BoxItem* one : scene.boxes())
            for (const BoxItem* other : scene.boxes())
                QVERIFY2(one == other || (placed.contains(one->id()) && placed.contains(other->id())) ||
                             !one->sceneFrame().intersects(other->sceneFrame()),
                         qPrintable(one->id() + " and " + other->id()));
    }
}

void TopologySceneTest::deletingASwitchTakesItsLinks()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const auto before = headroom::project::toJson(model.project());
    TopologyScene scene(model);
    scene.selectBoxes({"tor"});
    QCOMPARE(scene.selectedElements(), (QList<ElementRef>{{ElementKind::networkSwitch, {"rack", "tor"}}}));
    deleteSelection(scene);
    QVERIFY(!scene.box("tor"));
    QCOMPARE(scene.wires().size(), 0);
    model.undoStack()->undo();
    QCOMPARE(scene.wires().size(), 3);
    scene.wires().at(1)->setSelected(true);
    QCOMPARE(scene.selectedElements(), (QList<ElementRef>{{ElementKind::link, {"rack", "l2"}}}));
    QVERIFY(headroom::project::toJson(model.project()) == before);
}

void TopologySceneTest::draggingToASwitchLinks()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    deleteTopologyItems(model, "rack", {}, {"l3"});
    TopologyScene scene(model);
    QSignalSpy refused(&scene, &CanvasScene::refused);
    CanvasView view(scene);
    view.resize(1200, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto dragFromHandle = [&](const QString& from, const QString& to) {
        QWidget* sheet = view.viewport();
        const BoxItem* source = scene.box(from);
        const QPoint start = view.mapFromScene(source->pos() + source->findPort("link", true)->place);
        const QPoint end = view.mapFromScene(frameOf(scene, to).center());
        QTest::mousePress(sheet, Qt::LeftButton, {}, start);
        QMouseEvent move(QEvent::MouseMove, end, sheet->mapToGlobal(end), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(sheet, &move);
        QTest::mouseRelease(sheet, Qt::LeftButton, {}, end);
    };
    dragFromHandle("storage", "tor");
    QCOMPARE(scene.wires().size(), 3);
    QCOMPARE(model.project().topology.fabrics.front().links.back().from, std::string("storage"));
    dragFromHandle("storage", "tor");
    QCOMPARE(refused.count(), 1);
    QCOMPARE(scene.wires().size(), 3);
}

void TopologySceneTest::hundredsOfNodesAreOneBox()
{
    DocumentModel model;
    auto project = sample::cluster();
    project.topology.groups.back().fields["count"] = 700;
    model.setProject(project);
    const TopologyScene scene(model);
    QCOMPARE(scene.boxes().size(), 4);
    QCOMPARE(textsOf(scene, "storage").title, QString("storage × 700"));
}

HEADROOM_WIDGET_TEST(TopologySceneTest)
#include "topology_scene_test.moc"
