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
        QCOMPARE(times(15), (QStringList{"0 s", "5 s", "10 s", "15 s"}));
        QCOMPARE(times(60), (QStringList{"0 s", "10 s", "20 s", "30 s", "40 s", "50 s", "60 s"}));
        QCOMPARE(times(1.5), (QStringList{"0.0 s", "0.5 s", "1.0 s", "1.5 s"}));
        QCOMPARE(times(820), (QStringList{"0 s", "200 s", "400 s", "600 s", "800 s"}));
        QCOMPARE(times(0.012),
                 (QStringList{"0.000 s", "0.002 s", "0.004 s", "0.006 s", "0.008 s", "0.010 s", "0.012 s"}));
    }

private:
    static QStringList times(double end)
    {
        QCustomPlot plot;
        plot.resize(800, 300);
        plot.xAxis->setTicker(widgets::timeTicker());
        plot.xAxis->setRange(0, end);
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
