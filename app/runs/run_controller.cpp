#include "app/runs/run_controller.h"

#include "app/runs/configuration.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"

#include <algorithm>
#include <utility>

namespace headroom::app {

RunController::RunController(QObject* parent) : QObject(parent) {}

RunController::~RunController()
{
    for (const auto& session : sessions_)
        session->disconnect(this);
}

RunSession* RunController::sessionOf(int number) const
{
    const auto at = std::find_if(sessions_.begin(), sessions_.end(),
                                 [number](const auto& session) { return session->number() == number; });
    return at == sessions_.end() ? nullptr : at->get();
}

RunSession* RunController::session() const
{
    return history_.shown() ? sessionOf(*history_.shown()) : nullptr;
}

RunController::State RunController::state() const
{
    const RunSession* shown = session();
    return shown ? shown->state() : State::idle;
}

const Progress& RunController::progress() const
{
    static const Progress none;
    if (const RunSession* shown = session())
        return shown->progress();
    const auto known = history_.shown() ? ended_.find(*history_.shown()) : ended_.end();
    return known == ended_.end() ? none : known->second;
}

double RunController::silentS() const
{
    const RunSession* shown = session();
    return shown ? shown->silentS() : 0;
}

const std::vector<std::uint32_t>& RunController::watchedSeries() const
{
    static const std::vector<std::uint32_t> none;
    const RunSession* shown = session();
    return shown ? shown->watchedSeries() : none;
}

void RunController::watch(SeriesWatch::Viewer viewer, const std::vector<std::uint32_t>& series)
{
    if (RunSession* shown = session())
        shown->watch().add(viewer, series);
}

void RunController::unwatch(SeriesWatch::Viewer viewer)
{
    for (const auto& session : sessions_)
        session->watch().remove(viewer);
}

int RunController::add(const project::Project& project, const project::ComponentLibrary& library, bool light)
{
    const std::string text = project::toText(project);
    Waiting waiting{history_.nextNumber(), QByteArray::fromStdString(text), QString::fromStdString(project.name), light,
                    std::nullopt};
    const bool atOnceNow = queue_.empty() && sessions_.size() < atOnce;
    // The engine loads the project while the window takes the run into its lists and turns to it.
    auto session = atOnceNow ? launch(waiting) : nullptr;
    Run& run = history_.add(project, library, sectionsOf(text));
    run.light = light;
    run.configuration = configurationOf(text);
    const int number = run.number;
    if (session)
        begin(std::move(session));
    else
        queue_.push_back(std::move(waiting));
    emit stateChanged();
    return number;
}

void RunController::beginNext()
{
    while (!queue_.empty() && sessions_.size() < atOnce) {
        const Waiting next = std::move(queue_.front());
        queue_.pop_front();
        begin(launch(next));
    }
}

std::unique_ptr<RunSession> RunController::launch(const Waiting& waiting)
{
    auto session = std::make_unique<RunSession>(history_, waiting.number, nullptr);
    session->start({waiting.projectText, waiting.name, folder_, resultPath_ ? resultPath_(waiting.number) : QString(),
                    pace_, waiting.light});
    if (waiting.goal)
        session->send(*waiting.goal);
    return session;
}

void RunController::begin(std::unique_ptr<RunSession> launched)
{
    auto& session = *sessions_.emplace_back(std::move(launched));
    const int number = session.number();
    connect(&session, &RunSession::stateChanged, this, &RunController::stateChanged);
    connect(&session, &RunSession::message, this, &RunController::message);
    connect(&session, &RunSession::begun, this, [this, &session] {
        if (!isShown(session))
            return;
        cursor_.reset(0);
        emit begun();
    });
    connect(&session, &RunSession::samplesArrived, this, [this, &session](const std::vector<record::Sample>& samples) {
        if (!isShown(session))
            return;
        cursor_.advance(session.progress().simulatedS);
        emit samplesArrived(samples);
    });
    connect(&session, &RunSession::ended, this,
            [this, number](Ending ending, const QString& sentence) { conclude(*sessionOf(number), ending, sentence); });
    session.begin();
    history_.show(number); // from now on
    emit stateChanged();
}

void RunController::conclude(RunSession& session, Ending ending, const QString& sentence)
{
    const int number = session.number();
    const bool shown = isShown(session);
    ended_[number] = session.progress();
    const auto at = std::find_if(sessions_.begin(), sessions_.end(),
                                 [&session](const auto& other) { return other.get() == &session; });
    at->release()->deleteLater(); // deleted later, because it is emitting a signal
    sessions_.erase(at);
    emit stateChanged();
    const QString level = ending == Ending::finished || ending == Ending::stopped ? "info" : "error";
    emit message(level, tr("Run %1: %2").arg(number).arg(sentence));
    if (shown)
        emit finished(ending, sentence);
    emit history_.baselineChanged(); // it may be the baseline now
    emit runEnded(number);
    beginNext();
}

void RunController::send(record::CommandKind kind, double seconds)
{
    record::Command command;
    command.kind = kind;
    command.seconds = seconds;
    if (RunSession* shown = session())
        shown->send(command);
}

void RunController::pauseOrResume()
{
    if (state() == State::running)
        send(record::CommandKind::pause);
    else if (state() == State::paused)
        send(record::CommandKind::resume);
}

void RunController::step()
{
    step(0);
}

void RunController::step(double seconds)
{
    if (state() == State::running || state() == State::paused)
        send(record::CommandKind::step, seconds);
}

void RunController::runUntil(const record::Command& goal)
{
    if (history_.shown())
        runUntil(*history_.shown(), goal);
}

void RunController::runUntil(int number, const record::Command& goal)
{
    for (Waiting& waiting : queue_)
        if (waiting.number == number)
            waiting.goal = goal;
    if (RunSession* running = sessionOf(number))
        running->send(goal);
}

void RunController::setPace(double factor)
{
    pace_ = factor;
    record::Command command;
    command.kind = record::CommandKind::pace;
    command.factor = factor;
    for (const auto& session : sessions_)
        session->send(command);
}

void RunController::stop()
{
    if (history_.shown())
        stop(*history_.shown());
}

void RunController::stop(int number)
{
    if (RunSession* running = sessionOf(number)) {
        running->stop();
        return;
    }
    const auto at =
        std::find_if(queue_.begin(), queue_.end(), [number](const Waiting& one) { return one.number == number; });
    if (at == queue_.end())
        return;
    queue_.erase(at);
    Run& run = *history_.find(number);
    run.queued = false;
    run.ending = Ending::stopped;
    run.sentence = tr("The run was removed from the queue before it started.");
    history_.changed(number);
    emit stateChanged();
    emit runEnded(number);
}

void RunController::stopAll()
{
    while (!queue_.empty())
        stop(queue_.back().number);
    for (const auto& session : sessions_)
        session->stop();
}

void RunController::show(int number)
{
    const Run* run = history_.find(number);
    if (!run || history_.shown() == number)
        return;
    history_.show(number);
    if (!run->hasCurves() && !run->isActive() && !run->queued)
        emit curvesWanted(number);
    curvesCame(number);
    emit stateChanged();
}

void RunController::curvesCame(int number)
{
    if (history_.shown() != number) {
        emit history_.baselineChanged();
        return;
    }
    const Run& run = *history_.current();
    cursor_.reset(session() ? progress().simulatedS : run.summary ? run.summary->simulatedS : 0);
    emit begun();
}

void RunController::forget(int number)
{
    const Run* run = history_.find(number);
    if (!run || run->queued || run->isActive())
        return;
    const auto before = history_.shown();
    history_.remove(number);
    ended_.erase(number);
    if (const auto now = history_.shown(); now && now != before) {
        if (!history_.current()->hasCurves())
            emit curvesWanted(*now);
        curvesCame(*now);
    }
    emit stateChanged();
}

void RunController::reset(std::map<std::string, QString> opened, SectionHashes sections)
{
    for (const auto& session : sessions_) {
        session->disconnect(this);
        session->engine().abandon();
    }
    sessions_.clear();
    queue_.clear();
    ended_.clear();
    history_.clear(std::move(opened), std::move(sections));
    cursor_.reset(0);
    colours_.clear();
    emit stateChanged();
}

} // namespace headroom::app
