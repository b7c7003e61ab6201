// What was measured on a real cluster, read and laid over a run.
#include "tests/widget_tests.h"
#include "widgets/plots/data/measured_series.h"

#include <QTest>

#include <cmath>

using namespace headroom::widgets;

namespace {

/// A ramp with a bump, sampled every half second.
MeasuredCurve bump(double shift, double factor)
{
    MeasuredCurve curve;
    for (double t = 0; t < 60; t += 0.5) {
        curve.times.push_back(t + shift);
        curve.values.push_back(factor * (100 + t + 80 * std::exp(-std::pow((t - 20) / 4, 2))));
    }
    return curve;
}

} // namespace

class MeasuredSeriesTest : public QObject
{
    Q_OBJECT

private slots:
    void aTableIsReadWithItsTimeColumn()
    {
        const auto table =
            readMeasured("# from the load generator\nops,time,\"p99, ms\"\n10,0.5,3\n20,1.0,\n30,1.5,5\n");
        QVERIFY(table.problems.isEmpty());
        QCOMPARE(table.timeColumn, 1);
        QCOMPARE(table.names, QStringList({"ops", "time", "p99, ms"}));
        const auto curve = measuredCurve(table, 2, {10, 0.001});
        QCOMPARE(curve.times, (std::vector<double>{10.5, 11.5})); // the empty cell is a gap
        QCOMPARE(curve.values, (std::vector<double>{0.003, 0.005}));
    }

    void datesCountFromTheFirstOneAndSemicolonsSeparateToo()
    {
        const auto table =
            readMeasured("Date;Throughput\r\n2024-05-01T10:00:00Z;1,5\r\n2024-05-01T10:00:02.500Z;2,5\r\n");
        const auto curve = measuredCurve(table, 1, {});
        QCOMPARE(curve.times, (std::vector<double>{0, 2.5}));
        QCOMPARE(curve.values, (std::vector<double>{1.5, 2.5}));
    }

    void aColumnThatRisesIsTheTimeIfNoneIsNamedSo()
    {
        QCOMPARE(readMeasured("a,b\n3,1\n1,2\n2,3\n").timeColumn, 1);
        const auto none = readMeasured("a,b\n3,1\n1,1\n");
        QCOMPARE(none.timeColumn, -1);
        QVERIFY(!none.problems.isEmpty());
        QVERIFY(measuredCurve(none, 0, {}).times.empty());
    }

    void whatCannotBeReadIsSaidWithItsLine()
    {
        const auto table = readMeasured("time,x\n1,2\n2\n3,4,5\n4,word\n5,6\n");
        QCOMPARE(table.problems.size(), 2);
        QVERIFY(table.problems[0].contains("Line 3"));
        QCOMPARE(measuredCurve(table, 1, {}).times, (std::vector<double>{1, 5}));
        for (const char* text : {"", "\n\n", "time,x\n", "\0\1\2", "time"})
            QVERIFY(!readMeasured(QString::fromLatin1(text)).problems.isEmpty());
    }

    void alignmentFindsOffsetAndFactor()
    {
        const auto alignment = findFit(bump(-37, 1.0 / 3), bump(0, 1), true);
        QVERIFY(alignment);
        QVERIFY2(std::abs(alignment->offsetS - 37) < 0.2, qPrintable(QString::number(alignment->offsetS)));
        QVERIFY(std::abs(alignment->factor - 3) < 0.03);
        QCOMPARE(findFit(bump(5, 1), bump(0, 1), false)->factor, 1.0);
        QVERIFY(!findFit({}, bump(0, 1), true));
        QVERIFY(!findFit({{1, 1, 1}, {1, 2, 3}}, bump(0, 1), true));
    }

    void theDeviationIsTakenWhereBothAre()
    {
        const MeasuredCurve measured{{1, 2, 100}, {10, 10, 10}}, simulated{{0, 4}, {11, 11}};
        QCOMPARE(*meanDeviation(measured, simulated), 0.1);
        QVERIFY(!meanDeviation(measured, {}));
    }
};

HEADROOM_WIDGET_TEST(MeasuredSeriesTest)
#include "measured_series_test.moc"
