#include "cli/stream/stream_session.h"

#include <thread>

namespace headroom::cli {

namespace {

/// Time that a paused run waits for a command before it checks other conditions (for example, a signal).
constexpr std::chrono::milliseconds patience{250};

} // namespace

void StreamSession::started(const record::Header& header)
{
    output_.begin(header);
    output_.send(record::State{"running"});
    point_.know(header);
    pace_.set(startPace_, 0, Pace::Clock::now());
    listen(std::chrono::milliseconds::zero(), 0);
    paceHorizon_ = pace_.horizon(0);
}

void StreamSession::sampled(const record::Sample& sample)
{
    output_.add(sample);
    if (const auto reason = point_.metBy(sample)) {
        if (!reason->empty())
            output_.send(record::LogLine{"info", "Paused: " + *reason + "."});
        pause();
    }
}

StreamSession::Wish StreamSession::decide(double simulatedS)
{
    output_.flushIfDue();
    const auto early = std::min(pace_.wait(simulatedS, Pace::Clock::now()), patience);
    listen(paused_ ? patience : early, simulatedS);
    if (point_.metAt(simulatedS))
        pause();
    // After the end of standard input, a paused run could never be resumed.
    if (stopped_ || output_.readerGone() || (paused_ && input_.ended()))
        return Wish::stop;
    if (paused_ || pace_.wait(simulatedS, Pace::Clock::now()).count() > 0)
        return Wish::pause;
    paceHorizon_ = pace_.horizon(simulatedS);
    return Wish::goOn;
}

void StreamSession::listen(std::chrono::milliseconds time, double simulatedS)
{
    for (const std::string& line : input_.lines(time))
        obey(line, simulatedS);
    if (input_.ended() && !paused_)
        std::this_thread::sleep_for(time);
}

void StreamSession::obey(const std::string& line, double simulatedS)
{
    if (line.find_first_not_of(" \t\r") == std::string::npos)
        return;
    try {
        obey(record::parseCommand(line), simulatedS);
    } catch (const std::exception& error) {
        output_.send(record::LogLine{"warning", std::string("A command cannot be read: ") + error.what() + "."});
    }
}

void StreamSession::obey(const record::Command& command, double simulatedS)
{
    switch (command.kind) {
    case record::CommandKind::pause:
        pause();
        break;
    case record::CommandKind::resume:
        point_.clear();
        resume(simulatedS);
        break;
    case record::CommandKind::stop:
        stopped_ = true;
        break;
    case record::CommandKind::step:
    case record::CommandKind::until:
        point_.set(command, simulatedS);
        resume(simulatedS);
        break;
    case record::CommandKind::pace:
        pace_.set(command.factor, simulatedS, Pace::Clock::now());
        break;
    case record::CommandKind::watch:
        if (command.most > 0)
            output_.watchMost(command.most);
        else
            output_.watch(command.series);
        break;
    case record::CommandKind::unwatch:
        output_.unwatch(command.series);
        break;
    case record::CommandKind::rate:
        output_.setRate(command.perSecond);
        break;
    }
}

void StreamSession::pause()
{
    point_.clear();
    if (paused_)
        return;
    paused_ = true;
    output_.send(record::State{"paused"});
}

void StreamSession::resume(double simulatedS)
{
    if (!paused_)
        return;
    paused_ = false;
    pace_.restart(simulatedS, Pace::Clock::now());
    output_.send(record::State{"running"});
}

void StreamSession::failed(const std::string& reason)
{
    output_.send(record::LogLine{"error", reason});
}

void StreamSession::finished(const record::Summary& summary, const std::string& resultFile)
{
    if (summary.stopped)
        output_.send(record::State{"stopped"});
    output_.send(record::Finished{summary, resultFile});
}

} // namespace headroom::cli
