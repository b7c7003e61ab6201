#include "resources/memory/page_reader.h"

#include <algorithm>

namespace headroom::resources {

PageReader::Pages PageReader::read(const Request& request, const kernel::Completion& done)
{
    using Stretch = PageCache::Stretch;
    Stretch stretch = cache_.use(request.file, request.pages);
    if (stretch.state == Stretch::absent) {
        passMarks(request, 0);
        const std::uint64_t before = cache_.countBefore(request.file, request.pages.first, ReadStreams::largestIo);
        bring(request, streams_.onMiss(request, before));
        stretch = cache_.use(request.file, request.pages);
        if (stretch.state == Stretch::absent) { // the window begins behind it
            bring(request, {request.pages.first, std::min(stretch.count, request.asked)});
            stretch = cache_.use(request.file, request.pages);
        }
    }
    lookUps_.pages += stretch.count;
    if (stretch.state == Stretch::present) {
        lookUps_.hits += stretch.count;
        passMarks(request, stretch.count);
        streams_.stop(request, stretch.count);
        return {stretch.count, false};
    }
    passMarks(request, 1);
    await(stretch.read, done);
    return {stretch.count, true};
}

void PageReader::await(std::uint32_t read, const kernel::Completion& done)
{
    const std::uint32_t waiter = waiters_.take({done});
    reads_[read].waiters.append(waiters_, waiter);
}

bool PageReader::bringForWrite(const Request& request, const kernel::Completion& done)
{
    bring(request, request.pages);
    const PageCache::Stretch stretch = cache_.use(request.file, request.pages);
    if (stretch.state == PageCache::Stretch::present)
        return false;
    await(stretch.read, done);
    return true;
}

void PageReader::taken(const Request& request, std::uint64_t count)
{
    passMarks(request, count);
    streams_.stop(request, count);
}

void PageReader::passMarks(const Request& request, std::uint64_t pages)
{
    while (const auto window = streams_.onPages(request, pages))
        bring(request, *window);
}

/// Reads the pages of the range that are absent.
void PageReader::bring(const Request& request, PageRange pages)
{
    while (pages.count > 0) {
        const PageCache::Stretch stretch = cache_.use(request.file, pages);
        if (stretch.state == PageCache::Stretch::absent)
            submit(request, {pages.first, stretch.count});
        pages.first += stretch.count;
        pages.count -= stretch.count;
    }
}

void PageReader::submit(const Request& request, PageRange pages)
{
    StorageDevice& device = *devices_[request.device];
    while (pages.count > 0) {
        const PageRange part{pages.first, std::min(pages.count, ReadStreams::largestIo)};
        const std::uint32_t read = reads_.take({request.file, request.device, part, {}});
        ++underWay_;
        cache_.expect(request.file, part, read);
        const std::uint64_t bytes = std::min(part.count * pageBytes, device.capacityBytes());
        device.submit(
            {false, placeOnDevice(request.place + part.first * pageBytes, bytes, device.capacityBytes()), bytes},
            {&PageReader::onRead, this, read});
        pages.first += part.count;
        pages.count -= part.count;
    }
}

void PageReader::onRead(void* self, std::uint64_t read)
{
    static_cast<PageReader*>(self)->finish(static_cast<std::uint32_t>(read));
}

/// The waiters may read again.
void PageReader::finish(std::uint32_t number)
{
    const Read read = reads_[number];
    --underWay_;
    if (devices_[read.device]->answersWithError())
        cache_.giveUp(read.file, read.pages, number);
    else
        cache_.arrive(read.file, read.pages, number);
    reads_.give(number);
    for (Chain waiters = read.waiters; !waiters.empty();) {
        const std::uint32_t waiter = waiters.popFirst(waiters_);
        const kernel::Completion done = waiters_[waiter].done;
        waiters_.give(waiter);
        done();
    }
}

} // namespace headroom::resources
