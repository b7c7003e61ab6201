// All points of a study in parallel coordinates: axes, the ranges that a hand drags on them, and large studies.
#include "example_study.h"
#include "tests/widget_tests.h"
#include "widgets/plots/studies/study_parallel_drawing.h"
#include "widgets/plots/studies/study_parallel_view.h"

#include <QMenu>
#include <QPicture>
#include <QSignalSpy>
#include <QToolButton>

using namespace chart_study;

namespace {

constexpr std::size_t workersAxis = 0, diskAxis = 1, rateAxis = 3; // then SIZE and the price

QPoint onAxis(const StudyParallelView& chart, std::size_t axis, double share)
{
    return chart.placeOn(axis, share).toPoint();
}

/// As a hand drags a range on an axis, from share to share.
void dragRange(StudyParallelView& chart, std::size_t axis, double from, double to)
{
    QTest::mousePress(chart.plot(), Qt::LeftButton, {}, onAxis(chart, axis, from));
    for (const double part : {0.3, 0.7, 1.0}) { // QTest::mouseMove() holds no button
        const QPoint at = onAxis(chart, axis, from + part * (to - from));
        QMouseEvent move(QEvent::MouseMove, at, chart.plot()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(chart.plot(), &move);
    }
    QTest::mouseRelease(chart.plot(), Qt::LeftButton, {}, onAxis(chart, axis, to));
    chart.plot()->replot(QCustomPlot::rpImmediateRefresh);
}

std::vector<qulonglong> inRanges(const StudyParallelView& chart, const StudyPoints& study)
{
    std::vector<qulonglong> numbers;
    for (std::size_t i = 0; i < study.points.size(); ++i)
        if (chart.isInRanges(i))
            numbers.push_back(study.points[i].number);
    return numbers;
}

std::shared_ptr<StudyPoints> largeStudy(std::size_t count)
{
    auto study = std::make_shared<StudyPoints>();
    for (int i = 0; i < 6; ++i)
        study->parameters.push_back({QString("P%1").arg(i), "", {}, true});
    study->figures = {{"PUT.throughput", "1/s", true, true}, {"price", "USD", false, true}};
    for (std::size_t i = 0; i < count; ++i) {
        StudyPoint& point = study->points.emplace_back();
        point.number = i;
        std::size_t rest = i;
        for (int axis = 0; axis < 6; ++axis, rest /= 7) {
            point.numbers.push_back(static_cast<double>(rest % 7));
            point.settings.push_back(QString::number(rest % 7));
        }
        const auto value = static_cast<double>(i % 1009);
        point.figures = {{value, value, value}, {100 + value, 100 + value, 100 + value}};
    }
    return study;
}

} // namespace

class ParallelTest : public QObject
{
    Q_OBJECT

private slots:
    void thereIsAnAxisForEachParameterAndFigure()
    {
        const auto chart = shown<StudyParallelView>(exampleStudy());
        QStringList names;
        for (const ParallelAxis& axis : chart->axes())
            names.append(axis.name);
        QCOMPARE(names, (QStringList{"WORKERS", "DISK", "SIZE", "PUT.throughput", "price"}));
        QCOMPARE(chart->axes()[rateAxis].low, 25.0);
        QCOMPARE(chart->axes()[rateAxis].high, 4000.0);
    }

    void namesAreStepsOfTheirAxis()
    {
        const auto chart = shown<StudyParallelView>(exampleStudy());
        const ParallelAxis& disk = chart->axes()[diskAxis];
        QCOMPARE(disk.steps.size(), std::size_t(2));
        QCOMPARE(disk.steps[0].second, QString("hdd"));
        QCOMPARE(disk.places[0], 0.0F); // the first point has an hdd
        QCOMPARE(disk.places[2], 1.0F);
    }

    void longNamesOfManyAxesDoNotCoverEachOther()
    {
        std::vector<ParallelAxis> axes(14);
        for (std::size_t i = 0; i < axes.size(); ++i)
            axes[i].name = QString("PARAMETER_OF_A_LONG_NAME_%1").arg(i);
        const QFontMetricsF metrics(headroom::widgets::smallFont());
        for (const double width : {500.0, 700.0, 1400.0}) {
            const QRectF plot(0, 0, width, 300);
            const auto names = placedNames(plot, axes);
            QCOMPARE(names.size(), axes.size());
            for (std::size_t i = 0; i < names.size(); ++i) {
                QVERIFY(names[i].left + metrics.horizontalAdvance(names[i].text) <= plot.right());
                for (std::size_t j = i + 1; j < names.size(); ++j)
                    QVERIFY(names[i].row != names[j].row ||
                            names[i].left + metrics.horizontalAdvance(names[i].text) < names[j].left);
            }
        }
    }

    void theChosenAxesAreDrawn()
    {
        const auto chart = shown<StudyParallelView>(exampleStudy());
        for (QAction* action : chart->findChild<QToolButton*>("parallelAxes")->menu()->actions())
            if (action->text() == "SIZE" || action->text() == "price")
                action->trigger();
        QCOMPARE(chart->axes().size(), std::size_t(3));
        QCOMPARE(chart->axes()[2].name, QString("PUT.throughput"));
        chart->setStudy(exampleStudy()); // as while it runs
        QCOMPARE(chart->axes().size(), std::size_t(3));
    }

    void aRangeOnAnAxisSelectsItsPointsAndTwoRangesThoseInBoth()
    {
        const auto study = exampleStudy();
        const auto chart = shown<StudyParallelView>(study);
        dragRange(*chart, workersAxis, 1, 0.9); // 4 workers
        QCOMPARE(inRanges(*chart, *study), (std::vector<qulonglong>{0, 1, 2, 3}));
        dragRange(*chart, diskAxis, 0.8, 1); // ssd
        QCOMPARE(inRanges(*chart, *study), (std::vector<qulonglong>{2, 3}));
        QCOMPARE(others(*chart), QString("2 of 12 points are in all ranges"));
    }

    void aClickOnAnAxisRemovesItsRange()
    {
        const auto chart = shown<StudyParallelView>(exampleStudy());
        dragRange(*chart, workersAxis, 1, 0.9);
        dragRange(*chart, diskAxis, 0.8, 1);
        QSignalSpy chosen(chart.get(), &StudyChart::pointChosen);
        QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, onAxis(*chart, workersAxis, 0.4));
        QCOMPARE(chart->ranges().size(), std::size_t(1));
        QCOMPARE(chart->countInRanges(), std::size_t(6));
        QCOMPARE(chosen.size(), 0);
    }

    void aRangeStaysOverItsValuesWhileTheAxisGrows()
    {
        auto some = exampleStudy();
        std::erase_if(some->points, [](const StudyPoint& point) { return point.numbers[0] == 1; });
        const auto chart = shown<StudyParallelView>(some);
        dragRange(*chart, workersAxis, 0.1, -0.1); // 2 workers are the fewest so far
        QCOMPARE(inRanges(*chart, *some), (std::vector<qulonglong>{8, 9, 10, 11}));
        const auto all = exampleStudy();
        chart->setStudy(all);
        QCOMPARE(inRanges(*chart, *all), (std::vector<qulonglong>{8, 9, 10, 11}));
    }

    void aPointWithoutTheFigureLiesInNoRangeOfIt()
    {
        auto study = exampleStudy();
        study->points[0].figures[0] = {};
        const auto chart = shown<StudyParallelView>(study);
        dragRange(*chart, rateAxis, 0, 1);
        QCOMPARE(chart->countInRanges(), std::size_t(11));
        QVERIFY(!chart->isInRanges(0));
    }

    void aClickOnALineChoosesItsPointUnlessItHasFaded()
    {
        const auto chart = shown<StudyParallelView>(exampleStudy());
        QSignalSpy chosen(chart.get(), &StudyChart::pointChosen);
        const QPoint fastest = (0.1 * chart->placeOn(2, 0) + 0.9 * chart->placeOn(3, 1)).toPoint(); // SIZE 1024, 4000/s
        QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, fastest);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toULongLong(), 2ULL);
        dragRange(*chart, workersAxis, 0.1, -0.1);
        QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, fastest);
        QCOMPARE(chosen.size(), 1);
    }

    void linesOutsideTheRangesFade()
    {
        const auto chart = shown<StudyParallelView>(exampleStudy());
        choose(*chart, "parallelColour", "One colour");
        chart->plot()->replot(QCustomPlot::rpImmediateRefresh);
        const auto colourful = [&] { // pixels with a hue
            int count = 0;
            const QImage picture = chart->plot()->grab().toImage();
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    count += picture.pixelColor(x, y).hslSaturationF() > 0.4 ? 1 : 0;
            return count;
        };
        const int before = colourful();
        dragRange(*chart, workersAxis, 0.1, -0.1);
        QVERIFY2(colourful() < 3 * before / 4, qPrintable(QString("%1 of %2").arg(colourful()).arg(before)));
    }

    void goalsGiveTheColoursWhereThereAreAny()
    {
        auto study = exampleStudy();
        auto chart = shown<StudyParallelView>(study);
        const auto* colour = chart->findChild<QComboBox*>("parallelColour");
        QCOMPARE(colour->currentText(), QString("PUT.throughput"));
        QCOMPARE(colour->findText("Goals"), -1);
        for (StudyPoint& point : study->points)
            point.goals = point.number < 3 ? StudyVerdict::met : StudyVerdict::missed;
        chart = shown<StudyParallelView>(study);
        QCOMPARE(chart->findChild<QComboBox*>("parallelColour")->currentText(), QString("Goals"));
    }

    void aLargeStudyIsPaintedInManyTurns()
    {
        const std::size_t count = 100000;
        const auto study = largeStudy(count);
        const auto chart = shown<StudyParallelView>(study);
        QVERIFY(!chart->isComplete()); // the window has been shown before all lines are
        for (int turn = 0; turn < 10 && !chart->isComplete(); ++turn) {
            const std::size_t before = chart->paintedLines();
            while (chart->paintedLines() == before)
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            QVERIFY(chart->paintedLines() - before < count / 2);
        }
    }

    void anotherStudyMayComeWhileALargeOneIsPainted()
    {
        const auto chart = shown<StudyParallelView>(largeStudy(50000));
        QVERIFY(!chart->isComplete());
        chart->setStudy(exampleStudy());
        while (!chart->isComplete())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCOMPARE(chart->paintedLines(), std::size_t(12));
    }

    void allLinesAreOnPaperAndTheTableHoldsAllValues()
    {
        const auto study = exampleStudy();
        const auto chart = shown<StudyParallelView>(study);
        dragRange(*chart, workersAxis, 1, 0.9);
        QVERIFY(chart->picture({600, 400}).size() > 12 * 4 * 16); // as vectors
        const DataTable table = chart->table();
        QCOMPARE(table.rows.size(), std::size_t(12));
        QCOMPARE(std::get<QString>(table.rows[4][1]), QString("no"));
        QCOMPARE(std::get<double>(table.rows[2][5]), 4000.0);
        QCOMPARE(std::get<QString>(table.rows[2][3]), QString("ssd"));
    }
};

HEADROOM_WIDGET_TEST(ParallelTest)
#include "parallel_test.moc"
