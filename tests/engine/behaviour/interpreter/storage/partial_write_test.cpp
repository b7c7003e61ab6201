// Writes of parts of pages, into files that are there before the run.
#include "stores.h"
#include "tests/one_of.h"

#include "kernel/random.h"

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr double fileBytes = 100'000'000;
constexpr double page = 4096;

/// Each request writes `size` bytes of file `key` at `at`. Nothing of the files is in memory.
TinyProject writers()
{
    TinyProject tiny =
        stores(R"({"id": "write", "type": "write", "volume": "data", "bytes": "size", "offset": "at", "key": "key"})",
               "start > write > answer", true, {"key", "at", "size"});
    Json& volume = tiny.group("clients")["volumes"][0];
    volume["files"] = 3;
    volume["file_size"] = fileBytes;
    return tiny;
}

struct Writers : TinyCluster
{
    explicit Writers(const TinyProject& tiny = writers()) : TinyCluster(tiny) {}

    /// Pages that the device reads before the write is accepted.
    double readFor(double key, double at, double size)
    {
        const resources::StorageDevice& device = *cluster.devices[0].device;
        const auto read = [&] { return static_cast<double>(device.meter().bytes() - device.writesAsked().bytes); };
        const double before = read(), start = kernel::toSeconds(calendar.now());
        const Answer& answer = ask(start, {key, at, size});
        run(start + 0.1);
        CHECK(answer.ok);
        return (read() - before) / page;
    }
};

} // namespace

TEST_CASE("a write reads the pages that it replaces in part and that are not in memory")
{
    Writers writers;
    CHECK(writers.readFor(0, 10 * page, page) == 0);
    CHECK(writers.readFor(0, 20 * page, 300 * page) == 0);
    CHECK(writers.readFor(0, 1000 * page, 512) == 1);
    CHECK(writers.readFor(0, 1001 * page + 100, 512) == 1);
    CHECK(writers.readFor(0, 1002 * page + 100, page - 100) == 1);
    CHECK(writers.readFor(0, 1010 * page + 100, page) == 2); // the end of one page, the begin of the next
    CHECK(writers.readFor(0, 1020 * page + 100, 5000 * page) == 2);
    CHECK(writers.readFor(0, 7000 * page + 100, 10 * page - 100) == 1);
    CHECK(writers.readFor(0, 1000 * page + 2048, 512) == 0); // what is in memory since the write before
    CHECK(writers.readFor(0, 15 * page + 7, 1000) == 1);
    CHECK(writers.readFor(0, 10 * page + 7, 1000) == 0);
}

TEST_CASE("a write behind the end of its file, or into one that is new, reads nothing")
{
    Writers writers;
    CHECK(writers.readFor(0, fileBytes, 1000) == 0);
    CHECK(writers.readFor(1, fileBytes - 1000, 1000) == 1); // the beginning of the last page
    CHECK(writers.readFor(2, fileBytes / page * page - 30 * page, 30 * page) <= 1);
    CHECK(writers.readFor(3, 1000, 1000) == 0); // the files are 0, 1 and 2
    TinyProject unknown = ::writers();
    unknown.group("clients")["volumes"][0].erase(oneOf({"files", "file_size"}));
    CHECK(Writers(unknown).readFor(0, 1000, 1000) == 0);
}

TEST_CASE("pieces that are written one after the other read only the page in which the last one ends")
{
    Writers writers;
    double pages = 0;
    for (int i = 0; i < 40; ++i)
        pages += writers.readFor(3, i * 1000.0, 1000); // a new file
    CHECK(pages == 0);
    for (int i = 0; i < 40; ++i)
        pages += writers.readFor(0, i * 1000.0, 1000); // 10 pages of an old one
    CHECK(pages == 10);
}

TEST_CASE("small writes to random places of a cold file are no faster than the disk reads their pages")
{
    TinyProject tiny = writers();
    tiny.group("clients")["devices"][0]["component"] = "Standard_SATA_Drive_7200RPM_2TB";
    Writers writers(tiny);
    const kernel::KeyedRandom random(1);
    double sum = 0;
    constexpr int count = 200;
    for (int i = 0; i < count; ++i)
        sum += writers.alone(
            {0, static_cast<double>(random.below(24000, 0, static_cast<std::uint64_t>(i))) * page + 512, 512});
    // Half a turn of 8.33 ms, and of the seek no more than the track-to-track figure and its root within 0.1 GB.
    CHECK(sum / count > 0.9 * 8.33e-3 / 2);
    CHECK(sum / count < 8.33e-3 / 2 + 2.5e-3);
}

TEST_CASE("a write whose page cannot be read fails")
{
    TinyProject tiny = writers();
    Writers writers(tiny);
    writers.machine->failDevice(0);
    CHECK_FALSE(writers.ask(0, {0, 100, 100}).at >= 0);
    writers.run(1);
    CHECK_FALSE(writers.answers.back().ok);
}
