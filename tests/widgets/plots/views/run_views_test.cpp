// Results of a run, in bars, in the load curve and in the table beside the timeline.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/plots/views/bars_view.h"
#include "widgets/plots/views/comparison_panel.h"
#include "widgets/plots/views/load_curve_view.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <qcustomplot.h>

using namespace headroom;
using namespace headroom::widgets;

namespace {

record::Summary busy(std::initializer_list<std::pair<const char*, double>> shares)
{
    record::Summary result;
    for (const auto& [name, share] : shares) {
        auto& resource = result.resources.emplace_back();
        resource.nodeGroup = QString(name).section('.', 0, 0).toStdString();
        resource.resource = QString(name).section('.', 1).toStdString();
        resource.utilisationMean = resource.utilisationMax = share;
    }
    return result;
}

QString cellText(const DataTable& table, std::size_t row, std::size_t column)
{
    return std::get<QString>(table.rows.at(row).at(column));
}

double cellNumber(const DataTable& table, std::size_t row, std::size_t column)
{
    return std::get<double>(table.rows.at(row).at(column));
}

bool saysWhatFillsIt(const ChartWidget& chart)
{
    const auto labels = chart.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [](const QLabel* label) { return label->isVisible() && label->text().contains("run"); });
}

LoadPoint point(const char* run, const char* operation, double perSecond, double factor)
{
    return {run, operation, perSecond, {1 * factor, 2 * factor, 3 * factor, 4 * factor, 5 * factor}, false};
}

void turnWheel(QWidget& plot, int angle)
{
    const QPointF at = QRectF(plot.rect()).center();
    QWheelEvent event(at, plot.mapToGlobal(at), {}, {0, angle}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot, &event);
}

} // namespace

class RunViewsTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        bars_.reset();
        curve_.reset();
        panel_.reset();
    }

    void barsOfNoRunSayWhatFillsThem()
    {
        QVERIFY(!bars().isFilled());
        QVERIFY(saysWhatFillsIt(bars()));
        QVERIFY(bars().table().rows.empty());
        bars().setSummaries(busy({{"a.processor", 0.5}}), std::nullopt);
        QVERIFY(bars().isFilled());
        QVERIFY(!saysWhatFillsIt(bars()));
        bars().setSummaries(busy({}), std::nullopt); // a run of nothing
        QVERIFY(saysWhatFillsIt(bars()));
        bars().setSummaries(std::nullopt, busy({{"a.processor", 0.5}})); // no run, though there was one
        QVERIFY(saysWhatFillsIt(bars()));
    }

    void barsOfAGroupStandTogetherInTheOrderOfTheRun()
    {
        bars().setSummaries(busy({{"storage.network", 0.1}, {"proxies.processor", 0.2}, {"storage.disk data", 0.3}}),
                            std::nullopt);
        const DataTable table = bars().table();
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(cellText(table, 0, 0) + ' ' + cellText(table, 0, 1), QString("proxies processor"));
        QCOMPARE(cellText(table, 1, 0) + ' ' + cellText(table, 1, 1), QString("storage network"));
        QCOMPARE(cellText(table, 2, 0) + ' ' + cellText(table, 2, 1), QString("storage disk data"));
        QCOMPARE(cellNumber(table, 2, 2), 0.3);
    }

    void theFormerLoadIsOfTheSameResourceOfTheSameGroup()
    {
        bars().setSummaries(busy({{"a.processor", 0.5}, {"b.processor", 0.6}, {"b.network", 0.7}}),
                            busy({{"b.processor", 0.2}, {"c.processor", 0.9}}));
        const DataTable table = bars().table();
        QVERIFY(std::holds_alternative<std::monostate>(table.rows[0][5]));
        QCOMPARE(cellNumber(table, 1, 5), 0.2);
        QVERIFY(std::holds_alternative<std::monostate>(table.rows[2][5]));
    }

    void aBarIsAsLongAsItsLoadAndNeverLongerThanItsTrack()
    {
        const QColor track = lightColours().track;
        const auto unfilled = [&](double load) {
            bars().setSummaries(busy({{"a.processor", load}}), std::nullopt);
            bars().plot()->replot();
            const QImage image = example::pictureOf(bars());
            int most = 0;
            for (int y = 0; y < image.height(); ++y) {
                int inRow = 0;
                for (int x = 0; x < image.width(); ++x)
                    inRow += image.pixelColor(x, y) == track;
                most = std::max(most, inRow);
            }
            return most;
        };
        const int idle = unfilled(0);
        QVERIFY(idle > 100);
        QVERIFY(std::abs(unfilled(0.5) - idle / 2) <= 2);
        QVERIFY(unfilled(1) <= 2);
        QVERIFY(unfilled(3.7) <= 2);
        QVERIFY(std::abs(unfilled(-1) - idle) <= 2);
    }

    void aGoalIsAMarkOnTheBarsOfItsKind()
    {
        const auto marks = [this](const char* metric) {
            auto run = busy({{"a.processor", 0.5}, {"a.network", 0.2}});
            if (metric) {
                run.goals.resize(1);
                run.goals[0].metric = metric;
                run.goals[0].atMost = 0.7;
            }
            bars().setSummaries(run, std::nullopt);
            bars().plot()->replot();
            const QImage image = example::pictureOf(bars());
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixelColor(x, y) == lightColours().bad;
            return count;
        };
        QCOMPARE(marks(nullptr), 0);
        QVERIFY(marks("resources.a.processor.used") > 5);
        QVERIFY(marks("resources.processor.busiest") > 5);
        QCOMPARE(marks("resources.disk.used"), 0);
        QCOMPARE(marks("PUT.latency.p99"), 0);
    }

    void moreBarsThanFitAreScrolledToByTheWheelAndAllOnPaper()
    {
        record::Summary many;
        for (int i = 0; i < 60; ++i) {
            auto& resource = many.resources.emplace_back();
            resource.nodeGroup = "storage";
            resource.resource = "disk " + std::to_string(i);
            resource.utilisationMean = 1;
        }
        bars().setSummaries(many, std::nullopt);
        auto* scroll = bars().findChild<QScrollBar*>();
        QVERIFY(scroll->isVisible());
        QCOMPARE(scroll->value(), 0);
        turnWheel(*bars().plot(), -120);
        QCOMPARE(scroll->value(), 60);
        turnWheel(*bars().plot(), 1200);
        QCOMPARE(scroll->value(), 0);
        turnWheel(*bars().plot(), -120000);
        QCOMPARE(scroll->value(), scroll->maximum());
        QVERIFY(bars().csv().count('\n') == 61);
        const std::unique_ptr<QMimeData> copied(bars().mimeData());
        const QString svg = copied->data("image/svg+xml");
        QVERIFY(svg.contains(">disk 0<") && svg.contains(">disk 59<")); // though only the end is on the screen
        bars().setSummaries(busy({{"a.processor", 0.5}}), std::nullopt);
        QVERIFY(!scroll->isVisible());
    }

    void aLoadCurveOfNoRunSaysWhatFillsIt()
    {
        QVERIFY(!curve().isFilled());
        QVERIFY(saysWhatFillsIt(curve()));
        curve().setPoints({point("Run 1", "PUT", 100, 1)});
        QVERIFY(!saysWhatFillsIt(curve()));
        curve().setPoints({});
        QVERIFY(saysWhatFillsIt(curve()));
        QCOMPARE(curve().findChild<QComboBox*>("loadOperation")->count(), 0);
    }

    void theCurveGoesFromLessThroughputToMore()
    {
        curve().setPoints(
            {point("Run 1", "PUT", 300, 3), point("Run 2", "PUT", 100, 1), point("Run 3", "PUT", 200, 2)});
        QCOMPARE(drawn(), QVector<QPointF>({{100, 0.001}, {200, 0.002}, {300, 0.003}}));
        QCOMPARE(cellText(curve().table(), 0, 0), QString("Run 2"));
        QCOMPARE(cellNumber(curve().table(), 2, 6), 4 * 3e-3);
    }

    void onlyRunsOfOneConfigurationAreJoinedByALine()
    {
        std::vector<LoadPoint> points{point("Run 1", "PUT", 100, 1), point("Run 2", "PUT", 900, 1),
                                      point("Run 3", "PUT", 200, 2), point("Run 4", "PUT", 1800, 2)};
        for (const std::size_t ssd : {1, 3})
            points[ssd].configuration = "SSD";
        curve().setPoints(points);
        QCOMPARE(curve().plot()->graphCount(), 2);
        QCOMPARE(drawn(), QVector<QPointF>({{100, 0.001}, {200, 0.002}}));
        QCOMPARE(curve().plot()->graph(1)->data()->at(0)->key, 900.0);
        QCOMPARE(curve().plot()->graph(1)->dataCount(), 2);
        QVERIFY(curve().plot()->axisRect()->axis(QCPAxis::atBottom)->range().upper > 1800);
    }

    void theAxesSayWhatTheyShow()
    {
        curve().setPoints({point("Run 1", "PUT", 100, 1)});
        const auto label = [this](QCPAxis::AxisType axis) { return curve().plot()->axisRect()->axis(axis)->label(); };
        QCOMPARE(label(QCPAxis::atBottom), QString("Throughput, PUT/s"));
        QCOMPARE(label(QCPAxis::atLeft), QString("Mean latency"));
        QTest::keyClick(curve().findChild<QComboBox*>("loadMetric"), Qt::Key_End);
        QCOMPARE(label(QCPAxis::atLeft), QString("Latency p99"));
    }

    void theLatencyThatIsDrawnIsChosenByTheKeys()
    {
        curve().setPoints({point("Run 1", "PUT", 100, 1)});
        auto* metric = curve().findChild<QComboBox*>("loadMetric");
        QStringList seen;
        for (const double expected : {1e-3, 2e-3, 3e-3, 4e-3}) {
            seen += metric->currentText();
            QCOMPARE(drawn()[0].y(), expected);
            QVERIFY(curve().plot()->axisRect()->axis(QCPAxis::atLeft)->range().upper > expected);
            QTest::keyClick(metric, Qt::Key_Down);
        }
        QCOMPARE(seen, QStringList({"mean latency", "p50", "p95", "p99"}));
    }

    void theChosenOperationStaysAsRunsComeAndGo()
    {
        curve().setPoints({point("Run 1", "GET", 100, 1), point("Run 1", "PUT", 200, 2)});
        auto* operation = curve().findChild<QComboBox*>("loadOperation");
        QCOMPARE(operation->count(), 2);
        QCOMPARE(operation->currentText(), QString("PUT")); // the most frequent one comes first
        QCOMPARE(drawn(), QVector<QPointF>({{200, 0.002}}));
        QTest::keyClick(operation, Qt::Key_Down);
        QCOMPARE(operation->currentText(), QString("GET"));
        curve().setPoints(
            {point("Run 1", "GET", 100, 1), point("Run 2", "DELETE", 1, 1), point("Run 2", "PUT", 900, 1)});
        QCOMPARE(operation->currentText(), QString("GET"));
        QCOMPARE(drawn(), QVector<QPointF>({{100, 0.001}}));
        curve().setPoints({point("Run 3", "PUT", 5, 1)});
        QCOMPARE(operation->currentText(), QString("PUT"));
        QCOMPARE(drawn().size(), 1);
        QCOMPARE(curve().table().rows.size(), std::size_t(1));
    }

    void aRunThatDidNothingIsAPointAllTheSame()
    {
        curve().setPoints({point("Run 1", "PUT", 0, 0)});
        QVERIFY(curve().isFilled());
        const auto* rect = curve().plot()->axisRect();
        QVERIFY(rect->axis(QCPAxis::atBottom)->range().size() > 0);
        QVERIFY(rect->axis(QCPAxis::atLeft)->range().size() > 0);
        QVERIFY(example::colourCount(example::pictureOf(curve())) > 4);
    }

    void thePointUnderThePointerIsReadAndNotExported()
    {
        curve().setPoints({point("Run 1", "PUT", 100, 1), point("Run 2", "PUT", 200, 2)});
        const QImage before = example::pictureOf(curve());
        const auto* rect = curve().plot()->axisRect();
        const QPointF place(rect->axis(QCPAxis::atBottom)->coordToPixel(100),
                            rect->axis(QCPAxis::atLeft)->coordToPixel(1e-3));
        QMouseEvent move(QEvent::MouseMove, place, curve().plot()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(curve().plot(), &move);
        QVERIFY(example::pictureOf(curve()) != before);
        const std::unique_ptr<QMimeData> copied(curve().mimeData());
        QCOMPARE(copied->data("image/svg+xml").count("mean latency"), 0); // it stands in the reading only
        QVERIFY(copied->data("image/svg+xml").contains("Run 1"));
    }

    void withoutARunThePanelSaysWhatWillStandThere()
    {
        QCOMPARE(label("comparisonTitle"), QString("This run"));
        QVERIFY(label("bottleneck").contains("When a run has ended"));
        QVERIFY(cells().isEmpty());
    }

    void aFirstRunHasNoChangesAndAnInvitation()
    {
        panel().setSummaries(example::summary(), std::nullopt, {});
        QCOMPARE(label("comparisonTitle"), QString("This run"));
        QVERIFY(cells().contains("now"));
        QVERIFY(!cells().contains("change"));
        QVERIFY(cells().contains("PUT throughput") && cells().contains("GET latency p99"));
        QVERIFY(label("bottleneck").contains("Limit: storage disks (data), 95 % used"));
        QVERIFY(label("bottleneck").endsWith("Change a parameter and run again to compare."));
    }

    void theAnswerStandsAboveTheFiguresAndIsSeenInALowPanel()
    {
        panel().resize(300, 130); // of a window of 1280 × 720
        panel().show();
        panel().setSummaries(example::summary(), example::summary(), "run 1");
        QCoreApplication::processEvents();
        const auto* answer = panel().findChild<QLabel*>("bottleneck");
        const auto bottom = [&](const QWidget* part) { return part->mapTo(&panel(), part->rect().bottomLeft()).y(); };
        QVERIFY(bottom(answer) < bottom(panel().findChild<QWidget*>("comparisonTable")));
        QVERIFY(bottom(answer) < panel().height());
    }

    void eachGoalIsALineWithItsVerdictAsSignAndColour()
    {
        panel().setSummaries(example::summary(), std::nullopt, {});
        QVERIFY(!panel().findChild<QLabel*>("goals")->isVisibleTo(&panel()));
        auto judged = example::summary();
        judged.goals.resize(3);
        judged.goals[0].verdict = "met";
        judged.goals[0].sentence = "PUT.latency.p99 at most 50.0 ms: met, 38.2 ms.";
        judged.goals[1].verdict = "missed";
        judged.goals[1].sentence = "price at most 1 USD: missed, 2 USD.";
        judged.goals[2].verdict = "not yet known";
        judged.goals[2].sentence = "\"a<b\".throughput at least 1 1/s: not yet known.";
        panel().setSummaries(judged, std::nullopt, {});
        QVERIFY(panel().findChild<QLabel*>("goals")->isVisibleTo(&panel()));
        const QStringList lines = label("goals").split("<br>");
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].contains("✓") && lines[0].contains(lightColours().good.name()) &&
                lines[0].contains("met, 38.2 ms"));
        QVERIFY(lines[1].contains("✗") && lines[1].contains(lightColours().bad.name()));
        QVERIFY(lines[2].contains("?") && lines[2].contains("a&lt;b"));
        panel().setSummaries(example::summary(), std::nullopt, {});
        QVERIFY(!panel().findChild<QLabel*>("goals")->isVisibleTo(&panel()));
    }

    void aDerivedResultIsARowThatIsComparedWithoutJudgement()
    {
        auto now = example::summary(), former = example::summary();
        now.results = {{"run time", "min", 60, 12.0, 12.0, 12.0, {}, {}}, {"cost", "USD", 1, {}, {}, {}, "x", {}}};
        former.results = {{"run time", "min", 60, 10.0, 10.0, 10.0, {}, {}}};
        const auto rows = widgets::compare(now, &former);
        const auto row = [&](const QString& name) {
            return *std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.name == name; });
        };
        QCOMPARE(row("run time").now, QString("12 min"));
        QCOMPARE(row("run time").change, QString("+20 %"));
        QVERIFY(row("run time").judgement == widgets::Judgement::neutral);
        QCOMPARE(row("cost").now, QString("—"));
    }

    void anOverloadedRunSaysSoInRedAboveItsFigures()
    {
        auto overloaded = example::summary();
        overloaded.workloads["users"].type = "open loop";
        overloaded.requests = {{"users", 0, 20000, 3000, 7000, 10000}};
        panel().setSummaries(overloaded, std::nullopt, {});
        auto* trouble = panel().findChild<QLabel*>("trouble");
        QVERIFY(trouble->isVisibleTo(&panel()));
        QCOMPARE(label("trouble"),
                 QString("Overload: the workload \"users\" does not settle. Of 2000 requests a second "
                         "300 are served, 700 fail, and the number in flight grows by 1000 a second."));
        QVERIFY(trouble->y() < panel().findChild<QWidget*>("comparisonTable")->y());
        applyTheme(*qApp, Theme::light);
        trouble->ensurePolished();
        QCOMPARE(trouble->palette().color(QPalette::WindowText).name(), lightColours().bad.name());
        auto rushed = example::summary();
        rushed.workloads["users"].type = "open loop";
        rushed.requests = {{"users", 0, 20000, 20000, 0, 0}};
        rushed.loadCourses = {{"users", {{0, 0, 0, 0, 0}, {5, 15000, 10000, 5000, 5000}, {10, 5000, 10000, 0, 5000}}}};
        panel().setSummaries(rushed, std::nullopt, {});
        QVERIFY(trouble->isVisibleTo(&panel()));
        QCOMPARE(label("trouble"), QString("From 0 s to 5 s more requests of the workload \"users\" arrived than were "
                                           "served; up to 5000 were in flight, and they had drained at 10 s."));
        panel().setSummaries(example::summary(), std::nullopt, {});
        QVERIFY(!trouble->isVisibleTo(&panel()));
    }

    void beforeTheChangesStandsWhatDiffersBetweenTheRuns()
    {
        auto* changed = panel().findChild<QLabel*>("differences");
        panel().setSummaries(example::summary(), example::summary(), "run 3", {"WORKERS: 128, was 64"});
        QVERIFY(changed->isVisibleTo(&panel()));
        QVERIFY(changed->text().contains("WORKERS: 128, was 64"));
        QVERIFY(changed->y() < panel().findChild<QWidget*>("comparisonTable")->y());
        auto other = example::summary();
        other.operations.erase("GET");
        panel().setSummaries(other, example::summary(), "run 3");
        QVERIFY(changed->text().contains("Not alike:") && changed->text().contains("run 3 has GET, PUT"));
        panel().setSummaries(example::summary(), std::nullopt, {});
        QVERIFY(!changed->isVisibleTo(&panel()));
    }

    void theFiguresComeAfterTheAnswerAndTheLoadOfResourcesComesLast()
    {
        AdviceContent advice;
        advice.rows = {{.resource = "storage disks (data)", .state = "not yet simulated"}};
        panel().advice().setContent(advice);
        panel().setSummaries(example::summary(), example::summary(), "run 3");
        QCoreApplication::processEvents();
        const auto top = [this](const char* name) { return panel().findChild<QWidget*>(name)->y(); };
        QVERIFY(top("bottleneck") < top("comparisonTable"));
        QVERIFY(top("comparisonTable") < top("advice"));
        QVERIFY(top("advice") < top("comparisonUses"));
        panel().advice().setContent({});
    }

    void aRunAgainstAnotherIsNamedAndItsChangesAreColoured()
    {
        auto better = example::summary();
        better.operations["PUT"].perSecond *= 3;
        better.operations["GET"].latency.p99Ms *= 2;
        better.operations["GET"].buckets = {{2, 4, 400}, {4, 8, 400}, {16, 20, 199}, {160, 164, 1}};
        panel().setSummaries(better, example::summary(), "run 3");
        QCOMPARE(label("comparisonTitle"), QString("Against run 3"));
        QVERIFY(!label("bottleneck").contains("run again"));
        QCOMPARE(colourBeside("PUT throughput"), lightColours().good.name());
        QCOMPARE(colourBeside("GET latency p99"), lightColours().bad.name());
        QCOMPARE(colourBeside("GET throughput"), lightColours().text.name());
        panel().setSummaries(example::summary(), std::nullopt, {});
        QCOMPARE(label("comparisonTitle"), QString("This run"));
        QVERIFY(!cells().contains("change"));
    }

    void theJudgementsTakeTheColoursOfADarkTheme()
    {
        auto better = example::summary();
        better.operations["PUT"].perSecond *= 3;
        panel().setSummaries(better, example::summary(), "run 3");
        QPalette dark;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);
        panel().setPalette(dark);
        QTRY_COMPARE(colourBeside("PUT throughput"), darkColours().good.name());
        QVERIFY(darkColours().good != lightColours().good);
    }

    void aThemeOfTheWholeProgramReachesAFilledTable()
    {
        auto better = example::summary();
        better.operations["PUT"].perSecond *= 3;
        panel().setSummaries(better, example::summary(), "run 3");
        applyTheme(*qApp, Theme::dark);
        QTRY_COMPARE(colourBeside("PUT throughput"), darkColours().good.name());
        applyTheme(*qApp, Theme::light);
        QTRY_COMPARE(colourBeside("PUT throughput"), lightColours().good.name());
    }

    void whatWouldHelpIsATableWithAButtonOnlyIfThereIsSomethingToTry()
    {
        AdviceView view;
        view.show();
        view.setContent({});
        QVERIFY(!view.isVisible());
        AdviceContent content;
        content.rows = {{.resource = "storage disks", .throughput = {"1.90×", "1.87 … 1.93"}},
                        {.resource = "network", .state = "not yet simulated"}};
        content.mayStart = true;
        view.setContent(content);
        QVERIFY(view.isVisible());
        QStringList texts;
        for (const QLabel* label : view.findChildren<QLabel*>())
            texts += label->text();
        const QString all = texts.join('|');
        QVERIFY(all.contains("1.90×") && all.contains("1.87 … 1.93") && all.contains("not yet simulated"));
        auto* button = view.findChild<QPushButton*>("adviceButton");
        QSignalSpy started(&view, &AdviceView::startWanted), cancelled(&view, &AdviceView::cancelWanted);
        button->click();
        content.running = true;
        view.setContent(content);
        button->click();
        QCOMPARE(started.size(), 1);
        QCOMPARE(cancelled.size(), 1);
    }

    void aRunThatWasStoppedSaysSo()
    {
        auto stopped = example::summary();
        stopped.stopped = true;
        panel().setSummaries(stopped, std::nullopt, {});
        QVERIFY(label("bottleneck").startsWith("Stopped before its end. "));
    }

private:
    /// Made and shown when it is first asked for.
    template <class View>
    static View& shown(std::unique_ptr<View>& view)
    {
        if (!view) {
            view = std::make_unique<View>();
            view->resize(800, 300);
            view->show();
        }
        return *view;
    }
    BarsView& bars() { return shown(bars_); }
    LoadCurveView& curve() { return shown(curve_); }
    ComparisonPanel& panel() { return shown(panel_); }

    QVector<QPointF> drawn()
    {
        QVector<QPointF> points;
        for (const auto& one : *curve().plot()->graph(0)->data())
            points.append({one.key, one.value});
        return points;
    }
    /// With plain spaces.
    QString label(const char* name) { return panel().findChild<QLabel*>(name)->text().replace(QChar(0xA0), ' '); }
    QList<QLabel*> grid()
    {
        return panel().findChild<QWidget*>("comparisonTable")->findChildren<QLabel*>() +
               panel().findChild<QWidget*>("comparisonUses")->findChildren<QLabel*>();
    }
    QStringList cells()
    {
        QStringList texts;
        for (const QLabel* cell : grid())
            texts += cell->text();
        return texts;
    }
    /// Name of the colour of the change in a row.
    QString colourBeside(const QString& row)
    {
        const auto all = grid();
        for (int i = 0; i + 2 < all.size(); ++i)
            if (all[i]->text() == row)
                return all[i + 2]->styleSheet().section("color: ", 1).section(';', 0, 0);
        return {};
    }

    std::unique_ptr<BarsView> bars_;
    std::unique_ptr<LoadCurveView> curve_;
    std::unique_ptr<ComparisonPanel> panel_;
};

HEADROOM_WIDGET_TEST(RunViewsTest)
#include "run_views_test.moc"
