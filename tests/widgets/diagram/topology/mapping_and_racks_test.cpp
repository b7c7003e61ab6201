// Roles on node groups as a table, and the racks that the nodes stand in.

#include "../../document/sample_project.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/topology/panels/mapping_matrix.h"
#include "widgets/diagram/topology/panels/rack_view.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/theme/theme.h"

#include <QSignalSpy>
#include <QTest>

using namespace headroom::widgets;
using headroom::project::Json;

class MappingAndRacksTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        auto project = sample::cluster();
        project.behaviours.front().role.volumes = {"journal"};
        model_ = std::make_unique<DocumentModel>();
        model_->setProject(project);
    }

    void aClickPutsARoleOnAGroupAndTheSpaceBarTakesItOff()
    {
        MappingView view(*model_, [this] { return plan(); });
        view.resize(800, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QModelIndex cell = view.model()->index(0, 2); // the proxy's role on the storage nodes
        QVERIFY(!cell.data(MappingModel::carriedRole).toBool());
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
        QVERIFY(cell.data(MappingModel::carriedRole).toBool());
        QCOMPARE(model_->project().topology.groups[2].roles.back(), std::string("proxy-server"));
        QCOMPARE(view.model()->index(0, 3).data().toInt(), 2 + 4);
        QVERIFY(!cell.data(MappingModel::problemRole).toString().isEmpty()); // its volume lies nowhere there
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(!cell.data(MappingModel::carriedRole).toBool());
        model_->undoStack()->undo();
        QVERIFY(cell.data(MappingModel::carriedRole).toBool());
        QCOMPARE(view.currentIndex(), cell); // one stays where one is
    }

    void aRoleWithoutANodeIsMarked()
    {
        MappingView view(*model_, [this] { return plan(); });
        const auto warning = [&] { return view.model()->headerData(0, Qt::Vertical, Qt::DecorationRole).isValid(); };
        QVERIFY(!warning());
        setRole(*model_, "proxies", "proxy-server", false);
        QVERIFY(warning());
        QCOMPARE(view.model()->index(0, 3).data().toInt(), 0);
    }

    void nodesStandInTheRackOfTheirGroupOrAtItsSwitch()
    {
        setField(*model_, ElementRef::nodeGroup("clients"), "rack", "east");
        const TopologyPlan drawn = plan();
        QCOMPARE(drawn.racks.size(), 2);
        QCOMPARE(drawn.racks[0].name, QString("east"));
        QCOMPARE(drawn.racks[0].nodes(), 2);
        QCOMPARE(drawn.racks[1].name, QString("Rack switch"));
        QCOMPARE(drawn.racks[1].nodes(), 2 + 4);
        headroom::project::Fabric fabric;
        fabric.fields = {{"generate", "leaf-spine"}, {"leaf_nodes", 4}, {"spines", 1}};
        setFabric(*model_, "rack", fabric);
        const TopologyPlan generated = plan();
        QCOMPARE(generated.racks.size(), 3); // east by itself, the others four at a leaf
        QCOMPARE(generated.racks[0].name, QString("east"));
        QCOMPARE(generated.racks[1].spans.size(), 2); // proxies, and the first of the storage nodes
        QCOMPARE(generated.racks[2].switchName, QString("Leaf 3"));
    }

    void everyNodeOfARackViewIsFoundByMouseAndKeys()
    {
        RackView view;
        view.resize(700, 500);
        view.setRacks(plan(), model_->project().topology.groups);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy chosen(&view, &RackView::groupChosen);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.placeOf(2, 1).center());
        QCOMPARE(view.currentName(), QString("storage-2"));
        QCOMPARE(chosen.last().at(0).toString(), QString("storage"));
        QTest::keyClick(&view, Qt::Key_Up);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.currentName(), QString("proxies-2"));
        QCOMPARE(chosen.last().at(0).toString(), QString("proxies"));
        const int height = view.unitHeight();
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.unitHeight() > height);
    }

    void allRacksAreSeenAtOnceAndAreEnlargedAgain()
    {
        setField(*model_, ElementRef::nodeGroup("storage"), "count", 700);
        headroom::project::Fabric fabric;
        fabric.fields = {{"generate", "leaf-spine"}, {"leaf_nodes", 40}, {"spines", 4}};
        setFabric(*model_, "rack", fabric);
        RackView view;
        view.resize(1050, 450);
        view.setRacks(plan(), model_->project().topology.groups);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto isSeen = [&](int node) { return view.viewport()->rect().contains(view.placeOf(2, node)); };
        QVERIFY(isSeen(0) && !isSeen(699));
        QSignalSpy changed(&view, &RackView::showsAllChanged);
        view.setShowsAll(true);
        QVERIFY(changed.last().at(0).toBool());
        for (int node = 0; node < 700; ++node)
            QVERIFY2(isSeen(node), qPrintable(QString::number(node)));
        QVERIFY(view.unitHeight() >= 5); // no smaller than necessary
        view.resize(1600, 900);
        QVERIFY(isSeen(0) && isSeen(699) && view.unitHeight() >= 10);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.placeOf(2, 411).center());
        QCOMPARE(view.currentName(), QString("storage-412"));
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(!view.showsAll() && !changed.last().at(0).toBool());
        QVERIFY(!isSeen(0) || !isSeen(699));
    }

    void theColoursOfLoadedRacksAreExplained()
    {
        RackView view;
        view.resize(700, 500);
        view.setRacks(plan(), model_->project().topology.groups);
        view.setShowsAll(true);
        view.show();
        const auto* legend = view.findChild<QWidget*>("rackLegend");
        QVERIFY(!legend->isVisible());
        QHash<QString, GroupLoads> loads;
        loads["storage"].nodes = {{0.1, {}, {}}, {0.2, 0.95, {}}, {}, {0.1, {}, {}}};
        view.setLoads(loads);
        QVERIFY(legend->isVisible());
        for (int node = 0; node < 4; ++node)
            QVERIFY(!legend->geometry().intersects(view.placeOf(2, node)));
        view.setLoads({});
        QVERIFY(!legend->isVisible());
    }

    void aBusyNodeHasAnotherColourThanAnIdleOne()
    {
        RackView view;
        view.resize(700, 500);
        view.setRacks(plan(), model_->project().topology.groups);
        QHash<QString, GroupLoads> loads;
        loads["storage"].nodes = {{0.1, {}, {}}, {0.2, 0.95, {}}, {}, {0.1, {}, {}}};
        view.setLoads(loads);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QImage seen = view.viewport()->grab().toImage();
        const auto at = [&](int node) { return seen.pixelColor(view.placeOf(2, node).topLeft() + QPoint(7, 2)); };
        QVERIFY(at(0) != at(1));
        QVERIFY(at(1) != at(2));
        QCOMPARE(at(0), at(3));
    }

    void aNodeIsAsDeepAsTheBusiestOfItsProcessorItsDisksAndItsNetwork()
    {
        RackView view;
        view.resize(700, 500);
        view.setRacks(plan(), model_->project().topology.groups);
        QHash<QString, GroupLoads> loads;
        loads["storage"].nodes = {{0.8, 0.1, 0.1}, {0.1, 0.8, 0.1}, {0.1, 0.1, 0.8}, {0.1, 0.1, 0.1}};
        view.setLoads(loads);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QImage seen = view.viewport()->grab().toImage();
        const auto at = [&](int node) { return seen.pixelColor(view.placeOf(2, node).topLeft() + QPoint(7, 2)); };
        for (int node = 0; node < 3; ++node)
            QCOMPARE(at(node).rgb(), loadColour(0.8, view.palette()).rgb());
        QCOMPARE(at(3).rgb(), loadColour(0.1, view.palette()).rgb());
    }

private:
    TopologyPlan plan() const { return planTopology(model_->project(), {}, "rack"); }

    std::unique_ptr<DocumentModel> model_;
};

HEADROOM_WIDGET_TEST(MappingAndRacksTest)
#include "mapping_and_racks_test.moc"
