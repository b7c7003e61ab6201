// Claims of the page of projects/postgresql.
#include "accuracy/engine_child.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

record::Summary databaseRun(Settings settings, const Settings& further = {})
{
    settings.insert(settings.end(), further.begin(), further.end());
    return simulate("postgresql", settings, "600 ms");
}

const record::OperationSummary& writes(const record::Summary& summary)
{
    return summary.operations.at("write");
}

std::uint64_t visitsToDatabase(const record::Summary& summary, const std::string& operation, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == "database/" + operation + "/full" && row.block == block)
            return row.visits;
    return 0;
}

double commitsInAFlush(const record::Summary& summary)
{
    return static_cast<double>(visitsToDatabase(summary, "commit", "wait")) /
           static_cast<double>(visitsToDatabase(summary, "flush", "sync"));
}

/// On a drive whose flush takes longer than all else in a transaction.
Settings onSlowFlushes(const std::string& clients)
{
    return {{"DRIVE", "Samsung_870_EVO_1TB"}, {"CLIENTS", clients}};
}

Settings synchronous(const std::string& level, const std::string& clients)
{
    return {{"NODES", "2"}, {"SYNC_STANDBYS", "1"}, {"SYNCHRONOUS_COMMIT", level}, {"CLIENTS", clients}};
}

} // namespace

TEST_CASE("half of the clients share a flush of the log, and with a delay before it nearly all", "[accuracy]")
{
    CHECK(commitsInAFlush(databaseRun(onSlowFlushes("1"))) == Approx(1).epsilon(0.02));
    const auto of64 = databaseRun(onSlowFlushes("64"));
    CHECK(commitsInAFlush(of64) == Approx(32).epsilon(0.08));
    const auto delayed = databaseRun(onSlowFlushes("64"), {{"COMMIT_DELAY", "1 ms"}});
    CHECK(commitsInAFlush(delayed) > 55);
    CHECK(writes(delayed).perSecond > 1.05 * writes(of64).perSecond);
}

TEST_CASE("commit_delay waits for nobody with fewer transactions than commit_siblings", "[accuracy]")
{
    const auto five = databaseRun(onSlowFlushes("5")),
               delayed = databaseRun(onSlowFlushes("5"), {{"COMMIT_DELAY", "1 ms"}});
    CHECK(writes(delayed).perSecond == Approx(writes(five).perSecond).epsilon(0.01));
}

TEST_CASE("a commit that waits for nothing leaves the flush to the log writer", "[accuracy]")
{
    const auto off = databaseRun(onSlowFlushes("64"), {{"SYNCHRONOUS_COMMIT", "off"}});
    CHECK(writes(off).perSecond > 5 * writes(databaseRun(onSlowFlushes("64"))).perSecond);
    CHECK(visitsToDatabase(off, "flush", "sync") < 10);
}

TEST_CASE("a standby adds a round trip to a commit, then its flush, then its replay", "[accuracy]")
{
    const auto mean = [](const std::string& level, const std::string& distance) {
        return writes(databaseRun(synchronous(level, "1"), {{"DISTANCE", distance}})).latency.meanMs;
    };
    CHECK(mean("local", "5 ms") == Approx(70).epsilon(0.02));
    CHECK(mean("on", "5 ms") == Approx(80).epsilon(0.02));
    double before = mean("local", "0 s");
    for (const char* level : {"remote_write", "on", "remote_apply"}) {
        const double now = mean(level, "0 s");
        CHECK(now > before);
        before = now;
    }
}

TEST_CASE("many clients commit on both servers, and no commit is lost on the way", "[accuracy]")
{
    for (const char* level : {"remote_write", "on", "remote_apply"}) {
        const auto summary = databaseRun(synchronous(level, "64"));
        CHECK(writes(summary).perSecond > 20 * writes(databaseRun(synchronous(level, "1"))).perSecond);
        CHECK(writes(summary).latency.maxMs < 20);
    }
}

TEST_CASE("the first change of a page after a checkpoint logs the whole page", "[accuracy]")
{
    const auto sentToAStandby = [](const std::string& images) {
        const auto summary = databaseRun({{"CLIENTS", "16"}, {"NODES", "2"}, {"FULL_PAGE_WRITES", images}});
        return resourceOf(summary, "servers-switch servers→switch").bytesPerSecond / writes(summary).perSecond;
    };
    CHECK(sentToAStandby("true") > 7000); // an account's page, nearly always
    CHECK(sentToAStandby("false") < 3000);
}

TEST_CASE("transactions wait for each other's branches where there are fewer than clients", "[accuracy]")
{
    CHECK(writes(databaseRun({{"SCALE", "10"}})).perSecond < 0.6 * writes(databaseRun({})).perSecond);
}

TEST_CASE("reads go to shared buffers, to the page cache, or to the drive, and standbys take their share", "[accuracy]")
{
    const Settings read{{"OPERATION", "read"}};
    const auto buffers = databaseRun(read), cached = databaseRun(read, {{"SHARED_BUFFERS", "128 MiB"}}),
               drive = databaseRun(read, {{"SHARED_BUFFERS", "128 MiB"}, {"CACHE", "cold"}});
    const auto rate = [](const record::Summary& summary) { return summary.operations.at("read").perSecond; };
    CHECK(rate(buffers) > 1.1 * rate(cached));
    CHECK(rate(cached) > 1.1 * rate(drive));
    CHECK(resourceOf(drive, "disk data").bytesPerSecond > 100 * resourceOf(cached, "disk data").bytesPerSecond);

    const Settings four{{"CORES", "4"}, {"CLIENTS", "128"}, {"NODES", "2"}};
    CHECK(rate(databaseRun(read, {{"CORES", "4"}, {"CLIENTS", "128"}, {"NODES", "2"}, {"READS_ON_STANDBYS", "0.5"}})) >
          1.7 * rate(databaseRun(read, four)));
}
