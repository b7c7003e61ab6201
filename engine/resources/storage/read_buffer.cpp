#include "resources/storage/read_buffer.h"

#include <algorithm>

namespace headroom::resources {

ReadBuffer::ReadBuffer(const DiskGeometry& geometry, std::uint64_t bytes, std::uint64_t capacity)
    : geometry_(geometry), segmentBytes_(bytes / segmentCount), capacity_(capacity)
{
}

std::uint64_t ReadBuffer::position(Time now) const
{
    return std::min(limit_, from_ + geometry_.bytesPassing(from_, now - since_));
}

std::uint64_t ReadBuffer::endOf(std::size_t segment, Time now) const
{
    return segment == ahead_ ? position(now) : segments_[segment].end;
}

std::size_t ReadBuffer::segmentAt(std::uint64_t offset, Time now) const
{
    for (std::size_t i = 0; i < segmentCount; ++i) {
        const std::uint64_t end = endOf(i, now);
        if (segments_[i].begin < end && segments_[i].begin <= offset && offset <= end)
            return i;
    }
    return none;
}

std::uint64_t ReadBuffer::availableTo(std::uint64_t offset, Time now) const
{
    const std::size_t segment = segmentAt(offset, now);
    return segment == none ? offset : endOf(segment, now);
}

bool ReadBuffer::endsAt(std::uint64_t offset) const
{
    return std::ranges::any_of(segments_,
                               [&](const Segment& each) { return each.begin < each.end && each.end == offset; });
}

bool ReadBuffer::continuesStream(std::uint64_t offset) const
{
    return std::ranges::any_of(segments_, [&](const Segment& each) {
        return each.stream && each.end <= offset && offset - each.end < geometry_.trackBytes(each.end);
    });
}

void ReadBuffer::consumed(std::uint64_t offset, std::uint64_t end, Time now)
{
    const std::size_t segment = segmentAt(offset, now);
    if (segment == none)
        return;
    segments_[segment].lastUse = ++uses_;
    segments_[segment].stream = true;
    const std::uint64_t limit = std::min(capacity_, end + segmentBytes_ / 2);
    if (segment != ahead_ || limit <= limit_)
        return;
    if (position(now) == limit_) { // it had stopped: the platter has to turn until the next byte comes again
        from_ = limit_;
        since_ = now + geometry_.rotation(limit_, now);
    }
    limit_ = limit;
}

void ReadBuffer::grow(Segment& segment, std::uint64_t end) const
{
    segment.end = std::max(segment.end, end);
    if (segment.end - segment.begin > segmentBytes_)
        segment.begin = segment.end - segmentBytes_;
}

void ReadBuffer::filled(std::uint64_t begin, std::uint64_t end)
{
    std::size_t segment = segmentAt(begin, 0); // nothing is read ahead while the arm works
    const bool known = segment != none;
    if (!known) {
        const auto oldest = std::min_element(segments_.begin(), segments_.end(),
                                             [](const Segment& a, const Segment& b) { return a.lastUse < b.lastUse; });
        segment = static_cast<std::size_t>(oldest - segments_.begin());
        segments_[segment].begin = segments_[segment].end = begin;
    }
    segments_[segment].lastUse = ++uses_;
    segments_[segment].stream = known;
    grow(segments_[segment], end);
}

void ReadBuffer::startReadingAhead(const HeadPosition& head)
{
    const std::size_t segment = segmentAt(head.offset, head.freeAt);
    if (segment == none || segments_[segment].end != head.offset)
        return;
    ahead_ = segment;
    from_ = head.offset;
    since_ = head.freeAt;
    limit_ = std::min(capacity_, head.offset + segmentBytes_ / 2);
}

HeadPosition ReadBuffer::stopReadingAhead(const HeadPosition& head, Time now)
{
    if (ahead_ == none)
        return head;
    const std::uint64_t offset = position(now);
    grow(segments_[ahead_], offset);
    ahead_ = none;
    if (now < since_)
        return {from_, head.freeAt};
    return {offset, std::min(now, since_ + geometry_.transfer(from_, limit_ - from_))};
}

ReadBuffer::Time ReadBuffer::readAheadEnd() const
{
    return since_ + geometry_.transfer(from_, limit_ - from_);
}

/// Keeps the larger part of the segment outside [begin, end).
void ReadBuffer::keepLarger(Segment& segment, std::uint64_t begin, std::uint64_t end)
{
    const std::uint64_t before = begin > segment.begin ? begin - segment.begin : 0;
    const std::uint64_t behind = segment.end > end ? segment.end - end : 0;
    if (behind > before)
        segment.begin = end;
    else
        segment.end = segment.begin + before;
}

void ReadBuffer::invalidate(std::uint64_t begin, std::uint64_t end, Time now)
{
    for (std::size_t i = 0; i < segmentCount; ++i) {
        Segment& segment = segments_[i];
        const std::uint64_t reached = endOf(i, now);
        const std::uint64_t future = i == ahead_ ? limit_ : reached;
        if (begin >= future || end <= segment.begin)
            continue;
        if (i != ahead_) {
            keepLarger(segment, begin, end);
        } else if (begin >= reached) {
            limit_ = begin;
        } else if (end < reached) {
            segment.begin = std::max(segment.begin, end);
            segment.end = std::max(segment.end, end);
        } else {
            segment.begin = segment.end = reached;
            limit_ = end > reached ? reached : limit_;
        }
    }
}

} // namespace headroom::resources
