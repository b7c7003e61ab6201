// A system built from nothing by mouse and keyboard, run, and compared with theory.

#include "../desk_test.h"
#include "app/runs/runs_page.h"
#include "tests/widget_tests.h"

#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/topology_parts.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>

#include <cmath>

using namespace headroom;
using widgets::QuickAdd;

class ModellingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        QTest::keyClick(&desk_->window(), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(tree() && tree()->isVisible());
        empty_ = desk_->document();
    }
    void cleanup() { desk_.reset(); }

    /// Poisson arrivals at 50 a second, one server that takes 10 ms on average: a mean response of 1 / (100 − 50) s.
    void anOpenQueueBuiltFromNothingGivesItsTheory()
    {
        addRole("desk");
        addOperation("desk", "serve");
        follow("black box");
        type("time", "10 ms");
        choose("distribution", "exponential");

        addNodesWith("desk");
        hand().choose("Workloads", {"Add workload for", "desk"});
        choose("type", "open loop");
        type("rate", "50 1/s");
        hand().click(hand().item("Duration, warm-up, seed"));
        type("duration", "820 s");
        type("warm_up", "20 s");
        type("sampling_interval", "20 s");
        QTRY_VERIFY2_WITH_TIMEOUT(desk_->isReady(), qPrintable(desk_->problems().join('\n')), studio::patienceMs);
        if (QTest::currentTestFailed())
            return;

        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("serve"), qPrintable(desk_->messages() + desk_->stateText()));
        const auto& operation = summary.operations.at("serve");
        // Exponential with that mean: half of the answers take less than its ln 2, one in a hundred more than its ln
        // 100.
        QVERIFY(near(plotted("serve · throughput [1/s]"), 50, 0.03));
        QVERIFY(near(plotted("serve · latency p50 [s]"), 0.020 * std::log(2), 0.1));
        QVERIFY(near(plotted("serve · latency p99 [s]"), 0.020 * std::log(100), 0.2));
        const double sure = operation.latencyCi95Relative;
        QVERIFY2(sure < 0.1, qPrintable(QString::number(sure)));
        QVERIFY2(std::abs(operation.latency.meanMs / 20 - 1) < 2 * sure,
                 qPrintable(QString::number(operation.latency.meanMs)));
        QVERIFY(near(operation.perSecond, 50, 0.04));
        comesAndGoes();
    }

    /// The steps that are missing stand among the problems, each with a button that takes it.
    void theButtonsOfTheMissingStepsLeadToAFirstRun()
    {
        QTRY_COMPARE(desk_->problemCount(), QString("Not ready to run"));
        desk_->click(Qt::Key_F5);
        QVERIFY(desk_->runs().empty());
        QVERIFY(step("New role …")->isVisible()); // the run has shown what it lacks
        QVERIFY(!step("Add workload")->isEnabled());
        // The empty list of runs offers the first of them,
        auto* tabs = desk_->window().findChild<QTabWidget*>();
        auto* runs = desk_->window().findChild<app::RunsPage*>();
        const int drawing = tabs->currentIndex();
        tabs->setCurrentWidget(runs);
        QTRY_VERIFY(runs->findChild<QPushButton*>("step/New role …"));
        QVERIFY(runs->findChild<QPushButton*>("step/New role …")->isVisible());
        tabs->setCurrentIndex(drawing);
        // and so does the empty timeline.
        desk_->window().results().showTab(app::ResultsPanel::timelineTab);
        const auto offered = [this](const QString& name) {
            auto* button = desk_->window().results().timeline().findChild<QPushButton*>("step/" + name);
            return button && button->isVisible() ? button : nullptr;
        };
        QTRY_VERIFY(offered("New role …"));
        answerName("desk");
        QTest::mouseClick(offered("New role …"), Qt::LeftButton);
        QTRY_VERIFY(offered("New operation …"));
        answerName("serve");
        QTest::mouseClick(offered("New operation …"), Qt::LeftButton);
        QTRY_VERIFY(desk_->window().software().scene());
        desk_->window().results().showTab(app::ResultsPanel::problemsTab);
        desk_->window().software().scene()->selectBoxes({"start"});
        follow("delay");
        type("time", "3 ms");
        QTRY_VERIFY(step("Add nodes") && !step("New operation …"));
        QTest::mouseClick(step("Add nodes"), Qt::LeftButton);
        QTRY_VERIFY(step("Place desk") && step("Place desk")->isEnabled());
        choose("processor", "Intel_Xeon_Processor_E5_2695_v3");
        QTest::mouseClick(step("Place desk"), Qt::LeftButton);
        QTRY_VERIFY(step("Add workload") && !step("Place desk") && step("Add workload")->isEnabled());
        QTest::mouseClick(step("Add workload"), Qt::LeftButton);
        QTRY_VERIFY(!step("Add workload"));
        QCOMPARE(desk_->window().model().project().workloads.front().role, std::string("desk"));
        QTRY_COMPARE(desk_->problemCount(), QString("No problems"));
        hand().click(hand().item("Duration, warm-up, seed"));
        type("duration", "4 s");
        type("warm_up", "1 s");
        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("serve"), qPrintable(desk_->messages() + desk_->stateText()));
        QVERIFY(near(summary.operations.at("serve").latency.meanMs, 3, 0.01));
    }

    /// Node groups that were put down by themselves: what their network lacks is named, with buttons.
    void nodesWithoutANetworkAreLinkedByTheButtonsOfTheMissingSteps()
    {
        addRole("back");
        addOperation("back", "fetch");
        addRole("front");
        addOperation("front", "ask");
        follow("call");
        choose("role", "back");
        choose("operation", "fetch");
        for (int column : {0, 1}) {
            desk_->window().showDiagram(widgets::topologyPath);
            addPart("Node group");
            choose("processor", "Intel_Xeon_Processor_E5_2695_v3");
            carryToo(column == 0 ? "front" : "back", column);
        }
        QTRY_VERIFY(step("Add workload") && step("Add workload")->isEnabled());
        QTest::mouseClick(step("Add workload"), Qt::LeftButton);
        QTRY_VERIFY(step("Link nodes") && !step("Add workload"));
        QVERIFY(desk_->problemCount() != "No problems");

        QTest::mouseClick(step("Link nodes"), Qt::LeftButton);
        QTRY_VERIFY(!step("Link nodes") && step("Pick switch …") && step("Pick adapter …"));
        QCOMPARE(desk_->window().model().project().topology.fabrics.front().links.size(), std::size_t(2));
        pick("Pick switch …", "component", "Force10_S4810");
        pick("Pick adapter …", "nic", "Intel_X520_DA2_10GbE");
        QTRY_COMPARE(desk_->problemCount(), QString("No problems"));
        QUndoStack& steps = *desk_->window().model().undoStack();
        while (steps.canUndo())
            steps.undo();
        QCOMPARE(desk_->document(), empty_);
    }

    /// A role that stores something runs on nodes without disks.
    void theDisksOfADatabaseComeByTheButtonsOfTheMissingSteps()
    {
        addRole("database");
        addOperation("database", "put");
        follow("write");
        type("volume", "tables");
        QCOMPARE(desk_->window().model().project().behaviours.front().role.volumes,
                 std::vector<std::string>{"tables"}); // the name that was typed
        type("bytes", "16 KiB");
        QTRY_VERIFY(step("Add nodes"));
        QTest::mouseClick(step("Add nodes"), Qt::LeftButton);
        QTRY_VERIFY(step("Place database") && step("Place database")->isEnabled());
        choose("processor", "Intel_Xeon_Processor_E5_2695_v3");
        QTest::mouseClick(step("Place database"), Qt::LeftButton);
        QTRY_VERIFY(step("Add workload") && !step("Place database"));
        QTest::mouseClick(step("Add workload"), Qt::LeftButton);

        const auto& groups = desk_->window().model().project().topology.groups;
        pick("Disks for " + QString::fromStdString(groups.front().id), "component", "Intel_SSD_DC_S3700_Series_800GB");
        const project::NodeGroup& nodes = groups.front();
        QCOMPARE(nodes.devices.size(), std::size_t(1));
        QCOMPARE(nodes.volumes.size(), std::size_t(1));
        QCOMPARE(nodes.volumes.front().devices, nodes.devices.front().id);
        QTRY_COMPARE(desk_->problemCount(), QString("No problems"));

        desk_->window().model().undoStack()->undo();
        QTRY_VERIFY(step("Pick disk …"));
        pick("Pick disk …", "component", "Intel_SSD_DC_S3700_Series_800GB");
        QTRY_COMPARE(desk_->problemCount(), QString("No problems"));

        // A volume that comes later lies on the disks that are there.
        const widgets::ElementRef role{widgets::ElementKind::role, {"database"}};
        widgets::DocumentModel& model = desk_->window().model();
        QVERIFY(widgets::setField(model, role, "volumes", project::Json{"tables", "log"}));
        QTRY_VERIFY(step("Place log"));
        QTest::mouseClick(step("Place log"), Qt::LeftButton);
        QTRY_VERIFY(!step("Place log"));
        QCOMPARE(groups.front().volumes.back().volume, std::string("log"));
        QCOMPARE(groups.front().volumes.back().devices, groups.front().devices.front().id);
        QVERIFY(widgets::addPart(model, QString::fromStdString(groups.front().id), "ssd",
                                 "Intel_SSD_DC_S3700_Series_800GB"));
        QVERIFY(widgets::setField(model, role, "volumes", project::Json{"tables", "log", "copies"}));
        QTRY_VERIFY(step("Place copies"));
        QMenu* menu = step("Place copies")->menu(); // of several, the user says which
        QVERIFY(menu);
        QTimer::singleShot(0, menu, [menu] {
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::mouseClick(step("Place copies"), Qt::LeftButton);
        QTRY_VERIFY(!step("Place copies"));
        QCOMPARE(groups.front().devices.size(), std::size_t(2));
        QCOMPARE(groups.front().volumes.back().volume, std::string("copies"));
        QCOMPARE(groups.front().volumes.back().devices, groups.front().devices.back().id);
    }

    /// No click is needed between the name of an operation and its blocks.
    void whatIsTypedAfterANewOperationStandsBehindItsStart()
    {
        addRole("desk");
        hand().click(hand().item("desk"));
        answerName("serve");
        hand().choose("desk", {"New operation …"});
        QTRY_COMPARE(desk_->window().focusWidget(), view());
        QTest::keyClick(view(), Qt::Key_Slash);
        auto* search = qobject_cast<QuickAdd*>(QApplication::activePopupWidget());
        QVERIFY(search);
        QTest::keyClicks(search->searchField(), "delay");
        QTest::keyClick(search->searchField(), Qt::Key_Return);
        const auto& wires = desk_->window().model().project().behaviours[0].role.operations[0].diagrams[0].wires;
        QVERIFY(std::any_of(wires.begin(), wires.end(),
                            [](const auto& wire) { return wire.fromBlock == "start" && wire.toBlock == "delay1"; }));
    }

    /// A front that asks a back, whose two steps lie in a group: no load to speak of, so the times add up.
    void twoTiersWithAGroupAddTheirTimesUp()
    {
        addRole("back");
        addOperation("back", "fetch");
        follow("delay");
        type("time", "3 ms");
        follow("delay");
        type("time", "4 ms");
        auto& scene = *desk_->window().software().scene();
        scene.selectBoxes({"delay1", "delay2"});
        QCOMPARE(scene.selectedBoxes().size(), 2);
        shortcut(Qt::Key_G, Qt::ControlModifier);
        QVERIFY(scene.box("group1") && !scene.box("delay1"));

        addRole("front");
        addOperation("front", "ask");
        follow("call");
        choose("role", "back");
        choose("operation", "fetch");

        addNodesWith("back");
        carryToo("front");
        hand().choose("Workloads", {"Add workload for", "front"});
        hand().click(hand().item("Duration, warm-up, seed"));
        type("duration", "4 s");
        type("warm_up", "1 s");
        QTRY_VERIFY2_WITH_TIMEOUT(desk_->isReady(), qPrintable(desk_->problems().join('\n')), studio::patienceMs);
        if (QTest::currentTestFailed())
            return;

        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("ask"), qPrintable(desk_->messages() + desk_->stateText()));
        const auto& operation = summary.operations.at("ask");
        QVERIFY2(near(operation.latency.meanMs, 7, 0.02), qPrintable(QString::number(operation.latency.meanMs)));
        QVERIFY(near(plotted("ask · latency p50 [s]"), 0.007, 0.02));
        comesAndGoes();
    }

    void aLongSessionOfAllKindsOfEditsComesAndGoes()
    {
        QVERIFY(desk_->openRack(4));
        empty_ = desk_->document();
        editTheDrawing();
        editTheTopology();
        editTheSections();
        editTheParameters();
        QVERIFY2(desk_->window().model().undoStack()->count() >= 35,
                 qPrintable(QString::number(desk_->window().model().undoStack()->count())));
        comesAndGoes();
    }

private:
    widgets::CanvasView* view() { return desk_->window().software().view(); }

    /// The button of a missing step; null if it is not missing.
    QPushButton* step(const QString& name)
    {
        auto* button = desk_->window().results().nextSteps().findChild<QPushButton*>("step/" + name);
        return button && button->isVisibleTo(&desk_->window().results().nextSteps()) ? button : nullptr;
    }
    void addRole(const QString& name)
    {
        answerName(name);
        hand().choose("Software", {"New role …"});
        QVERIFY(hand().item(name));
    }
    /// Adds an operation to a role; its drawing is open then, with start and reply. A block that is added comes
    /// between.
    void addOperation(const QString& role, const QString& name)
    {
        hand().click(hand().item(role));
        answerName(name);
        hand().choose(role, {"New operation …"});
        QTRY_COMPARE(desk_->window().software().scene()->path(), role + '/' + name + "/full");
        desk_->window().software().scene()->selectBoxes({"start"});
    }
    /// Adds a block by typing on the drawing: it goes behind the selected one.
    void follow(const QString& block)
    {
        const int before = desk_->window().software().scene()->boxes().size();
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Slash);
        auto* search = qobject_cast<QuickAdd*>(QApplication::activePopupWidget());
        QVERIFY(search);
        QTest::keyClicks(search->searchField(), block);
        QTest::keyClick(search->searchField(), Qt::Key_Return);
        QCOMPARE(desk_->window().software().scene()->boxes().size(), before + 1);
        QApplication::processEvents();
    }
    /// One of the choices of a field, by its name.
    void choose(const char* field, const QString& choice)
    {
        auto* combo = qobject_cast<QComboBox*>(inspector()->editor(field));
        QVERIFY2(combo, field);
        if (combo->isEditable()) {
            type(field, choice);
            return;
        }
        const int row = combo->findText(choice);
        QVERIFY2(row >= 0, qPrintable(choice));
        combo->setFocus();
        while (combo->currentIndex() != row)
            QTest::keyClick(combo, combo->currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
        QTest::keyClick(combo, Qt::Key_Return);
        QApplication::processEvents();
    }
    /// A node group that carries the role, and a switch it hangs on.
    void addNodesWith(const QString& role)
    {
        auto& window = desk_->window();
        window.showDiagram(widgets::topologyPath);
        auto& scene = *window.topology().scene();
        addPart("Node group");
        const QString group = scene.boxes().begin().key();
        choose("processor", "Intel_Xeon_Processor_E5_2695_v3");
        addPart("S4810");
        QCOMPARE(scene.boxes().size(), 2);
        const auto* view = window.topology().view();
        const QPoint from =
            view->mapFromScene(scene.box(group)->pos() + scene.box(group)->findPort("link", true)->place);
        const QPoint to = view->mapFromScene(scene.box(scene.selectedBoxes().first())->sceneFrame().center());
        QTest::mousePress(view->viewport(), Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, view->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(view->viewport(), &move);
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, to);
        QCOMPARE(window.model().project().topology.fabrics.front().links.size(), std::size_t(1));
        const project::Link link = window.model().project().topology.fabrics.front().links.front();
        hand().click(hand().item(QString::fromStdString(link.from + " to " + link.to)));
        choose("nic", "Intel_X520_DA2_10GbE");
        carryToo(role);
    }
    /// The button opens the list of the field in which the component is missing.
    void pick(const QString& button, const char* field, const QString& component)
    {
        QTRY_VERIFY(step(button));
        QTest::mouseClick(step(button), Qt::LeftButton);
        const auto list = [&] { return qobject_cast<QComboBox*>(inspector()->editor(field)); };
        QTRY_VERIFY(list() && list()->view()->isVisible());
        const int row = list()->findData(component);
        QVERIFY2(row >= 0, qPrintable(component));
        QAbstractItemView* entries = list()->view();
        entries->setCurrentIndex(entries->model()->index(row, 0));
        QTest::keyClick(entries, Qt::Key_Return);
        QTRY_VERIFY(!step(button));
    }
    /// The node group of this column carries the role as well: ticked in the mapping.
    void carryToo(const QString& role, int column = 0)
    {
        auto& mapping = desk_->window().topologyPage().mapping();
        desk_->window()
            .findChild<QTabWidget*>("mainTabs")
            ->setCurrentWidget(desk_->window().topologyPage().mappingPage());
        int row = 0;
        while (mapping.model()->headerData(row, Qt::Vertical).toString() != role)
            ++row;
        mapping.setCurrentIndex(mapping.model()->index(row, column));
        mapping.setFocus();
        QTest::keyClick(&mapping, Qt::Key_Space);
        QApplication::processEvents();
    }
    /// The mean, after the warm-up, of the curve whose name ends like this.
    double plotted(const QString& curve)
    {
        const QStringList lines = desk_->timeline().csv().split('\n', Qt::SkipEmptyParts);
        const QStringList titles = lines.first().split(',');
        const auto column =
            std::find_if(titles.begin(), titles.end(), [&](const QString& title) { return title.endsWith(curve); });
        if (column == titles.end()) {
            qWarning() << "no curve" << curve << "among" << titles;
            return std::nan("");
        }
        double sum = 0;
        int count = 0;
        for (const QString& line : lines.mid(1)) {
            const QString cell = line.split(',').value(column - titles.begin());
            if (cell.isEmpty() || line.section(',', 0, 0).toDouble() <= desk_->runs().back().warmUpS)
                continue;
            sum += cell.toDouble();
            ++count;
        }
        return sum / count;
    }
    static bool near(double value, double expected, double share) { return std::abs(value / expected - 1) < share; }
    /// It has to be a step that changes the document.
    template <typename Edit>
    void change(Edit edit)
    {
        const QByteArray before = desk_->document();
        const int steps = desk_->window().model().undoStack()->index();
        edit();
        QApplication::processEvents();
        QVERIFY(desk_->document() != before);
        QVERIFY(desk_->window().model().undoStack()->index() > steps);
    }
    void changeByMenu(const QStringList& entries)
    {
        for (const QString& entry : entries) {
            QAction* action = desk_->action(entry);
            QVERIFY2(action, qPrintable(entry));
            change([&] { action->trigger(); });
        }
    }
    void changeByTyping(const char* field, const QString& text)
    {
        change([&] { type(field, text); });
    }
    void editTheDrawing()
    {
        auto& scene = *desk_->window().software().scene();
        scene.selectBoxes({"pipeline"});
        changeByMenu({"Duplicate", "Disabled", "Green", "Wider"});
        scene.selectBoxes({"pipeline", "pipeline2"});
        changeByMenu({"Align left edges", "Cut", "Paste", "Add note"});
        scene.selectBoxes({"pipeline", "pipeline2"});
        change([&] { shortcut(Qt::Key_G, Qt::ControlModifier); });
        QVERIFY(!scene.box("pipeline"));
        view()->setFocus();
        change([&] { QTest::keyClick(view(), Qt::Key_Right); });
        scene.selectBoxes({"start"});
        change([&] { follow("delay"); });
        changeByTyping("time", "3 ms");
        scene.selectBoxes({"known"});
        changeByMenu({"Delete selection", "Lay everything out"});
        change([&] { addRole("helper"); });
        change([&] { addOperation("helper", "help"); });
        change([&] { hand().choose("helper", {"Add state item", "cache"}); });
    }
    void editTheTopology()
    {
        auto& window = desk_->window();
        window.showDiagram(widgets::topologyPath);
        auto& scene = *window.topology().scene();
        scene.selectBoxes({"storage"});
        changeByMenu({"Duplicate", "Delete selection"});
        scene.selectBoxes({"storage"});
        changeByTyping("count", "7");
        change([&] { addPart("Node group"); });
        change([&] { choose("processor", "Intel_Xeon_Processor_E5_2695_v3"); });
        change([&] { addPart("S4810"); });
        change([&] { carryToo("helper"); });
        hand().click(hand().item("volume accounts"));
        changeByTyping("used", "0.5");
    }
    void editTheSections()
    {
        change([&] { hand().choose("Workloads", {"Add workload for", "helper"}); });
        changeByTyping("workers", "3");
        change([&] { hand().choose("Selectors", {"Add selector or ring"}); });
        change([&] { hand().choose("Disturbances", {"Add disturbance"}); });
        change([&] { hand().choose("Distributions", {"Add distribution"}); });
        change([&] { hand().choose("Derived results", {"Add derived result"}); });
        change([&] { hand().choose("Goals", {"Add goal"}); });
        changeByTyping("metric", "GET.latency.p95");
        changeByTyping("at_most", "20 ms");
        change([&] { hand().choose("Studies", {"Add study"}); });
        changeByTyping("replications", "3");
        change([&] { hand().choose("Measurements", {"Add measurement"}); });
        change([&] { hand().choose("GET-p95", {"Delete GET-p95"}); });
        hand().click(hand().item("Duration, warm-up, seed"));
        changeByTyping("duration", "9 s");
    }
    void editTheParameters()
    {
        auto& panel = desk_->window().parameters();
        auto* workers = panel.editor("WORKERS");
        QVERIFY(workers);
        auto* line = qobject_cast<QLineEdit*>(workers);
        if (auto* combo = qobject_cast<QComboBox*>(workers))
            line = combo->lineEdit();
        if (!line)
            line = workers->findChild<QLineEdit*>();
        QVERIFY(line);
        change([&] {
            line->setFocus();
            line->selectAll();
            QTest::keyClicks(line, "99");
            QTest::keyClick(line, Qt::Key_Return);
        });
        changeByMenu({"Whole number"});
    }
    /// Undone to the first step the document is the empty one to the byte; done again it is what it was.
    void comesAndGoes()
    {
        const QByteArray built = desk_->document();
        QUndoStack& steps = *desk_->window().model().undoStack();
        const int count = steps.count();
        QVERIFY(count > 8);
        for (int i = 0; i < count; ++i)
            shortcut(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!steps.canUndo());
        QCOMPARE(desk_->document(), empty_);
        for (int i = 0; i < count; ++i)
            shortcut(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!steps.canRedo());
        QCOMPARE(desk_->document(), built);
    }

    QByteArray empty_;
};

HEADROOM_WIDGET_TEST(ModellingTest)
#include "modelling_test.moc"
