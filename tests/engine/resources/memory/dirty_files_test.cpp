// Dirty pages of the files on a device.
#include "resources/memory/dirty_files.h"

#include <catch2/catch.hpp>

using namespace headroom::resources;

namespace {

/// Returns how many pages were clean before; they are those that are reported.
std::uint64_t mark(DirtyFiles& files, std::uint32_t file, PageRange pages, headroom::kernel::Time now)
{
    std::uint64_t reported = 0;
    const std::uint64_t added = files.mark(file, pages, now, [&](PageRange range) { reported += range.count; });
    CHECK(reported == added);
    return added;
}

} // namespace

TEST_CASE("bytes are rounded to the pages they touch")
{
    CHECK(pagesOf(0, 1).count == 1);
    CHECK(pagesOf(4095, 2).count == 2);
    CHECK(pagesOf(4096, 4096).first == 1);
    CHECK(pagesOf(4096, 4096).count == 1);
}

TEST_CASE("a page written over while it is dirty counts once")
{
    DirtyFiles files;
    const auto file = files.findOrAdd(7, 0);
    CHECK(mark(files, file, {0, 10}, 0) == 10);
    CHECK(mark(files, file, {0, 10}, 0) == 0);
    CHECK(mark(files, file, {5, 10}, 0) == 5);
    CHECK(files[file].dirtyPages == 15);
    CHECK(mark(files, files.findOrAdd(8, 0), {0, 10}, 0) == 10); // another file's pages are others
    CHECK(files.findOrAdd(7, 0) == file);
    CHECK(files.find(9) == DirtyFiles::none);
}

TEST_CASE("a file's dirty pages are taken in their order, adjacent ones together")
{
    DirtyFiles files;
    const auto file = files.findOrAdd(7, 0);
    mark(files, file, {20, 5}, 0);
    mark(files, file, {2, 2}, 0);
    mark(files, file, {0, 2}, 0);
    const PageRange first = files.take(file, 3), second = files.take(file, 100), third = files.take(file, 100);
    CHECK((first.first == 0 && first.count == 3));
    CHECK((second.first == 3 && second.count == 1));
    CHECK((third.first == 20 && third.count == 5));
    CHECK_FALSE(files.anyDirty());
    files.forgetIfDone(file);
    CHECK(files.find(7) == DirtyFiles::none);
}

TEST_CASE("a long range is taken in parts that end with the device's stripes, the last one wherever it ends")
{
    DirtyFiles files;
    const auto file = files.findOrAdd(7, 3 * pageBytes);
    mark(files, file, {0, 40}, 0);
    const auto next = [&] { return files.take(file, 20, 16).count; };
    CHECK(next() == 13); // up to page 16 of the device
    CHECK(next() == 16);
    CHECK(next() == 11);
    mark(files, file, {0, 40}, 0);
    CHECK(files.take(file, 10, 16).count == 10); // no stripe ends in it
    CHECK(files.take(file, 10, 16).count == 3);
    CHECK(files.take(file, 100, 16).count == 27);
}

TEST_CASE("a page written again after it was taken is dirty again")
{
    DirtyFiles files;
    const auto file = files.findOrAdd(7, 0);
    mark(files, file, {0, 4}, 0);
    files.take(file, 4);
    CHECK(mark(files, file, {0, 4}, 0) == 4);
}

TEST_CASE("the flusher comes to the longest dirty file first, and to none that is too young")
{
    DirtyFiles files;
    const auto old = files.findOrAdd(1, 0), young = files.findOrAdd(2, 0);
    mark(files, old, {0, 1}, 10);
    mark(files, young, {0, 1}, 20);
    mark(files, old, {1, 1}, 30); // still dirty since 10
    CHECK(files.next(9) == DirtyFiles::none);
    CHECK(files.next(15) == old);
    files.take(old, 2);
    CHECK(files.next(15) == DirtyFiles::none);
    CHECK(files.next(20) == young);
}

TEST_CASE("a file that had its turn waits until the others of the round had theirs")
{
    DirtyFiles files;
    const auto large = files.findOrAdd(1, 0), small = files.findOrAdd(2, 0);
    mark(files, large, {0, 100}, 1);
    mark(files, small, {0, 1}, 2);
    CHECK(files.next(5) == large);
    files.take(large, 10);
    files.endTurn(large);
    CHECK(files.next(5) == small);
    files.take(small, 1);
    mark(files, small, {0, 1}, 3);
    CHECK(files.next(5) == large); // files that became dirty since come behind those left
    files.take(large, 1000);
    CHECK(files.next(5) == small);
}

TEST_CASE("with too many separate ranges places become approximate, numbers stay exact")
{
    DirtyFiles files;
    const auto file = files.findOrAdd(1, 0);
    const std::uint64_t more = DirtyFiles::mostRanges + 1000;
    for (std::uint64_t i = 0; i < more; ++i)
        REQUIRE(mark(files, file, {2 * i, 1}, 0) == 1);
    CHECK(files[file].dirtyPages == more);
    std::uint64_t ranges = 0, pages = 0;
    while (files[file].dirtyPages > 0) {
        pages += files.take(file, more).count;
        ++ranges;
    }
    CHECK(pages == more);
    CHECK(ranges == DirtyFiles::mostRanges);
}
