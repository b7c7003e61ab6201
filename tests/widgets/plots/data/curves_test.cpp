// The samples of curves and maps: what is kept of them, what is read from them, what is drawn of them.
#include "tests/widget_tests.h"
#include "widgets/plots/data/heat_data.h"
#include "widgets/plots/data/visible_points.h"

#include <QTest>

#include <cmath>

using namespace headroom::widgets;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

CurveData curveOf(std::initializer_list<std::pair<double, double>> samples, std::size_t capacity = 100)
{
    CurveData data(capacity);
    for (const auto& [time, value] : samples)
        data.append(time, value);
    return data;
}

} // namespace

class CurvesTest : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyCurveHasNothingToSay()
    {
        const CurveData data;
        QVERIFY(data.isEmpty());
        QVERIFY(std::isnan(data.last()));
        QCOMPARE(data.maximum(), 0.0);
        QCOMPARE(data.smallestPositive(), infinite);
        QVERIFY(!data.at(0, 1e9));
    }

    void aCurveOfOneSampleIsReadWithinReachOfIt()
    {
        const CurveData data = curveOf({{5, 42}});
        QCOMPARE(data.at(5, 0), std::optional(42.0));
        QCOMPARE(data.at(4, 1), std::optional(42.0));
        QCOMPARE(data.at(6, 1), std::optional(42.0));
        QVERIFY(!data.at(3.9, 1));
        QVERIFY(!data.at(6.1, 1));
    }

    void theNearestSampleIsRead()
    {
        const CurveData data = curveOf({{1, 10}, {2, 20}, {4, 40}});
        QCOMPARE(data.at(1.4, 1), std::optional(10.0));
        QCOMPARE(data.at(1.6, 1), std::optional(20.0));
        QCOMPARE(data.at(2.9, 2), std::optional(20.0));
        QCOMPARE(data.at(3.1, 2), std::optional(40.0));
        QCOMPARE(data.at(0, 1), std::optional(10.0));
        QCOMPARE(data.at(5, 1), std::optional(40.0));
    }

    void whatIsNoNumberIsLeftOut()
    {
        const CurveData data = curveOf({{1, 3}, {2, noValue}, {3, infinite}, {4, -infinite}});
        QCOMPARE(data.points().size(), std::size_t(1));
        QCOMPARE(data.last(), 3.0);
        QCOMPARE(data.maximum(), 3.0);
        QCOMPARE(data.smallestPositive(), 3.0);
    }

    void theExtremesForTheScalesPassOverZeroAndWhatIsBelowIt()
    {
        const CurveData data = curveOf({{1, -7}, {2, 0}, {3, 0.25}, {4, 9}, {5, 0.5}});
        QCOMPARE(data.maximum(), 9.0);
        QCOMPARE(data.smallestPositive(), 0.25);
        QCOMPARE(data.last(), 0.5);
        QCOMPARE(curveOf({{1, -7}}).maximum(), 0.0);
    }

    void neighboursAreJoinedInPairsWhenThereAreTooMany()
    {
        const CurveData data = curveOf({{1, 2}, {2, 4}, {3, 10}, {4, 20}, {5, 7}}, 4);
        QCOMPARE(data.samplesPerPoint(), std::size_t(2));
        QCOMPARE(data.points().size(), std::size_t(3));
        const CurveData::Point& first = data.points()[0];
        QCOMPARE(first.time, 2.0);
        QCOMPARE(first.minimum, 2.0);
        QCOMPARE(first.maximum, 4.0);
        QCOMPARE(first.mean, 3.0);
        QCOMPARE(data.points()[1].mean, 15.0);
        QCOMPARE(data.points()[2].mean, 7.0);
    }

    void aPointThatIsFillingUpIsTheMeanOfWhatItHasSoFar()
    {
        CurveData data = curveOf({{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 6}}, 4);
        QCOMPARE(data.points().back().mean, 6.0);
        data.append(6, 2);
        QCOMPARE(data.points().size(), std::size_t(3));
        QCOMPARE(data.points().back().time, 6.0);
        QCOMPARE(data.points().back().mean, 4.0);
        QCOMPARE(data.points().back().minimum, 2.0);
        QCOMPARE(data.points().back().maximum, 6.0);
    }

    void whatWasDrawnIsVoidAfterJoiningAndClearingOnly()
    {
        CurveData data(4);
        const unsigned atFirst = data.generation();
        for (int i = 0; i < 4; ++i)
            data.append(i, i);
        QCOMPARE(data.generation(), atFirst);
        data.append(4, 4);
        const unsigned joined = data.generation();
        QVERIFY(joined != atFirst);
        data.clear();
        QVERIFY(data.generation() != joined);
        QVERIFY(data.generation() != atFirst);
    }

    void aClearedCurveBeginsAnewWithTheSameRoom()
    {
        CurveData data(4);
        for (int i = 0; i < 100; ++i)
            data.append(i, i);
        data.clear();
        QVERIFY(data.isEmpty());
        QVERIFY(std::isnan(data.last()));
        QCOMPARE(data.samplesPerPoint(), std::size_t(1));
        for (int i = 0; i < 4; ++i)
            data.append(i, i);
        QCOMPARE(data.points().size(), std::size_t(4));
        data.append(4, 4);
        QCOMPARE(data.samplesPerPoint(), std::size_t(2));
    }

    void aStretchWithoutSamplesIsDrawnFromItsNeighbours()
    {
        const CurveData data = curveOf({{1, 10}, {9, 90}});
        const auto within = visibleCurve(data, QCPRange(4, 5), 100).line();
        QCOMPARE(within.size(), 2);
        QCOMPARE(within[0].key, 1.0);
        QCOMPARE(within[1].key, 9.0);
        const auto before = visibleCurve(data, QCPRange(-5, -4), 100).line();
        QCOMPARE(before.size(), 1);
        QCOMPARE(before[0].key, 1.0);
        const auto after = visibleCurve(data, QCPRange(20, 21), 100).line();
        QCOMPARE(after.size(), 1);
        QCOMPARE(after[0].key, 9.0);
    }

    void samplesWithAPixelEachAreALineWithoutABand()
    {
        const CurveData data = curveOf({{1, 10}, {2, 90}, {3, 20}});
        const VisibleCurve drawn = visibleCurve(data, QCPRange(0, 4), 3);
        QVERIFY(!drawn.hasBand);
        QCOMPARE(drawn.line().size(), 3);
        QCOMPARE(drawn.line()[1].value, 90.0);
    }

    void aPixelWithSeveralSamplesShowsTheirMeanTheLowestAndTheHighest()
    {
        CurveData data(1000);
        for (int i = 0; i < 100; ++i)
            data.append(i, i % 10 == 3 ? 9 : i % 10 == 7 ? -4 : 1);
        const VisibleCurve drawn = visibleCurve(data, QCPRange(0, 100), 10);
        QVERIFY(drawn.hasBand);
        QCOMPARE(drawn.columns.size(), std::size_t(10));
        for (std::size_t i = 0; i < drawn.columns.size(); ++i) {
            const VisibleCurve::Column& column = drawn.columns[i];
            QCOMPARE(column.end, 10.0 * static_cast<double>(i) + 9); // the time of its last sample
            QCOMPARE(column.lowest, -4.0);
            QCOMPARE(column.highest, 9.0);
            QCOMPARE(column.mean, 1.3);
            QCOMPARE(drawn.line()[static_cast<qsizetype>(i)].value, 1.3);
        }
        // The columns are read where they lie.
        QCOMPARE(drawn.at(25)->end, 29.0);
        QCOMPARE(drawn.at(29)->end, 29.0);
        QVERIFY(!drawn.at(99.5));
    }

    void theColumnsStayTheSameWhileTheVisibleTimeMoves()
    {
        CurveData data(1000);
        for (int i = 0; i < 400; ++i)
            data.append(i, i % 7);
        const VisibleCurve before = visibleCurve(data, QCPRange(0, 100), 10);
        const VisibleCurve after = visibleCurve(data, QCPRange(33, 133), 10);
        for (const double time : {45.0, 55.0, 75.0}) {
            QCOMPARE(after.at(time)->end, before.at(time)->end);
            QCOMPARE(after.at(time)->mean, before.at(time)->mean);
        }
    }

    void aColumnDoesNotReachOverATimeWithoutSamples()
    {
        CurveData data(1000);
        for (int i = 1; i <= 1000; ++i)
            if (i <= 200 || i > 800)
                data.append(i, i % 2);
        const VisibleCurve drawn = visibleCurve(data, QCPRange(0, 1000), 100);
        QVERIFY(drawn.hasBand);
        QVERIFY(drawn.at(195) && drawn.at(805));
        QVERIFY(!drawn.at(500));
    }

    void joinedSamplesHaveABandThoughEachPointHasAPixel()
    {
        const CurveData data = curveOf({{1, 2}, {2, 4}, {3, 10}, {4, 20}, {5, 7}, {6, 7}}, 4);
        const VisibleCurve drawn = visibleCurve(data, QCPRange(0, 6), 600);
        QVERIFY(drawn.hasBand);
        QCOMPARE(drawn.columns.size(), std::size_t(3));
        QCOMPARE(drawn.columns[1].begin, 2.0); // where the former point ends
        QCOMPARE(drawn.columns[1].end, 4.0);
        QCOMPARE(drawn.columns[1].lowest, 10.0);
        QCOMPARE(drawn.columns[1].mean, 15.0);
        QCOMPARE(drawn.columns[1].highest, 20.0);
    }

    void aFlatStretchHasNoBand()
    {
        CurveData data(1000);
        for (int i = 0; i < 100; ++i)
            data.append(i, 5);
        const VisibleCurve drawn = visibleCurve(data, QCPRange(0, 100), 10);
        QCOMPARE(drawn.line().size(), 10);
        QVERIFY(!drawn.hasBand);
    }

    void aPlotWithoutWidthIsNoFault()
    {
        const CurveData data = curveOf({{1, 1}, {2, 5}, {3, 3}});
        for (const int pixels : {0, -3}) {
            const VisibleCurve drawn = visibleCurve(data, QCPRange(0, 4), pixels);
            QCOMPARE(drawn.columns.size(), std::size_t(1));
            QCOMPARE(drawn.columns[0].lowest, 1.0);
            QCOMPARE(drawn.columns[0].highest, 5.0);
        }
    }

    void theMeanOfATimeIsThatOfTheSamplesThatEndInIt()
    {
        const CurveData data = curveOf({{1, 10}, {2, 20}, {3, 60}, {4, 100}});
        QCOMPARE(data.mean(1, 3), std::optional(40.0)); // the sample at 1 s stands for the time before
        QCOMPARE(data.mean(0, 4), std::optional(47.5));
        QCOMPARE(data.mean(3.5, 9), std::optional(100.0));
        QVERIFY(!data.mean(4, 9));
        QVERIFY(!data.mean(1.2, 1.8));
        QVERIFY(!CurveData().mean(0, 1));
    }

    void theMeanCountsSamplesAndNotPoints()
    {
        const CurveData data = curveOf({{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 50}}, 4);
        QCOMPARE(data.points().size(), std::size_t(3)); // two of two samples, one of one
        QCOMPARE(data.mean(0, 5), std::optional(10.0));
    }

    void aMapOfNoNodesTakesNothing()
    {
        HeatData map;
        map.append(1, {});
        QCOMPARE(map.columns(), std::size_t(0));
        QCOMPARE(map.end(), map.begin());
        QCOMPARE(map.maximum(), 0.0);
    }

    void aColumnEndsAtItsInstantAndBeginsAtTheFormer()
    {
        HeatData map(1);
        map.setBegin(10);
        map.append(12, {0.1F});
        map.append(14, {0.2F});
        QCOMPARE(map.begin(), 10.0);
        QCOMPARE(map.end(), 14.0);
        QCOMPARE(map.columnAt(9.9), map.columns());
        QCOMPARE(map.columnAt(10), std::size_t(0));
        QCOMPARE(map.columnAt(12), std::size_t(0));
        QCOMPARE(map.columnAt(12.1), std::size_t(1));
        QCOMPARE(map.columnAt(14), std::size_t(1));
        QCOMPARE(map.columnAt(14.1), map.columns());
    }

    void columnsThatAreJoinedAreMeansAndPassOverGaps()
    {
        constexpr std::size_t nodes = HeatData::mostCells / 64; // so that a map has 64 columns
        HeatData map(nodes);
        std::vector<float> values(nodes, 0.5F);
        for (int i = 1; i <= 65; ++i) {
            values[0] = i % 2 == 0 ? 1.0F : 0.0F;
            values[1] = i % 2 == 0 ? NAN : 0.75F;
            values[2] = NAN;
            map.append(i, values);
        }
        QCOMPARE(map.columns(), std::size_t(33));
        QCOMPARE(map.time(0), 2.0);
        QCOMPARE(map.value(0, 0), 0.5F);
        QCOMPARE(map.value(1, 0), 0.75F);
        QVERIFY(std::isnan(map.value(2, 0)));
        QCOMPARE(map.value(3, 0), 0.5F);
        QCOMPARE(map.maximum(0), 1.0);
        map.append(66, values); // goes into the last column
        QCOMPARE(map.columns(), std::size_t(33));
        QCOMPARE(map.end(), 66.0);
    }

    void aPeakThatWentIntoMeansIsKnownAllTheSame()
    {
        HeatData map(2);
        map.append(1, {0.5F, NAN});
        map.raiseMaximum(0, 0.9);
        map.raiseMaximum(1, 0.99); // it has nothing to say
        QCOMPARE(map.maximum(0), 0.9);
        QVERIFY(std::isnan(map.maximum(1)));
        QCOMPARE(map.maximum(), 0.9);
        map.raiseMaximum(0, 0.2);
        QCOMPARE(map.maximum(0), 0.9);
        QCOMPARE(map.mean(0), 0.5);
    }

    void aNodeThatIsAlwaysBelowZeroHasItsOwnPeak()
    {
        HeatData map(1);
        map.append(1, {-3.0F});
        map.append(2, {-2.0F});
        QCOMPARE(map.maximum(0), -2.0);
        QCOMPARE(map.maximum(), 0.0);
    }
};

HEADROOM_WIDGET_TEST(CurvesTest)
#include "curves_test.moc"
