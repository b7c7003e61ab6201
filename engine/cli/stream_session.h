// A run with --stream: records out, commands in.
#pragma once

#include "cli/command_input.h"
#include "cli/stream_output.h"
#include "run/run.h"

#include <optional>

namespace headroom::cli {

class StreamSession
{
public:
    using Wish = run::Observer::Wish;

    StreamSession(int input, int output) : input_(input), output_(output) {}

    void started(const record::Header& header);
    void sampled(const record::Sample& sample) { output_.add(sample); }
    void spanned(const record::Span& span) { output_.send(span); }
    void noted(const record::LogLine& line) { output_.send(line); }
    /// Obeys the commands that have come in and says what the run is to do. While the run is paused this waits a little
    /// for a command.
    Wish decide(double simulatedS);
    void failed(const std::string& reason);
    void finished(const record::Summary& summary, const std::string& resultFile);
    bool readerGone() { return output_.readerGone(); }

private:
    void obey(const std::string& line, double simulatedS);
    void pause();
    void resume();

    CommandInput input_;
    StreamOutput output_;
    bool paused_ = false;
    bool stopped_ = false;
    std::optional<double> stepUntil_; ///< simulated seconds
};

} // namespace headroom::cli
