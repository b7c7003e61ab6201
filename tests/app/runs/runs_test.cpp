// The list of runs and what is done with it: queued, kept between sessions, named, compared, opened
// again, deleted; going on by pieces; the drawings in step with the time cursor; light re-runs.

#include "../desk_test.h"

#include "app/runs/light_rerun.h"
#include "app/runs/run_progress.h"
#include "app/runs/run_until_dialog.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/field_edits.h"

#include <QComboBox>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <qcustomplot.h>

using namespace headroom;
using State = app::RunController::State;

class RunsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void filesThatAProjectNamesAreFoundBesideIt()
    {
        studio::Json project = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
        project["workloads"][0] = {{"id", "recorded"},
                                   {"role", "customer"},
                                   {"type", "trace"},
                                   {"trace", "asked.csv"},
                                   {"operations", {{{"operation", "ask"}}}}};
        project["run"]["duration"] = "10 s";
        project["run"]["warm_up"] = "0 s";
        QFile trace(desk_->path("asked.csv"));
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write("time,operation\n1,ask\n2,ask\n3,ask\n");
        trace.close();
        QVERIFY(desk_->window().openProject(desk_->write("recorded.headroom", project)));
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle() && desk_->runs().back().ending, studio::patienceMs);
        QVERIFY2(desk_->runs().back().summary, qPrintable(desk_->messages()));
        QCOMPARE(desk_->runs().back().summary->operations.at("ask").count, std::uint64_t(3));
    }

    void aChoiceIsShownAsItStandsThoughAnotherParameterIsCalledLikeIt()
    {
        studio::Json project = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
        project["parameters"].push_back(
            {{"name", "FIRST"}, {"type", "choice"}, {"value", "SECOND"}, {"alternatives", {"SECOND"}}});
        project["parameters"].push_back(
            {{"name", "SECOND"}, {"type", "choice"}, {"value", "FIRST"}, {"alternatives", {"FIRST"}}});
        project["run"]["duration"] = "10 s";
        QVERIFY(desk_->window().openProject(desk_->write("choices.headroom", project)));
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle() && desk_->runs().back().ending, studio::patienceMs);
        QCOMPARE(desk_->runs().back().parameters.at("FIRST"), QString("SECOND"));
        QCOMPARE(desk_->runs().back().parameters.at("SECOND"), QString("FIRST"));
    }

    void twoRunsGoAtOnceAndAThirdWaits()
    {
        QVERIFY(desk_->openRack(studio::endless));
        for (int i = 0; i < 3; ++i)
            desk_->click(studio::runKey);
        const auto& runs = desk_->runs();
        QCOMPARE(runs.size(), std::size_t(3));
        QVERIFY(runs[0].isActive() && runs[1].isActive() && runs[2].queued);
        QCOMPARE(desk_->controller().history().shown(), 2); // what was begun last
        QTRY_VERIFY_WITH_TIMEOUT(runs[0].hasCurves() && runs[1].hasCurves(), studio::patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->timeline().isFilled(), studio::patienceMs);
        QVERIFY(desk_->window().findChild<QLabel*>("runFigures")->toolTip().contains("2 runs at once"));

        desk_->click(studio::stopKey); // the one that is shown
        QTRY_VERIFY_WITH_TIMEOUT(runs[1].ending == app::Ending::stopped, studio::patienceMs);
        QVERIFY(runs[0].isActive());
        QTRY_VERIFY_WITH_TIMEOUT(runs[2].isActive(), studio::patienceMs);
        QCOMPARE(desk_->controller().history().shown(), 3);
        // Another one is looked at, and goes on being filled.
        desk_->controller().show(1);
        const double before = desk_->controller().progress().simulatedS;
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > before, studio::patienceMs);
        desk_->controller().stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void aRunThatWaitsCanBeTakenOutOfTheQueue()
    {
        QVERIFY(desk_->openRack(studio::endless));
        for (int i = 0; i < 3; ++i)
            desk_->click(studio::runKey);
        select(3);
        emit desk_->window().runActions().page().stopWanted(3);
        QVERIFY(!desk_->runs()[2].queued);
        QCOMPARE(desk_->runs()[2].ending, app::Ending::stopped);
        desk_->controller().stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void stoppingAllLeavesNothingThatBeginsAfterwards()
    {
        QVERIFY(desk_->openRack(studio::endless));
        for (int i = 0; i < 3; ++i)
            desk_->click(studio::runKey);
        QVERIFY(desk_->runs()[2].queued);
        desk_->controller().stopAll();
        QVERIFY(!desk_->runs()[2].queued);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        for (const app::Run& run : desk_->runs())
            QCOMPARE(run.ending, app::Ending::stopped);
        QVERIFY(!desk_->runs()[2].hasCurves());
    }

    void runsAreKeptBesideTheProjectWithTheirNamesCommentsAndBaseline()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        runToEnd();
        QVERIFY(QFile::exists(desk_->runs()[0].file));
        QVERIFY(desk_->runs()[0].file.startsWith(desk_->path("results/rack/")));
        QTableView& table = showTable();
        select(1);
        type(table, Qt::Key_F2, Qt::NoModifier, "before the change");
        type(table, Qt::Key_F2, Qt::ShiftModifier, "slow disks");
        QTest::keyClick(&table, Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(desk_->runs()[0].name, QString("before the change"));
        QCOMPARE(desk_->runs()[0].comment, QString("slow disks"));
        QCOMPARE(desk_->controller().history().chosenBaseline(), 1);
        const auto perSecond = desk_->runs()[0].summary->operations.at("PUT").perSecond;
        const QByteArray configuration = desk_->runs()[0].configuration;
        QVERIFY(!configuration.isEmpty());

        desk_->open(); // another session
        QVERIFY(desk_->window().openProject(desk_->path("rack.headroom")));
        QTRY_COMPARE_WITH_TIMEOUT(desk_->runs().size(), std::size_t(2), studio::patienceMs);
        const app::Run& run = desk_->runs()[0];
        QCOMPARE(run.name, QString("before the change"));
        QCOMPARE(run.comment, QString("slow disks"));
        QCOMPARE(run.summary->operations.at("PUT").perSecond, perSecond);
        QCOMPARE(run.configuration, configuration);
        QCOMPARE(desk_->controller().history().chosenBaseline(), 1);
        // The last one is shown, and says where it is from. Its curves are in its file.
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().history().shown(), std::optional(2), studio::patienceMs);
        QCOMPARE(desk_->window().statusBar()->currentMessage(),
                 QString("The last finished run is shown: Run 2 · as opened."));
        QVERIFY(origin().startsWith("A stored run, of "));
        QTRY_VERIFY_WITH_TIMEOUT(desk_->timeline().isFilled(), studio::patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->timeline().csv().contains("former run"), studio::patienceMs);
        QVERIFY(desk_->comparison().contains("Against run 1"));
        // Another one is shown by Enter in the list.
        QTableView& again = showTable();
        select(1);
        QTest::keyClick(&again, Qt::Key_Return);
        QCOMPARE(desk_->controller().history().shown(), std::optional(1));
        // The next run goes on counting.
        runToEnd();
        QCOMPARE(desk_->runs().back().number, 3);
        QVERIFY(!origin().contains("stored run"));
    }

    void aProjectWhoseRunsWereAllStoppedIsOpenedWithoutOne()
    {
        QVERIFY(desk_->openRack(studio::endless));
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > 0, studio::patienceMs);
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().back().ending, app::Ending::stopped);
        desk_->open(); // another session
        QVERIFY(desk_->window().openProject(desk_->path("rack.headroom")));
        QTRY_COMPARE_WITH_TIMEOUT(desk_->runs().size(), std::size_t(1), studio::patienceMs);
        QVERIFY(!desk_->controller().history().shown());
    }

    void twoSelectedRunsAreHeldAgainstEachOther()
    {
        QVERIFY(desk_->openRack(4));
        for (int i = 0; i < 3; ++i)
            runToEnd();
        QTableView& table = showTable();
        table.clearSelection();
        for (int row = 0; row < 3; ++row)
            if (const int number = table.model()->index(row, 0).data(app::RunHistory::numberRole).toInt(); number != 2)
                table.selectionModel()->select(table.model()->index(row, 0),
                                               QItemSelectionModel::Select | QItemSelectionModel::Rows);
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(desk_->controller().history().shown(), 3);
        QVERIFY(desk_->comparison().contains("Against run 1"));
    }

    void theListSortsByItsFigures()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        setParameter(desk_->window().model(), "WORKERS", 2);
        runToEnd();
        QCOMPARE(desk_->runs()[0].configuration, desk_->runs()[1].configuration); // they differ in their load
        QTableView& table = showTable();
        table.sortByColumn(app::RunHistory::throughputColumn, Qt::AscendingOrder);
        QCOMPARE(table.model()->index(0, 0).data(app::RunHistory::numberRole).toInt(), 2);
        table.sortByColumn(app::RunHistory::throughputColumn, Qt::DescendingOrder);
        QCOMPARE(table.model()->index(0, 0).data(app::RunHistory::numberRole).toInt(), 1);
        QVERIFY(table.model()->index(1, app::RunHistory::labelColumn).data().toString().contains("WORKERS 2"));
    }

    void aRunIsOpenedAgainWithExactlyItsInputs()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        setParameter(desk_->window().model(), "WORKERS", 2);
        showTable();
        select(1);
        QTest::keyClick(&showTable(), Qt::Key_Return, Qt::ControlModifier);
        app::MainWindow* other = nullptr;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<app::MainWindow*>(widget); window && window != &desk_->window())
                other = window;
        QVERIFY(other);
        QVERIFY(other->files().path().isEmpty());
        const auto* workers = project::findParameter(other->model().project(), "WORKERS");
        QVERIFY(workers && workers->value != 2);
        other->controller().start(other->model().project(), *other->files().library());
        QTRY_VERIFY_WITH_TIMEOUT(!other->controller().isActive(), studio::patienceMs);
        const auto& again = *other->controller().history().current()->summary;
        const auto& first = *desk_->runs()[0].summary;
        QCOMPARE(again.events, first.events);
        QCOMPARE(again.operations.at("PUT").perSecond, first.operations.at("PUT").perSecond);
        delete other;
    }

    void aDeletedRunTakesItsFileAlong()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        const QString file = desk_->runs()[0].file;
        QTableView& table = showTable();
        select(1);
        QString asked;
        desk_->answerMessage([&asked](QMessageBox& question) {
            asked = question.text();
            return question.button(QMessageBox::Cancel);
        });
        QTest::keyClick(&table, Qt::Key_Delete);
        QCOMPARE(asked, QString("Delete “%1” and its result file?").arg(desk_->runs()[0].title()));
        QCOMPARE(desk_->runs().size(), std::size_t(1));
        showTable();
        desk_->answerMessage([](QMessageBox& question) {
            const auto buttons = question.buttons();
            return *std::find_if(buttons.begin(), buttons.end(),
                                 [](const auto* button) { return button->text() == "Delete"; });
        });
        QTest::keyClick(&table, Qt::Key_Delete);
        QVERIFY(desk_->runs().empty());
        QVERIFY(!QFile::exists(file));
        QVERIFY(!table.isVisible()); // the empty page says what would fill the list
    }

    void aResultFromElsewhereIsShown()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        const QString copy = desk_->path("from a colleague.hrr");
        QVERIFY(QFile::copy(desk_->runs()[0].file, copy));
        desk_->window().runActions().store().openResult(copy);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->runs().size(), std::size_t(2), studio::patienceMs);
        QCOMPARE(desk_->controller().history().shown(), 2);
        QCOMPARE(desk_->runs()[1].name, QString("from a colleague"));
        desk_->window().runActions().store().remove(2);
        QVERIFY(QFile::exists(copy)); // it is not the studio's
        desk_->write("nonsense.hrr", studio::Json::object());
        desk_->window().runActions().store().openResult(desk_->path("nonsense.hrr"));
        QTRY_VERIFY_WITH_TIMEOUT(desk_->messages().contains("nonsense.hrr"), studio::patienceMs);
    }

    void aRunGoesOnUntilAnInstantAndFurtherByASecond()
    {
        QVERIFY(desk_->openRack(studio::endless));
        answerUntil([](app::RunUntilDialog& dialog) { fill(dialog, "untilTime", "2 s"); });
        desk_->action("Ctrl+F5")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::paused, studio::patienceMs);
        QCOMPARE(desk_->controller().progress().simulatedS, 2.0);
        desk_->action("Step by 1 s")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().progress().simulatedS, 3.0, studio::patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::paused, studio::patienceMs);
        answerUntil([](app::RunUntilDialog& dialog) {
            dialog.findChild<QComboBox*>("untilSeries")->setCurrentText("node group · storage · processor");
            fill(dialog, "untilThreshold", "0.1 %");
        });
        desk_->action("Ctrl+F5")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(desk_->messages().contains("Paused: node group · storage · processor is"),
                                 studio::patienceMs);
        answerUntil([](app::RunUntilDialog& dialog) { dialog.findChild<QSpinBox*>("untilRequests")->setValue(5000); });
        desk_->action("Ctrl+F5")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(desk_->messages().contains("requests are answered"), studio::patienceMs);
        QVERIFY(desk_->controller().progress().requests >= 5000);
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void aConditionNeedsAValueOfItsKind()
    {
        app::RunUntilDialog dialog({{0, {"operation", "PUT", "latency p99"}, "s"}});
        auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(ok->isEnabled());
        fill(dialog, "untilThreshold", "50 MB");
        QVERIFY(!ok->isEnabled());
        fill(dialog, "untilThreshold", "50 ms");
        QVERIFY(ok->isEnabled());
        QCOMPARE(dialog.goal().above, std::optional(0.05));
        fill(dialog, "untilTime", "soon");
        QVERIFY(!ok->isEnabled());
    }

    void aConditionBeforeTheFirstRunIsOnTheSeriesThatARunWillHave()
    {
        QVERIFY(desk_->openRack(4));
        const auto offered = app::seriesOfProject(desk_->window().model().project());
        QVERIFY(offered.size() > 10);
        runToEnd();
        for (const auto& one : desk_->runs()[0].series)
            if (one.path[0] == "operation" || (one.path[0] == "node group" && one.unit != "B"))
                QVERIFY2(
                    std::any_of(offered.begin(), offered.end(),
                                [&one](const auto& other) { return other.path == one.path && other.unit == one.unit; }),
                    record::seriesName(one).c_str());
    }

    void onlySoManyRunsAreKeptOfThoseThatNobodyHasSaidAnythingOf()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        const QDir folder(desk_->path("results/rack"));
        constexpr int before = app::RunStore::mostRuns + 3;
        for (int number = 2; number <= before; ++number)
            QVERIFY(QFile::copy(desk_->runs()[0].file,
                                folder.filePath(QString("run-%1-20260101-000000.hrr").arg(number, 4, 10, QChar('0')))));
        desk_->controller().history().comment(1, "the first");
        QFile leftover(
            folder.filePath(".run-0009-20260101-000000.hrr.partial-99999999")); // of a studio that was killed
        QVERIFY(leftover.open(QIODevice::WriteOnly));
        leftover.close();
        desk_->open();
        QVERIFY(desk_->window().openProject(desk_->path("rack.headroom")));
        QVERIFY(!leftover.exists());
        QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs().empty() && desk_->runs().front().number == 1, studio::patienceMs);
        QCOMPARE(desk_->runs().front().comment, QString("the first"));
        QTRY_COMPARE_WITH_TIMEOUT(desk_->runs().size(), std::size_t(before), studio::patienceMs);
        runToEnd();
        QTRY_COMPARE_WITH_TIMEOUT(desk_->runs().size(), std::size_t(app::RunStore::mostRuns), studio::patienceMs);
        QCOMPARE(folder.entryList({"*.hrr"}, QDir::Files).size(), app::RunStore::mostRuns);
        QCOMPARE(desk_->runs().front().number, 1);
        QCOMPARE(desk_->runs().front().comment, QString("the first"));
        QCOMPARE(desk_->runs()[1].number, 6);
        QCOMPARE(desk_->runs().back().number, before + 1);
    }

    void aSpeedLimitHoldsARunBack()
    {
        QVERIFY(desk_->openRack(studio::endless));
        auto* pace = desk_->window().findChild<QComboBox*>("pace");
        pace->setCurrentIndex(pace->findData(5));
        emit pace->activated(pace->currentIndex());
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > 2, studio::patienceMs);
        QVERIFY(desk_->controller().progress().simulatedS < 20); // at full speed it would be far beyond
        pace->setCurrentIndex(0);
        emit pace->activated(0);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > 50, studio::patienceMs);
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void theDrawingsAreInStepWithTheTimeCursor()
    {
        QVERIFY(desk_->openRack(8));
        runToEnd();
        auto* scene = qobject_cast<widgets::DiagramScene*>(desk_->window().software().scene());
        QVERIFY(scene && scene->showsLoads());
        const auto loads = [scene] {
            QHash<QString, double> shares;
            for (const auto* box : scene->boxes())
                if (box->load())
                    shares[box->id()] = *box->load();
            return shares;
        };
        const auto whole = loads();
        QVERIFY(!whole.isEmpty());
        QVERIFY(std::any_of(scene->wires().begin(), scene->wires().end(),
                            [](const auto* wire) { return wire->traffic() && wire->traffic()->text.contains("/s"); }));
        // Known is how often a path goes along a wire that is the only one out of its block, or into it.
        QHash<QString, int> leaving, arriving;
        for (const auto* wire : scene->wires()) {
            ++leaving[wire->from().box];
            ++arriving[wire->to().box];
        }
        int branches = 0;
        for (const auto* wire : scene->wires())
            if (leaving[wire->from().box] > 1) {
                branches += wire->traffic().has_value();
                QVERIFY(!wire->traffic() || arriving[wire->to().box] == 1);
            }
        QVERIFY(branches > 0);
        auto* bar = desk_->window().findChild<app::RunProgress*>();
        QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(bar->width() / 4, bar->height() / 2));
        const double time = desk_->controller().cursor().time();
        QVERIFY(!desk_->controller().cursor().isFollowing());
        QVERIFY(std::abs(time - 2) < 0.5);
        QTRY_VERIFY_WITH_TIMEOUT(loads() != whole, studio::patienceMs);
        QVERIFY(!loads().isEmpty());
        QTest::keyClick(bar, Qt::Key_Right);
        QVERIFY(std::abs(desk_->controller().cursor().time() - time - desk_->runs()[0].intervalS) < 1e-9);
        QTest::keyClick(bar, Qt::Key_Escape);
        QTRY_COMPARE_WITH_TIMEOUT(loads(), whole, studio::patienceMs);

        auto* tabs = desk_->window().findChild<QTabWidget*>("mainTabs");
        tabs->setCurrentWidget(&desk_->window().topology());
        auto* topology = qobject_cast<widgets::TopologyScene*>(desk_->window().topology().scene());
        QVERIFY(topology->showsLoads());
        const auto storage = topology->loads().value("storage");
        QVERIFY(storage.disk && storage.diskQueue && !storage.devices.isEmpty() && !storage.nodes.isEmpty());
        QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(bar->width() / 20, bar->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(topology->loads().value("storage").disk != storage.disk, studio::patienceMs);
        QVERIFY(!topology->loads().value("storage").nodes.isEmpty());
    }

    void aClickIntoTheTimelineTakesTheTimeCursorThere()
    {
        QVERIFY(desk_->openRack(8));
        runToEnd();
        desk_->timeline().paintNow();
        auto* plot = desk_->timeline().plot();
        QCoreApplication::processEvents();
        const QRect area = plot->axisRect(0)->rect();
        QTest::mouseClick(plot, Qt::LeftButton, {}, area.center());
        QVERIFY(std::abs(desk_->controller().cursor().time() - 4) < 0.5);
    }

    void aChangeStartsALightRunByItself()
    {
        QVERIFY(desk_->openRack(21));
        runToEnd();
        setParameter(desk_->window().model(), "WORKERS", 16);
        const app::LightRerun& rerun = desk_->window().runActions().rerun();
        QVERIFY(!rerun.isWaiting()); // not switched on: nothing happens, however long one waits
        QTest::mouseClick(desk_->window().findChild<QToolButton*>("rerunButton"), Qt::LeftButton);
        setParameter(desk_->window().model(), "WORKERS", 8);
        setParameter(desk_->window().model(), "WORKERS", 4);
        QVERIFY(rerun.isWaiting());
        QCOMPARE(desk_->runs().size(), std::size_t(1));
        QTRY_COMPARE_WITH_TIMEOUT(desk_->runs().size(), std::size_t(2), studio::patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        const app::Run& light = desk_->runs()[1];
        QVERIFY(light.light);
        QCOMPARE(light.summary->simulatedS, 5.0); // 1 s of warm-up and a fifth of the 20 s
        QCOMPARE(light.parameters.at("WORKERS"), QString("4"));
        QVERIFY(desk_->messages().contains("Run 2 is light"));
        QVERIFY(desk_->comparison().contains("Against run 1"));
        desk_->timeline().paintNow();
        QVERIFY(desk_->timeline().csv().contains("former run"));
    }

private:
    QString origin() { return desk_->window().findChild<QLabel*>("origin")->text(); }
    void runToEnd()
    {
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
    }
    QTableView& showTable()
    {
        desk_->window().findChild<QTabWidget*>("mainTabs")->setCurrentWidget(&desk_->window().runActions().page());
        QTableView& table = desk_->window().runActions().page().table();
        desk_->window().activateWindow();
        (void)QTest::qWaitForWindowActive(&desk_->window());
        table.setFocus();
        return table;
    }
    void select(int number)
    {
        QTableView& table = desk_->window().runActions().page().table();
        for (int row = 0; row < table.model()->rowCount(); ++row)
            if (table.model()->index(row, 0).data(app::RunHistory::numberRole).toInt() == number)
                table.selectRow(row);
    }
    /// Opens an editor by a key and writes into it.
    static void type(QTableView& table, Qt::Key key, Qt::KeyboardModifiers modifiers, const QString& text)
    {
        QTest::keyClick(&table, key, modifiers);
        const auto editors = table.viewport()->findChildren<QLineEdit*>(); // a former one goes later
        QVERIFY(!editors.isEmpty());
        auto* edit = editors.back();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        table.setFocus();
    }
    static void fill(QWidget& dialog, const char* name, const QString& text)
    {
        auto* edit = dialog.findChild<QLineEdit*>(name);
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    /// Fills the next dialog that asks how far, and says yes.
    void answerUntil(const std::function<void(app::RunUntilDialog&)>& fill)
    {
        auto* timer = new QTimer(&desk_->window());
        connect(timer, &QTimer::timeout, timer, [timer, fill] {
            auto* dialog = qobject_cast<app::RunUntilDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            timer->deleteLater();
            timer->stop();
            fill(*dialog);
            QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        });
        timer->start(20);
    }
};

HEADROOM_WIDGET_TEST(RunsTest)
#include "runs_test.moc"
