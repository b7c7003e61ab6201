// Runs with a real engine as child process: watched, compared, stopped, paused, and lost.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QProgressBar>
#include <QSignalSpy>
#include <QStatusBar>
#include <qcustomplot.h>

#include <signal.h>

using namespace headroom;
using State = app::RunController::State;

class RunningTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void aClickOnRunFillsTheCurvesAndEndsInFigures()
    {
        QVERIFY(desk_->openRack(20));
        QVERIFY(!desk_->timeline().isFilled());
        QSignalSpy samples(&desk_->controller(), &app::RunController::samplesArrived);
        desk_->click(studio::runKey);
        QVERIFY(desk_->controller().isActive());
        QVERIFY(desk_->button(studio::runKey)->isEnabled()); // another one may go beside it
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QVERIFY(!samples.isEmpty());
        auto* bar = desk_->window().findChild<QProgressBar*>("runProgress");
        QCOMPARE(bar->value(), bar->maximum());
        desk_->timeline().paintNow();
        QCOMPARE(desk_->timeline().panels().size(), 3);
        for (const auto& panel : desk_->timeline().panels())
            QVERIFY2(!panel.curves.isEmpty(), qPrintable(panel.title));
        int filled = 0;
        for (int i = 0; i < desk_->timeline().plot()->graphCount(); ++i)
            filled += desk_->timeline().plot()->graph(i)->dataCount() > 10 ? 1 : 0;
        QVERIFY(filled >= 4); // throughput, two latencies, a load
        const auto& run = desk_->runs().front();
        QCOMPARE(run.ending, app::Ending::finished);
        QVERIFY(run.summary->operations.at("PUT").count > 0);
        QVERIFY(desk_->comparison().contains("PUT throughput"));
        QVERIFY(desk_->messages().contains("Run 1: The run ended."));
        QVERIFY(desk_->stateText().contains("finished"));
    }

    void theProgressMovesWhileItRuns()
    {
        QVERIFY(desk_->openRack(studio::endless));
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > 1, studio::patienceMs);
        const double before = desk_->controller().progress().simulatedS;
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > before, studio::patienceMs);
        const auto* time = desk_->window().findChild<QLabel*>("runTime");
        const QString shown = time->text();
        QTRY_VERIFY_WITH_TIMEOUT(time->text() != shown, studio::patienceMs);
        QVERIFY(desk_->controller().progress().eventsPerSecond > 0);
        QVERIFY(desk_->stateText().contains("Running"));
    }

    void anEngineThatIsNotHeardOfIsTold()
    {
        QVERIFY(desk_->openRack(studio::endless));
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > 1, studio::patienceMs);
        const auto* figures = desk_->window().findChild<QLabel*>("runFigures");
        QTRY_VERIFY_WITH_TIMEOUT(figures->toolTip().contains("real time"), studio::patienceMs);
        const auto engine = static_cast<pid_t>(desk_->controller().engine().processId());
        QCOMPARE(kill(engine, SIGSTOP), 0);
        QTRY_VERIFY_WITH_TIMEOUT(figures->toolTip().contains("nothing heard from the engine for"), studio::patienceMs);
        QVERIFY(!figures->toolTip().contains("left")); // that would be of before
        QCOMPARE(kill(engine, SIGCONT), 0);
        QTRY_VERIFY_WITH_TIMEOUT(figures->toolTip().contains("real time"), studio::patienceMs);
        QVERIFY(!figures->toolTip().contains("nothing heard"));
    }

    void aRefusedEntryKeepsTheRunFromStarting()
    {
        QVERIFY(desk_->openRack(10));
        auto* workers = qobject_cast<QComboBox*>(desk_->window().parameters().editor("WORKERS"));
        const auto type = [workers](const char* text) {
            workers->setFocus();
            workers->lineEdit()->selectAll();
            QTest::keyClicks(workers->lineEdit(), text);
        };
        type("5 KiB");
        QTest::keyClick(workers->lineEdit(), Qt::Key_Return);
        desk_->click(studio::runKey);
        QVERIFY(desk_->runs().empty());
        QVERIFY(desk_->window().statusBar()->currentMessage().startsWith("Not started: correct WORKERS first."));
        QVERIFY(workers->hasFocus());
        // The run takes values that are typed and not yet taken.
        type("33");
        desk_->click(studio::runKey);
        QCOMPARE(desk_->runs().size(), std::size_t(1));
        QCOMPARE(desk_->runs().front().parameters.at("WORKERS"), QString("33"));
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void anotherDiskIsHeldAgainstTheFormerRun()
    {
        QVERIFY(desk_->openRack(10));
        runToEnd();
        QVERIFY(!desk_->timeline().csv().contains("former run"));
        auto* disk = qobject_cast<QComboBox*>(desk_->window().parameters().editor("DRIVE"));
        disk->setFocus();
        disk->lineEdit()->selectAll();
        QTest::keyClicks(disk, "s3700 800");
        QWidget* matches = disk->completer()->popup();
        QTest::keyClick(matches->isVisible() ? matches : disk, Qt::Key_Return);
        QVERIFY(desk_->document().contains("\"Intel_SSD_DC_S3700_Series_800GB\""));
        runToEnd();
        QCOMPARE(desk_->runs().size(), std::size_t(2));
        QVERIFY(desk_->runs()[1].label.contains("S3700"));
        QVERIFY(desk_->runs()[1].summary->operations.at("PUT").perSecond >
                desk_->runs()[0].summary->operations.at("PUT").perSecond);
        desk_->timeline().paintNow();
        QVERIFY(desk_->timeline().csv().contains("former run"));
        const QStringList texts = desk_->comparison();
        QVERIFY(texts.contains("Against run 1"));
        const qsizetype row = texts.indexOf("PUT throughput");
        QVERIFY(row >= 0);
        QVERIFY2(texts.value(row + 2).contains(QString::fromUtf8("×")), qPrintable(texts.value(row + 2)));
    }

    void aStoppedRunSaysSoAndTheNextOneWorks()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().front().ending, app::Ending::stopped);
        QVERIFY(desk_->messages().contains("The run was stopped."));
        QVERIFY(desk_->stateText().contains("stopped"));
        QVERIFY(desk_->timeline().isFilled());
        nextRunWorks();
    }

    void aPausedRunStandsStillAndGoesOnWhereItWas()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        desk_->click(studio::pauseKey);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::paused, studio::patienceMs);
        const double paused = desk_->controller().progress().simulatedS;
        QVERIFY(desk_->stateText().contains("Paused"));
        // A step is answered after all that was said before it: nothing but the step's own time has passed.
        desk_->click(studio::stepKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > paused, studio::patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::paused, studio::patienceMs);
        QVERIFY(desk_->controller().progress().simulatedS < paused + 0.5);
        desk_->click(studio::pauseKey);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::running, studio::patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->controller().progress().simulatedS > paused + 1, studio::patienceMs);
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void aPausedRunCanBeStopped()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        desk_->click(studio::pauseKey);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::paused, studio::patienceMs);
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().front().ending, app::Ending::stopped);
    }

    void aLostEngineIsSaidAndTheStudioGoesOn()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        QSignalSpy ended(&desk_->controller(), &app::RunController::finished);
        QCOMPARE(kill(static_cast<pid_t>(desk_->controller().engine().processId()), SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(ended.count(), 1);
        QCOMPARE(desk_->runs().front().ending, app::Ending::crashed);
        QVERIFY(desk_->messages().contains("The engine ended unexpectedly"));
        QVERIFY(desk_->stateText().contains("the engine ended unexpectedly"));
        QVERIFY(desk_->timeline().isFilled()); // what had arrived is kept
        nextRunWorks();
    }

    void aMissingEngineIsSaid()
    {
        const QByteArray engine = qgetenv("HEADROOM_ENGINE");
        qputenv("HEADROOM_ENGINE", "/nonexistent/headroom-engine");
        QVERIFY(desk_->openRack(4));
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        qputenv("HEADROOM_ENGINE", engine);
        QCOMPARE(desk_->runs().front().ending, app::Ending::notStarted);
        QVERIFY(desk_->messages().contains("/nonexistent/headroom-engine"));
        runToEnd();
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
    }

    void theEngineGoesWhenTheWindowIsClosed()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        const auto child = static_cast<pid_t>(desk_->controller().engine().processId());
        desk_->answerMessage([](QMessageBox& question) { return question.findChild<QPushButton*>("stopAndClose"); });
        QVERIFY(desk_->window().close());
        QTRY_COMPARE_WITH_TIMEOUT(kill(child, 0), -1, studio::patienceMs);
    }

    void closingTheWindowDuringARunAsksAndMayBeCancelled()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        QString asked;
        desk_->answerMessage([&asked](QMessageBox& question) {
            asked = question.text();
            return question.button(QMessageBox::Cancel);
        });
        QTest::keySequence(&desk_->window(), desk_->action("Close window")->shortcut());
        QCOMPARE(asked, QString("“%1” has not ended yet.").arg(desk_->runs().front().title()));
        QVERIFY(desk_->window().isVisible());
        QVERIFY(desk_->controller().isActive());
        desk_->click(studio::stopKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QVERIFY(desk_->window().close()); // nothing to ask any more
    }

    void theEngineGoesWithAStudioThatEndsAtOnce()
    {
        QVERIFY(desk_->openRack(studio::endless));
        startAndWatch();
        const auto child = static_cast<pid_t>(desk_->controller().engine().processId());
        desk_.reset();
        QCOMPARE(kill(child, 0), -1);
    }

private:
    void runToEnd()
    {
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
    }
    /// Starts, and waits until there is something of the run to see.
    void startAndWatch()
    {
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->timeline().isFilled(), studio::patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(desk_->controller().state(), State::running, studio::patienceMs);
    }
    void nextRunWorks()
    {
        setField(desk_->window().model(), {widgets::ElementKind::run, {}}, "duration", "4 s");
        runToEnd();
        QCOMPARE(desk_->runs().size(), std::size_t(2));
        QCOMPARE(desk_->runs().back().summary->simulatedS, 4.0);
    }
};

HEADROOM_WIDGET_TEST(RunningTest)
#include "running_test.moc"
