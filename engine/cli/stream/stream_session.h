// A run with --stream: records out, commands in.
#pragma once

#include "cli/stream/command_input.h"
#include "cli/stream/pace.h"
#include "cli/stream/pause_point.h"
#include "cli/stream/stream_output.h"
#include "run/run.h"

#include <algorithm>

namespace headroom::cli {

/// Executes commands from the input between events, and writes records to the output.
class StreamSession
{
public:
    using Wish = run::Observer::Wish;

    /// `pace`: maximum number of simulated seconds in a real one; 0: no limit.
    StreamSession(int input, int output, double pace) : input_(input), output_(output), startPace_(pace) {}

    /// Executes the commands that have arrived already, so that they apply from the beginning of the run.
    void started(const record::Header& header);
    void sampled(const record::Sample& sample);
    void spanned(const record::Span& span) { output_.send(span); }
    void noted(const record::LogLine& line) { output_.send(line); }
    /// Executes the commands that have arrived and returns what the run has to do. While the run is paused or ahead of
    /// its pace, this waits a little for a command.
    Wish decide(double simulatedS);
    double horizon() const { return paused_ ? 0 : std::min(point_.horizon(), paceHorizon_); }
    void failed(const std::string& reason);
    void finished(const record::Summary& summary, const std::string& resultFile);
    bool readerGone() { return output_.readerGone(); }

private:
    void obey(const std::string& line, double simulatedS);
    void obey(const record::Command& command, double simulatedS);
    void listen(std::chrono::milliseconds patience, double simulatedS);
    void pause();
    void resume(double simulatedS);

    CommandInput input_;
    StreamOutput output_;
    bool paused_ = false;
    bool stopped_ = false;
    PausePoint point_;
    Pace pace_;
    double startPace_;
    double paceHorizon_ = 0; ///< simulated seconds
};

} // namespace headroom::cli
