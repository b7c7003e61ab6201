#include "app/run_controller.h"

#include "project/project_file.h"

#include <cmath>
#include <limits>

namespace headroom::app {

namespace {

constexpr qint64 rateWindowMs = 500;
constexpr std::size_t pointsKept = 4000; // of each curve of a run

template <class... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};

} // namespace

RunController::RunController(QObject* parent) : QObject(parent)
{
    connect(&engine_, &EngineProcess::received, this, &RunController::take);
    connect(&engine_, &EngineProcess::ended, this, &RunController::conclude);
}

double RunController::lastValue(const std::string& name) const
{
    if (history_.runs().empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto& curves = history_.runs().back().curves;
    const auto curve = curves.find(name);
    return curve == curves.end() ? std::numeric_limits<double>::quiet_NaN() : curve->second.last();
}

void RunController::start(const project::Project& project, const project::ComponentLibrary& library)
{
    if (isActive())
        return;
    history_.add(project, library);
    progress_ = {};
    watched_.clear();
    names_.clear();
    setState(State::starting);
    engine_.start(QByteArray::fromStdString(project::toText(project)), QString::fromStdString(project.name));
}

void RunController::send(record::CommandKind kind, double seconds)
{
    record::Command command;
    command.kind = kind;
    command.seconds = seconds;
    engine_.send(command);
}

void RunController::pauseOrResume()
{
    if (state_ == State::running)
        send(record::CommandKind::pause);
    else if (state_ == State::paused)
        send(record::CommandKind::resume);
}

void RunController::step()
{
    if (state_ == State::running || state_ == State::paused)
        send(record::CommandKind::step, intervalS_);
}

void RunController::stop()
{
    if (!isActive() || state_ == State::stopping)
        return;
    setState(State::stopping);
    engine_.stop();
}

void RunController::reset()
{
    engine_.abandon();
    watched_.clear();
    watchedIds_.clear();
    names_.clear();
    progress_ = {};
    history_.clear();
    setState(State::idle);
}

void RunController::take(const Records& records)
{
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
                              [&](const record::Watching& watching) {
                                  watched_.clear();
                                  watchedIds_ = watching.series;
                                  for (const std::uint32_t id : watching.series) {
                                      const auto name = names_.find(id);
                                      watched_.push_back(name == names_.end()
                                                             ? nullptr
                                                             : &history_.current()->curves.at(name->second));
                                  }
                              },
                              [](const record::Sample&) {}, [&](const record::State& state) { takeState(state.state); },
                              [&](const record::LogLine& line) { takeLog(line); },
                              [&](const record::Finished& end) {
                                  history_.current()->summary = end.summary;
                                  progress_.simulatedS = end.summary.simulatedS;
                                  progress_.events = end.summary.events;
                              },
                              [](const record::Span&) {}, // the result file holds them all
                              [&](const record::Garbage& garbage) {
                                  emit message("warning", tr("The engine said something that cannot be read: %1")
                                                              .arg(QString::fromStdString(garbage.problem)));
                              }},
                   record);
    }
    flush();
}

void RunController::takeHeader(const record::Header& header)
{
    Run& run = *history_.current();
    run.series = header.series;
    run.durationS = header.durationS;
    run.warmUpS = header.warmUpS;
    intervalS_ = header.intervalS;
    progress_.durationS = header.durationS;
    for (const record::SeriesInfo& series : header.series) {
        const std::string name = record::seriesName(series);
        names_[series.id] = name;
        run.curves.emplace(name, widgets::CurveData(pointsKept));
    }
    window_.start();
    windowSimulatedS_ = 0;
    windowEvents_ = 0;
    emit begun();
}

void RunController::takeSamples(const std::vector<record::Sample>& samples)
{
    if (history_.current()->series.empty())
        return;
    for (const record::Sample& sample : samples)
        for (std::size_t i = 0; i < std::min(watched_.size(), sample.values.size()); ++i)
            if (watched_[i])
                watched_[i]->append(sample.time, sample.values[i]);
    progress_.simulatedS = samples.back().time;
    progress_.events = samples.back().events;
    const double seconds = static_cast<double>(window_.elapsed()) / 1000;
    if (window_.elapsed() >= rateWindowMs || progress_.rate == 0) {
        progress_.rate = seconds > 0 ? (progress_.simulatedS - windowSimulatedS_) / seconds : 0;
        progress_.eventsPerSecond = seconds > 0 ? static_cast<double>(progress_.events - windowEvents_) / seconds : 0;
        windowSimulatedS_ = progress_.simulatedS;
        windowEvents_ = progress_.events;
        window_.restart();
    }
    progress_.leftS = progress_.rate > 0 ? (progress_.durationS - progress_.simulatedS) / progress_.rate : 0;
    emit samplesArrived(samples);
}

void RunController::takeState(const std::string& state)
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

void RunController::conclude(Ending ending, const QString& sentence)
{
    Run& run = *history_.current();
    run.ending = ending;
    run.sentence = sentence;
    if (run.summary && run.summary->wallS > 0) {
        progress_.rate = run.summary->simulatedS / run.summary->wallS;
        progress_.eventsPerSecond = static_cast<double>(run.summary->events) / run.summary->wallS;
    }
    progress_.leftS = 0;
    history_.currentChanged();
    setState(State::idle);
    emit finished(ending, sentence);
}

void RunController::setState(State state)
{
    state_ = state;
    emit stateChanged();
}

} // namespace headroom::app
