// The drawings at the time cursor: what of a run is shown on blocks and hardware, of its whole time or of an instant.
// The run is made up, so that every figure is known.

#include "../desk_test.h"
#include "../sample_runs.h"

#include "app/runs/configuration.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/boxes/group_item.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/overlays.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/grouping.h"

using namespace headroom;

namespace {

const QString drawnPut = "proxy-server/PUT/full";

} // namespace

class LiveDrawingsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openRack(4);
        desk_->window().showDiagram(drawnPut);
    }
    void cleanup() { desk_.reset(); }

    void withoutARunNothingIsTinted()
    {
        QVERIFY(!software()->showsLoads());
        QVERIFY(!topology()->showsLoads());
        show(whole());
        QVERIFY(software()->showsLoads());
        QVERIFY(!topology()->showsLoads()); // nobody sees it
        desk_->window().showDiagram(widgets::topologyPath);
        QVERIFY(topology()->showsLoads());
    }

    void aBlockIsTintedByItsShareOfTheTimeOfRequests()
    {
        show(whole());
        // 800 visits in 8 s of 30 ms each are 3 requests at a time; 800 of 10 ms are 1.
        QVERIFY(std::abs(loadOf("pipeline") - 0.75) < 1e-9);
        QVERIFY(std::abs(loadOf("lookup") - 0.25) < 1e-9);
        for (const auto* box : software()->boxes())
            QVERIFY(box->id() == "pipeline" || box->id() == "lookup" || loadOf(box->id()) == 0);
    }

    void aDrawingThatTheRunDidNotGoThroughIsNotTinted()
    {
        show(whole());
        desk_->window().showDiagram("proxy-server/GET/full");
        QVERIFY(software() && software()->path() != drawnPut);
        for (const auto* box : software()->boxes())
            QCOMPARE(loadOf(box->id()), 0.0);
        desk_->window().showDiagram(drawnPut);
        QVERIFY(loadOf("pipeline") > 0);
    }

    void lookingBackShowsTheInstantInThePlaceOfTheWhole()
    {
        show(whole());
        desk_->window().showDiagram(widgets::topologyPath);
        desk_->controller().cursor().take(2);
        // Then all of them were at one block, and the disks had less to do.
        QTRY_COMPARE_WITH_TIMEOUT(loadOf("lookup"), 1.0, studio::patienceMs);
        QCOMPARE(loadOf("pipeline"), 0.0);
        QTRY_COMPARE_WITH_TIMEOUT(topology()->loads().value("storage").disk.value_or(-1), 0.25, studio::patienceMs);
        desk_->controller().cursor().follow();
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(loadOf("pipeline") - 0.75) < 1e-9, studio::patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(topology()->loads().value("storage").disk.value_or(-1), 0.9, studio::patienceMs);
    }

    void hardwareShowsItsBusiestPartsAndTheQueues()
    {
        show(whole());
        desk_->window().showDiagram(widgets::topologyPath);
        const auto storage = topology()->loads().value("storage");
        QCOMPARE(storage.disk.value_or(-1), 0.9); // of two device groups the busier one
        QCOMPARE(storage.diskQueue.value_or(-1), 3.0);
        QCOMPARE(storage.devices.value("data"), 0.9);
        QCOMPARE(storage.devices.value("meta"), 0.2);
        QVERIFY(!storage.processor);
        QCOMPARE(topology()->loads().value("proxies").network.value_or(-1), 0.4);
        QVERIFY(!topology()->loads().contains("clients"));
    }

    void aLinkShowsTheDirectionWithItsBusierCable()
    {
        app::Run run = whole();
        run.summary->resources.push_back({"link", "proxies-rack-switch proxies→rack-switch", 0.2, 0.9});
        run.summary->resources.push_back({"link", "proxies-rack-switch rack-switch→proxies", 0.3, 0.31});
        show(run);
        desk_->window().showDiagram(widgets::topologyPath);
        QCOMPARE(trafficBetween("proxies", "rack-switch"), QString("20 %, busiest 90 %"));
        run.number = 2;
        run.summary->resources.pop_back();
        run.summary->resources.back().utilisationMax = 0.22;
        show(run);
        QCOMPARE(trafficBetween("proxies", "rack-switch"), QString("20 %"));
    }

    void hardwareSaysItsIosBytesAndHitsUnderThePointer()
    {
        app::Run run = whole();
        const auto add = [&run](const char* figure, const char* unit, double value) {
            run.series.push_back(
                {static_cast<std::uint32_t>(run.series.size()), {"node group", "storage", figure}, unit});
            auto& curve = (*run.curves)[record::seriesName(run.series.back())];
            for (int second = 1; second <= 10; ++second)
                curve.append(second, value);
        };
        add("disk data reads", "1/s", 500);
        add("disk data bytes", "B/s", 4e6);
        add("page cache hits", "share", 0.34);
        add("network sent", "B/s", 8e6);
        show(run);
        desk_->window().showDiagram(widgets::topologyPath);
        auto* box = dynamic_cast<widgets::GroupItem*>(topology()->box("storage"));
        QVERIFY(box);
        const auto tipAt = [&](const QPointF& point) {
            auto* view = desk_->window().topology().view();
            const QPoint place = view->mapFromScene(box->mapToScene(point));
            QMouseEvent move(QEvent::MouseMove, place, view->viewport()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                             {});
            QApplication::sendEvent(view->viewport(), &move);
            return box->toolTip();
        };
        for (const auto& part : box->texts().parts) {
            const bool onData = part.kind == widgets::GroupPart::Kind::device && part.id == "data";
            const bool volume = part.kind == widgets::GroupPart::Kind::volume && part.id == "objects";
            if (!onData && !volume)
                continue;
            const QString tip = tipAt(box->placeOf(part).center());
            QVERIFY2(tip.contains("reads 500 /s") && tip.contains("4.00 MB/s") && tip.contains("34"), qPrintable(tip));
        }
        const QString whole = tipAt(QPointF(100, 14));
        QVERIFY2(whole.contains("disk data: reads 500 /s") && whole.contains("sent 8.00 MB/s"), qPrintable(whole));
    }

    void aGroupStandsForAllThatIsInIt()
    {
        const QString group = widgets::foldBlocks(desk_->window().model(), drawnPut, {"pipeline"}, {}, {100, 50});
        QVERIFY(!group.isEmpty());
        app::Run run = whole();
        run.summary->blocks[0].block = (group + ".pipeline").toStdString();
        run.summary->blocks.push_back({drawnPut.toStdString(), group.toStdString(), 800, 0.03}); // reported besides
        show(run);
        QVERIFY(std::abs(loadOf(group) - 0.75) < 1e-9);
        desk_->window().showDiagram(drawnPut + '/' + group);
        QTRY_VERIFY_WITH_TIMEOUT(software()->box("pipeline"), studio::patienceMs);
        QCOMPARE(loadOf("pipeline"), 1.0); // all of what is in here
    }

    void anotherRunThatIsShownIsTheOneOfTheDrawings()
    {
        show(whole());
        app::Run other = whole();
        other.number = 2;
        std::swap(other.summary->blocks[0].meanS, other.summary->blocks[1].meanS);
        show(other);
        QVERIFY(std::abs(loadOf("pipeline") - 0.25) < 1e-9);
        desk_->controller().show(1);
        QVERIFY(std::abs(loadOf("pipeline") - 0.75) < 1e-9);
    }

    void theCaptionSaysWhichRunAndWhichTimeTheNumbersAreOf()
    {
        desk_->controller().history().reserve(6);
        app::Run run = whole();
        run.number = 7;
        show(run);
        QVERIFY2(legend(software())->caption().endsWith("run 7, mean of 2 s to 10 s"),
                 qPrintable(legend(software())->caption()));
        desk_->controller().cursor().take(2);
        QTRY_VERIFY_WITH_TIMEOUT(legend(software())->caption().endsWith("run 7, mean of 1 s to 2 s"),
                                 studio::patienceMs);
        desk_->window().showDiagram(widgets::topologyPath);
        QVERIFY(legend(topology())->caption().endsWith("run 7, mean of 1 s to 2 s"));
    }

    void whatWasChangedSinceTheRunIsSaidAboveTheCaption()
    {
        app::Run run = whole();
        run.parameters = app::parametersOf(desk_->window().model().project(), *desk_->window().files().library());
        run.sections = app::sectionsOf(desk_->document().toStdString());
        show(run);
        QCOMPARE(legend(software())->warning(), QString());
        const QString workers = run.parameters.at("WORKERS");
        QVERIFY(widgets::setField(desk_->window().model(), widgets::ElementRef::parameter("WORKERS"), "value", 128));
        QTRY_COMPARE_WITH_TIMEOUT(legend(software())->warning(),
                                  "Loads of run 1, which is not of what is drawn: WORKERS was " + workers,
                                  studio::patienceMs);
        desk_->window().showDiagram(widgets::topologyPath);
        QVERIFY(legend(topology())->warning().contains("WORKERS was"));
        desk_->window().model().undoStack()->undo();
        QTRY_COMPARE_WITH_TIMEOUT(legend(topology())->warning(), QString(), studio::patienceMs);
        widgets::foldBlocks(desk_->window().model(), drawnPut, {"pipeline"}, {}, {100, 50});
        QTRY_VERIFY_WITH_TIMEOUT(legend(topology())->warning().endsWith("software changed"), studio::patienceMs);
    }

    void aRunWithoutFiguresAndCurvesTintsNothing()
    {
        desk_->window().showDiagram(widgets::topologyPath);
        show(whole());
        QVERIFY(software()->showsLoads() && topology()->showsLoads());
        app::Run refused;
        refused.number = 2;
        refused.ending = app::Ending::refused;
        show(refused);
        QVERIFY(!software()->showsLoads());
        QVERIFY(!topology()->showsLoads());
        QVERIFY(topology()->loads().isEmpty());
    }

private:
    widgets::DiagramScene* software()
    {
        return qobject_cast<widgets::DiagramScene*>(desk_->window().software().scene());
    }
    widgets::TopologyScene* topology()
    {
        return qobject_cast<widgets::TopologyScene*>(desk_->window().topology().scene());
    }
    static widgets::LoadLegend* legend(QGraphicsScene* scene)
    {
        return scene->views().value(0)->findChild<widgets::LoadLegend*>();
    }
    QString trafficBetween(const QString& from, const QString& to)
    {
        for (const auto* wire : topology()->wires())
            if (wire->from().box == from && wire->to().box == to)
                return wire->traffic() ? wire->traffic()->text : QString("none");
        return "no wire";
    }
    double loadOf(const QString& block) { return software()->box(block)->load().value_or(0); }
    /// A run whose requests spent their time at two blocks, and at the instant 2 s at one of them.
    static app::Run whole()
    {
        app::Run run = sample::run(1);
        const std::string diagram = drawnPut.toStdString();
        run.summary->blocks = {{diagram, "pipeline", 800, 0.03}, {diagram, "lookup", 800, 0.01}};
        run.summary->resources = {{"storage", "disk data", 0.9, 0.95, 3},
                                  {"storage", "disk meta", 0.2, 0.2, 1},
                                  {"proxies", "network", 0.4, 0.4}};
        const auto add = [&run](std::vector<std::string> path, const char* unit, double atTwo) {
            run.series.push_back({static_cast<std::uint32_t>(run.series.size()), std::move(path), unit});
            auto& curve = (*run.curves)[record::seriesName(run.series.back())];
            for (int second = 1; second <= 10; ++second)
                curve.append(second, second == 2 ? atTwo : 0);
        };
        add({"block", diagram, "pipeline", "present"}, "1", 0);
        add({"block", diagram, "lookup", "present"}, "1", 4);
        add({"node group", "storage", "disk data"}, "share", 0.25);
        return run;
    }
    void show(const app::Run& run)
    {
        desk_->controller().history().addFormer(run, {});
        desk_->controller().show(run.number);
    }
};

HEADROOM_WIDGET_TEST(LiveDrawingsTest)
#include "live_drawings_test.moc"
