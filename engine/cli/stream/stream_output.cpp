#include "cli/stream/stream_output.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

namespace headroom::cli {

void StreamOutput::begin(const record::Header& header)
{
    series_ = header.series;
    for (const record::SeriesInfo& series : header.series)
        ids_.push_back(series.id);
    known_ = {ids_.begin(), ids_.end()};
    for (const record::SeriesInfo& series : header.series)
        if (!record::ofSingleNode(series) && !record::ofBlock(series))
            watched_.insert(series.id);
    if (watched_.size() > watchedAtFirst)
        watched_.clear();
    send(header);
    sendWatching();
}

void StreamOutput::send(const record::Record& record)
{
    flush();
    write(record::toLine(record));
}

void StreamOutput::add(const record::Sample& sample)
{
    if (count_++ % stride_ == 0) {
        record::Sample kept{sample.time, sample.wall, sample.events, {}, sample.requests, sample.steady};
        kept.values.reserve(positions_.size());
        for (const std::size_t position : positions_)
            kept.values.push_back(sample.values.at(position));
        batch_.push_back(std::move(kept));
    }
    if (batch_.size() > maxBatch) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < batch_.size(); i += 2)
            std::swap(batch_[kept++], batch_[i]);
        batch_.resize(kept);
        stride_ *= 2;
    }
    flushIfDue();
}

void StreamOutput::flushIfDue()
{
    if (!batch_.empty() && (!lastBatch_ || Clock::now() - *lastBatch_ >= interval_))
        flush();
}

void StreamOutput::flush()
{
    if (batch_.empty())
        return;
    std::string text;
    for (const record::Sample& sample : batch_)
        text += record::toLine(sample);
    batch_.clear();
    stride_ = 1;
    count_ = 0;
    lastBatch_ = Clock::now();
    write(text);
}

void StreamOutput::watch(const std::vector<std::uint32_t>& series)
{
    warnOfUnknown(series);
    for (const std::uint32_t id : series)
        if (known_.contains(id))
            watched_.insert(id);
    sendWatching();
}

void StreamOutput::watchMost(std::size_t most)
{
    const auto chosen = record::mostTelling(series_, most);
    watched_.insert(chosen.begin(), chosen.end());
    sendWatching();
}

void StreamOutput::unwatch(const std::vector<std::uint32_t>& series)
{
    warnOfUnknown(series);
    for (const std::uint32_t id : series)
        watched_.erase(id);
    sendWatching();
}

void StreamOutput::setRate(double perSecond)
{
    interval_ = std::chrono::duration<double>(1.0 / perSecond);
}

bool StreamOutput::readerGone()
{
    if (!gone_) {
        pollfd request{descriptor_, 0, 0};
        gone_ = ::poll(&request, 1, 0) > 0 && (request.revents & (POLLERR | POLLNVAL)) != 0;
    }
    return gone_;
}

void StreamOutput::sendWatching()
{
    flush();
    positions_.clear();
    record::Watching watching;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (watched_.contains(ids_[i])) {
            positions_.push_back(i);
            watching.series.push_back(ids_[i]);
        }
    }
    send(watching);
}

void StreamOutput::warnOfUnknown(const std::vector<std::uint32_t>& series)
{
    for (const std::uint32_t id : series) {
        if (!known_.contains(id)) {
            send(record::LogLine{"warning", "There is no series " + std::to_string(id) + "."});
            return;
        }
    }
}

void StreamOutput::write(const std::string& text)
{
    std::size_t written = 0;
    while (written < text.size() && !gone_) {
        const ssize_t count = ::write(descriptor_, text.data() + written, text.size() - written);
        if (count >= 0)
            written += static_cast<std::size_t>(count);
        else if (errno == EPIPE)
            gone_ = true;
        else if (errno == EAGAIN) {
            pollfd request{descriptor_, POLLOUT, 0};
            ::poll(&request, 1, -1);
        } else if (errno != EINTR)
            throw std::runtime_error(std::string("standard output cannot be written: ") + std::strerror(errno));
    }
}

} // namespace headroom::cli
