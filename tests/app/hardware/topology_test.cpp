// The topology's tab in the studio: parts in the inspector, the fabric's form, racks after a run, the mapping.

#include "../desk_test.h"

#include "tests/widget_tests.h"
#include "widgets/diagram/topology/panels/fabric_form.h"
#include "widgets/document/edits/fabric_edits.h"

#include <QComboBox>
#include <QTabWidget>

using namespace headroom;
using widgets::ElementKind;
using widgets::ElementRef;

class TopologyTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(4));
        desk_->window().showDiagram(widgets::topologyPath);
    }
    void cleanup() { desk_.reset(); }

    void aPartThatIsAddedFromThePaletteIsEditedInTheInspector()
    {
        QVERIFY(desk().palette().isVisible());
        scene().selectBoxes({"storage"});
        auto* search = desk().palette().searchField();
        search->setFocus();
        QTest::keyClicks(search, "9207");
        QTest::keyClick(search, Qt::Key_Return);
        const ElementRef added{ElementKind::controller, {"storage", "controller1"}};
        QVERIFY(desk_->window().model().field(added, "component") == project::Json("LSI_SAS_9207_8i"));
        QCOMPARE(scene().selectedElements(), QList<ElementRef>{added});
        QVERIFY(inspector()->editor("behind")); // a controller's own field
        scene().selectElement({ElementKind::volume, {"storage", "objects"}});
        QVERIFY(inspector()->editor("barriers"));
    }

    void aFabricIsMadeAndChosenByItsFormAsOneStep()
    {
        const auto before = desk_->document();
        desk().editFabric({});
        auto* form = desk_->window().findChild<widgets::FabricForm*>();
        QVERIFY(form);
        const auto choose = [&](const char* field, const char* value) {
            auto* box = qobject_cast<QComboBox*>(form->editor(field));
            QVERIFY(box->findData(value) >= 0);
            box->setCurrentIndex(box->findData(value));
        };
        choose("leaf_switch", "Mellanox_SN2410_48x25G_8x100G");
        QTest::keyClicks(form->editor("spines"), "2");
        QTest::keyClicks(form->editor("leaf_nodes"), "4");
        QVERIFY2(form->problem().isEmpty(), qPrintable(form->problem()));
        QTest::mouseClick(form->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        QCOMPARE(scene().fabric(), QString("fabric1"));
        QVERIFY(scene().box(widgets::tierBoxes("fabric1").first()));
        auto* fabrics = desk_->window().findChild<QComboBox*>("fabrics");
        QCOMPARE(fabrics->currentText(), QString("fabric1"));
        // A choice parameter selects the fabric: the new one is among its choices.
        const auto* choice = project::findParameter(desk_->window().model().project(), "FABRIC");
        QVERIFY(choice->value == "fabric1" && choice->alternatives.back() == "fabric1");
        QCOMPARE(choice->alternatives.size(), std::size_t(3));
        QCOMPARE(qobject_cast<QComboBox*>(desk_->window().parameters().editor("FABRIC"))->currentText(),
                 QString("fabric1"));
        desk_->action("Ctrl+Z")->trigger();
        QCOMPARE(desk_->document(), before);
        QVERIFY(scene().fabric() != "fabric1");
    }

    void afterARunEveryNodeHasItsColour()
    {
        desk_->click(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle() && !desk_->runs().empty(), studio::patienceMs);
        QVERIFY(desk_->runs().back().summary);
        const auto loads = scene().loads().value("storage");
        QCOMPARE(loads.nodes.size(), scene().plan().nodes[2]);
        for (const auto& node : loads.nodes) {
            QVERIFY(node.processor && node.disk && node.network);
            QVERIFY(*node.busiest() > 0 && *node.busiest() <= 1);
        }
        desk().showRacks(true);
        QVERIFY(desk().racks().isVisible() && !desk_->window().topology().view()->isVisible());
        QTest::mouseClick(desk().racks().viewport(), Qt::LeftButton, {}, desk().racks().placeOf(2, 0).center());
        QCOMPARE(desk().racks().currentName(), QString("storage-1"));
        QVERIFY(inspector()->editor("count")); // of its group
        desk().showRacks(false);
        QVERIFY(desk_->window().topology().view()->isVisible());
    }

    void disksAndNetworkAreNotTakenForEachOther()
    {
        desk_->click(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle() && !desk_->runs().empty(), studio::patienceMs);
        QVERIFY(desk_->runs().back().summary);
        const auto& nodes = desk_->runs().back().summary->nodes;
        const auto told =
            std::find_if(nodes.begin(), nodes.end(), [](const auto& group) { return group.nodeGroup == "storage"; });
        QVERIFY(told != nodes.end());
        const auto whole = scene().loads().value("storage");
        for (qsizetype i = 0; i < whole.nodes.size(); ++i) {
            QCOMPARE(*whole.nodes[i].disk, told->disk[static_cast<std::size_t>(i)]);
            QCOMPARE(*whole.nodes[i].network, told->network[static_cast<std::size_t>(i)]);
        }
        // A link is as thick as its busiest cable is busy, in the busier direction.
        const auto shareOfLink = [this] {
            for (const widgets::WireItem* wire : scene().wires())
                if (wire->from().box == "storage")
                    return wire->traffic().value_or(widgets::WireTraffic{}).share;
            return -1.0;
        };
        double busiest = 0;
        for (const auto& resource : desk_->runs().back().summary->resources)
            if (resource.nodeGroup == "link" && resource.resource.find("storage") != std::string::npos)
                busiest = std::max(busiest, resource.utilisationMax);
        QVERIFY(busiest > 0);
        QCOMPARE(shareOfLink(), busiest);
        // The rack's disks are its bottleneck; its network has little to do. That holds at any moment as well.
        desk_->controller().cursor().take(3);
        QTRY_VERIFY_WITH_TIMEOUT(scene().loads().value("storage").disk != whole.disk, studio::patienceMs);
        const auto moment = scene().loads().value("storage");
        QVERIFY(*whole.disk > 2 * *whole.network && *moment.disk > 2 * *moment.network);
        for (const auto& node : moment.nodes)
            QVERIFY(*node.disk > 2 * *node.network);
        QVERIFY(shareOfLink() >= *moment.network && shareOfLink() < 2 * *moment.network);
    }

    void aRoleTakenOffInTheMappingIsAProblemAtOnce()
    {
        auto* tabs = desk_->window().findChild<QTabWidget*>("mainTabs");
        auto& mapping = desk().mapping();
        tabs->setCurrentWidget(desk().mappingPage());
        QVERIFY(mapping.isVisible());
        int row = 0;
        while (mapping.model()->headerData(row, Qt::Vertical).toString() != "container-server")
            ++row;
        const auto* problems = desk_->window().results().problems().list();
        QCOMPARE(problems->topLevelItemCount(), 0);
        const QModelIndex cell = mapping.model()->index(row, 2);
        QVERIFY(cell.data(widgets::MappingModel::carriedRole).toBool());
        mapping.setCurrentIndex(cell);
        mapping.setFocus();
        QTest::keyClick(&mapping, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(problems->topLevelItemCount() > 0, studio::patienceMs);
        QTest::keyClick(&mapping, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(problems->topLevelItemCount(), 0, studio::patienceMs);
    }

private:
    app::TopologyPage& desk() { return desk_->window().topologyPage(); }
    widgets::TopologyScene& scene()
    {
        return *qobject_cast<widgets::TopologyScene*>(desk_->window().topology().scene());
    }
};

HEADROOM_WIDGET_TEST(TopologyTest)
#include "topology_test.moc"
