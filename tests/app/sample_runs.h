// Runs that no engine has run: what a test says of them, as plain values, as result files, and as programs that stand
// in the engine's place.
#pragma once

#include "app/runs/run_history.h"
#include "record/file/result_file.h"
#include "record/stream/stream.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace sample {

/// Longest wait for a process or for what is read in a thread; only a failure takes so long.
constexpr int patienceMs = 60000;

/// Ten seconds of writes, the first two of them warm-up.
inline headroom::record::Summary summary(double perSecond = 1000)
{
    headroom::record::Summary summary;
    summary.project = "Rack";
    summary.seed = 7;
    summary.simulatedS = 10;
    summary.warmUpS = 2;
    summary.wallS = 0.5;
    summary.events = 123456;
    summary.parameters = {{"WORKERS", "64"}};
    auto& put = summary.operations["PUT"];
    put.count = 8000;
    put.perSecond = perSecond;
    put.latency = {.meanMs = 12, .p50Ms = 10, .p95Ms = 30, .p99Ms = 40, .maxMs = 90};
    put.buckets = {{8, 16, 6000}, {16, 32, 2000}};
    summary.resources = {{"storage", "disk data", 0.9, 0.95, 3, 1e6, 0.001, 0.002, 0.003}};
    summary.bottleneck = headroom::record::Bottleneck{.resource = "storage.disk data", .utilisation = 0.95};
    return summary;
}

/// The same of a run that could not go on.
inline headroom::record::Summary stuckSummary()
{
    headroom::record::Summary summary = sample::summary();
    summary.stuck =
        headroom::record::Stuck{.sinceS = 3, .requests = 2, .waiting = {{"store/PUT/full take", "queue for slots", 2}}};
    return summary;
}
inline QString stuckSentence()
{
    return QString::fromStdString(headroom::record::sentenceOf(*stuckSummary().stuck));
}

inline std::vector<headroom::record::SeriesInfo> series()
{
    return {{0, {"operation", "PUT", "throughput"}, "1/s"},
            {1, {"operation", "PUT", "latency p50"}, "s"},
            {2, {"operation", "PUT", "latency p99"}, "s"},
            {3, {"node group", "storage", "processor"}, "share"},
            {4, {"node", "storage-1", "processor"}, "share"}};
}

/// The values of series() at an instant.
inline headroom::record::Sample sampleAt(double time)
{
    headroom::record::Sample sample;
    sample.time = time;
    sample.events = static_cast<std::uint64_t>(time * 100);
    sample.values = {1000 + time, 0.01, 0.04, 0.5, 0.25};
    return sample;
}

/// A run of a former session that has ended, with its curves: a sample each second.
inline headroom::app::Run run(int number, double perSecond = 1000)
{
    headroom::app::Run run;
    run.number = number;
    run.ending = headroom::app::Ending::finished;
    run.summary = summary(perSecond);
    run.durationS = run.summary->simulatedS;
    run.warmUpS = run.summary->warmUpS;
    run.intervalS = 1;
    run.series = series();
    for (const auto& info : run.series) {
        auto& curve = (*run.curves)[headroom::record::seriesName(info)];
        for (int second = 1; second <= 10; ++second)
            curve.append(second, sampleAt(second).values[info.id]);
    }
    return run;
}

/// A result file with that summary and a sample each second; its folder is made. Returns its path.
inline QString writeResult(const QString& path, const headroom::record::Summary& summary = sample::summary(),
                           const std::string& project = "{}")
{
    QDir().mkpath(QFileInfo(path).path());
    headroom::record::ResultWriter writer(path.toStdString(), project, series());
    for (int second = 1; second <= 10; ++second)
        writer.add(sampleAt(second));
    writer.finish(summary);
    return path;
}

inline void writeFile(const QString& path, const QByteArray& content)
{
    QDir().mkpath(QFileInfo(path).path());
    if (QFile file(path); file.open(QIODevice::WriteOnly))
        file.write(content);
}

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// While it is there, a shell script stands in the engine's place.
class StandIn
{
public:
    StandIn(const QString& path, const QByteArray& script) : engine_(qgetenv("HEADROOM_ENGINE"))
    {
        writeFile(path, "#!/bin/sh\n" + script + '\n');
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("HEADROOM_ENGINE", path.toUtf8());
    }
    ~StandIn() { qputenv("HEADROOM_ENGINE", engine_); }
    StandIn(const StandIn&) = delete;
    StandIn& operator=(const StandIn&) = delete;

private:
    QByteArray engine_;
};

} // namespace sample
