// Command line's part during a run: it writes the result file, streams, draws progress and handles signals.
#pragma once

#include "cli/stream/stream_session.h"
#include "cli/support/progress_bar.h"
#include "record/file/result_file.h"
#include "record/file/trace_file.h"
#include "run/run.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

/// Passes everything that it observes to the outputs that are selected.
class RunObserver : public run::Observer
{
public:
    struct Outputs
    {
        std::filesystem::path resultFile; ///< empty: none
        std::string projectText;          ///< for the result file
        std::filesystem::path traceFile;  ///< empty: none
        double pace = 0;                  ///< of the stream: simulated seconds in a real one; 0: no limit
        std::function<void()> meanwhile;  ///< called between events, for other work besides the run
        bool stream = false;              ///< on standard output, with commands from standard input
        bool streamSpans = true;          ///< the stream contains spans
        bool progress = false;            ///< on standard error
    };
    explicit RunObserver(Outputs outputs);

    void started(const record::Header& header) override;
    void sampled(const record::Sample& sample) override;
    void spanned(const record::Span& span) override;
    void noted(const record::LogLine& line) override;
    double horizon() const override { return stream_ ? stream_->horizon() : Observer::horizon(); }
    Wish betweenEvents(double simulatedS, std::uint64_t events) override;

    /// Finishes the outputs; `runs` are the replications if there were several. Throws std::runtime_error if writing
    /// fails.
    void finished(const record::Summary& summary, const std::vector<record::Summary>& runs);
    void failed(const std::string& reason);
    /// Warnings noted during the run that no stream has reported.
    const std::vector<std::string>& warnings() const { return warnings_; }

private:
    Outputs outputs_;
    std::vector<std::string> warnings_; ///< to be printed at the end, if there is no stream
    std::optional<record::ResultWriter> result_;
    std::optional<record::TraceFile> trace_;
    std::optional<StreamSession> stream_;
    std::optional<ProgressBar> progress_;
};

} // namespace headroom::cli
