// Effects in a study as bars: to which side they reach, and their columns in the table.
#include "tests/widget_tests.h"
#include "widgets/plots/studies/effect_bars_view.h"

#include <QtTest>
#include <qcustomplot.h>

using namespace headroom::widgets;

namespace {

std::unique_ptr<EffectBarsView> shownBars(EffectBars content)
{
    auto chart = std::make_unique<EffectBarsView>();
    chart->resize(600, 200);
    chart->setContent(std::move(content));
    chart->show();
    (void)QTest::qWaitForWindowExposed(chart.get());
    chart->plot()->replot(QCustomPlot::rpImmediateRefresh);
    return chart;
}

/// The mean place of coloured pixels between two heights, from left to right.
double colouredAt(const QImage& picture, int top, int bottom)
{
    double sum = 0, count = 0;
    for (int y = top; y < bottom; ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y).hslSaturationF() > 0.4) {
                sum += x;
                ++count;
            }
    return count > 0 ? sum / count : -1;
}

} // namespace

class EffectBarsTest : public QObject
{
    Q_OBJECT

private slots:
    void aNegativeEffectReachesToTheOtherSide()
    {
        const auto chart = shownBars({"", "coefficient", {}, {{"A", {0.5, 0.4, 0.6}, {}}, {"B", {-0.5}, {}}}});
        const QImage picture = chart->plot()->grab().toImage();
        const double positive = colouredAt(picture, 24, 48), negative = colouredAt(picture, 54, 76); // below the legend
        QVERIFY2(negative > 0 && positive > negative + 50, qPrintable(QString("%1 %2").arg(positive).arg(negative)));
    }

    void itIsAsHighAsItsRows()
    {
        const auto few = shownBars({"share", "alone", "total", {{"A", {0.5}, {0.6}}}});
        const auto many = shownBars({"share", "alone", "total", std::vector<EffectRow>(20, {"A", {0.5}, {0.6}})});
        QVERIFY(many->height() > 5 * few->height());
    }

    void theTableHoldsBothValuesWithTheirIntervals()
    {
        const auto chart = shownBars({"share", "alone", "total", {{"A", {0.5, 0.4, 0.6}, {0.7, 0.6, 0.8}}}});
        const DataTable table = chart->table();
        QCOMPARE(table.columns.size(), 7);
        QCOMPARE(table.columns[4].name, QString("total"));
        QCOMPARE(std::get<double>(table.rows[0][1]), 0.5);
        QCOMPARE(std::get<double>(table.rows[0][6]), 0.8);
        QCOMPARE(shownBars({"", "coefficient", {}, {{"A", {1}, {}}}})->table().columns.size(), 4);
        QVERIFY(!shownBars({})->isFilled());
    }
};

HEADROOM_WIDGET_TEST(EffectBarsTest)
#include "effect_bars_test.moc"
