// Write-back by the rules that Linux states for it (Documentation/admin-guide/sysctl/vm.rst, mm/page-writeback.c).
// Memory of 1000 MiB unless said otherwise: background limit 100 MiB, throttling from 150 MiB, hard limit 200 MiB.
#include "../../counted_allocations.h"
#include "fixture.h"

#include "kernel/random.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::resources;
using namespace headroom::resources::testing;

TEST_CASE("nothing is scheduled while nothing is dirty, and all ends when all is written")
{
    Node node;
    CHECK(node.calendar.pending() == 0);
    node.write(1, 0, 10 * mebibyte);
    CHECK(node.runOut() < 50);
    CHECK(node.writeBack.dirty() == 0);
    CHECK(node.writeBack.writing() == 0);
    CHECK(node.devices[0].bytes() == 10 * mebibyte);
    CHECK(node.cache.cachedBytes() == 10 * mebibyte); // clean, and still there
}

TEST_CASE("below the background limit only expired pages are written, when the flusher next wakes")
{
    Node node;
    node.write(1, 0, 50 * mebibyte);
    node.runUntil(12);
    node.write(2, 0, 40 * mebibyte);
    node.runUntil(29.9);
    CHECK(node.devices[0].log.empty());
    node.runUntil(34.9);
    CHECK(node.devices[0].bytes() == 50 * mebibyte);
    CHECK(node.devices[0].log.front().at == Approx(30));
    node.runUntil(44.9);
    CHECK(node.devices[0].bytes() == 50 * mebibyte);
    node.runUntil(46);
    CHECK(node.devices[0].bytes() == 90 * mebibyte); // dirty since 12 s: expired at 42 s, found at 45 s
}

TEST_CASE("a file is as old as its first dirty page, however often it is written")
{
    Node node;
    for (int i = 0; i < 31; ++i) {
        node.runUntil(i);
        node.write(1, 0, mebibyte);
    }
    node.runUntil(30.5);
    CHECK(node.devices[0].bytes() == mebibyte);
}

TEST_CASE("expiry and interval are what is set; without an interval nothing expires")
{
    Node quick(1000 * mebibyte, {.expireS = 3, .intervalS = 1});
    quick.write(1, 0, mebibyte);
    quick.runOut();
    CHECK(quick.devices[0].log.front().at == Approx(3));
    Node never(1000 * mebibyte, {.intervalS = 0});
    never.write(1, 0, 100 * mebibyte);
    never.runOut();
    CHECK(never.writeBack.dirty() == 100 * mebibyte);
    never.write(1, 100 * mebibyte, mebibyte); // the background limit still holds
    never.runOut();
    CHECK(never.writeBack.dirty() <= 100 * mebibyte);
    CHECK_FALSE(never.devices[0].log.empty());
}

TEST_CASE("above the background limit the flusher writes at once, the longest dirty first, until below it")
{
    Node node;
    node.write(1, 0, 60 * mebibyte);
    node.runUntil(1);
    node.write(2, 0, 60 * mebibyte);
    CHECK_FALSE(node.devices[0].log.empty());
    node.runUntil(10);
    CHECK(node.dirtyMiB() <= 100);
    CHECK(node.dirtyMiB() > 98);
    for (const auto& one : node.devices[0].log)
        CHECK(one.offset / (1u << 30) == 1);
}

TEST_CASE("a page written over while dirty is written once, a page written over later once more")
{
    Node node;
    for (int i = 0; i < 10; ++i)
        node.write(1, 0, mebibyte);
    CHECK(node.writeBack.dirty() == mebibyte);
    node.runUntil(31);
    CHECK(node.devices[0].bytes() == mebibyte);
    node.write(1, 0, mebibyte);
    node.runOut();
    CHECK(node.devices[0].bytes() == 2 * mebibyte);
}

TEST_CASE("write-back goes to the file's place in order, in requests of at most 1 MiB, few at a time")
{
    Node node;
    node.write(3, 0, 30 * mebibyte + 1);
    node.runOut();
    std::uint64_t next = 3ull << 30;
    for (const auto& one : node.devices[0].log) {
        CHECK(one.offset == next);
        CHECK(one.bytes <= mebibyte);
        next += one.bytes;
    }
    CHECK(node.devices[0].bytes() == 30 * mebibyte + 4096); // whole pages
    CHECK(node.devices[0].mostPending == WriteBack::backgroundDepth);
}

TEST_CASE("while a writer waits more requests are under way")
{
    Node node;
    Writer writer(node, 1, mebibyte);
    node.runUntil(5);
    CHECK(node.devices[0].mostPending == WriteBack::waitedForDepth);
}

TEST_CASE("each device has a flusher of its own")
{
    Node node(1000 * mebibyte, {}, 2);
    node.write(1, 0, 90 * mebibyte, 0);
    node.write(2, 0, 90 * mebibyte, 1);
    node.runUntil(4);
    CHECK(node.devices[0].log.empty()); // below the limit when it was written to
    CHECK(node.dirtyMiB() <= 100);
    node.runOut();
    CHECK(node.devices[0].bytes() == 90 * mebibyte);
    CHECK(node.devices[1].bytes() == 90 * mebibyte);
}

TEST_CASE("up to half-way between the limits a writer is not held up")
{
    Node node;
    Heard heard(node.calendar);
    CHECK_FALSE(node.writeBack.throttle(0, 149 * mebibyte, heard.completion()));
    node.write(1, 0, 150 * mebibyte);
    CHECK(node.writeBack.throttle(0, mebibyte, heard.completion()));
    CHECK(heard.times == 0);
    node.runUntil(1);
    CHECK(heard.times == 1);
}

TEST_CASE("a writer that never stops goes at the device's rate, with its dirty pages between the limits")
{
    const std::uint64_t piece = test::oneOf<std::uint64_t>({64 * 1024, 1 * mebibyte, 4 * mebibyte});
    Node node;
    Writer writer(node, 1, piece);
    node.runUntil(10);
    const std::uint64_t before = writer.written;
    double least = 1e9, most = 0;
    for (int t = 11; t <= 50; ++t) {
        node.runUntil(t);
        const double present = static_cast<double>(node.writeBack.dirty() + node.writeBack.writing()) / mebibyte;
        least = std::min(least, present);
        most = std::max(most, present);
    }
    CHECK(static_cast<double>(writer.written - before) / 40 == Approx(deviceRate).epsilon(0.02));
    CHECK(least > 150 - 5);
    CHECK(most < 200 + 5);
}

TEST_CASE("the writers of a device share its rate evenly; those of another device have that one's")
{
    Node node(4000 * mebibyte, {}, 2);
    std::deque<Writer> writers;
    for (std::uint64_t file = 1; file <= 8; ++file)
        writers.emplace_back(node, file, 256 * 1024, 0);
    writers.emplace_back(node, 9, 256 * 1024, 1);
    node.runUntil(20);
    std::vector<std::uint64_t> before;
    for (const Writer& writer : writers)
        before.push_back(writer.written);
    node.runUntil(60);
    for (std::size_t w = 0; w < 9; ++w) {
        const double rate = static_cast<double>(writers[w].written - before[w]) / 40;
        CHECK(rate == Approx(w < 8 ? deviceRate / 8 : deviceRate).epsilon(0.1));
    }
}

TEST_CASE("a writer to a fast device is not held up by what is dirty of a slow one")
{
    Node node(1000 * mebibyte, {}, 2);
    node.devices[1].rate = 20 * deviceRate;
    const Writer slow(node, 1, 64 * 1024, 0);
    node.runUntil(20); // its pages alone reach the limits
    const Writer fast(node, 2, 64 * 1024, 1);
    node.runUntil(40);
    const std::uint64_t before[] = {slow.written, fast.written};
    node.runUntil(50);
    CHECK(static_cast<double>(slow.written - before[0]) == Approx(10 * deviceRate).epsilon(0.1));
    CHECK(static_cast<double>(fast.written - before[1]) > 0.9 * 10 * node.devices[1].rate);
}

TEST_CASE("at the hard limit a writer stands still until enough is written")
{
    Node node;
    Heard heard(node.calendar);
    node.write(1, 0, 300 * mebibyte);
    CHECK(node.writeBack.throttle(0, 4096, heard.completion()));
    node.runUntil(1.0); // 105 MB or 100 MiB have to go first
    CHECK(heard.times == 0);
    node.runUntil(1.5);
    CHECK(heard.times == 1);
}

TEST_CASE("a pause is reckoned anew after 200 ms at most")
{
    Node node;
    Heard heard(node.calendar);
    node.write(1, 0, 190 * mebibyte);
    CHECK(node.writeBack.throttle(0, 100 * mebibyte, heard.completion())); // would be held for many seconds
    node.writeBack.discard(0, 1);
    node.runUntil(0.2001);
    CHECK(heard.times == 1);
}

TEST_CASE("memory that software holds lowers the limits")
{
    Node node;
    node.write(1, 0, 90 * mebibyte);
    node.cache.hold(500 * mebibyte);
    Heard heard(node.calendar);
    CHECK(node.writeBack.throttle(0, 4096, heard.completion())); // the hard limit is 100 MiB now, throttling from 75
    node.runUntil(2);
    CHECK(heard.times == 1);
    CHECK(node.dirtyMiB() <= 50);
}

TEST_CASE("without any memory for pages a write goes on when it is written")
{
    Node node(0);
    Heard heard(node.calendar);
    node.write(1, 0, 10 * mebibyte);
    CHECK(node.writeBack.throttle(0, 10 * mebibyte, heard.completion()));
    node.runOut();
    CHECK(heard.at >= 10.0 * mebibyte / deviceRate);
    CHECK(heard.at <= 10.0 * mebibyte / deviceRate + WriteBack::longestPause);
}

TEST_CASE("sync writes its file at once and no other")
{
    Node node;
    Heard heard(node.calendar);
    node.write(1, 0, 10 * mebibyte);
    node.write(2, 0, 20 * mebibyte);
    CHECK(node.writeBack.sync(0, 1, heard.completion()));
    node.runUntil(1);
    CHECK(heard.at == Approx(10.0 * mebibyte / deviceRate));
    CHECK(node.devices[0].bytes() == 10 * mebibyte);
    CHECK(node.writeBack.dirty() == 20 * mebibyte);
    CHECK_FALSE(node.writeBack.sync(0, 1, heard.completion())); // clean
    CHECK_FALSE(node.writeBack.sync(0, 99, heard.completion()));
}

TEST_CASE("sync of a range writes the dirty stretches that reach into it, and waits for nothing if there are none")
{
    Node node;
    Heard heard(node.calendar);
    for (const std::uint64_t at : {0, 4, 8})
        node.write(1, at * mebibyte, 2 * mebibyte);
    node.write(2, 0, 10 * mebibyte);
    const std::uint64_t page = mebibyte / pageBytes;
    CHECK(!node.writeBack.syncRange(0, 1, {2 * page, 2 * page}, heard.completion()));
    CHECK(!node.writeBack.syncRange(0, 1, {10 * page, 90 * page}, heard.completion()));
    CHECK(!node.writeBack.syncRange(0, 3, {0, page}, heard.completion()));
    CHECK(node.devices[0].bytes() == 0);
    CHECK(node.writeBack.syncRange(0, 1, {5 * page, page}, heard.completion()));
    node.runUntil(1);
    CHECK(heard.at == Approx(2 * mebibyte / deviceRate));
    CHECK(node.devices[0].bytes() == 2 * mebibyte);
    CHECK(node.dirtyMiB() == 14);
    node.checkConservation();
}

TEST_CASE("sync waits for what the flusher has begun of the file, and not for what is written after it was asked")
{
    Node node;
    Heard first(node.calendar), second(node.calendar);
    node.write(1, 0, 10 * mebibyte);
    node.runUntil(30); // expired: the flusher has begun
    CHECK(node.writeBack.writing() > 0);
    node.writeBack.sync(0, 1, first.completion());
    CHECK(node.writeBack.dirty() == 0);
    node.runUntil(30.01);
    node.write(1, 0, 10 * mebibyte);
    node.writeBack.sync(0, 1, second.completion());
    node.runOut();
    CHECK(first.at == Approx(30 + 10.0 * mebibyte / deviceRate));
    CHECK(second.at == Approx(30 + 20.0 * mebibyte / deviceRate));
    CHECK(node.devices[0].bytes() == 20 * mebibyte);
}

TEST_CASE("syncfs writes all files in the order of their places, a few requests at a time, and answers for each")
{
    Node node;
    Heard heard(node.calendar);
    for (const std::uint64_t file : {30, 10, 20})
        node.write(file, 0, 20 * mebibyte);
    CHECK(node.writeBack.syncAll(0, heard.completion()) == 3);
    CHECK(heard.times == 0);
    Heard direct(node.calendar); // does not queue behind all that is dirty
    node.devices[0].submit({true, 0, 4096}, direct.completion());
    node.runUntil(1);
    CHECK(heard.times == 3);
    CHECK(heard.at == Approx((60.0 * mebibyte + 4096) / deviceRate));
    CHECK(direct.at == Approx((16.0 * mebibyte + 4096) / deviceRate));
    CHECK(node.devices[0].mostPending == WriteBack::waitedForDepth + 1);
    std::uint64_t last = 0;
    for (const auto& one : node.devices[0].log)
        if (one.bytes == mebibyte) {
            CHECK(one.offset >= last);
            last = one.offset;
        }
    CHECK(node.writeBack.dirty() == 0);
    CHECK(node.writeBack.syncAll(0, heard.completion()) == 0);
}

TEST_CASE("syncfs ends although files are synced, deleted or lost with the node meanwhile")
{
    Node node;
    Heard all(node.calendar), one(node.calendar);
    for (std::uint64_t file = 1; file <= 4; ++file)
        node.write(file, 0, 20 * mebibyte);
    CHECK(node.writeBack.syncAll(0, all.completion()) == 4);
    node.writeBack.sync(0, 3, one.completion());
    node.writeBack.discard(0, 4);
    node.runUntil(0.1);
    node.writeBack.loseAll();
    node.runOut();
    CHECK(all.times == 4);
    CHECK(one.times == 1);
    node.checkConservation();
}

TEST_CASE("a file that is deleted before it was written never reaches the device")
{
    Node node;
    node.write(1, 0, 10 * mebibyte);
    node.writeBack.discard(0, 1);
    CHECK(node.writeBack.totals().dropped == 10 * mebibyte);
    CHECK(node.cache.cachedBytes() == 0);
    node.runOut();
    CHECK(node.devices[0].log.empty());
}

TEST_CASE("data that a failed device does not take are lost, and software that waits for them goes on")
{
    Node node;
    Heard heard(node.calendar);
    node.write(1, 0, 10 * mebibyte);
    node.devices[0].fail();
    node.writeBack.sync(0, 1, heard.completion());
    node.runOut();
    CHECK(heard.times == 1);
    CHECK(node.writeBack.totals().written == 0);
    CHECK(node.writeBack.totals().dropped == 10 * mebibyte);
    node.checkConservation();
}

TEST_CASE("every byte that became dirty is written, dropped, under way or still dirty, at every moment")
{
    const std::uint64_t seed = test::oneOf({1, 2, 3});
    Node node(64 * mebibyte, {.expireS = 2, .intervalS = 0.5}, 3);
    const kernel::KeyedRandom random(seed);
    std::deque<Heard> heard;
    int waited = 0;
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const auto file = random.below(40, 1, step);
        const auto device = static_cast<std::uint32_t>(file % 3);
        const double what = random.uniform(2, step, 0);
        if (what < 0.8) {
            const auto bytes = 1 + random.below(300'000, 3, step);
            node.write(file, random.below(4 * mebibyte, 4, step), bytes, device);
            waited += node.writeBack.throttle(device, bytes, heard.emplace_back(node.calendar).completion());
        } else if (what < 0.95) {
            waited += node.writeBack.sync(device, file, heard.emplace_back(node.calendar).completion());
        } else {
            node.writeBack.discard(device, file);
        }
        node.checkConservation();
        if (random.uniform(5, step, 0) < 0.5)
            node.runUntil(node.now() + random.uniform(6, step, 0) * 2e-3);
        node.checkConservation();
    }
    node.runOut();
    node.checkConservation();
    CHECK(node.writeBack.dirty() + node.writeBack.writing() == 0);
    int told = 0;
    for (const Heard& one : heard)
        told += one.times;
    CHECK(told == waited);
}

TEST_CASE("in the long run nothing is allocated")
{
    Node node(256 * mebibyte);
    node.devices[0].reserve(1'000'000);
    std::deque<Writer> writers;
    for (std::uint64_t file = 1; file <= 4; ++file)
        writers.emplace_back(node, file, 256 * 1024);
    node.runUntil(60);
    const auto before = test::allocations;
    node.runUntil(120);
    CHECK(test::allocations == before);
}

TEST_CASE("with a dirty limit of nothing each write waits for the device, one every pause")
{
    Node node(1000 * mebibyte, {.backgroundRatio = 0, .hardRatio = 0});
    const Writer writer(node, 1, 64 * 1024);
    node.runUntil(10.1);
    CHECK(writer.written == 51 * 64 * 1024);
    CHECK(writer.longestWait == Approx(WriteBack::longestPause));
    node.checkConservation();
}

TEST_CASE("at the limit a writer goes on when hardly anything of its own device is dirty")
{
    Node node(1000 * mebibyte, {.backgroundRatio = 0, .hardRatio = 0}, 2);
    node.write(1, 0, 400 * mebibyte, 0); // four seconds of work for that device
    const Writer writer(node, 2, 64 * 1024, 1);
    node.runUntil(3.1);
    CHECK(node.writeBack.dirty() > 0);
    CHECK(writer.written == 16 * 64 * 1024);
    CHECK(writer.longestWait == Approx(WriteBack::longestPause));
    node.checkConservation();
}
