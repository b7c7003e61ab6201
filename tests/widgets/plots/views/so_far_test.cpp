// The panel of a run without results: one that goes on, and one whose engine was killed.
#include "tests/widget_tests.h"
#include "widgets/plots/views/comparison_panel.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QTest>

using namespace headroom;
using namespace headroom::widgets;

namespace {

std::vector<record::SeriesInfo> sampledSeries()
{
    return {{0, {"operation", "PUT", "throughput"}, "1/s"},       {1, {"operation", "PUT", "latency p99"}, "s"},
            {2, {"operation", "GET", "throughput"}, "1/s"},       {3, {"node group", "storage", "disk data"}, "share"},
            {4, {"node group", "storage", "processor"}, "share"}, {5, {"role", "proxy", "workers"}, "share"},
            {6, {"node", "storage-1", "processor"}, "share"},     {7, {"link", "up", "mean"}, "share"}};
}

/// A sample each second, that of the second n being n times the first. Nobody gets, and the processors are idle.
CurvesByName curvesOf(int seconds, double factor = 1)
{
    CurvesByName curves;
    const auto add = [&](const char* name, double perSecond) {
        auto& curve = curves[name];
        for (int second = 1; second <= seconds; ++second)
            curve.append(second, perSecond * factor * second);
    };
    add("operation · PUT · throughput", 100);
    add("operation · PUT · latency p99", 0.01);
    add("operation · GET · throughput", 0);
    add("node group · storage · disk data", 0.04);
    add("node group · storage · processor", 0.0001);
    add("role · proxy · workers", 0.01);
    add("node · storage-1 · processor", 0.01);
    add("link · up · mean", 0.01);
    return curves;
}

QStringList textsOf(const QVector<ComparisonRow>& rows)
{
    QStringList texts;
    for (const ComparisonRow& row : rows)
        texts += (row.use ? "use of " : "") + row.name + ' ' + row.now + ' ' + row.change;
    return texts;
}

} // namespace

class SoFarTest : public QObject
{
    Q_OBJECT

private slots:
    void beforeTheFirstSampleThereAreNoFigures()
    {
        QVERIFY(!figuresSoFar({}, {}, 2, nullptr));
        QVERIFY(!figuresSoFar(sampledSeries(), {{"operation · PUT · throughput", CurveData()}}, 2, nullptr));
    }

    void theFiguresSoFarAreMeansSinceTheWarmUp()
    {
        const auto figures = figuresSoFar(sampledSeries(), curvesOf(6), 2, nullptr);
        QVERIFY(figures && !figures->warmingUp);
        QCOMPARE(figures->from, 2.0);
        QCOMPARE(figures->until, 6.0);
        // The means of 3 to 6. Idle resources, those of single nodes, links, and operations that nobody asks for are
        // left out.
        QCOMPARE(textsOf(figures->rows),
                 (QStringList{"PUT throughput 450 /s ", "Latency p99 45.0 ms ", "use of storage · disk data 18 % ",
                              "use of proxy · workers 4.5 % "}));
    }

    void duringTheWarmUpTheyAreOfIt()
    {
        const auto figures = figuresSoFar(sampledSeries(), curvesOf(2), 2, nullptr);
        QVERIFY(figures && figures->warmingUp);
        QCOMPARE(figures->from, 0.0);
        QCOMPARE(figures->rows[0].now, QString("150 /s"));
    }

    void theFormerRunIsReadOverTheSameTimeAndNothingIsJudged()
    {
        const CurvesByName former = curvesOf(60, 0.5);
        const auto figures = figuresSoFar(sampledSeries(), curvesOf(6), 2, &former);
        QCOMPARE(figures->rows[0].change, QString("+100 %")); // of 60 s it would be another
        QCOMPARE(figures->rows[2].change, QString("+9.0 points"));
        for (const ComparisonRow& row : figures->rows)
            QCOMPARE(row.judgement, Judgement::neutral);
    }

    void thePanelShowsThemAndSaysWhatTheyAre()
    {
        ComparisonPanel panel;
        panel.show();
        panel.setSoFar(*figuresSoFar(sampledSeries(), curvesOf(6), 2, nullptr), {}, {});
        QVERIFY(textIn(panel, "450 /s") && textIn(panel, "so far") && textIn(panel, "storage · disk data"));
        QVERIFY(textIn(panel, "so far, 2 s to 6 s"));
        QVERIFY(!textIn(panel, "change"));
        QCOMPARE(label(panel, "bottleneck"), QString("Means of the samples until now."));
        QVERIFY(!panel.findChild<QLabel*>("trouble")->isVisible());
        panel.setSoFar(*figuresSoFar(sampledSeries(), curvesOf(2), 2, nullptr), {}, {});
        QVERIFY(label(panel, "bottleneck").contains("They are of the warm-up"));
        const CurvesByName former = curvesOf(60, 0.5);
        panel.setSoFar(*figuresSoFar(sampledSeries(), curvesOf(6), 2, &former), {}, "run 3");
        QCOMPARE(label(panel, "comparisonTitle"), QString("Against run 3"));
        QVERIFY(textIn(panel, "+100 %") && label(panel, "bottleneck").endsWith("Run 3 is read over the same time."));
        panel.setSummaries({}, {}, {});
        QVERIFY(!textIn(panel, "450 /s"));
    }

    void rowsHaveTheirHeightAsSoonAsTheyAreThere()
    {
        ComparisonPanel panel;
        panel.resize(330, 190); // as in a window of 1280 x 720
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const CurvesByName former = curvesOf(60, 0.5);
        panel.setSoFar(*figuresSoFar(sampledSeries(), curvesOf(6), 2, &former), {}, "run 3", {"WORKERS: 64, was 16"});
        for (const char* name : {"comparisonTable", "comparisonUses"}) { // no event has been handled since
            const auto* table = panel.findChild<QWidget*>(name);
            QVERIFY(table->height() >= table->minimumSizeHint().height());
            const auto cells = table->findChildren<QLabel*>();
            QVERIFY(!cells.isEmpty());
            for (const QLabel* cell : cells)
                QVERIFY2(cell->isVisible() && cell->height() >= cell->fontMetrics().height(), qPrintable(cell->text()));
        }
        const auto* sentence = panel.findChild<QLabel*>("bottleneck");
        QVERIFY(sentence->height() >= sentence->heightForWidth(sentence->width()));
    }

    void theFiguresStandBeforeWhereTheyAreFrom()
    {
        ComparisonPanel panel;
        panel.show();
        panel.setOrigin("From the file run.hrr.");
        panel.setSoFar(*figuresSoFar(sampledSeries(), curvesOf(6), 2, nullptr), {}, {}, {"WORKERS: 64, was 16"});
        QCOMPARE(label(panel, "origin"), QString("From the file run.hrr."));
        const auto top = [&](const char* name) { return panel.findChild<QWidget*>(name)->y(); };
        QVERIFY(top("bottleneck") < top("comparisonTable"));
        QVERIFY(top("differences") < top("comparisonTable"));
        QVERIFY(top("comparisonTable") < top("origin"));
    }

    void aRunThatBrokeOffKeepsThemBelowARedSentence()
    {
        ComparisonPanel panel;
        panel.show();
        panel.setSoFar(*figuresSoFar(sampledSeries(), curvesOf(6), 2, nullptr), "The run broke off at 6 s.", {});
        auto* trouble = panel.findChild<QLabel*>("trouble");
        QVERIFY(trouble->isVisible());
        QCOMPARE(label(panel, "trouble"), QString("The run broke off at 6 s."));
        QVERIFY(textIn(panel, "450 /s"));
        QVERIFY(label(panel, "bottleneck").contains("no results"));
    }

    void noLineEndsBetweenANumberAndItsUnit()
    {
        QCOMPARE(unbroken("busiest at 25 % of 4 disks, 1.2 MB/s in 3.1 ms"),
                 QString("busiest at 25\u00A0% of 4 disks, 1.2\u00A0MB/s in 3.1\u00A0ms"));
        QCOMPARE(unbroken("4\u2009820 /s for 51\u2009200 USD"), QString("4\u202F820\u00A0/s for 51\u202F200\u00A0USD"));
        QCOMPARE(unbroken("3 servers, 2 maps"), QString("3 servers, 2 maps"));
    }

private:
    static bool textIn(const QWidget& panel, const QString& text)
    {
        const auto labels = panel.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* one) { return one->text() == text; });
    }
    static QString label(const QWidget& panel, const char* name)
    {
        return panel.findChild<QLabel*>(name)->text().replace(QChar(0xA0), ' ');
    }
};

HEADROOM_WIDGET_TEST(SoFarTest)
#include "so_far_test.moc"
