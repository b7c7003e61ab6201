// Streams without an engine: a program that writes what was recorded stands in its place. Whatever a stream says, the
// studio shows what can be shown, says what cannot, and goes on.

#include "../desk_test.h"

#include "app/charts/charts_controller.h"
#include "app/charts/timeline_controller.h"
#include "app/charts/timeline_tools.h"
#include "record/stream/stream.h"
#include "tests/widget_tests.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/views/heat_map_view.h"
#include "widgets/plots/views/latency_view.h"
#include "widgets/plots/views/load_curve_view.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>

#include <cmath>
#include <optional>

using namespace headroom;

namespace {

record::Header header(std::size_t nodes)
{
    record::Header header{"recorded", 1, 10, 2, 0.1, {}};
    header.series = {{0, {"operation", "PUT", "throughput"}, "1/s"},
                     {1, {"operation", "PUT", "latency p50"}, "s"},
                     {2, {"operation", "PUT", "latency p99"}, "s"},
                     {3, {"node group", "storage", "processor"}, "share"}};
    for (std::size_t i = 0; i < nodes; ++i)
        header.series.push_back(
            {static_cast<std::uint32_t>(4 + i), {"node", "storage-" + std::to_string(i), "processor"}, "share"});
    return header;
}

record::Summary summary()
{
    record::Summary summary;
    summary.project = "recorded";
    summary.simulatedS = 10;
    summary.wallS = 0.1;
    auto& put = summary.operations["PUT"];
    put.count = 8000;
    put.perSecond = 1000;
    put.latency = {2, 2, 3, 4, 5};
    put.buckets = {{1, 2, 4000}, {2, 4, 4000}};
    summary.resources = {{"storage", "processor", 0.5, 0.6, 0.1, 0, 0.0005, 0.001, 0.002}};
    return summary;
}

/// A run of a hundred samples.
std::string recorded(std::size_t nodes = 4)
{
    const record::Header head = header(nodes);
    record::Watching watching;
    for (const auto& series : head.series)
        watching.series.push_back(series.id);
    std::string text = toLine(head) + toLine(watching) + toLine(record::State{"running"});
    for (int i = 1; i <= 100; ++i) {
        record::Sample sample;
        sample.time = i * 0.1;
        sample.events = static_cast<std::uint64_t>(i) * 10;
        sample.values = {1000.0 + i, 0.002, 0.004, 0.5};
        sample.values.resize(4 + nodes, 0.25);
        text += toLine(sample);
    }
    return text + toLine(record::Finished{summary(), ""});
}

} // namespace

class ReplayTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        engine_ = qgetenv("HEADROOM_ENGINE");
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(10));
    }
    void cleanup()
    {
        desk_.reset();
        qputenv("HEADROOM_ENGINE", engine_);
    }

    void aRecordedStreamFillsTheSamePlots()
    {
        replay(recorded());
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
        desk_->timeline().paintNow();
        const QStringList lines = desk_->timeline().csv().split('\n');
        QVERIFY(lines[0].contains("operation · PUT · throughput [1/s]"));
        QVERIFY2(lines[50].startsWith("5,1050,"), qPrintable(lines[50]));
        auto& views = desk_->window().results().charts();
        QVERIFY(views.latency().isFilled());
        QVERIFY(views.breakdown().isFilled());
        QVERIFY(views.loadCurve().isFilled());
        // The same again, the same is shown.
        const QString first = desk_->timeline().csv(), distribution = views.latency().csv();
        desk_->controller().reset();
        replay(recorded());
        QCOMPARE(desk_->timeline().csv(), first);
        QCOMPARE(views.latency().csv(), distribution);
    }

    void theSteadyThroughputIsShownWhileItIsKnown()
    {
        const auto sample = [](double time, std::optional<record::Steady> steady) {
            record::Sample at;
            at.time = time;
            at.values = {1000, 0.002, 0.004, 0.5};
            at.steady = steady;
            return toLine(at);
        };
        const std::string begin =
            toLine(header(0)) + toLine(record::Watching{{0, 1, 2, 3}}) + toLine(record::State{"running"});
        startReplay({begin + sample(1, {}), sample(2, record::Steady{412, 0.0117}), sample(3, {}),
                     sample(4, record::Steady{412, 0.01}) + toLine(record::Finished{summary(), ""})});
        const auto* shown = desk_->window().findChild<QLabel*>("steadyFigure");
        QVERIFY(shown->text().isEmpty());
        goOn(1);
        QTRY_COMPARE_WITH_TIMEOUT(shown->text(), QString("steady: 412 /s ± 1.2 %"), studio::patienceMs);
        goOn(2);
        QTRY_VERIFY_WITH_TIMEOUT(shown->text().isEmpty(), studio::patienceMs);
        goOn(3);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(shown->text(), QString("steady: 412 /s ± 1.0 %")); // it stays when the run is over
    }

    void aHeatMapThatIsSeenFillsFromTheStream()
    {
        desk_->window().results().showTab(app::ResultsPanel::heatMapTab);
        startReplay({recorded(40)});
        // The timeline comes to the front when a run begins; the map is looked at again.
        desk_->window().results().showTab(app::ResultsPanel::heatMapTab);
        auto& map = desk_->window().results().charts().heatMap();
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(map.nodes().size(), 40);
    }

    void anotherMetricChosenDuringARunShowsItsOwnSeries()
    {
        record::Header head = header(2);
        for (std::uint32_t node = 0; node < 2; ++node)
            head.series.push_back({6 + node, {"node", "storage-" + std::to_string(node), "network"}, "share"});
        const auto samples = [](int from, int to) {
            std::string text;
            for (int i = from; i <= to; ++i) {
                record::Sample sample;
                sample.time = i * 0.1;
                sample.values = {1000, 0.002, 0.004, 0.5, 0.25, 0.25, 0.75, 0.75};
                text += toLine(sample);
            }
            return text;
        };
        const std::string begin =
            toLine(head) + toLine(record::Watching{{0, 1, 2, 3, 4, 5, 6, 7}}) + toLine(record::State{"running"});
        startReplay({begin, samples(1, 50), samples(51, 100) + toLine(record::Finished{summary(), ""})});
        auto& map = desk_->window().results().charts().heatMap();
        QTRY_COMPARE_WITH_TIMEOUT(map.nodes().size(), 2, studio::patienceMs);
        desk_->window().results().showTab(app::ResultsPanel::heatMapTab);
        QTRY_VERIFY(map.isVisible());
        map.chooseMetric("processor");
        goOn(1);
        QTRY_VERIFY_WITH_TIMEOUT(!map.hottest(1).empty(), studio::patienceMs);
        QVERIFY(std::abs(map.hottest(1).front().mean - 0.25) < 1e-6);
        map.chooseMetric("network");
        goOn(2);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        const auto hottest = map.hottest(2);
        QCOMPARE(hottest.size(), std::size_t(2));
        for (const auto& node : hottest)
            QVERIFY2(std::abs(node.mean - 0.75) < 1e-6, qPrintable(QString::number(node.mean)));
    }

    void aCurveGoesOnWhenTheHeatMapOfItsSeriesIsHidden()
    {
        constexpr std::uint32_t nodes = 4000, last = 4 + nodes - 1; // more than a run sends without being asked
        const std::string begin =
            toLine(header(nodes)) + toLine(record::Watching{{0, 1, 2, 3}}) + toLine(record::State{"running"});
        startReplay({begin, toLine(record::Finished{summary(), ""})});
        auto& map = desk_->window().results().charts().heatMap();
        QTRY_COMPARE_WITH_TIMEOUT(map.nodes().size(), int(nodes), studio::patienceMs);
        desk_->window().results().showTab(app::ResultsPanel::heatMapTab);
        QTRY_VERIFY_WITH_TIMEOUT(commanded("watch").contains(last), studio::patienceMs);
        desk_->window().findChild<app::TimelineController*>()->pick("node · storage-3999 · processor", true);
        desk_->window().results().showTab(app::ResultsPanel::timelineTab);
        QTRY_VERIFY_WITH_TIMEOUT(commanded("unwatch").contains(last - 1), studio::patienceMs);
        QVERIFY2(!commanded("unwatch").contains(last), "the timeline still shows it");
        goOn(1);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    void aSeriesIsAskedForOnceAndLetGoOfByTheLastViewer()
    {
        std::vector<record::Command> sent;
        app::SeriesWatch watch([&](const record::Command& command) { sent.push_back(command); });
        watch.setAlwaysSent({1, 2});
        const int map = 0, timeline = 0;
        watch.add(&map, {1, 2});
        QVERIFY(sent.empty());
        watch.add(&map, {2, 3, 4});
        watch.add(&timeline, {4, 5});
        watch.add(&timeline, {4, 5});
        QCOMPARE(sent.size(), std::size_t(2));
        QVERIFY(sent[0].kind == record::CommandKind::watch && sent[0].series == std::vector<std::uint32_t>({3, 4}));
        QVERIFY(sent[1].kind == record::CommandKind::watch && sent[1].series == std::vector<std::uint32_t>({5}));
        watch.remove(&map);
        watch.remove(&map);
        QCOMPARE(sent.size(), std::size_t(3));
        QVERIFY(sent[2].kind == record::CommandKind::unwatch && sent[2].series == std::vector<std::uint32_t>({3}));
        watch.remove(&timeline);
        QVERIFY(sent[3].series == std::vector<std::uint32_t>({4, 5}));
    }

    void aStreamCutAnywhereShowsWhatHadArrived()
    {
        const std::string text = recorded();
        for (int part = 0; part <= 12; ++part) {
            const std::size_t cut = text.size() * static_cast<std::size_t>(part) / 13 + 7;
            replay(text.substr(0, cut));
            QCOMPARE(desk_->runs().back().ending, app::Ending::failed);
            QVERIFY(desk_->messages().contains("ended without a summary"));
        }
        QVERIFY(desk_->timeline().isFilled()); // most of the last one had arrived
        replay(text);
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
    }

    void garbageIsSaidAndPassedOver()
    {
        std::string text = recorded();
        const std::string garbage[] = {"\x01\x02\xff\xfe\n",
                                       "{\"record\":\"sample\",\"t\":\"soon\"}\n",
                                       "[[[[[[\n",
                                       "{\"record\":\"sample\",\"t\":5,\"v\":[1,2,3,4,5,6,7,8,9,10,11,12,13]}\n",
                                       "{\"record\":\"watching\",\"series\":[4000000000]}\n",
                                       "{\"record\":\"nothing known\"}\n",
                                       "\n"};
        std::size_t at = text.find('\n') + 1; // after the header
        for (const std::string& line : garbage) {
            text.insert(at, line);
            at = text.find('\n', at + 4000) + 1;
        }
        replay(text);
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
        QVERIFY(desk_->messages().contains("cannot be read"));
        QVERIFY(desk_->window().results().charts().latency().isFilled());
    }

    void aNewerVersionIsSaid()
    {
        std::string text = recorded();
        const std::string version = "\"version\":1";
        text.replace(text.find(version), version.size(), "\"version\":999");
        replay(text);
        QVERIFY2(desk_->messages().contains("999"), qPrintable(desk_->messages()));
        QVERIFY(!desk_->timeline().isFilled());
        replay(recorded());
        QVERIFY(desk_->timeline().isFilled());
    }

    void samplesBeforeTheirHeaderDoNoHarm()
    {
        const std::string text = recorded();
        replay(text.substr(text.find('\n') + 1));
        QVERIFY(desk_->isIdle());
        replay(text);
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
    }

    void aHundredThousandSeriesAreTaken()
    {
        record::Header head = header(100000);
        std::string text = toLine(head) + toLine(record::Watching{{0, 1, 2, 3}});
        for (int i = 1; i <= 20; ++i) {
            record::Sample sample;
            sample.time = i * 0.5;
            sample.values = {1000, 0.002, 0.004, 0.5};
            text += toLine(sample);
        }
        replay(text + toLine(record::Finished{summary(), ""}));
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
        QVERIFY(desk_->timeline().isFilled());
        QCOMPARE(desk_->window().results().charts().heatMap().nodes().size(), 100000);
        auto* choose = desk_->window().findChild<QToolButton*>("chooseCurves");
        QTest::mouseClick(choose, Qt::LeftButton);
        auto* tree = desk_->window().findChild<widgets::SeriesTree*>();
        QTest::keyClicks(&tree->search(), "storage-99999");
        QCOMPARE(tree->view().model()->rowCount(), 1);
    }

private:
    void write(const QString& name, const std::string& content)
    {
        QFile record(desk_->path(name));
        QVERIFY(record.open(QIODevice::WriteOnly));
        record.write(content.data(), static_cast<qint64>(content.size()));
    }
    /// A program in the engine's place that writes this and ends; of several parts each but the first when it may
    /// goOn().
    void startReplay(const std::vector<std::string>& parts)
    {
        QByteArray script = "#!/bin/sh\ncd '" + desk_->path("").toUtf8() + "'\n";
        script += "exec 3<&0\ncat <&3 >commands 2>/dev/null &\nexec 3<&-\n";
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const QString number = QString::number(i);
            write("part" + number, parts[i]);
            if (i > 0)
                script += "while [ ! -e go" + number.toUtf8() + " ]; do sleep 0.05; done\n";
            script += "cat part" + number.toUtf8() + '\n';
        }
        QFile program(desk_->path("player"));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write(script);
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        program.close();
        qputenv("HEADROOM_ENGINE", program.fileName().toUtf8());
        desk_->click(studio::runKey);
    }
    /// Series that the studio has named in commands of this kind so far.
    QSet<std::uint32_t> commanded(const std::string& kind)
    {
        QSet<std::uint32_t> series;
        QFile file(desk_->path("commands"));
        if (!file.open(QIODevice::ReadOnly))
            return series;
        for (QByteArray line = file.readLine(); line.endsWith('\n'); line = file.readLine()) {
            const studio::Json command = studio::Json::parse(line.toStdString());
            if (command.at("command") == kind && command.contains("series"))
                for (const auto& id : command.at("series"))
                    series.insert(id.get<std::uint32_t>());
        }
        return series;
    }
    void goOn(int part) { write("go" + QString::number(part), {}); }
    void replay(const std::string& stream)
    {
        startReplay({stream});
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
    }

    QByteArray engine_;
};

HEADROOM_WIDGET_TEST(ReplayTest)
#include "replay_test.moc"
