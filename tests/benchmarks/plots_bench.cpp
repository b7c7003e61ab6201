// Measures the cost of live plots to the window: 5000 series at 20 samples a second received and stored, of which 50
// curves, a quantile band and a heat map are drawn; panning a timeline of ten million points; opening a result file of
// a gigabyte. This program stands in the engine's place by itself.
#include "app/charts/charts_controller.h"
#include "app/window/main_window.h"
#include "markdown_table.h"
#include "record/file/result_file.h"
#include "studio_environment.h"
#include "timed_application.h"
#include "widgets/plots/views/heat_map_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>
#include <qcustomplot.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <string_view>
#include <thread>

namespace {

using namespace headroom;
using bench::threadMs;
using bench::TimedApplication;
using test::number;

constexpr int nodes = 1650, groupSeries = 50; // three series for each node
constexpr int perSecond = 20;
constexpr double liveS = 10;

std::vector<record::SeriesInfo> series()
{
    std::vector<record::SeriesInfo> all = {{0, {"operation", "PUT", "throughput"}, "1/s"},
                                           {1, {"operation", "PUT", "latency p50"}, "s"},
                                           {2, {"operation", "PUT", "latency p99"}, "s"}};
    const auto add = [&](std::vector<std::string> path, const char* unit) {
        all.push_back({static_cast<std::uint32_t>(all.size()), std::move(path), unit});
    };
    while (all.size() < groupSeries)
        add({"node group", "storage", "part " + std::to_string(all.size())}, "share");
    for (int node = 0; node < nodes; ++node)
        for (const char* metric : {"processor", "network", "disk data"})
            add({"node", "storage-" + std::to_string(node), metric}, "share");
    return all;
}

std::vector<double> valuesAt(double time, std::size_t count)
{
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = 0.5 + 0.4 * std::sin(time * (1 + static_cast<double>(i % 97) / 50)) +
                    0.01 * std::sin(time * 91 + static_cast<double>(i));
    values[0] *= 1e4;
    values[1] *= 1e-3;
    values[2] *= 4e-3;
    return values;
}

/// Writes the stream of a run of this many series, in real time.
int playEngine()
{
    using Clock = std::chrono::steady_clock;
    record::Header header{"live", 1, liveS, 0, 1.0 / perSecond, series()};
    record::Watching all;
    for (const auto& info : header.series)
        all.series.push_back(info.id);
    std::cout << toLine(header) << toLine(all) << toLine(record::State{"running"});
    const auto begin = Clock::now();
    for (int i = 1; i <= static_cast<int>(liveS * perSecond); ++i) {
        record::Sample sample;
        sample.time = static_cast<double>(i) / perSecond;
        sample.values = valuesAt(sample.time, header.series.size());
        std::this_thread::sleep_until(begin + std::chrono::duration<double>(sample.time));
        std::cout << toLine(sample) << std::flush;
    }
    record::Summary summary;
    summary.project = "live";
    summary.simulatedS = summary.wallS = liveS;
    std::cout << toLine(record::Finished{summary, ""}) << std::flush;
    return 0;
}

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void live(TimedApplication& application, app::MainWindow& window, const test::MarkdownTable& table)
{
    auto& results = window.results();
    window.run();
    QElapsedTimer wall;
    wall.start();
    while (!window.controller().history().current() || window.controller().history().current()->series.empty())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QVector<widgets::PanelSpec> specs{
        {"Latency", "p50 to p99", "s", {{1, "p50", 0, {}}, {2, "p99", 1, {}}}, {{1, 2, 0}}},
        {"Load", "share", "share", {}}};
    for (std::uint32_t id = 3; id < groupSeries; ++id)
        specs[1].curves.append({id, "part " + QString::number(id), static_cast<int>(id), {}});
    results.showTab(app::ResultsPanel::heatMapTab);
    // The map beside a timeline of its own, so that both are seen and drawn.
    widgets::TimelineView timeline;
    timeline.resize(1000, 400);
    timeline.setPanels(specs);
    timeline.setTimeRange(0, liveS);
    const app::Run& run = *window.controller().history().current();
    for (std::uint32_t id = 1; id < groupSeries; ++id)
        timeline.setCurve(id, {run.curves, &run.curves->at(record::seriesName(run.series[id]))});
    timeline.show();
    QObject::connect(&window.controller(), &app::RunController::samplesArrived, &timeline,
                     [&](const std::vector<record::Sample>& samples) { timeline.setNow(samples.back().time); });
    for (QCustomPlot* plot : {timeline.plot(), results.charts().heatMap().plot(), results.timeline().plot()})
        QObject::connect(plot, &QCustomPlot::afterReplot, &application, [&] { application.painted = true; });
    application.frames.clear();
    application.longest = 0;
    const double before = threadMs();
    wall.restart();
    while (window.controller().isActive())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const double spent = threadMs() - before, seconds = static_cast<double>(wall.elapsed()) / 1000;
    std::size_t stored = 0;
    for (const auto& [name, curve] : *run.curves)
        stored += curve.points().size();
    const std::string what = "live, " + std::to_string(series().size()) + " series: ";
    table.row({what + "samples stored, in " + number(seconds, 1) + " s", std::to_string(stored), ""});
    table.row(
        {what + "share of a core that the window's thread takes", number(spent / seconds / 10, 1) + " %", "50 %"});
    table.row({what + std::to_string(application.frames.size()) + " frames, median; 99 %; longest step, ms",
               number(quantile(application.frames, 0.5), 1) + "; " + number(quantile(application.frames, 0.99), 1) +
                   "; " + number(application.longest, 1),
               "99 %: 50"});
}

void pan(const test::MarkdownTable& table)
{
    widgets::TimelineView timeline;
    timeline.resize(1600, 500);
    QVector<widgets::PanelSpec> specs{{"Load", "share", "share", {}}};
    constexpr std::uint32_t curves = 50;
    constexpr int samples = 200'000;
    for (std::uint32_t id = 0; id < curves; ++id)
        specs[0].curves.append({id, QString::number(id), static_cast<int>(id), {}});
    timeline.setPanels(specs);
    timeline.setTimeRange(0, samples);
    for (std::uint32_t id = 0; id < curves; ++id) {
        auto data = std::make_shared<widgets::CurveData>();
        for (int i = 0; i < samples; ++i)
            data->append(i, 0.5 + 0.4 * std::sin(i * 0.001 * (1 + id)) + 0.05 * std::sin(i * 1.7));
        timeline.setCurve(id, data);
    }
    timeline.show();
    timeline.paintNow();
    for (const double part : {0.9, 0.2, 0.01}) {
        std::vector<double> frames;
        for (int i = 0; i < 60; ++i) {
            const double begin = threadMs();
            const double from = samples * (1 - part) * i / 60;
            timeline.showTime(from, from + samples * part);
            timeline.paintNow();
            frames.push_back(threadMs() - begin);
        }
        table.row({"panning in 10 million points, " + number(part * 100) + " % seen: frames, median; 99 %, ms",
                   number(quantile(frames, 0.5), 1) + "; " + number(quantile(frames, 0.99), 1), "33"});
    }
}

double residentMb()
{
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').front().toDouble() / 1024;
    return 0;
}

void open(const QString& path, const test::MarkdownTable& table)
{
    {
        record::ResultWriter writer(path.toStdString(), "{}", series());
        const std::size_t count = series().size();
        record::Sample sample;
        for (int i = 1; i <= 11000; ++i) {
            sample.time = i * 0.1;
            sample.values = valuesAt(sample.time, count);
            writer.add(sample);
        }
        record::Summary summary;
        summary.project = "large";
        writer.finish(summary);
    }
    const double before = residentMb();
    QElapsedTimer wall;
    wall.start();
    const record::ResultReader reader(path.toStdString());
    const auto all = reader.series();
    const auto summary = reader.summary();
    std::size_t points = 0;
    for (std::uint32_t id = 0; id < groupSeries; ++id)
        points += reader.points(id).times.size();
    const double seconds = static_cast<double>(wall.elapsed()) / 1000;
    table.row({"reading what a window needs of a result of " +
                   number(static_cast<double>(QFile(path).size()) / 1e9, 2) + " GB with " + std::to_string(all.size()) +
                   " series, " + std::to_string(points) + " points of curves: s; memory, MB",
               number(seconds, 2) + "; " + number(residentMb() - before), "2; 500"});
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "simulate")
        return playEngine();
    const bench::StudioEnvironment environment;
    qputenv("HEADROOM_ENGINE", QFile::symLinkTarget("/proc/self/exe").toUtf8());
    TimedApplication application(argc, argv);
    widgets::applyTheme(application, widgets::Theme::light);
    test::printHeading("Plots", "Series at 20 samples a second that are received, stored and drawn live (50 curves, a "
                                "band, a heat map); a timeline of ten million points; a large result file. Frames are "
                                "processor time of the window's thread.");
    const test::MarkdownTable table({"what", "figure", "aim"});
    QTemporaryDir folder;
    {
        app::MainWindow window;
        window.resize(1600, 1000);
        window.show();
        if (!window.openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"))
            return 1;
        live(application, window, table);
    }
    pan(table);
    open(folder.filePath("large.hrr"), table);
    return 0;
}
