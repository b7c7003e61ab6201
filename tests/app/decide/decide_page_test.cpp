// The page "Decide": the question with the verdicts of a run, and the answers of all steps in one bar.
#include "../studies/study_window.h"

#include "app/decide/path_bar.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/parameters/inspector/property_inspector.h"

#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QTableWidget>

using namespace headroom;

namespace {

/// The first queue with two goals, of which a run meets one, and with a study.
studio::Json questionOf(const char* customers)
{
    auto tree = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
    tree["run"]["duration"] = "20 s";
    tree["goals"] = studio::Json::parse(R"([{"id": "quick", "metric": "ask.latency.mean", "at_most": "10 s"},
                                            {"id": "much", "metric": "ask.throughput", "at_least": "1000000 /s"}])");
    tree["studies"] = studio::Json::parse(
        R"([{"id": "threads", "space": [{"parameter": "THREADS", "values": [1, 2]},
                                        {"parameter": "CUSTOMERS", "values": [)" +
        std::string(customers) + R"(]}]}])");
    return tree;
}

} // namespace

class DecidePageTest : public QObject, private studio::StudyWindow
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(open(write(questionOf("20"))));
        decide().showView(app::DecidePage::question);
    }
    void cleanup() { close(); }

    void theGoalsHaveTheVerdictsOfTheDisplayedRun()
    {
        auto* goals = in<QTableWidget>("questionGoals");
        QTRY_COMPARE(goals->rowCount(), 2);
        QCOMPARE(goals->item(0, 0)->text(), QString("ask.latency.mean"));
        QCOMPARE(goals->item(0, 1)->text(), QString("at most 10.0 s"));
        QCOMPARE(goals->item(0, 3)->text(), QString("not judged"));
        QCOMPARE(answer(app::DecidePage::question), QString("2 goals"));
        window().run();
        QTRY_VERIFY_WITH_TIMEOUT(goals->item(0, 3)->text().startsWith("met, "), studio::patienceMs);
        QVERIFY2(goals->item(1, 3)->text().startsWith("missed, "), qPrintable(goals->item(1, 3)->text()));
        QCOMPARE(answer(app::DecidePage::question), QString("2 goals, 1 missed"));
    }

    void aGoalLeadsToItsFields()
    {
        auto* goals = in<QTableWidget>("questionGoals");
        QTRY_COMPARE(goals->rowCount(), 2);
        goals->setFocus();
        goals->setCurrentCell(1, 0);
        QTest::keyClick(goals, Qt::Key_Return);
        QTRY_VERIFY(window().findChild<widgets::PropertyInspector*>()->editor("at_least"));
        QTest::mouseClick(in<QPushButton>("addGoal"), Qt::LeftButton);
        QCOMPARE(window().model().project().goals.size(), std::size_t(3));
    }

    void withoutGoalsItSaysWhatThatMeans()
    {
        auto plain = questionOf("20");
        plain.erase("goals");
        close();
        QVERIFY(open(write(plain)));
        decide().showView(app::DecidePage::question);
        QVERIFY(in<QLabel>("questionWithoutGoals")->isVisible());
        QVERIFY(!in<QTableWidget>("questionGoals")->isVisible());
        QCOMPARE(answer(app::DecidePage::question), QString("no goal yet"));
    }

    void eachStepShowsItsAnswerAndWhenItIsOutOfDate()
    {
        QCOMPARE(answer(app::DecidePage::study), QString());
        decide().showView(app::DecidePage::study);
        run();
        QCOMPARE(answer(app::DecidePage::study), QString("0 of 2 points meet the goals"));
        project::Parameter changed = *project::findParameter(window().model().project(), "SERVICE_TIME");
        changed.value = "7 ms";
        widgets::replaceParameter(window().model(), changed, "change");
        QTRY_COMPARE(answer(app::DecidePage::study), QString("out of date"));
        QTest::mouseClick(decide().findChild<QPushButton*>("runStaleStudy"), Qt::LeftButton);
        awaitEnd();
        QCOMPARE(answer(app::DecidePage::study), QString("0 of 2 points meet the goals"));
    }

    void aStepIsChosenByAClickAndByTheKeyboard()
    {
        auto* step = decide().findChild<app::PathStep*>("step/Growth");
        QTest::mouseClick(step, Qt::LeftButton);
        QVERIFY(decide().growthPage().isVisible());
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        step->setFocus();
        QTest::keyClick(step, Qt::Key_Right);
        QVERIFY(decide().costPage().isVisible());
    }

    void theGrowthOfTheLoadIsTheSameInEachStep()
    {
        in<QDoubleSpinBox>("growthYearly")->setValue(35);
        in<QSpinBox>("growthYears")->setValue(4);
        QCOMPARE(in<QDoubleSpinBox>("costYearly")->value(), 35.0);
        QCOMPARE(in<QDoubleSpinBox>("costYears")->value(), 4.0);
        QVERIFY(in<QPushButton>("computeCosts")->isEnabled()); // the raised load is what grows
        in<QDoubleSpinBox>("costYears")->setValue(2.5);
        QCOMPARE(in<QSpinBox>("growthYears")->value(), 3);
        QCOMPARE(in<QDoubleSpinBox>("costYears")->value(), 2.5);
        in<QDoubleSpinBox>("costYearly")->setValue(12.5);
        QCOMPARE(in<QDoubleSpinBox>("growthYearly")->value(), 12.5);
    }

private:
    app::DecidePage& decide() { return window().decide(); }
    QString answer(app::DecidePage::View view) { return decide().findChildren<app::PathStep*>().value(view)->answer(); }
    template <typename Widget>
    Widget* in(const char* name)
    {
        auto* found = decide().findChild<Widget*>(name);
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }
};

HEADROOM_WIDGET_TEST(DecidePageTest)
#include "decide_page_test.moc"
