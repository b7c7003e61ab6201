// Ticks of the axes of charts.
#include "tests/widget_tests.h"
#include "widgets/plots/chart/axis_style.h"

#include <QTest>
#include <qcustomplot.h>

using namespace headroom;

class AxisStyleTest : public QObject
{
    Q_OBJECT
private slots:
    void aLogarithmicAxisOverFewDecadesHasTicksAtOneTwoAndFive()
    {
        QCOMPARE(labels(0.009, 0.31), (QStringList{"10 ms", "20 ms", "50 ms", "100 ms", "200 ms"}));
        QCOMPARE(labels(2e-6, 0.0011),
                 (QStringList{"2 µs", "5 µs", "10 µs", "20 µs", "50 µs", "100 µs", "200 µs", "500 µs", "1 ms"}));
    }

    void overManyItHasOneForEachDecade()
    {
        const QStringList decades = labels(1e-6, 10);
        QVERIFY(decades.contains("1 ms") && decades.contains("1 s"));
        QVERIFY(decades.size() <= 8);
    }

    void withinOneStepItHasTicksAllTheSame() { QVERIFY(labels(0.0155, 0.0195).size() >= 2); }

    void withLittleRoomALogarithmicAxisHasFewerTicks()
    {
        QCOMPARE(labels(0.009, 0.31, 10), (QStringList{"10 ms", "20 ms", "50 ms", "100 ms", "200 ms"}));
        QCOMPARE(labels(0.009, 0.4, 4), (QStringList{"10 ms", "30 ms", "100 ms", "300 ms"}));
        QCOMPARE(labels(0.009, 11, 4), (QStringList{"10 ms", "100 ms", "1 s", "10 s"}));
        // With one decade, and room for two labels, those at its ends.
        QCOMPARE(labels(0.015, 0.8, 2.4), (QStringList{"20 ms", "500 ms"}));
    }

    void theTitleOfAnAxisNamesTheUnitThatItsTicksLack()
    {
        QCOMPARE(widgets::axisTitle("price", "USD"), QString("price, USD"));
        QCOMPARE(widgets::axisTitle("power", "W"), QString("power, W"));
        for (const char* unit : {"s", "B", "B/s", "share", "1/s", "1", ""})
            QCOMPARE(widgets::axisTitle("figure", unit), QString("figure"));
    }

    void timeIsCountedInStepsOfOneTwoOrFive()
    {
        QCOMPARE(times(15), (QStringList{"0", "5 s", "10 s", "15 s"}));
        QCOMPARE(times(60), (QStringList{"0", "10 s", "20 s", "30 s", "40 s", "50 s", "60 s"}));
        QCOMPARE(times(1.5), (QStringList{"0", "0.5 s", "1.0 s", "1.5 s"}));
        QCOMPARE(times(820), (QStringList{"0", "200 s", "400 s", "600 s", "800 s"}));
    }

    void timeIsInTheUnitOfTheRun()
    {
        QCOMPARE(times(0.012), (QStringList{"0", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms", "12 ms"}));
        QCOMPARE(times(3e-6), (QStringList{"0", "0.5 µs", "1.0 µs", "1.5 µs", "2.0 µs", "2.5 µs", "3.0 µs"}));
        QCOMPARE(times(1e-9), (QStringList{"0", "0.2 ns", "0.4 ns", "0.6 ns", "0.8 ns", "1.0 ns"}));
        QCOMPARE(times(36000), (QStringList{"0", "10000 s", "20000 s", "30000 s"}));
    }

    void aShortStretchOfALongRunIsCountedFromItsFirstTick()
    {
        QCOMPARE(times(30.0001, 30), (QStringList{"30.00000 s", "+20 µs", "+40 µs", "+60 µs", "+80 µs"}));
        QCOMPARE(times(9.0006, 9.0003),
                 (QStringList{"9.00030 s", "+50 µs", "+100 µs", "+150 µs", "+200 µs", "+250 µs", "+300 µs"}));
    }

    void allTicksOfALinearAxisHaveOneUnit()
    {
        QCOMPARE(linear(0, 1500, "1/s"), (QStringList{"0", "250", "500", "750", "1000", "1250", "1500"}));
        QCOMPARE(linear(0, 5000, "1/s"), (QStringList{"0", "1 k", "2 k", "3 k", "4 k", "5 k"}));
        QCOMPARE(linear(0, 1000, "1/s"), (QStringList{"0", "200", "400", "600", "800", "1000"}));
        QCOMPARE(linear(0, 2.5e6, "1/s"), (QStringList{"0", "0.5 M", "1.0 M", "1.5 M", "2.0 M", "2.5 M"}));
        QCOMPARE(linear(0, 3e9, "B/s"),
                 (QStringList{"0", "0.5 GB/s", "1.0 GB/s", "1.5 GB/s", "2.0 GB/s", "2.5 GB/s", "3.0 GB/s"}));
        QCOMPARE(linear(0, 0.012, "s"), (QStringList{"0", "2.5 ms", "5.0 ms", "7.5 ms", "10.0 ms"}));
        QCOMPARE(linear(0, 1, "share"), (QStringList{"0 %", "20 %", "40 %", "60 %", "80 %", "100 %"}));
        QCOMPARE(linear(0, 2e-6, "1/s"), (QStringList{"0", "0.5×10⁻⁶", "1.0×10⁻⁶", "1.5×10⁻⁶", "2.0×10⁻⁶"}));
        QCOMPARE(linear(-0.002, 0.001, "s"),
                 (QStringList{"-2.0 ms", "-1.5 ms", "-1.0 ms", "-0.5 ms", "0", "0.5 ms", "1.0 ms"}));
    }

private:
    static QStringList times(double end, double begin = 0)
    {
        QCustomPlot plot;
        plot.resize(800, 300);
        plot.xAxis->setTicker(widgets::timeTicker());
        plot.xAxis->setRange(begin, end);
        plot.replot();
        return plot.xAxis->tickVectorLabels();
    }
    static QStringList linear(double lower, double upper, const char* unit)
    {
        QCustomPlot plot;
        plot.resize(800, 300);
        plot.xAxis->setTicker(widgets::quantityTicker(unit, false, 5));
        plot.xAxis->setRange(lower, upper);
        plot.replot();
        return plot.xAxis->tickVectorLabels();
    }
    static QStringList labels(double lower, double upper, double fitting = 1000)
    {
        QCustomPlot plot;
        plot.resize(800, 300);
        QCPAxis* axis = plot.xAxis;
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(widgets::quantityTicker("s", true, 5, [fitting] { return fitting; }));
        axis->setRange(lower, upper);
        plot.replot();
        return axis->tickVectorLabels();
    }
};

HEADROOM_WIDGET_TEST(AxisStyleTest)
#include "axis_style_test.moc"
