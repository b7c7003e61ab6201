// The curves that a run shows by itself, their panels and their names.
#include "tests/widget_tests.h"
#include "widgets/plots/timeline/thing_colours.h"
#include "widgets/plots/timeline/timeline_overlay.h"
#include "widgets/plots/timeline/usual_panels.h"
#include "widgets/theme/theme.h"

#include <QTest>

using namespace headroom;
using namespace headroom::widgets;

namespace {

record::SeriesInfo series(std::uint32_t id, std::vector<std::string> path, const char* unit)
{
    return {id, std::move(path), unit};
}

std::vector<record::SeriesInfo> twoOperations()
{
    return {series(1, {"operation", "PUT", "throughput"}, "1/s"),
            series(2, {"operation", "PUT", "bytes"}, "B/s"),
            series(3, {"operation", "PUT", "latency p50"}, "s"),
            series(4, {"operation", "PUT", "latency p99"}, "s"),
            series(5, {"operation", "GET", "throughput"}, "1/s"),
            series(6, {"operation", "GET", "latency p50"}, "s"),
            series(7, {"operation", "GET", "latency p99"}, "s"),
            series(8, {"node group", "storage", "processor"}, "share"),
            series(9, {"node group", "storage", "disk data"}, "share"),
            series(10, {"node group", "storage", "disk data queue"}, "1"),
            series(11, {"node", "storage-3", "processor"}, "share")};
}

double alwaysBusy(const record::SeriesInfo&)
{
    return 0.5;
}
double neverBusy(const record::SeriesInfo&)
{
    return 0;
}
int byLength(const QString& thing)
{
    return static_cast<int>(thing.size());
}

QStringList namesOf(const std::vector<record::SeriesInfo>& all)
{
    QStringList names;
    for (const auto& one : all)
        names += nameOf(one);
    return names;
}

PanelLabels panelWith(std::initializer_list<double> wishes, double top, double bottom)
{
    PanelLabels panel{top, bottom, {}};
    for (const double wish : wishes)
        panel.labels.push_back({std::uint32_t(panel.labels.size()), QString(), wish, 0, false});
    return panel;
}

QVector<PlacedLabel> placed(std::initializer_list<double> wishes, double height, double top, double bottom)
{
    std::vector<PanelLabels> panels{panelWith(wishes, top, bottom)};
    spreadLabels(panels, height);
    return {panels[0].labels.begin(), panels[0].labels.end()};
}

} // namespace

class UsualPanelsTest : public QObject
{
    Q_OBJECT

private slots:
    void ofManyResourcesTheBusiestAreShown()
    {
        std::vector<record::SeriesInfo> many;
        for (std::uint32_t i = 0; i < 12; ++i)
            many.push_back(series(i, {"node group", "group" + std::to_string(i), "processor"}, "share"));
        many.push_back(series(12, {"role", "server", "workers"}, "share"));
        const auto peak = [](const record::SeriesInfo& one) { return one.id == 12 ? 1.0 : 0.05 + 0.01 * one.id; };
        const QStringList shown = usualSeries(many, peak);
        QCOMPARE(shown.size(), seriesColourCount);
        QVERIFY(shown.contains(nameOf(many[12])));
        QVERIFY(shown.contains(nameOf(many[11])) && !shown.contains(nameOf(many[0])));
    }

    void aColourBelongsToAThingWhateverIsShownOfIt()
    {
        ThingColours colours;
        colours.know(twoOperations());
        QCOMPARE(colours.of("PUT"), 0);
        QCOMPARE(colours.of("GET"), 1);
        QCOMPARE(colours.of("PUT p99"), 2);
        QCOMPARE(colours.of("storage processor"), 4);
        QCOMPARE(colours.of("storage disk data"), 5);
        // A later run with more in it changes nothing.
        auto more = twoOperations();
        more.insert(more.begin(), series(20, {"operation", "DELETE", "throughput"}, "1/s"));
        colours.know(more);
        QCOMPARE(colours.of("PUT"), 0);
        QCOMPARE(colours.of("DELETE"), 6);
        // All curves of an operation's throughput and median are of the operation.
        QCOMPARE(thingOf(twoOperations()[0]), QString("PUT"));
        QCOMPARE(thingOf(twoOperations()[2]), QString("PUT"));
        QCOMPARE(thingOf(twoOperations()[3]), QString("PUT p99"));
        QCOMPARE(thingOf(twoOperations()[10]), QString("storage-3 processor"));
    }

    void curvesOfOnePanelDifferInColour()
    {
        PanelSpec panel;
        for (const int colour : {5, 13, 2, 10, 21})
            panel.curves.append({static_cast<std::uint32_t>(colour), QString::number(colour), colour, {}});
        panel.bands = {{13, 5, 13}};
        tellApart(panel);
        QSet<QString> seen;
        for (const CurveSpec& curve : panel.curves)
            seen.insert(seriesColour(curve.colour, false).name());
        QCOMPARE(seen.size(), panel.curves.size());
        QCOMPARE(panel.curves[0].colour, 5); // the first of its colour
        QCOMPARE(panel.curves[2].colour, 2);
        QCOMPARE(panel.bands[0].colour, panel.curves[1].colour); // a band is coloured as the curve it begins at
        // The order in which they are shown changes nothing.
        PanelSpec turned;
        for (const int colour : {21, 10, 2, 13, 5})
            turned.curves.append({static_cast<std::uint32_t>(colour), QString::number(colour), colour, {}});
        tellApart(turned);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(turned.curves[4 - i].colour, panel.curves[i].colour);
    }

    void moreCurvesThanColoursKeepThoseOfTheirThings()
    {
        PanelSpec panel;
        for (int colour = 0; colour < 12; ++colour)
            panel.curves.append({static_cast<std::uint32_t>(colour), {}, colour, {}});
        tellApart(panel);
        QCOMPARE(panel.curves[11].colour, 11);
    }

    void nodesHaveColoursByTheirNamesThatDifferFromTheirNeighbours()
    {
        const ThingColours one;
        ThingColours another;
        another.know(twoOperations());
        QCOMPARE(one.of("storage-3 processor"), another.of("storage-3 processor"));
        for (int node = 1; node < 20; ++node)
            QVERIFY(seriesColour(one.of(QString("storage-%1 processor").arg(node)), false) !=
                    seriesColour(one.of(QString("storage-%1 processor").arg(node + 1)), false));
    }

    void aSeriesIsNamedInFullAndInShort()
    {
        const auto disk = series(1, {"node", "storage-3", "disk data 7", "busy"}, "share");
        QCOMPARE(nameOf(disk), QString("node · storage-3 · disk data 7 · busy"));
        QCOMPARE(shortLabel(disk), QString("storage-3 disk data 7 busy"));
        QCOMPARE(shortLabel(series(1, {"alone"}, "1")), QString());
        QCOMPARE(nameOf(series(1, {}, "1")), QString());
    }

    void theLabelOfTheBusiestCableSaysThatItMayBeAnotherEachTime()
    {
        const auto cables = series(1, {"link", "access a→b", "busiest"}, "share");
        QCOMPARE(curveLabel(cables), QString("access a→b busiest at each time"));
        QCOMPARE(curveLabel(series(2, {"link", "access a→b", "mean"}, "share")), QString("access a→b mean"));
    }

    void throughputLatencyAndTheLoadOfGroupsAreWorthACurve()
    {
        const QStringList names = usualSeries(twoOperations(), alwaysBusy);
        QCOMPARE(names, QStringList({"operation · PUT · throughput", "operation · PUT · latency p50",
                                     "operation · PUT · latency p99", "operation · GET · throughput",
                                     "operation · GET · latency p50", "operation · GET · latency p99",
                                     "node group · storage · processor", "node group · storage · disk data"}));
    }

    void theLatencyOfWorkInTheBackgroundIsLeftOutBesideOthers()
    {
        const auto isPut = [](const QString& operation) { return operation == "PUT"; };
        const QStringList names = usualSeries(twoOperations(), alwaysBusy, isPut);
        QVERIFY(names.contains("operation · PUT · throughput"));
        QVERIFY(names.filter("PUT · latency").isEmpty());
        QCOMPARE(names.filter("GET · latency").size(), 2);
        const auto all = [](const QString&) { return true; };
        QCOMPARE(usualSeries(twoOperations(), alwaysBusy, all).filter("latency").size(), 4);
    }

    void anOperationThatNobodyAsksForIsLeftOutOnceThereIsTraffic()
    {
        const auto onlyPut = [](const record::SeriesInfo& one) {
            return one.path.size() == 3 && one.path[1] == "GET" ? 0.0 : 0.5;
        };
        QVERIFY(usualSeries(twoOperations(), onlyPut).filter("GET").isEmpty());
        QVERIFY(!usualSeries(twoOperations(), onlyPut).filter("PUT").isEmpty());
        QCOMPARE(usualSeries(twoOperations(), neverBusy).filter("GET").size(), 3); // nothing is known yet
    }

    void beforeAnythingIsBusyTheProcessorsStandForTheLoad()
    {
        const QStringList names = usualSeries(twoOperations(), neverBusy);
        QVERIFY(names.contains("node group · storage · processor"));
        QVERIFY(!names.contains("node group · storage · disk data"));
        QVERIFY(!names.contains("node · storage-3 · processor"));
    }

    void aLoadThatLiesOnTheAxisHasNoCurve()
    {
        const auto nearlyIdleDisks = [](const record::SeriesInfo& one) {
            return one.path.back() == "disk data" ? 0.02 : 0.021;
        };
        const QStringList names = usualSeries(twoOperations(), nearlyIdleDisks);
        QVERIFY(names.contains("node group · storage · processor"));
        QVERIFY(!names.contains("node group · storage · disk data"));
    }

    void thereAreNoMoreLoadsThanColours()
    {
        std::vector<record::SeriesInfo> many;
        for (std::uint32_t i = 0; i < 30; ++i)
            many.push_back(series(i, {"node group", "group" + std::to_string(i), "processor"}, "share"));
        QCOMPARE(usualSeries(many, alwaysBusy).size(), seriesColourCount);
    }

    void aRunWithoutSeriesHasThreeEmptyPanels()
    {
        QVERIFY(usualSeries({}, alwaysBusy).isEmpty());
        const auto panels = usualPanels({}, {}, byLength);
        QCOMPARE(panels.size(), 3);
        QCOMPARE(panels[0].unit, QString("1/s"));
        QCOMPARE(panels[1].unit, QString("s"));
        QCOMPARE(panels[2].unit, QString("share"));
        for (const PanelSpec& panel : panels)
            QVERIFY(panel.curves.isEmpty() && panel.bands.isEmpty());
    }

    void eachCurveStandsInItsPanelUnderItsLabel()
    {
        const auto all = twoOperations();
        const auto panels = usualPanels(all, usualSeries(all, alwaysBusy), byLength);
        const auto labels = [](const PanelSpec& panel) {
            QStringList result;
            for (const CurveSpec& curve : panel.curves)
                result += curve.label;
            return result;
        };
        QCOMPARE(labels(panels[0]), QStringList({"PUT", "GET"}));
        QCOMPARE(labels(panels[1]), QStringList({"PUT p50", "PUT p99", "GET p50", "GET p99"}));
        QCOMPARE(labels(panels[2]), QStringList({"storage processor", "storage disk data"}));
        QCOMPARE(panels[0].subtitle, QString("operations/s"));
        QCOMPARE(panels[2].curves[0].name, QString("node group · storage · processor"));
        QCOMPARE(panels[2].curves[0].series, 8U);
        QCOMPARE(panels[2].curves[0].colour, byLength("storage processor"));
    }

    void aSingleOperationNeedNotBeNamedAtEachPercentile()
    {
        const auto all = twoOperations();
        const auto panels = usualPanels(all, usualSeries(all, alwaysBusy).filter("PUT"), byLength);
        QCOMPARE(panels[0].subtitle, QString("PUT/s"));
        QCOMPARE(panels[1].curves[0].label, QString("p50"));
        QCOMPARE(panels[1].curves[1].label, QString("p99"));
    }

    void aBandLiesBetweenTheMedianAndThePercentileOfOneOperation()
    {
        const auto all = twoOperations();
        const auto panels = usualPanels(all, usualSeries(all, alwaysBusy), byLength);
        QCOMPARE(panels[1].bands.size(), 2);
        QCOMPARE(panels[1].bands[0].lower, 3U);
        QCOMPARE(panels[1].bands[0].upper, 4U);
        QCOMPARE(panels[1].bands[1].lower, 6U);
        QCOMPARE(panels[1].bands[1].upper, 7U);
        QStringList withoutMedian = usualSeries(all, alwaysBusy);
        withoutMedian.removeAll("operation · PUT · latency p50");
        QCOMPARE(usualPanels(all, withoutMedian, byLength)[1].bands.size(), 1);
    }

    void whatWasPickedByHandStandsAmongTheLoadsWhateverItIs()
    {
        const auto all = twoOperations();
        const auto panels = usualPanels(all, namesOf({all[9], all[10]}), byLength);
        QCOMPARE(panels[2].curves.size(), 2);
        QCOMPARE(panels[2].curves[0].label, QString("storage disk data queue"));
        QCOMPARE(panels[2].curves[1].label, QString("storage-3 processor"));
        QVERIFY(usualPanels(all, {"of another run"}, byLength)[2].curves.isEmpty());
    }

    void labelsThatHaveRoomStayWhereTheyWouldLikeToBe()
    {
        const auto labels = placed({20, 60, 90}, 10, 0, 100);
        QCOMPARE(labels[0].y, 20.0);
        QCOMPARE(labels[1].y, 60.0);
        QCOMPARE(labels[2].y, 90.0);
        QVERIFY(placed({}, 10, 0, 100).isEmpty());
    }

    void labelsAreMovedApartInTheirOrderAndStayWithin()
    {
        const auto labels = placed({99, 50, 51, 50.5, 98, -30}, 10, 0, 100);
        for (int i = 0; i < labels.size(); ++i) {
            QVERIFY(labels[i].y >= 5 && labels[i].y <= 95);
            if (i > 0) {
                QVERIFY(labels[i].wish >= labels[i - 1].wish);
                QVERIFY(labels[i].y - labels[i - 1].y >= 10 - 1e-9);
            }
        }
    }

    void asManyLabelsAsFitFillTheHeight()
    {
        const auto labels = placed({50, 50, 50, 50, 50, 50, 50, 50, 50, 50}, 10, 0, 100);
        for (int i = 0; i < labels.size(); ++i) {
            QCOMPARE(labels[i].y, 5.0 + 10 * i);
            QCOMPARE(labels[i].series, std::uint32_t(i)); // equal wishes keep their order
        }
    }

    void labelsOfNeighbouringPanelsShareTheSpaceBetweenThem()
    {
        // Both panels may use what is between 90 and 100, and both would like to.
        std::vector<PanelLabels> panels{panelWith({95, 95}, 0, 100), panelWith({92, 150}, 90, 200)};
        spreadLabels(panels, 10);
        const auto &upper = panels[0].labels, &lower = panels[1].labels;
        QCOMPARE(upper[0].y, 85.0);
        QCOMPARE(upper[1].y, 95.0);
        QCOMPARE(lower[0].y, 105.0);
        QCOMPARE(lower[1].y, 150.0);
    }

    void whereTheLabelsOfAPanelLeaveNoSpaceTheNextOneKeepsItsTopmost()
    {
        std::vector<PanelLabels> panels{panelWith({0, 10, 20}, -5, 25), panelWith({50, 30, 40}, 15, 45),
                                        panelWith({60}, 40, 70)};
        spreadLabels(panels, 10);
        QCOMPARE(panels[0].labels.size(), std::size_t(3));
        QCOMPARE(panels[1].labels.size(), std::size_t(2)); // between 25 and 45
        QCOMPARE(panels[1].labels[0].wish, 30.0);
        QCOMPARE(panels[1].labels[1].wish, 40.0);
        QCOMPARE(panels[2].labels[0].y, 60.0);
        double above = -5 - 5;
        for (const PanelLabels& panel : panels)
            for (const PlacedLabel& label : panel.labels) {
                QVERIFY(label.y - above >= 10 - 1e-9);
                above = label.y;
            }
    }
};

HEADROOM_WIDGET_TEST(UsualPanelsTest)
#include "usual_panels_test.moc"
