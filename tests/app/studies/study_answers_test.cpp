// Answers of the page "Study" beside its table: the best point, the analysis, and points against a baseline.
#include "study_window.h"

#include "app/studies/study_analysis.h"
#include "study/analysis/analysis_text.h"
#include "tests/widget_tests.h"
#include "widgets/plots/studies/study_bars_view.h"
#include "widgets/plots/studies/study_parallel_view.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <qcustomplot.h>

using namespace headroom;
using app::StudyTableModel;

namespace {

/// The first queue with studies of its threads and its customers; the project has 1 and 10.
studio::Json projectToAnswer()
{
    auto tree = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
    tree["run"]["duration"] = "20 s";
    tree["studies"] = studio::Json::parse(
        R"([{"id": "both", "space": [{"parameter": "THREADS", "values": [4, 2, 1]},
                                     {"parameter": "CUSTOMERS", "values": [40, 10]}],
             "report": ["ask.throughput", "ask.latency.mean", "power"]},
            {"id": "one", "space": [{"parameter": "THREADS", "values": [2]}], "report": ["ask.throughput"]}])");
    return tree;
}

study::Analysis sobolFigure()
{
    study::Analysis analysis;
    analysis.figure = {"f", "s"};
    analysis.sobol.emplace();
    analysis.sobol->indices = {{"A", {0.2, 0.1, 0.3}, {0.3, 0.2, 0.4}}, {"B", {0.6, 0.5, 0.7}, {0.8, 0.7, 0.9}}};
    return analysis;
}

} // namespace

class StudyAnswersTest : public QObject, private studio::StudyWindow
{
    Q_OBJECT

private slots:
    void init() { QVERIFY(open(write(projectToAnswer()))); }
    void cleanup() { close(); }

    void theBestIsFoundWithItsProbabilityWhichIsSaidWhileItNarrows()
    {
        QSignalSpy answers(&page().process(), &app::StudyProcess::answered);
        QStringList offered;
        chooseInMenu("findBest", "By ask.throughput", offered);
        QCOMPARE(offered, (QStringList{"By ask.throughput", "By ask.latency.mean", "By power"}));
        QTRY_VERIFY_WITH_TIMEOUT(!answers.isEmpty(), studio::patienceMs);
        const QString soFar = answers.front().front().toString();
        QVERIFY2(soFar.contains("CUSTOMERS = 40: none yet") && soFar.contains("With these probabilities"),
                 qPrintable(soFar));
        awaitEnd();
        const QString said = find<QLabel>("studyDecision")->text();
        QVERIFY2(said.startsWith("Best by ask.throughput for each load: CUSTOMERS = 10: point ") &&
                     said.contains("; CUSTOMERS = 40: point 0 (THREADS = 4), "),
                 qPrintable(said));
        QCOMPARE(said, answers.back().front().toString());
        QVERIFY2(find<QLabel>("studyStand")->text().contains("runs of 6 points"),
                 qPrintable(find<QLabel>("studyStand")->text()));
        QVERIFY(QFile::exists(path("results/both-best.hrs")));
    }

    void theAnswerOfASearchIsNotThatOfTheStudyWhichIsRunNext()
    {
        QStringList offered;
        chooseInMenu("findBest", "By ask.throughput", offered);
        awaitEnd();
        run();
        QVERIFY2(!find<QLabel>("studyDecision")->text().contains("probability"),
                 qPrintable(find<QLabel>("studyDecision")->text()));
    }

    void whatMattersIsAnalysedWhenTheStudyHasEnded()
    {
        choose("studyChartKind", "What matters");
        QVERIFY(sentences().contains("when it has ended"));
        run();
        auto* bars = page().findChild<widgets::EffectBarsView*>();
        QTRY_VERIFY_WITH_TIMEOUT(bars->isFilled(), studio::patienceMs);
        QCOMPARE(bars->content().first, QString("share of the variance"));
        QCOMPARE(bars->content().rows.size(), std::size_t(2));
        QVERIFY2(sentences().contains("THREADS"), qPrintable(sentences()));
        const QString tables = find<QLabel>("analysisTables")->text();
        QVERIFY2(tables.contains("THREADS × CUSTOMERS") && tables.contains("adjusted R²"), qPrintable(tables));
        choose("analysisFigure", "ask.latency.mean");
        QVERIFY2(sentences().contains("ask.latency.mean"), qPrintable(sentences()));
    }

    void theReasonIsToldWhereNothingCanBeComputed()
    {
        choose("studyChoice", "one");
        run();
        choose("studyChartKind", "What matters");
        auto* bars = page().findChild<widgets::EffectBarsView*>();
        QTRY_VERIFY_WITH_TIMEOUT(find<QComboBox>("analysisFigure")->count() > 0, studio::patienceMs);
        QVERIFY(!bars->isVisible());
        QVERIFY2(!sentences().isEmpty() && !sentences().contains("being analysed"), qPrintable(sentences()));
    }

    void indicesAreBarsWithIntervalsByTheTotalOnes()
    {
        const widgets::EffectBars bars = app::effectBars(study::barsOf(sobolFigure()));
        QCOMPARE(bars.rows.size(), std::size_t(2));
        QCOMPARE(bars.rows[0].name, QString("B"));
        QCOMPARE(bars.rows[0].first.low, 0.5);
        QCOMPARE(bars.rows[0].second.high, 0.9);
    }

    void thePresentValuesAreTheBaselineAndABarIsAPointOfTheTable()
    {
        run();
        choose("studyChartKind", "Against a baseline");
        auto* bars = page().findChild<widgets::StudyBarsView*>();
        QTRY_VERIFY(bars->isFilled());
        QCOMPARE(bars->baseline()->number, 5ULL); // 1 thread, 10 customers
        bars->plot()->replot(QCustomPlot::rpImmediateRefresh);
        QTest::mouseClick(bars->plot(), Qt::LeftButton, {}, bars->placeOf(2)->toPoint());
        const auto rows = find<QTableView>("studyTable")->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().data(StudyTableModel::pointRole).toULongLong(), 2ULL);
    }

    void aChartCanHaveThePlaceOfTheTable()
    {
        run();
        choose("studyChartKind", "Parallel axes");
        auto* chart = page().findChild<widgets::StudyParallelView*>();
        const int before = chart->width();
        QTest::mouseClick(find<QToolButton>("chartAlone"), Qt::LeftButton);
        QTRY_VERIFY(chart->width() > 3 * before / 2);
        QVERIFY(!find<QTableView>("studyTable")->isVisible());
        QTest::mouseClick(find<QToolButton>("chartAlone"), Qt::LeftButton);
        QVERIFY(find<QTableView>("studyTable")->isVisible());
    }

private:
    QString sentences() { return find<QLabel>("analysisSentences")->text(); }
    void choose(const char* combo, const QString& entry) { find<QComboBox>(combo)->setCurrentText(entry); }
    /// Opens the menu of a button and chooses an entry by the keyboard.
    void chooseInMenu(const char* button, const QString& entry, QStringList& offered)
    {
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (QAction* action : menu->actions()) {
                offered.append(action->text());
                if (action->text() == entry)
                    menu->setActiveAction(action);
            }
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton);
    }
};

HEADROOM_WIDGET_TEST(StudyAnswersTest)
#include "study_answers_test.moc"
