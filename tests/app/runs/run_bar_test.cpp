// The strip above the drawings: how far the run is that is shown, what it is compared with, how fast it may go; and the
// handle by which one goes through its time.
#include "../sample_runs.h"

#include "app/runs/run_bar.h"
#include "app/runs/run_progress.h"
#include "tests/widget_tests.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace headroom;

class RunBarTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        controller_ = std::make_unique<app::RunController>();
        for (QAction* action : {&run_, &pause_, &stop_, &step_, &further_, &rerun_})
            action->setEnabled(true);
        rerun_.setCheckable(true);
        bar_ = std::make_unique<app::RunBar>(*controller_,
                                             app::RunBar::Actions{&run_, &pause_, &stop_, &step_, {&further_}, &rerun_},
                                             &export_, nullptr);
        bar_->resize(1600, 40);
        bar_->show();
        bar_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bar_.get()));
    }
    void cleanup()
    {
        bar_.reset();
        controller_.reset();
    }

    void beforeTheFirstRunThereIsNothingToCompareOrToGoThrough()
    {
        QCOMPARE(time(), QString("no run yet"));
        QCOMPARE(figures(), QString());
        QVERIFY(!baseline().isEnabled());
        QCOMPARE(baseline().currentText(), QString("Previous run"));
        click(0.5);
        QTest::keyClick(&progress(), Qt::Key_Home);
        QVERIFY(controller_->cursor().isFollowing());
    }

    void aRunThatHasEndedStandsAtItsEnd()
    {
        show(1);
        QCOMPARE(time(), QString("<b>10.0 s</b> of 10 s"));
        QCOMPARE(progress().value(), progress().maximum());
        QCOMPARE(figures(), QString()); // of a former session nobody knows how fast it was
    }

    void lookingBackIsSaidUntilTheRunIsFollowedAgain()
    {
        show(1);
        controller_->cursor().take(2.5);
        QCOMPARE(time(), QString("<b>2.5 s</b> of 10 s"));
        QCOMPARE(figures(), QString("looking back"));
        controller_->cursor().follow();
        QCOMPARE(time(), QString("<b>10.0 s</b> of 10 s"));
        QCOMPARE(figures(), QString());
    }

    void aRunThatWaitsIsSaidToWaitAndCounted()
    {
        controller_->history().add({}, {});
        controller_->show(1);
        QCOMPARE(time(), QString("waiting …"));
        QCOMPARE(figures(), QString("1 waiting"));
    }

    void theBaselineIsChosenAmongTheRunsWithFigures()
    {
        for (const int number : {1, 2, 3}) {
            app::Run run = sample::run(number);
            run.name = "run of " + QString::number(number);
            if (number == 2)
                run.summary.reset();
            controller_->history().addFormer(run, {});
        }
        QCOMPARE(texts(baseline()), (QStringList{"Previous run", "Run 1 · run of 1", "Run 3 · run of 3"}));
        QVERIFY(baseline().isEnabled());
        baseline().setFocus();
        QTest::keyClick(&baseline(), Qt::Key_Down);
        QCOMPARE(controller_->history().chosenBaseline(), std::optional(1));
        QTest::keyClick(&baseline(), Qt::Key_Down);
        QCOMPARE(controller_->history().chosenBaseline(), std::optional(3));
        QTest::keyClick(&baseline(), Qt::Key_Home);
        QVERIFY(!controller_->history().chosenBaseline());
    }

    void aBaselineThatIsPinnedElsewhereIsShown()
    {
        controller_->history().addFormer(sample::run(1), {});
        controller_->history().addFormer(sample::run(2), {});
        controller_->history().chooseBaseline(2);
        QCOMPARE(baseline().currentData().toInt(), 2);
        controller_->history().rename(2, "faster");
        QCOMPARE(baseline().currentText(), QString("Run 2 · faster"));
        controller_->history().remove(2);
        QCOMPARE(baseline().currentText(), QString("Previous run"));
    }

    void theSpeedLimitIsChosenByKeysAndTakenForTheRunsToCome()
    {
        auto* pace = bar_->findChild<QComboBox*>("pace");
        QCOMPARE(pace->currentText(), QString("Full speed"));
        QCOMPARE(controller_->pace(), 0.0);
        pace->setFocus();
        QTest::keyClick(pace, Qt::Key_Down);
        QCOMPARE(pace->currentText(), QString("Real time"));
        QCOMPARE(controller_->pace(), 1.0);
        QTest::keyClick(pace, Qt::Key_End);
        QCOMPARE(pace->currentText(), QString("100 ×"));
        QCOMPARE(controller_->pace(), 100.0);
    }

    void theButtonsAreTheActions()
    {
        QSignalSpy ran(&run_, &QAction::triggered);
        auto* button = bar_->findChild<QToolButton*>("runButton");
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(ran.count(), 1);
        run_.setEnabled(false);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(ran.count(), 1);
        QTest::mouseClick(bar_->findChild<QToolButton*>("rerunButton"), Qt::LeftButton);
        QVERIFY(rerun_.isChecked());
        QCOMPARE(bar_->findChild<QToolButton*>("stepButton")->menu()->actions(), (QList<QAction*>{&step_, &further_}));
    }

    /// The icon of the action, which the menu shows, has another colour than that on the blue button.
    void theIconOfRunHasTheColourOfItsText()
    {
        widgets::applyTheme(*qApp, widgets::Theme::light);
        auto* button = bar_->findChild<QToolButton*>("runButton");
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        const auto ink = [&] {
            const QImage seen = button->grab().toImage();
            int pixels = 0;
            for (int y = 0; y < seen.height(); ++y)
                for (int x = 0; x < seen.width(); ++x)
                    pixels += qGray(seen.pixel(x, y)) > 200; // the button is dark blue
            return pixels;
        };
        run_.setText(QString()); // it would stand in the place of a missing icon
        const int without = ink();
        run_.setIcon(widgets::icon("media-playback-start"));
        QVERIFY2(ink() > without + 25, qPrintable(QString("%1 %2").arg(without).arg(ink())));
    }

    void aNarrowBarDoesWithoutTheLabelOfTheBaseline()
    {
        const auto label = [this] {
            for (auto* one : bar_->findChildren<QLabel*>())
                if (one->text() == "Baseline")
                    return one->isVisible();
            return false;
        };
        QVERIFY(label());
        bar_->resize(1300, 40);
        QVERIFY(!label());
        bar_->resize(1500, 40);
        QVERIFY(label());
    }

    void aClickIntoTheBarTakesTheTimeThereAndADragGoesThroughIt()
    {
        show(1);
        click(0.5);
        QVERIFY(std::abs(now() - 5) < 0.3);
        const QPoint from = at(0.25), to = at(0.75);
        QTest::mousePress(&progress(), Qt::LeftButton, {}, from);
        QVERIFY(std::abs(now() - 2.5) < 0.3);
        QMouseEvent move(QEvent::MouseMove, to, progress().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&progress(), &move);
        QVERIFY(std::abs(now() - 7.5) < 0.3);
        QTest::mouseRelease(&progress(), Qt::LeftButton, {}, to);
        QTest::mouseClick(&progress(), Qt::RightButton, {}, from);
        QVERIFY(std::abs(now() - 7.5) < 0.3);
        QTest::mouseClick(&progress(), Qt::LeftButton, {}, QPoint(progress().width() - 1, 5));
        QCOMPARE(now(), 10.0); // the very edge is the end
    }

    void keysGoSampleBySampleAndTenOfThemAtOnce()
    {
        app::Run run = sample::run(1);
        run.intervalS = 0.25;
        show(run);
        QTest::keyClick(&progress(), Qt::Key_Left);
        QCOMPARE(now(), 9.75);
        QVERIFY(!controller_->cursor().isFollowing());
        QTest::keyClick(&progress(), Qt::Key_PageUp);
        QCOMPARE(now(), 7.25);
        QTest::keyClick(&progress(), Qt::Key_Right);
        QCOMPARE(now(), 7.5);
        QTest::keyClick(&progress(), Qt::Key_PageDown);
        QCOMPARE(now(), 10.0);
        QTest::keyClick(&progress(), Qt::Key_Home);
        QCOMPARE(now(), 0.0);
        QTest::keyClick(&progress(), Qt::Key_Left);
        QCOMPARE(now(), 0.0);
        QTest::keyClick(&progress(), Qt::Key_End);
        QVERIFY(controller_->cursor().isFollowing());
        QTest::keyClick(&progress(), Qt::Key_Home);
        QTest::keyClick(&progress(), Qt::Key_Escape);
        QVERIFY(controller_->cursor().isFollowing());
        QCOMPARE(now(), 10.0);
    }

    void aStepOfARunWithoutAnIntervalIsAThousandthOfIt()
    {
        app::Run run = sample::run(1);
        run.intervalS = 0;
        show(run);
        QTest::keyClick(&progress(), Qt::Key_Left);
        QCOMPARE(now(), 9.99);
    }

private:
    void show(const app::Run& run)
    {
        controller_->history().addFormer(run, {});
        controller_->show(run.number);
    }
    void show(int number) { show(sample::run(number)); }
    QString time() const { return bar_->findChild<QLabel*>("runTime")->text(); }
    /// The whole sentence: the label elides it.
    QString figures() const { return bar_->findChild<QLabel*>("runFigures")->toolTip(); }
    QComboBox& baseline() const { return *bar_->findChild<QComboBox*>("baseline"); }
    app::RunProgress& progress() const { return *bar_->findChild<app::RunProgress*>(); }
    double now() const { return controller_->cursor().time(); }
    QPoint at(double share) const { return {static_cast<int>(share * progress().width()), progress().height() / 2}; }
    void click(double share) { QTest::mouseClick(&progress(), Qt::LeftButton, {}, at(share)); }
    static QStringList texts(const QComboBox& box)
    {
        QStringList found;
        for (int i = 0; i < box.count(); ++i)
            found += box.itemText(i);
        return found;
    }

    QAction run_{"Run"}, pause_{"Pause"}, stop_{"Stop"}, step_{"Step"}, further_{"Step by 1 s"}, rerun_{"Again"};
    QMenu export_;
    std::unique_ptr<app::RunController> controller_;
    std::unique_ptr<app::RunBar> bar_;
};

HEADROOM_WIDGET_TEST(RunBarTest)
#include "run_bar_test.moc"
