#include "app/runs/run_session.h"

#include "widgets/theme/number_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::app {

namespace {

constexpr qint64 rateWindowMs = 500;
constexpr qint64 tellMs = 250;           // between two updates of the list of runs
constexpr std::size_t pointsKept = 4000; // per curve, if there are few curves
constexpr std::size_t allPoints = 2'000'000;
constexpr std::size_t mostWatched = 3000;

template <class... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>; // Clang 14 does not deduce this by itself

} // namespace

QString steadyText(const record::Steady& steady)
{
    return RunSession::tr("steady: %1 ± %2")
        .arg(widgets::valueText(steady.perSecond, "1/s"), widgets::partText(std::ceil(steady.relative * 1000) / 1000));
}

std::size_t pointsOfCurve(std::size_t curves)
{
    return std::clamp<std::size_t>(allPoints / std::max<std::size_t>(curves, 1), 256, pointsKept);
}

std::vector<std::uint32_t> worthWatching(const std::vector<record::SeriesInfo>& series)
{
    return record::mostTelling(series, mostWatched);
}

RunSession::RunSession(RunHistory& history, int number, QObject* parent)
    : QObject(parent), history_(history), number_(number), watch_([this](const record::Command& command) {
          if (state_ != State::stopping)
              send(command);
      })
{
    connect(&engine_, &EngineProcess::received, this, &RunSession::take);
    connect(&engine_, &EngineProcess::ended, this, &RunSession::conclude);
}

void RunSession::start(const Order& order)
{
    resultFile_ = order.resultFile;
    child::Simulation simulation;
    simulation.beside = order.folder.toStdString();
    simulation.out = order.resultFile.toStdString();
    simulation.pace = order.pace > 0 ? QString::number(order.pace).toStdString() : std::string();
    simulation.traceSome = true;     // for the charts of requests
    simulation.single = order.light; // a goal under other conditions needs runs of its own: it stays not yet known
    state_ = State::starting;
    heard_.start();
    engine_.start(order.projectText, order.name, std::move(simulation));
    record::Command watch; // heard before the run begins, so that nothing of a short one is missed
    watch.kind = record::CommandKind::watch;
    watch.most = mostWatched;
    engine_.send(watch);
}

void RunSession::begin()
{
    run().queued = false;
    history_.changed(number_);
    emit stateChanged();
}

void RunSession::stop()
{
    if (state_ == State::idle || state_ == State::stopping)
        return;
    setState(State::stopping);
    engine_.stop();
}

double RunSession::silentS() const
{
    const bool going = state_ == State::starting || state_ == State::running;
    return going && heard_.isValid() ? static_cast<double>(heard_.elapsed()) / 1000 : 0;
}

void RunSession::take(const Records& records)
{
    heard_.start();
    std::vector<record::Sample> samples;
    const auto flush = [&] {
        if (!samples.empty())
            takeSamples(samples);
        samples.clear();
    };
    for (const record::Record& record : *records) {
        if (const auto* sample = std::get_if<record::Sample>(&record)) {
            samples.push_back(*sample);
            continue;
        }
        flush();
        std::visit(Overloaded{[&](const record::Header& header) { takeHeader(header); },
                              [&](const record::Watching& watching) { takeWatching(watching); },
                              [](const record::Sample&) {}, [&](const record::State& state) { takeState(state.state); },
                              [&](const record::LogLine& line) {
                                  emit message(QString::fromStdString(line.level), QString::fromStdString(line.text));
                              },
                              [&](const record::Finished& end) {
                                  run().summary = end.summary;
                                  run().file = QString::fromStdString(end.resultFile);
                                  progress_.simulatedS = end.summary.simulatedS;
                                  progress_.events = end.summary.events;
                              },
                              [](const record::Span&) {}, // not asked for: the result file contains them
                              [&](const record::Building& building) {
                                  progress_.building = QString::fromStdString(record::sentenceOf(building));
                                  emit stateChanged();
                              },
                              [&](const record::MalformedRecord& malformed) {
                                  emit message("warning", tr("A message of the engine cannot be read: %1")
                                                              .arg(QString::fromStdString(malformed.problem)));
                              }},
                   record);
    }
    flush();
}

void RunSession::takeHeader(const record::Header& header)
{
    Run& run = this->run();
    run.series = header.series;
    run.durationS = header.durationS;
    run.warmUpS = header.warmUpS;
    run.intervalS = header.intervalS;
    progress_.durationS = header.durationS;
    progress_.building.clear();
    watch_.setAlwaysSent(worthWatching(header.series)); // the series requested at the start of the run
    const std::size_t points = pointsOfCurve(std::min(header.series.size(), mostWatched));
    for (const record::SeriesInfo& series : header.series) {
        const std::string name = record::seriesName(series);
        names_[series.id] = name;
        run.curves->emplace(name, widgets::CurveData(points));
    }
    window_.start();
    windowSimulatedS_ = 0;
    windowEvents_ = 0;
    emit begun();
}

void RunSession::takeWatching(const record::Watching& watching)
{
    watched_.clear();
    watchedIds_ = watching.series;
    for (const std::uint32_t id : watching.series) {
        const auto name = names_.find(id);
        watched_.push_back(name == names_.end() ? nullptr : &run().curves->at(name->second));
    }
}

void RunSession::takeSamples(const std::vector<record::Sample>& samples)
{
    if (run().series.empty())
        return;
    for (const record::Sample& sample : samples)
        for (std::size_t i = 0; i < std::min(watched_.size(), sample.values.size()); ++i)
            if (watched_[i])
                watched_[i]->append(sample.time, sample.values[i]);
    progress_.simulatedS = samples.back().time;
    progress_.events = samples.back().events;
    progress_.requests = samples.back().requests;
    progress_.steady = samples.back().steady;
    measureRate();
    tellHistory();
    emit samplesArrived(samples);
}

/// The list shows how far each active run is, not only the displayed one.
void RunSession::tellHistory()
{
    Run& run = this->run();
    run.simulatedS = progress_.simulatedS;
    run.leftS = progress_.leftS;
    if (told_.isValid() && told_.elapsed() < tellMs)
        return;
    told_.start();
    history_.changed(number_);
}

void RunSession::measureRate()
{
    const double seconds = static_cast<double>(window_.elapsed()) / 1000;
    if (window_.elapsed() >= rateWindowMs || progress_.rate == 0) {
        progress_.rate = seconds > 0 ? (progress_.simulatedS - windowSimulatedS_) / seconds : 0;
        progress_.eventsPerSecond = seconds > 0 ? static_cast<double>(progress_.events - windowEvents_) / seconds : 0;
        windowSimulatedS_ = progress_.simulatedS;
        windowEvents_ = progress_.events;
        window_.restart();
    }
    progress_.leftS = progress_.rate > 0 ? (progress_.durationS - progress_.simulatedS) / progress_.rate : 0;
}

void RunSession::takeState(const std::string& state)
{
    if (state_ == State::stopping)
        return;
    if (state == "paused")
        setState(State::paused);
    else if (state == "running") {
        window_.restart();
        windowSimulatedS_ = progress_.simulatedS;
        windowEvents_ = progress_.events;
        setState(State::running);
    }
}

/// The engine ends with the same exit status as after an error if a run cannot go on or reaches a limit. Only the
/// summary distinguishes them.
void RunSession::explain(Ending& ending, QString& sentence)
{
    const auto& summary = run().summary;
    if (ending != Ending::failed || !summary)
        return;
    if (summary->stuck)
        sentence = QString::fromStdString(record::sentenceOf(*summary->stuck));
    else if (!summary->limit.empty())
        sentence = tr("The run was stopped: %1.").arg(QString::fromStdString(summary->limit));
    else
        return;
    ending = endingOf(*summary);
}

void RunSession::conclude(Ending ending, QString sentence)
{
    explain(ending, sentence);
    Run& run = this->run();
    run.ending = ending;
    run.sentence = sentence;
    // A run that came to its own end before its longest duration lasted so long: with its jobs, or with its precision.
    if (ending == Ending::finished && run.summary && run.summary->simulatedS > 0)
        run.durationS = progress_.durationS = std::min(run.durationS, run.summary->simulatedS);
    if (run.summary && run.summary->wallS > 0) {
        progress_.rate = run.summary->simulatedS / run.summary->wallS;
        progress_.eventsPerSecond = static_cast<double>(run.summary->events) / run.summary->wallS;
    }
    progress_.leftS = 0;
    run.simulatedS = progress_.simulatedS;
    run.leftS = 0;
    history_.changed(number_);
    setState(State::idle);
    emit ended(ending, sentence);
}

void RunSession::setState(State state)
{
    state_ = state;
    if (Run* run = history_.find(number_); run && run->paused != (state == State::paused)) {
        run->paused = state == State::paused;
        history_.changed(number_);
    }
    emit stateChanged();
}

} // namespace headroom::app
