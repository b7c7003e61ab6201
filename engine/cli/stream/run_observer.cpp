#include "cli/stream/run_observer.h"

#include "cli/support/interruption.h"

#include <stdexcept>
#include <unistd.h>

namespace headroom::cli {

RunObserver::RunObserver(Outputs outputs) : outputs_(std::move(outputs))
{
    if (outputs_.stream)
        stream_.emplace(STDIN_FILENO, STDOUT_FILENO, outputs_.pace);
    if (outputs_.progress)
        progress_.emplace();
}

void RunObserver::started(const record::Header& header)
{
    if (!outputs_.resultFile.empty())
        result_.emplace(outputs_.resultFile, outputs_.projectText, header.series);
    if (!outputs_.traceFile.empty())
        trace_.emplace(outputs_.traceFile);
    if (stream_)
        stream_->started(header);
    if (progress_)
        progress_->begin(header.durationS);
}

void RunObserver::sampled(const record::Sample& sample)
{
    if (result_)
        result_->add(sample);
    if (stream_)
        stream_->sampled(sample);
    if (progress_)
        progress_->setSteady(sample.steady);
}

void RunObserver::spanned(const record::Span& span)
{
    if (result_)
        result_->addSpan(span);
    if (trace_)
        trace_->add(span);
    if (stream_ && outputs_.streamSpans)
        stream_->spanned(span);
}

void RunObserver::noted(const record::LogLine& line)
{
    if (stream_)
        stream_->noted(line);
    else
        warnings_.push_back(line.text);
}

run::Observer::Wish RunObserver::betweenEvents(double simulatedS, std::uint64_t events)
{
    if (outputs_.meanwhile)
        outputs_.meanwhile();
    if (interrupted())
        return Wish::stop;
    if (progress_)
        progress_->update(simulatedS, events);
    return stream_ ? stream_->decide(simulatedS) : Wish::goOn;
}

void RunObserver::finished(const record::Summary& summary, const std::vector<record::Summary>& runs)
{
    if (progress_)
        progress_->erase();
    if (trace_) {
        trace_->addTimes(summary);
        trace_->finish();
    }
    if (result_) {
        for (const record::Summary& run : runs)
            result_->addReplication(run);
        result_->finish(summary);
    }
    if (!stream_)
        return;
    stream_->finished(summary, outputs_.resultFile.string());
    if (stream_->readerGone())
        throw std::runtime_error("the reader of the stream closed it before the end");
}

void RunObserver::failed(const std::string& reason)
{
    if (progress_)
        progress_->erase();
    if (stream_)
        stream_->failed(reason);
}

} // namespace headroom::cli
