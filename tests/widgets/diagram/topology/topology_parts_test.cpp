// Parts inside node groups: picked, added, dragged and deleted by mouse and keys; groups opened to their nodes.

#include "../../document/sample_project.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/diagram/topology/boxes/topology_items.h"
#include "widgets/diagram/topology/panels/part_palette.h"
#include "widgets/diagram/topology/scene/part_dropping.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/canvas_view.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/theme/theme.h"

#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

using namespace headroom::widgets;
using headroom::project::Json;
using Kind = GroupPart::Kind;

class TopologyPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        auto project = sample::cluster();
        project.behaviours.front().role.volumes = {"journal"};
        auto& storage = project.topology.groups.back();
        storage.controllers = {{"adapter", {{"component", "SAS 9207"}}}};
        storage.devices.back().fields["controller"] = "adapter";
        model_ = std::make_unique<DocumentModel>();
        model_->setProject(project);
        open();
    }
    void cleanup()
    {
        view_.reset();
        scene_.reset();
        model_.reset();
    }

    void aClickedPartIsSelectedInsteadOfItsGroup()
    {
        QSignalSpy chosen(scene_.get(), &CanvasScene::selectionEdited);
        click(placeOf("storage", {Kind::device, "data", {}, {}, 0}));
        QCOMPARE(scene_->selectedElements(), QList<ElementRef>{ElementRef::device("storage", "data")});
        QVERIFY(!chosen.isEmpty());
        click(placeOf("storage", {Kind::controller, "adapter", {}, {}, 0}));
        QCOMPARE(scene_->selectedElements(), (QList<ElementRef>{{ElementKind::controller, {"storage", "adapter"}}}));
        clickTitle("storage");
        QCOMPARE(scene_->selectedElements(), QList<ElementRef>{ElementRef::nodeGroup("storage")});
    }

    void keysWalkThroughThePartsOfAGroup()
    {
        clickTitle("storage");
        QTest::keyClick(view_.get(), Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(scene_->selectedElements(), (QList<ElementRef>{{ElementKind::controller, {"storage", "adapter"}}}));
        QTest::keyClick(view_.get(), Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(scene_->selectedElements(), QList<ElementRef>{ElementRef::device("storage", "data")});
        QTest::keyClick(view_.get(), Qt::Key_Escape);
        QCOMPARE(scene_->selectedElements(), QList<ElementRef>{ElementRef::nodeGroup("storage")});
    }

    void deletingAPartLeavesTheGroupAndComesBackByUndo()
    {
        const Json before = headroom::project::toJson(model_->project());
        click(placeOf("storage", {Kind::controller, "adapter", {}, {}, 0}));
        QTest::keyClick(view_.get(), Qt::Key_Delete);
        const auto& storage = model_->project().topology.groups.back();
        QVERIFY(storage.controllers.empty());
        QVERIFY(!storage.devices.back().fields.contains("controller")); // what hung on it hangs on nothing
        QVERIFY(scene_->box("storage"));
        click(placeOf("storage", {Kind::volume, "objects", {}, {}, 0}));
        QTest::keyClick(view_.get(), Qt::Key_Delete);
        QVERIFY(storage.volumes.empty());
        click(placeOf("storage", {Kind::role, "container-server", {}, {}, 0}));
        QTest::keyClick(view_.get(), Qt::Key_Delete);
        QCOMPARE(storage.roles, std::vector<std::string>{"object-server"});
        while (model_->undoStack()->canUndo())
            model_->undoStack()->undo();
        QVERIFY(headroom::project::toJson(model_->project()) == before);
    }

    void aVolumeOnSeveralDeviceGroupsIsShownOnEachAndLosesOneWithIt()
    {
        const ElementRef objects{ElementKind::volume, {"storage", "objects"}};
        setField(*model_, objects, "more_devices", Json{"os"});
        const Json before = headroom::project::toJson(model_->project());
        const auto parts = group("storage").texts().parts;
        QCOMPARE(std::count_if(parts.begin(), parts.end(),
                               [](const GroupPart& part) { return part.kind == Kind::volume && part.id == "objects"; }),
                 2);
        click(placeOf("storage", {Kind::device, "data", {}, {}, 0}));
        QTest::keyClick(view_.get(), Qt::Key_Delete);
        QCOMPARE(model_->field(objects, "devices"), Json("os"));
        QVERIFY(model_->project().topology.groups.back().volumes[0].moreDevices.empty());
        model_->undoStack()->undo();
        QVERIFY(headroom::project::toJson(model_->project()) == before);
        click(placeOf("storage", {Kind::device, "os", {}, {}, 0}));
        QTest::keyClick(view_.get(), Qt::Key_Delete);
        QCOMPARE(model_->field(objects, "devices"), Json("data"));
        QVERIFY(model_->project().topology.groups.back().volumes[0].moreDevices.empty());
    }

    void aVolumeIsDraggedToTheDevicesThatCarryIt()
    {
        drag(placeOf("proxies", {Kind::role, "proxy-server", {}, {}, 0}), middleOf("storage"));
        const auto& storage = model_->project().topology.groups.back();
        QVERIFY(std::find(storage.roles.begin(), storage.roles.end(), "proxy-server") != storage.roles.end());
        QVERIFY(model_->project().topology.groups[1].roles.empty());
        QCOMPARE(model_->undoStack()->undoText(), QString("Move proxy-server from proxies to storage"));
        // The role's volume lies nowhere yet, and is dragged to the small disk.
        const GroupPart journal{Kind::unbound, "journal", {}, {}, 0};
        drag(placeOf("storage", journal), placeOf("storage", {Kind::device, "os", {}, {}, 0}));
        QCOMPARE(model_->field({ElementKind::volume, {"storage", "journal"}}, "devices").get<std::string>(),
                 std::string("os"));
        QVERIFY(group("storage").placeOf(journal).isEmpty());
        drag(placeOf("storage", {Kind::volume, "journal", {}, {}, 0}),
             placeOf("storage", {Kind::device, "data", {}, {}, 0}));
        QCOMPARE(model_->field({ElementKind::volume, {"storage", "journal"}}, "devices").get<std::string>(),
                 std::string("data"));
        QVERIFY(invariantBreaches(model_->project()).isEmpty());
        model_->undoStack()->undo();
        model_->undoStack()->undo();
        model_->undoStack()->undo();
        QVERIFY(model_->isClean());
    }

    void aDraggedLabelIsCancelledByEscape()
    {
        const Json before = headroom::project::toJson(model_->project());
        const QPointF to = placeOf("storage", {Kind::device, "os", {}, {}, 0});
        for (const GroupPart& part :
             {GroupPart{Kind::volume, "objects", {}, {}, 0}, GroupPart{Kind::role, "container-server", {}, {}, 0}}) {
            const QPointF from = placeOf("storage", part);
            click(from);
            const auto chosen = scene_->selectedElements();
            const auto items = scene_->items().size();
            pull(from, part.kind == Kind::role ? middleOf("proxies") : to);
            QVERIFY(scene_->items().size() > items);
            QTest::keyClick(view_.get(), Qt::Key_Escape);
            QCOMPARE(scene_->items().size(), items);
            QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, view_->mapFromScene(to));
            QCOMPARE(scene_->selectedElements(), chosen);
        }
        QVERIFY(headroom::project::toJson(model_->project()) == before);
        QCOMPARE(model_->undoStack()->count(), 0);
    }

    void aDraggedLabelIsCancelledByAChangeOfTheDocument()
    {
        const QPointF to = placeOf("storage", {Kind::device, "os", {}, {}, 0});
        pull(placeOf("storage", {Kind::volume, "objects", {}, {}, 0}), to);
        setField(*model_, ElementRef::nodeGroup("clients"), "count", 5);
        QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, view_->mapFromScene(to));
        QCOMPARE(model_->undoStack()->count(), 1);
        pull(placeOf("storage", {Kind::volume, "objects", {}, {}, 0}), to);
        view_.reset();
        scene_.reset(); // the canvas goes while the label is on its way
        QCOMPARE(model_->undoStack()->count(), 1);
    }

    void partsAreDroppedWhereTheyBelongAndRefusedElsewhere()
    {
        QVERIFY(dropPart(*scene_, "ssd", "S3700", middleOf("clients")).isEmpty());
        QCOMPARE(scene_->selectedElements(), QList<ElementRef>{ElementRef::device("clients", "ssd1")});
        QCOMPARE(model_->field(ElementRef::device("clients", "ssd1"), "component").get<std::string>(),
                 std::string("S3700"));
        const QPointF nowhere = scene_->contentRect().bottomRight() + QPointF(200, 200);
        QVERIFY(!dropPart(*scene_, "disk", "X", nowhere).isEmpty());
        QVERIFY(!dropPart(*scene_, "role", "proxy-server", nowhere).isEmpty());
        QVERIFY(dropPart(*scene_, "role", "proxy-server", middleOf("clients")).isEmpty());
        QCOMPARE(model_->project().topology.groups.front().roles.back(), std::string("proxy-server"));
        for (const auto& [kind, field] : {std::pair{"memory", "memory_module"}, std::pair{"chassis", "chassis"},
                                          std::pair{"power supply", "power_supply"}}) {
            QVERIFY(dropPart(*scene_, kind, "its kind", middleOf("clients")).isEmpty());
            QCOMPARE(model_->field(ElementRef::nodeGroup("clients"), field), Json("its kind"));
            QVERIFY(!dropPart(*scene_, kind, "its kind", nowhere).isEmpty());
            QVERIFY(!dropPart(*scene_, kind, {}, middleOf("clients")).isEmpty());
        }
        QVERIFY(dropPart(*scene_, "processor", "Xeon X", middleOf("clients")).isEmpty());
        QCOMPARE(model_->field(ElementRef::nodeGroup("clients"), "processor").get<std::string>(),
                 std::string("Xeon X"));
        QVERIFY(dropPart(*scene_, "node group", {}, nowhere).isEmpty());
        QCOMPARE(model_->project().topology.groups.size(), std::size_t(4));
        QVERIFY(dropPart(*scene_, "switch", "SN2410", nowhere + QPointF(0, 300)).isEmpty());
        QVERIFY(model_->project().topology.fabrics.front().switches.back().fields["component"] == Json("SN2410"));
        QVERIFY(dropPart(*scene_, "nic", "CX5", middleOf("storage")).isEmpty());
        QCOMPARE(model_->field({ElementKind::link, {"rack", "l3"}}, "nic").get<std::string>(), std::string("CX5"));
    }

    void partsThatEnterAddsDoNotLieUponEachOther()
    {
        const QPointF middle = scene_->contentRect().center();
        for (int i = 0; i < 3; ++i) {
            QVERIFY(insertPart(*scene_, "node group", {}, middle).isEmpty());
            scene_->clearSelection();
            QVERIFY(insertPart(*scene_, "switch", "SN2410", middle).isEmpty());
        }
        const auto boxes = scene_->boxes().values();
        QCOMPARE(boxes.size(), 10);
        for (const BoxItem* one : boxes)
            for (const BoxItem* other : boxes)
                QVERIFY2(one == other || !one->sceneFrame().intersects(other->sceneFrame()),
                         qPrintable(one->id() + " and " + other->id()));
    }

    void aBoxIsDroppedUnderThePointer_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("node group") << "node group";
        QTest::newRow("switch") << "switch";
    }
    void aBoxIsDroppedUnderThePointer()
    {
        QFETCH(QString, kind);
        model_->setProject({});
        QVector<QPoint> points;
        for (const QPoint& at : {QPoint(300, 200), QPoint(900, 600), QPoint(640, 420)}) {
            const QSet<QString> before(scene_->boxes().keyBegin(), scene_->boxes().keyEnd());
            dropFromPalette(kind, at);
            QCoreApplication::processEvents();
            for (const QString& id : scene_->boxes().keys())
                if (!before.contains(id))
                    QVERIFY2(view_->mapFromScene(scene_->box(id)->sceneFrame()).boundingRect().contains(at),
                             qPrintable(QString("%1 at %2, %3").arg(id).arg(at.x()).arg(at.y())));
            QCOMPARE(scene_->boxes().size(), before.size() + 1);
        }
    }

    void aBoxDroppedOnAnotherOneLiesBesideIt()
    {
        const QPoint at = view_->mapFromScene(middleOf("storage"));
        dropFromPalette("node group", at);
        dropFromPalette("node group", view_->mapFromScene(scene_->box("tor")->sceneFrame().center()));
        QCOMPARE(scene_->boxes().size(), 6);
        for (const BoxItem* one : scene_->boxes())
            for (const BoxItem* other : scene_->boxes())
                QVERIFY2(one == other || !one->sceneFrame().intersects(other->sceneFrame()),
                         qPrintable(one->id() + " and " + other->id()));
    }

    void aPartHasAnotherIdAndItsUsesFollow()
    {
        auto project = model_->project();
        auto& storage = project.topology.groups.back();
        storage.controllers.push_back({"shelf", {{"component", "RES2SV240"}, {"behind", "adapter"}}});
        storage.devices.front().fields["cache_device"] = "data";
        project.disturbances = {{"failure", {{"what", "device"}, {"target", "storage"}, {"devices", "data"}}},
                                {"cut", {{"what", "link"}, {"target", "l3"}}}};
        model_->setProject(project);
        const Json before = headroom::project::toJson(model_->project());

        QVERIFY(renameElement(*model_, ElementRef::device("storage", "data"), "bulk"));
        QVERIFY(renameElement(*model_, {ElementKind::controller, {"storage", "adapter"}}, "hba"));
        QVERIFY(renameElement(*model_, {ElementKind::link, {"rack", "l3"}}, "uplink"));
        const auto& now = model_->project();
        const auto& group = now.topology.groups.back();
        QCOMPARE(group.volumes.front().devices, std::string("bulk"));
        QVERIFY(group.devices.front().fields["cache_device"] == Json("bulk"));
        QVERIFY(group.devices.back().fields["controller"] == Json("hba"));
        QVERIFY(group.controllers.back().fields["behind"] == Json("hba"));
        QVERIFY(now.disturbances.front().fields["devices"] == Json("bulk"));
        QVERIFY(now.disturbances.back().fields["target"] == Json("uplink"));
        QVERIFY(invariantBreaches(now).isEmpty());

        QVERIFY(!renameElement(*model_, ElementRef::device("storage", "bulk"), "os")); // there is one
        QVERIFY(!renameRefusal(now, ElementRef::device("storage", "bulk"), " ").isEmpty());
        QCOMPARE(model_->undoStack()->count(), 3);
        while (model_->undoStack()->canUndo())
            model_->undoStack()->undo();
        QVERIFY(headroom::project::toJson(model_->project()) == before);
    }

    void aSwitchInAnEmptyProjectBringsItsFabric()
    {
        model_->setProject({});
        QVERIFY(dropPart(*scene_, "switch", "SN2410", {100, 100}).isEmpty());
        QCOMPARE(model_->project().topology.fabrics.size(), std::size_t(1));
        QVERIFY(scene_->box("switch1"));
        model_->undoStack()->undo();
        QVERIFY(model_->project().topology.fabrics.empty());
    }

    void aLongNameInTheNarrowPaletteTakesTwoLines()
    {
        PartPalette palette;
        palette.setLibrary(drives({{"A", "SSD DC S3700 of the second generation 200GB"},
                                   {"B", "SSD DC S3700 of the second generation 800GB"},
                                   {"C", "PM893"}}));
        palette.resize(200, 600);
        palette.show();
        QTest::keyClicks(palette.searchField(), "ssd");
        const QTreeWidget* tree = palette.tree();
        const auto at = [&](const QString& title) {
            return tree->indexFromItem(tree->findItems(title, Qt::MatchExactly | Qt::MatchRecursive).first());
        };
        const QModelIndex small = at("SSD DC S3700 of the second generation 200GB");
        const QModelIndex large = at("SSD DC S3700 of the second generation 800GB");
        const int line = tree->fontMetrics().lineSpacing();
        QTRY_VERIFY(tree->visualRect(small).height() >= 2 * line);
        QVERIFY(tree->visualRect(at("PM893")).height() < 2 * line);
        // The drawings are not the same.
        const auto drawn = [&](const QModelIndex& index) {
            const QRect row = tree->visualRect(index);
            return tree->viewport()->grab(row.adjusted(0, 2, 0, -2)).toImage();
        };
        QVERIFY(drawn(small) != drawn(large));
        QVERIFY(small.data(Qt::ToolTipRole).toString().startsWith("v SSD DC S3700 of the second generation 200GB\n"));
        palette.resize(600, 600);
        QTRY_VERIFY(tree->visualRect(small).height() < 2 * line);
    }

    void aPartOfThePaletteIsDroppedOntoAGroup()
    {
        PartPalette palette;
        palette.setLibrary(drives({{"S3700", "DC S3700"}}));
        palette.show();
        QSignalSpy requested(&palette, &PartPalette::partRequested);
        QTest::keyClicks(palette.searchField(), "s3700");
        QTest::keyClick(palette.searchField(), Qt::Key_Return);
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested.first().at(0).toString(), QString("ssd"));
        QCOMPARE(requested.first().at(1).toString(), QString("S3700"));
        // The same by drag and drop, as the view hands it to the scene.
        std::unique_ptr<QMimeData> data(palette.tree()->model()->mimeData({palette.tree()->currentIndex()}));
        const QPoint at = view_->mapFromScene(middleOf("clients"));
        QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(view_->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(view_->viewport(), &drop);
        QCOMPARE(model_->project().topology.groups.front().devices.size(), std::size_t(1));
    }

    void theTriangleAndEnterOpenAGroupToItsNodes()
    {
        const QSizeF closed = group("storage").size();
        click(sceneRect("storage", GroupItem::disclosure()));
        QVERIFY(group("storage").isOpened());
        QVERIFY(group("storage").size().height() > closed.height());
        for (int node = 0; node < 4; ++node)
            QCOMPARE(group("storage").nodeAt(group("storage").placeOfNode(node).center()), node);
        clickTitle("storage");
        QTest::keyClick(view_.get(), Qt::Key_Return);
        QVERIFY(!group("storage").isOpened());
        QTest::mouseDClick(view_->viewport(), Qt::LeftButton, {}, view_->mapFromScene(titleOf("storage")));
        QVERIFY(group("storage").isOpened());
        QVERIFY(model_->isClean()); // how one looks at it is no edit
    }

    void sevenHundredNodesAreOneBoxThatFindsEachOfThem()
    {
        setField(*model_, ElementRef::nodeGroup("storage"), "count", 700);
        scene_->setOpened("storage", true);
        QCOMPARE(scene_->boxes().size(), 4); // one box that paints them all
        QSet<int> nodes;
        for (int node = 0; node < 700; ++node)
            nodes.insert(group("storage").nodeAt(group("storage").placeOfNode(node).center()));
        QCOMPARE(nodes.size(), 700);
    }

    void aBoxShowsTheLoadOfProcessorDisksAndNetworkEachInABarOfItsOwn()
    {
        GroupLoads loads;
        loads.processor = 0.5;
        loads.disk = 0.9;
        loads.network = 0.1;
        scene_->setLoads({{"storage", loads}});
        const auto bars = barsOf("storage");
        QCOMPARE(bars.size(), 3);
        QVERIFY(std::abs(bars[0] - 0.5) < 0.05);
        QVERIFY(std::abs(bars[1] - 0.9) < 0.05);
        QVERIFY(std::abs(bars[2] - 0.1) < 0.05);
        std::swap(loads.disk, loads.network);
        scene_->setLoads({{"storage", loads}});
        QVERIFY(std::abs(barsOf("storage")[1] - 0.1) < 0.05);
        QVERIFY(std::abs(barsOf("storage")[2] - 0.9) < 0.05);
    }

    void theNodesOfAnOpenedBoxAreAsDeepAsWhatIsBusiestInThem()
    {
        scene_->setOpened("storage", true);
        GroupLoads loads;
        loads.processor = loads.disk = loads.network = 0.5;
        loads.nodes = {{0.1, 0.1, 0.8}, {0.1, 0.8, 0.1}, {0.1, 0.1, 0.1}, {}};
        scene_->setLoads({{"storage", loads}});
        const QImage seen = picture();
        const auto at = [&](int node) {
            const QRectF cell = group("storage").placeOfNode(node);
            return seen.pixelColor(view_->mapFromScene(scene_->box("storage")->pos() + cell.topLeft() + QPointF(2, 2)));
        };
        QCOMPARE(at(0).rgb(), loadColour(0.8, scene_->palette()).rgb());
        QCOMPARE(at(1).rgb(), loadColour(0.8, scene_->palette()).rgb());
        QCOMPARE(at(2).rgb(), loadColour(0.1, scene_->palette()).rgb());
        QCOMPARE(at(3).rgb(), colours(scene_->palette()).fieldBorder.rgb());
    }

    void aWireThatIsSelectedIsItsOwnLink()
    {
        const auto& links = model_->project().topology.fabrics.front().links;
        QCOMPARE(scene_->wires().size(), 3);
        for (WireItem* wire : scene_->wires()) {
            scene_->clearSelection();
            wire->setSelected(true);
            const auto link = std::find_if(links.begin(), links.end(), [wire](const auto& one) {
                return QString::fromStdString(one.from) == wire->from().box;
            });
            QVERIFY(link != links.end());
            const ElementRef expected{ElementKind::link, {"rack", QString::fromStdString(link->id)}};
            QCOMPARE(scene_->selectedElements(), QList<ElementRef>{expected});
        }
    }

    void generatedFabricsShowTheirTiers()
    {
        headroom::project::Fabric fabric;
        fabric.fields = {{"generate", "leaf-spine"}, {"leaf_nodes", 4}, {"spines", 2}};
        setFabric(*model_, "rack", fabric);
        QVERIFY(!scene_->box("tor"));
        const QStringList tiers = tierBoxes("rack");
        auto* leaves = dynamic_cast<TierItem*>(scene_->box(tiers[0]));
        QVERIFY(leaves && scene_->box(tiers[2]) && !scene_->box(tiers[1]));
        QCOMPARE(leaves->title(), QString("Leaf switches × 2")); // eight nodes, four at each
        QCOMPARE(scene_->wires().size(), 3 + 1);
        QSignalSpy refused(scene_.get(), &CanvasScene::refused);
        scene_->selectBoxes({tiers[0]});
        QCOMPARE(scene_->selectedElements(), (QList<ElementRef>{{ElementKind::fabric, {"rack"}}}));
        QTest::keyClick(view_.get(), Qt::Key_Delete);
        QCOMPARE(refused.count(), 1);
        QTest::keyClick(view_.get(), Qt::Key_Right); // its place is kept, and is no breach
        QVERIFY(invariantBreaches(model_->project()).isEmpty());
        model_->undoStack()->undo();
        model_->undoStack()->undo();
        QVERIFY(scene_->box("tor"));
        QCOMPARE(scene_->wires().size(), 3);
    }

private:
    void open()
    {
        scene_ = std::make_unique<TopologyScene>(*model_);
        view_ = std::make_unique<CanvasView>(*scene_);
        view_->resize(1200, 800);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        view_->setFocus();
    }
    /// As the view hands it to the scene.
    /// A library of SSDs with these ids and models.
    static std::shared_ptr<headroom::project::ComponentLibrary> drives(const std::map<std::string, std::string>& models)
    {
        auto library = std::make_shared<headroom::project::ComponentLibrary>();
        headroom::project::Findings findings;
        Json components = Json::array();
        for (const auto& [id, model] : models)
            components.push_back({{"id", id},
                                  {"kind", "ssd"},
                                  {"vendor", "v"},
                                  {"model", model},
                                  {"source", "s"},
                                  {"confidence", "datasheet"},
                                  {"parameters",
                                   {{"capacity_B", 8e11},
                                    {"rand_read_4k_iops", 7e4},
                                    {"rand_write_4k_iops", 3e4},
                                    {"seq_read_Bps", 5e8},
                                    {"seq_write_Bps", 4e8}}}});
        library->add(components, "/components", findings);
        if (!findings.empty())
            qFatal("%s", findings.front().problem.c_str());
        return library;
    }

    void dropFromPalette(const QString& kind, const QPoint& at)
    {
        QMimeData data;
        data.setData(partMimeType, kind.toUtf8());
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(view_->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(view_->viewport(), &drop);
    }
    const GroupItem& group(const QString& id) { return dynamic_cast<const GroupItem&>(*scene_->box(id)); }
    QPointF sceneRect(const QString& id, const QRectF& rect) { return scene_->box(id)->pos() + rect.center(); }
    QPointF placeOf(const QString& id, const GroupPart& part) { return sceneRect(id, group(id).placeOf(part)); }
    QPointF titleOf(const QString& id) { return scene_->box(id)->pos() + QPointF(100, 16); }
    QPointF middleOf(const QString& id) { return titleOf(id); }
    void click(const QPointF& point)
    {
        QTest::mouseClick(view_->viewport(), Qt::LeftButton, {}, view_->mapFromScene(point));
    }
    QImage picture()
    {
        view_->setZoom(1);
        view_->centerOn(scene_->box("storage")->sceneFrame().center());
        return view_->viewport()->grab().toImage();
    }
    /// Fill of the bars of a box, from above: rows of pixels in its lower part that begin in the colour of a load or of
    /// an empty track.
    QVector<double> barsOf(const QString& id)
    {
        const QImage seen = picture();
        const QRect frame = view_->mapFromScene(scene_->box(id)->sceneFrame()).boundingRect();
        const QColor track = colours(scene_->palette()).track;
        QVector<double> bars;
        bool within = false;
        for (int y = frame.top() + 2; y < frame.bottom() - 2; ++y) {
            int empty = 0, first = 0, last = 0;
            for (int x = frame.left() + 2; x < frame.right() - 2; ++x)
                if (seen.pixelColor(x, y) == track) {
                    first = empty++ == 0 ? x : first;
                    last = x;
                }
            const bool bar = empty > 8 && last - first + 1 == empty; // the rest of a track, unbroken
            if (bar && !within)
                bars.append(fullness(seen, y + 1, first, last));
            within = bar;
        }
        return bars;
    }
    /// The share of a bar that lies to the left of what is empty of it.
    static double fullness(const QImage& seen, int y, int first, int last)
    {
        const QColor fill = seen.pixelColor(first - 4, y);
        int left = first - 4;
        while (left > 0 && seen.pixelColor(left - 1, y) == fill)
            --left;
        return double(first - left) / (last + 1 - left);
    }
    void clickTitle(const QString& id) { click(titleOf(id)); }
    void drag(const QPointF& from, const QPointF& to)
    {
        pull(from, to);
        QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, view_->mapFromScene(to));
    }
    /// A drag, the button still held.
    void pull(const QPointF& from, const QPointF& to)
    {
        QWidget* sheet = view_->viewport();
        const QPoint start = view_->mapFromScene(from), end = view_->mapFromScene(to);
        QTest::mousePress(sheet, Qt::LeftButton, {}, start);
        for (int i = 1; i <= 4; ++i) {
            const QPoint at = start + (end - start) * i / 4;
            QMouseEvent move(QEvent::MouseMove, at, sheet->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(sheet, &move);
        }
    }

    std::unique_ptr<DocumentModel> model_;
    std::unique_ptr<TopologyScene> scene_;
    std::unique_ptr<CanvasView> view_;
};

HEADROOM_WIDGET_TEST(TopologyPartsTest)
#include "topology_parts_test.moc"
