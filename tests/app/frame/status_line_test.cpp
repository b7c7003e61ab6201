// The line at the lower edge of a window: what becomes of the run that is shown, when the project was saved, how many
// problems it has.
#include "../sample_runs.h"

#include "app/frame/status_line.h"
#include "app/runs/run_controller.h"
#include "tests/widget_tests.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>

using namespace headroom;

class StatusLineTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        controller_ = std::make_unique<app::RunController>();
        window_ = std::make_unique<QMainWindow>();
        line_ = std::make_unique<app::StatusLine>(*window_);
        line_->follow(*controller_);
        window_->show();
    }
    void cleanup()
    {
        line_.reset();
        window_.reset();
        controller_.reset();
    }

    void withoutARunItIsReady()
    {
        QVERIFY(state().endsWith("Ready"));
        QCOMPARE(detail(), QString());
    }

    void theEndingOfARunIsSaidWithItsTitle_data()
    {
        QTest::addColumn<int>("ending");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* said, app::Ending ending, bool good) {
            QTest::newRow(said) << static_cast<int>(ending) << QString(said) << good;
        };
        row("Run 1 · fast: finished", app::Ending::finished, true);
        row("Run 1 · fast: stopped", app::Ending::stopped, true);
        row("Run 1 · fast: refused", app::Ending::refused, false);
        row("Run 1 · fast: failed", app::Ending::failed, false);
        row("Run 1 · fast: stuck", app::Ending::stuck, false);
        row("Run 1 · fast: stopped at a limit", app::Ending::limited, false);
        row("Run 1 · fast: not started", app::Ending::notStarted, false);
        row("Run 1 · fast: the engine ended unexpectedly", app::Ending::crashed, false);
    }
    void theEndingOfARunIsSaidWithItsTitle()
    {
        QFETCH(int, ending);
        QFETCH(QString, said);
        QFETCH(bool, good);
        app::Run run = sample::run(1);
        run.name = "fast";
        run.ending = static_cast<app::Ending>(ending);
        show(run);
        QVERIFY2(state().endsWith(said), qPrintable(state()));
        QCOMPARE(state().contains(widgets::colours(window_->palette()).bad.name()), !good);
    }

    void aRunThatWaitsSaysForWhat()
    {
        controller_->history().add({}, {});
        controller_->show(1);
        QVERIFY2(state().endsWith("Run 1 · as opened waits for another run to end"), qPrintable(state()));
    }

    void aTitleIsTextAndNoMarkup()
    {
        app::Run run = sample::run(1);
        run.name = "<b>2 > 1</b>";
        show(run);
        QVERIFY(state().contains("&lt;b&gt;2 &gt; 1&lt;/b&gt;"));
    }

    void theSeedOfAFinishedRunIsThereAndGoesWithTheRun()
    {
        show(sample::run(1));
        QVERIFY2(detail().startsWith("Seed 7 · "), qPrintable(detail()));
        app::Run failed = sample::run(2);
        failed.summary.reset();
        show(failed);
        QCOMPARE(detail(), QString());
        controller_->show(1);
        controller_->reset();
        QCOMPARE(detail(), QString());
        QVERIFY(state().endsWith("Ready"));
    }

    void problemsAreCountedAndOneClickAway()
    {
        auto* count = window_->findChild<QToolButton*>("problemCount");
        line_->setFindings({}, true);
        QCOMPARE(count->text(), QString("No problems"));
        line_->setFindings({}, false);
        QCOMPARE(count->text(), QString("Not ready to run"));
        line_->setFindings(project::Findings(1), true);
        QCOMPARE(count->text(), QString("1 problem"));
        line_->setFindings(project::Findings(12), false);
        QCOMPARE(count->text(), QString("12 problems"));
        QSignalSpy wanted(line_.get(), &app::StatusLine::problemsWanted);
        QTest::mouseClick(count, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        line_->showProblemCount(false);
        QVERIFY(!count->isVisible());
    }

    void whatIsSaidLastIsWhatStands()
    {
        line_->sayLong("Writing …");
        QCOMPARE(window_->statusBar()->currentMessage(), QString("Writing …"));
        line_->say("It is written.");
        QCOMPARE(window_->statusBar()->currentMessage(), QString("It is written."));
    }

    void anotherThemeHasOtherColours()
    {
        show(sample::run(1));
        widgets::applyTheme(*qApp, widgets::Theme::light);
        QTRY_VERIFY(state().contains(widgets::lightColours().dimText.name()));
        widgets::applyTheme(*qApp, widgets::Theme::dark);
        QTRY_VERIFY(state().contains(widgets::darkColours().dimText.name()));
        widgets::applyTheme(*qApp, widgets::Theme::light);
    }

private:
    void show(const app::Run& run)
    {
        controller_->history().addFormer(run, {});
        controller_->show(run.number);
    }
    QString state() const { return window_->findChild<QLabel*>("state")->text(); }
    /// The only label of the bar's right side.
    QString detail() const
    {
        const auto labels = window_->statusBar()->findChildren<QLabel*>();
        return labels.last()->text();
    }

    std::unique_ptr<app::RunController> controller_;
    std::unique_ptr<QMainWindow> window_;
    std::unique_ptr<app::StatusLine> line_;
};

HEADROOM_WIDGET_TEST(StatusLineTest)
#include "status_line_test.moc"
