#include "cli/stream_session.h"

namespace headroom::cli {

namespace {

/// How long a paused run waits for a command before it looks up again (for a signal, say).
constexpr std::chrono::milliseconds pausedPatience{250};

} // namespace

void StreamSession::started(const record::Header& header)
{
    output_.begin(header);
    output_.send(record::State{"running"});
}

StreamSession::Wish StreamSession::decide(double simulatedS)
{
    output_.flushIfDue();
    for (const std::string& line : input_.lines(paused_ ? pausedPatience : std::chrono::milliseconds::zero()))
        obey(line, simulatedS);
    if (stepUntil_ && simulatedS >= *stepUntil_)
        pause();
    // Nobody could take up a paused run again once its standard input has ended.
    if (stopped_ || output_.readerGone() || (paused_ && input_.ended()))
        return Wish::stop;
    return paused_ ? Wish::pause : Wish::goOn;
}

void StreamSession::obey(const std::string& line, double simulatedS)
{
    if (line.find_first_not_of(" \t\r") == std::string::npos)
        return;
    record::Command command;
    try {
        command = record::parseCommand(line);
    } catch (const std::exception& error) {
        output_.send(record::LogLine{"warning", std::string("A command cannot be read: ") + error.what() + "."});
        return;
    }
    switch (command.kind) {
    case record::CommandKind::pause:
        pause();
        break;
    case record::CommandKind::resume:
        stepUntil_.reset();
        resume();
        break;
    case record::CommandKind::stop:
        stopped_ = true;
        break;
    case record::CommandKind::step:
        stepUntil_ = simulatedS + command.seconds;
        resume();
        break;
    case record::CommandKind::watch:
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
    stepUntil_.reset();
    if (paused_)
        return;
    paused_ = true;
    output_.send(record::State{"paused"});
}

void StreamSession::resume()
{
    if (!paused_)
        return;
    paused_ = false;
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
