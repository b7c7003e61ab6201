// The panel below the drawings: its tabs, its messages, and which runs its charts show.
#include "../sample_runs.h"

#include "app/charts/charts_controller.h"
#include "app/results/results_panel.h"
#include "tests/widget_tests.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/views/heat_map_view.h"
#include "widgets/plots/views/latency_view.h"
#include "widgets/plots/views/load_curve_view.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace headroom;
using app::ResultsPanel;

class ResultsPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        controller_ = std::make_unique<app::RunController>();
        panel_ = std::make_unique<ResultsPanel>(*controller_, nullptr);
        panel_->resize(1200, 400);
        panel_->show();
    }
    void cleanup()
    {
        panel_.reset();
        controller_.reset();
    }

    void beforeARunEveryChartIsEmpty()
    {
        QVERIFY(!panel_->timeline().isFilled());
        QVERIFY(!panel_->bars().isFilled());
        QVERIFY(!charts().latency().isFilled() && !charts().breakdown().isFilled());
        QVERIFY(!charts().heatMap().isFilled() && !charts().loadCurve().isFilled());
    }

    void aTabIsChosenByTheMouseAndByName()
    {
        panel_->showTab(ResultsPanel::heatMapTab);
        QVERIFY(charts().heatMap().isVisible());
        QTest::mouseClick(&tabs(), Qt::LeftButton, {}, tabs().tabRect(ResultsPanel::messagesTab).center());
        QVERIFY(panel_->messages().isVisible());
        QTest::keyClick(&tabs(), Qt::Key_Left);
        QVERIFY(panel_->problems().isVisible());
    }

    void aRunSaysBetweenWhichValuesItsFiguresWouldBeMeasured()
    {
        auto* prediction = panel_->findChild<QLabel*>("prediction");
        panel_->setPredictor([](const record::Summary& summary) {
            return app::PredictionText{QString("PUT %1").arg(summary.operations.at("PUT").perSecond), "of 20 figures"};
        });
        QVERIFY(prediction->isHidden());
        add(sample::run(1));
        controller_->show(1);
        QVERIFY(!prediction->isHidden());
        QVERIFY2(prediction->text().remove(QChar(0x2060)).startsWith("PUT"), qPrintable(prediction->text()));
        QCOMPARE(prediction->toolTip(), QString("of 20 figures"));
    }

    void everyChartIsSeenWholeInTheLowestPanel()
    {
        panel_->resize(1200, panel_->minimumSizeHint().height());
        QApplication::processEvents();
        const auto found = panel_->findChildren<widgets::ChartWidget*>();
        QVERIFY(found.size() >= 6);
        for (const auto* chart : found)
            QVERIFY2(chart->minimumSizeHint().height() <= panel_->widget()->height(), qPrintable(chart->windowTitle()));
    }

    void aTabThatIsAskedForBringsTheHiddenPanelBack()
    {
        QTest::mouseClick(panel_->titleBarWidget()->findChild<QToolButton*>("hideResults"), Qt::LeftButton);
        QVERIFY(!panel_->isVisible());
        panel_->showTab(ResultsPanel::problemsTab);
        QVERIFY(panel_->isVisible());
        QVERIFY(panel_->problems().isVisible());
    }

    /// Many missing steps, or a long comparison, are scrolled: they do not take room from the drawing.
    void whatStandsOnThePagesDoesNotChangeTheLeastHeight()
    {
        const int least = panel_->minimumSizeHint().height();
        QVector<widgets::NextStep> steps;
        for (int i = 0; i < 12; ++i)
            steps.append({widgets::NextStep::Kind::placement, QString("role%1").arg(i)});
        panel_->setNextSteps(steps, {});
        panel_->showTab(ResultsPanel::problemsTab);
        QApplication::processEvents();
        QCOMPARE(panel_->minimumSizeHint().height(), least);
        QVERIFY(panel_->nextSteps().isVisible());
        panel_->resize(1200, least);
        QApplication::processEvents();
        const auto* area = panel_->nextSteps().parentWidget()->parentWidget()->parentWidget();
        QVERIFY(qobject_cast<const QScrollArea*>(area));
        QVERIFY(qobject_cast<const QScrollArea*>(area)->verticalScrollBar()->maximum() > 0);
    }

    /// As high as its rows, which can be folded away: the problems have the rest.
    void theNextStepsTakeNoMoreRoomThanTheirRows()
    {
        using Kind = widgets::NextStep::Kind;
        panel_->setNextSteps({{Kind::role, {}}, {Kind::nodes, {}}, {Kind::workload, {}}}, {});
        panel_->setFindings({{project::Severity::warning, "odd", "/a", "role b", "It is odd.", "Mend it."}});
        panel_->showTab(ResultsPanel::problemsTab);
        auto& steps = panel_->nextSteps();
        auto& problems = panel_->problems();
        auto* fold = steps.findChild<QToolButton*>("foldSteps");
        const auto rows = [&] {
            const auto buttons = steps.findChildren<QPushButton*>();
            return std::count_if(buttons.begin(), buttons.end(), [](auto* each) { return each->isVisible(); });
        };
        panel_->resize(1200, 700);
        QApplication::processEvents();
        QCOMPARE(rows(), 3);
        QVERIFY2(steps.height() < 4 * 40 + 20, qPrintable(QString::number(steps.height())));
        const int before = problems.height();
        QVERIFY(before > 2 * steps.height());
        QTest::mouseClick(fold, Qt::LeftButton);
        QTRY_VERIFY(problems.height() > before + 80);
        QCOMPARE(rows(), 0);
        QVERIFY(fold->text().endsWith("needs software, nodes and a workload"));
        panel_->setNextSteps({{Kind::nodes, {}}}, {}); // one was done: they stay folded
        QCOMPARE(rows(), 0);
        QVERIFY(fold->text().endsWith("needs nodes"));
        QTest::keyClick(fold, Qt::Key_Space);
        QCOMPARE(rows(), 1);
    }

    void theEmptyTimelineOffersTheFirstStepThatIsPossible()
    {
        using Kind = widgets::NextStep::Kind;
        panel_->resize(1200, 400);
        const auto button = [&]() -> QPushButton* {
            for (auto* each : panel_->timeline().findChildren<QPushButton*>())
                if (each->isVisible())
                    return each;
            return nullptr;
        };
        QCOMPARE(button()->text(), QString("Run"));
        panel_->setNextSteps({{Kind::placement, "desk"}, {Kind::nodes, {}}, {Kind::workload, {}}}, {});
        QCOMPARE(button()->text(), QString("Add nodes")); // the role has no nodes to be placed on
        const auto says = [&](const QString& text) {
            const auto labels = panel_->timeline().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](auto* each) { return each->isVisible() && each->text().contains(text); });
        };
        QVERIFY(says("it needs nodes and a workload. Next:"));
        QVERIFY(says("Hardware: nodes to run the software on."));
        QSignalSpy chosen(&panel_->nextSteps(), &app::NextStepsView::stepChosen);
        QTest::mouseClick(button(), Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        project::Project placed;
        placed.topology.groups.emplace_back().id = "nodes1";
        panel_->setNextSteps({{Kind::placement, "desk"}}, placed);
        QVERIFY(says("it needs nodes. Next:"));
        QSignalSpy placing(&panel_->nextSteps(), &app::NextStepsView::placementChosen);
        QTest::mouseClick(button(), Qt::LeftButton);
        QCOMPARE(placing.count(), 1);
        QCOMPARE(placing.first().at(1).toString(), QString("nodes1"));
        panel_->setNextSteps({}, placed);
        QCOMPARE(button()->text(), QString("Run"));
    }

    void theChartToExportIsTheOneThatIsSeenElseTheTimeline()
    {
        panel_->showTab(ResultsPanel::latencyTab);
        QCOMPARE(&panel_->currentChart(), static_cast<widgets::ChartWidget*>(&charts().latency()));
        panel_->showTab(ResultsPanel::messagesTab);
        QCOMPARE(&panel_->currentChart(), static_cast<widgets::ChartWidget*>(&panel_->timeline()));
        panel_->showTab(ResultsPanel::timelineTab);
        QCOMPARE(&panel_->currentChart(), static_cast<widgets::ChartWidget*>(&panel_->timeline()));
    }

    void messagesAreMarkedByWhatTheyMean()
    {
        panel_->addMessage("info", "Opened.");
        panel_->addMessage("warning", "No such file.");
        panel_->addMessage("error", "Not saved.");
        const QStringList lines = panel_->messages().toPlainText().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].endsWith("  Opened."));
        QVERIFY(lines[1].endsWith("  Warning: No such file."));
        QVERIFY(lines[2].endsWith("  Error: Not saved."));
        QVERIFY(panel_->messages().isReadOnly());
    }

    void aFindingIsAMessageWithoutWhatOnlyATerminalNeeds()
    {
        panel_->addMessage("warning",
                           "warning: store: It is never read. Remove it. (/behaviours/1/definition/state/0)");
        QVERIFY(panel_->messages().toPlainText().endsWith("  Warning: store: It is never read. Remove it."));
    }

    void whatTheRunsSayIsAMessage()
    {
        emit controller_->message("error", "Run 1: no such role");
        QVERIFY(panel_->messages().toPlainText().endsWith("Error: Run 1: no such role"));
    }

    void theTabOfTheProblemsCountsThem()
    {
        const auto title = [this] { return tabs().tabText(ResultsPanel::problemsTab); };
        QCOMPARE(title(), QString("Problems"));
        panel_->setFindings(project::Findings(3));
        QCOMPARE(title(), QString("Problems 3"));
        panel_->setFindings({});
        QCOMPARE(title(), QString("Problems"));
    }

    void theRunThatIsShownIsHeldAgainstItsBaseline()
    {
        add(sample::run(1, 500));
        add(sample::run(2, 1000));
        controller_->show(1);
        QVERIFY(panel_->bars().isFilled() && charts().latency().isFilled());
        QVERIFY(!compared().contains("Against run 1"));
        controller_->show(2);
        QVERIFY(compared().contains("Against run 1"));
        controller_->history().chooseBaseline(2); // nothing is compared with itself
        QVERIFY(!compared().contains("Against run 2"));
        controller_->show(1);
        QVERIFY(compared().contains("Against run 2"));
        controller_->reset();
        QVERIFY(!panel_->bars().isFilled() && !charts().latency().isFilled() && !charts().loadCurve().isFilled());
    }

    void aComparisonSaysWhichParametersDiffer()
    {
        const auto with = [](int number, const char* workers, const char* device) {
            app::Run run = sample::run(number);
            run.parameters = {{"WORKERS", workers}, {"DEVICE", device}};
            run.sections = {{"topology", "a"}, {"workloads", "b"}};
            return run;
        };
        const auto differences = [this] {
            auto* label = panel_->comparison().findChild<QLabel*>("differences");
            return label->isVisible() ? label->text() : QString();
        };
        add(with(1, "64", "HDD"));
        add(with(2, "64", "SSD"));
        add(with(3, "64", "SSD"));
        app::Run redrawn = with(4, "64", "SSD");
        redrawn.sections["topology"] = "c";
        add(redrawn);
        controller_->show(1);
        QCOMPARE(differences(), QString());
        controller_->show(2);
        QCOMPARE(differences(), QString("DEVICE: SSD, was HDD"));
        controller_->show(3);
        QCOMPARE(differences(), QString("Both are runs of the same project."));
        controller_->show(4);
        QCOMPARE(differences(), QString("Changed in the project: topology."));
        controller_->history().chooseBaseline(1);
        QCOMPARE(differences(), QString("DEVICE: SSD, was HDD<br>Also changed: topology."));
    }

    /// As while it goes on, and after its engine was killed: then there is no summary.
    void aRunWithoutResultsShowsTheMeansOfItsSamples()
    {
        add(sample::run(1));
        app::Run going = sample::run(2);
        going.summary.reset();
        going.ending.reset();
        going.durationS = 20;
        add(going);
        controller_->show(2);
        QVERIFY(compared().contains("so far, 2 s to 10 s") && compared().contains("Against run 1"));
        QVERIFY(compared().contains("1\u2009010 /s")); // 1003 to 1010 after the warm-up
        QVERIFY(!panel_->comparison().findChild<QLabel*>("trouble")->isVisible());
        auto& throughput = controller_->history().find(2)->curves->at("operation · PUT · throughput");
        throughput.append(11, 2500);
        emit controller_->samplesArrived({});
        QTRY_VERIFY_WITH_TIMEOUT(compared().contains("so far, 2 s to 11 s"), sample::patienceMs);
        app::Run& killed = *controller_->history().find(2);
        killed.ending = app::Ending::crashed;
        killed.sentence = "The engine was ended by signal 9.";
        emit controller_->finished(app::Ending::crashed, killed.sentence);
        auto* trouble = panel_->comparison().findChild<QLabel*>("trouble");
        QVERIFY(trouble->isVisible());
        QCOMPARE(trouble->text().replace(QChar(0xA0), ' '),
                 QString("The run broke off at 11 s of 20 s. The engine was ended by signal 9."));
        QVERIFY(compared().contains("so far, 2 s to 11 s"));
        controller_->show(1);
        QVERIFY(!trouble->isVisible() && !compared().contains("so far, 2 s to 11 s"));
    }

    void aRunOfAnotherProjectSaysSo()
    {
        app::Run run = sample::run(1);
        run.own = false;
        run.file = "/elsewhere/old.hrr";
        add(run);
        controller_->show(1);
        auto* label = panel_->comparison().findChild<QLabel*>("origin");
        QVERIFY(label->isVisible());
        QVERIFY(label->text().startsWith("From the file old.hrr, a run of the project “Rack”."));
    }

    void everyRunWithFiguresIsAPointOfTheLoadCurve()
    {
        add(sample::run(1, 500));
        add(sample::run(2, 1000));
        app::Run failed = sample::run(3);
        failed.summary.reset();
        add(failed);
        app::Run idle = sample::run(4);
        idle.summary->operations["PUT"].count = 0;
        add(idle);
        QCOMPARE(charts().loadCurve().table().rows.size(), std::size_t(2));
        controller_->forget(1);
        QCOMPARE(charts().loadCurve().table().rows.size(), std::size_t(1));
    }

    void aRunWithoutSeriesOfNodesSaysWhyThereIsNoMap()
    {
        app::Run run = sample::run(1);
        run.series.pop_back(); // the one of a single node
        add(run);
        controller_->show(1);
        panel_->showTab(ResultsPanel::heatMapTab);
        const auto labels = charts().heatMap().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("no series of single nodes");
        }));
    }

    void theMapOfAFormerRunIsReadFromItsFileWhenItIsSeen()
    {
        const QTemporaryDir folder;
        app::Run run = sample::run(1);
        run.file = sample::writeResult(folder.filePath("run.hrr"));
        add(run);
        controller_->show(1);
        QCOMPARE(charts().heatMap().nodes(), QStringList{"storage-1"});
        panel_->showTab(ResultsPanel::heatMapTab);
        QTRY_COMPARE_WITH_TIMEOUT(charts().heatMap().map().columns(), std::size_t(10), sample::patienceMs);
        QCOMPARE(charts().heatMap().hottest(1).front().mean, 0.25);
    }

    void aResultFileThatHasGoneIsSaidAndTheFiguresStay()
    {
        app::Run run = sample::run(1);
        run.file = "/nowhere/run.hrr";
        add(run);
        controller_->show(1);
        QTRY_VERIFY_WITH_TIMEOUT(panel_->messages().toPlainText().contains("/nowhere/run.hrr"), sample::patienceMs);
        QVERIFY(charts().latency().isFilled());
    }

private:
    void add(const app::Run& run) { controller_->history().addFormer(run, {}); }
    app::ChartsController& charts() const { return panel_->charts(); }
    QTabBar& tabs() const { return *panel_->titleBarWidget()->findChild<QTabBar*>("resultTabs"); }
    QStringList compared() const
    {
        QStringList texts;
        for (const auto* label : panel_->comparison().findChildren<QLabel*>())
            texts += label->text();
        return texts;
    }

    std::unique_ptr<app::RunController> controller_;
    std::unique_ptr<ResultsPanel> panel_;
};

HEADROOM_WIDGET_TEST(ResultsPanelTest)
#include "results_panel_test.moc"
