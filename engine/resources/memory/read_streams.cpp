#include "resources/memory/read_streams.h"

#include <algorithm>
#include <bit>

namespace headroom::resources {

namespace {

/// A call that asks for more than the largest window may have windows of the largest I/O.
std::uint64_t largestWindow(const ReadRange& range, std::uint64_t asked)
{
    return asked > range.ahead ? std::max(range.ahead, std::min(asked, ReadStreams::largestIo)) : range.ahead;
}

} // namespace

std::uint64_t firstWindow(std::uint64_t asked, std::uint64_t most)
{
    const std::uint64_t size = std::bit_ceil(asked);
    if (size <= most / 32)
        return size * 4;
    return size <= most / 4 ? size * 2 : most;
}

std::uint64_t nextWindow(std::uint64_t present, std::uint64_t most)
{
    if (present < most / 16)
        return present * 4;
    return present <= most / 2 ? present * 2 : most;
}

/// The reader of the file that has stopped at this page, or within it, or whose window ends here.
std::uint32_t ReadStreams::find(const ReadRange& range, std::uint64_t page) const
{
    const auto found = index_.find(range.file);
    std::uint32_t stream = found == index_.end() ? none : found->second;
    for (; stream != none; stream = streams_[stream].following) {
        const Stream& s = streams_[stream];
        if (s.next == page || s.next == page + 1)
            break;
    }
    return stream;
}

PageRange ReadStreams::clipped(const ReadRange& range, const Stream& stream)
{
    const std::uint64_t begin = std::min(stream.start, mostPages);
    std::uint64_t end = std::min(stream.start + stream.size, mostPages);
    if (range.endIsKnown)
        end = std::min(end, std::max(range.fileEnd, range.pages.end()));
    else if (!stream.readOn)
        end = std::min(end, range.pages.end());
    return {begin, end > begin ? end - begin : 0};
}

PageRange ReadStreams::onMiss(const ReadRange& range, std::uint64_t before)
{
    const std::uint64_t page = range.pages.first, asked = range.asked;
    if (range.ahead == 0)
        return {page, asked};
    const std::uint64_t most = largestWindow(range, asked);
    std::uint32_t stream = find(range, page);
    if (range.endIsKnown && range.pages.end() >= range.fileEnd && stream == none && asked == range.pages.count &&
        asked <= most)
        return {page, asked}; // one call reads all that is left: nothing follows
    const bool isSequential = stream != none && page > 0;
    if (stream == none)
        stream = take(range.file);
    touch(stream);
    Stream& s = streams_[stream];
    s.next = page;
    const bool isExpected =
        isSequential && s.size > 0 && (page == s.start + s.size || (s.async > 0 && page == s.start + s.size - s.async));
    if (isExpected) {
        s.start += s.size;
        s.size = nextWindow(s.size, most);
        s.async = s.size;
    } else if (page == 0 || asked > most || isSequential) {
        s.start = page;
        s.size = firstWindow(asked, most);
        s.async = s.size > asked ? s.size - asked : s.size;
    } else if (before > asked) { // a sequential reader has left them
        s.start = page;
        s.size = std::min((before >= page ? 2 * before : before) + asked, most);
        s.async = 1;
        s.readOn = true;
    } else {
        s.size = s.async = 0;
        return {page, asked};
    }
    if (page == s.start && s.size == s.async) { // the reader is at the marked page already
        const std::uint64_t added = nextWindow(s.size, most);
        s.async = s.size + added <= most ? added : most / 2;
        s.size = std::min(s.size + added, most);
    }
    const PageRange window = clipped(range, s);
    if (!range.endIsKnown && !s.readOn && window.count < s.size) { // it is not known that there is more
        s.size = window.count;
        s.async = 0;
    }
    return window;
}

std::optional<PageRange> ReadStreams::onPages(const ReadRange& range, std::uint64_t pages)
{
    const std::uint64_t page = range.pages.first;
    const std::uint32_t stream = count_ == 0 ? none : find(range, page);
    if (stream == none)
        return {};
    Stream& s = streams_[stream];
    s.readOn = s.readOn || (range.begins && page > 0);
    const std::uint64_t marked = s.start + s.size - s.async;
    if (s.async == 0 || marked < page || marked >= page + pages)
        return {};
    s.start += s.size;
    s.size = nextWindow(s.size, largestWindow(range, std::min(range.callPages, range.pages.end() - marked)));
    s.async = s.size;
    return clipped(range, s);
}

void ReadStreams::stop(const ReadRange& range, std::uint64_t pages)
{
    const std::uint32_t stream = count_ == 0 ? none : find(range, range.pages.first);
    if (stream == none)
        return;
    streams_[stream].next = range.pages.first + pages;
    if (range.endIsKnown && streams_[stream].next >= range.fileEnd)
        remove(stream);
    else
        touch(stream);
}

// The records ----------------------------------------------------------------------------------------------------

/// A new reader of the file takes the place of the file's least recent one, if it has as many as it may have, or of the
/// least recent one of all.
std::uint32_t ReadStreams::take(std::uint64_t file)
{
    std::uint32_t ofFile = 0, last = none;
    if (const auto found = index_.find(file); found != index_.end())
        for (std::uint32_t stream = found->second; stream != none; stream = streams_[stream].following) {
            ++ofFile;
            last = stream;
        }
    if (ofFile >= mostOfFile)
        remove(last);
    else if (count_ >= mostStreams)
        remove(oldest_);
    const std::uint32_t taken = streams_.take({.file = file});
    ++count_;
    link(taken);
    return taken;
}

void ReadStreams::remove(std::uint32_t stream)
{
    unlink(stream);
    streams_.give(stream);
    --count_;
}

void ReadStreams::touch(std::uint32_t stream)
{
    if (stream == newest_)
        return;
    unlink(stream);
    link(stream);
}

void ReadStreams::link(std::uint32_t stream)
{
    Stream& s = streams_[stream];
    const auto [first, isNew] = index_.try_emplace(s.file, none);
    s.following = first->second;
    first->second = stream;
    s.newer = none;
    s.older = newest_;
    (newest_ == none ? oldest_ : streams_[newest_].newer) = stream;
    newest_ = stream;
}

void ReadStreams::unlink(std::uint32_t stream)
{
    const Stream& s = streams_[stream];
    const auto first = index_.find(s.file);
    if (first->second != stream) {
        std::uint32_t before = first->second;
        while (streams_[before].following != stream)
            before = streams_[before].following;
        streams_[before].following = s.following;
    } else if (s.following != none) {
        first->second = s.following;
    } else {
        index_.erase(first);
    }
    (s.newer == none ? newest_ : streams_[s.newer].older) = s.older;
    (s.older == none ? oldest_ : streams_[s.older].newer) = s.newer;
}

} // namespace headroom::resources
