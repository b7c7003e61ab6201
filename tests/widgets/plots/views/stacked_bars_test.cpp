// Bars that are made of parts: how long they are drawn, what the legend names, and the table behind them.
#include "tests/widget_tests.h"
#include "widgets/plots/views/stacked_bars_view.h"

#include <QtTest>
#include <qcustomplot.h>

using namespace headroom::widgets;

namespace {

StackedBars costs()
{
    return {"Costs",
            "year",
            "USD",
            {"purchase", "energy", "support"},
            {{"year 1", {600, 0, 200}}, {"year 2", {0, 0, 200}, true}}};
}

std::unique_ptr<StackedBarsView> shownStack(StackedBars content, int width = 600)
{
    auto chart = std::make_unique<StackedBarsView>("Nothing yet.");
    chart->resize(width, 200);
    chart->setContent(std::move(content));
    chart->show();
    (void)QTest::qWaitForWindowExposed(chart.get());
    chart->plot()->replot(QCustomPlot::rpImmediateRefresh);
    return chart;
}

/// Pixels of this colour in the middle of a bar's row.
int pixelsOf(const StackedBarsView& chart, std::size_t bar, const QColor& colour)
{
    const QImage picture = chart.plot()->grab().toImage();
    const int y = qRound(chart.row(bar).center().y() * picture.devicePixelRatio());
    int count = 0;
    for (int x = 0; x < picture.width(); ++x)
        count += picture.pixelColor(x, y) == colour ? 1 : 0;
    return count;
}

} // namespace

class StackedBarsTest : public QObject
{
    Q_OBJECT

private slots:
    void aPartIsAsLongAsItsShareOfTheLongestBar()
    {
        const auto chart = shownStack(costs());
        const bool dark = colours(chart->palette()).dark;
        const int purchase = pixelsOf(*chart, 0, seriesColour(0, dark)),
                  support = pixelsOf(*chart, 0, seriesColour(2, dark));
        QVERIFY2(purchase > 100 && std::abs(purchase - 3 * support) <= 4,
                 qPrintable(QString("%1 %2").arg(purchase).arg(support)));
        QVERIFY(std::abs(pixelsOf(*chart, 1, seriesColour(2, dark)) - support) <= 2);
        QCOMPARE(pixelsOf(*chart, 1, seriesColour(0, dark)), 0);
    }

    void aNarrowChartHasALegendOfMoreLines()
    {
        StackedBars many = costs();
        many.parts = {"the purchase of all parts", "energy with cooling and conversion", "support in all years"};
        QVERIFY(shownStack(many, 300)->row(0).top() > shownStack(many, 900)->row(0).top());
    }

    void theTableHasEachPartAndWhetherSomethingIsMissing()
    {
        QCOMPARE(toCsv(shownStack(costs())->table()),
                 QString(R"(year,purchase [USD],energy [USD],support [USD],together [USD],at least
year 1,600,0,200,800,no
year 2,0,0,200,200,yes
)"));
    }
};

HEADROOM_WIDGET_TEST(StackedBarsTest)
#include "stacked_bars_test.moc"
