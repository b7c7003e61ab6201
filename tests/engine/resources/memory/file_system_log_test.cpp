// Group commit of the file system's log.
#include "fixture.h"
#include "resources/memory/file_system_log.h"

using namespace headroom;
using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

struct LoggedNode : Node
{
    FileSystemLog log{calendar, devices[0]};
};

constexpr double blockS = 4096 / deviceRate;

} // namespace

TEST_CASE("a commit writes its records after those of the last one")
{
    LoggedNode node;
    Heard heard(node.calendar);
    for (int i = 0; i < 3; ++i) {
        CHECK(node.log.commit(5000, true, heard.completion()));
        node.runOut();
    }
    CHECK(heard.times == 3);
    const auto& log = node.devices[0].log;
    REQUIRE(log.size() == 3);
    CHECK(log[0].bytes == 8192);
    CHECK(log[1].offset == log[0].offset + 8192);
    CHECK(log[2].offset == log[1].offset + 8192);
}

TEST_CASE("all who come during a commit share the next one")
{
    LoggedNode node;
    Heard first(node.calendar), others(node.calendar);
    node.log.commit(4096, true, first.completion());
    for (int i = 0; i < 10; ++i)
        node.log.commit(4096, true, others.completion());
    node.runOut();
    CHECK(node.log.commits() == 2);
    CHECK(first.at == Approx(blockS));
    CHECK(others.times == 10);
    CHECK(others.at == Approx(11 * blockS));
    REQUIRE(node.devices[0].log.size() == 2);
    CHECK(node.devices[0].log[1].bytes == 10 * 4096);
}

TEST_CASE("writers that flush again at once share commits, each of which flushes the device twice")
{
    struct Writer
    {
        LoggedNode* node;
        int left;
        void next()
        {
            if (left-- > 0)
                node->log.commit(4096, true,
                                 {[](void* self, std::uint64_t) { static_cast<Writer*>(self)->next(); }, this});
        }
    };
    constexpr int each = 100;
    for (const int count : {2, 8, 32}) {
        LoggedNode node;
        std::vector<Writer> writers(count, Writer{&node, each});
        for (Writer& writer : writers)
            writer.next();
        node.runOut();
        CHECK(node.log.commits() >= each);
        CHECK(node.log.commits() <= each + 1);
        CHECK(node.devices[0].flushes == 2 * node.log.commits());
    }
}

TEST_CASE("without records and without a barrier there is nothing to do")
{
    LoggedNode node;
    CHECK_FALSE(node.log.commit(0, false, {}));
    Heard heard(node.calendar);
    CHECK(node.log.commit(0, true, heard.completion()));
    node.runOut();
    CHECK(heard.times == 1);
    CHECK(node.devices[0].log.empty());
}

TEST_CASE("appended records go with the next commit, at the latest after five seconds")
{
    LoggedNode node;
    for (int i = 0; i < 16; ++i)
        node.log.append(256);
    Heard heard(node.calendar);
    node.log.commit(4096, false, heard.completion());
    node.runOut();
    CHECK(node.devices[0].bytes() == 2 * 4096);
    node.log.append(256);
    CHECK(node.runOut() == Approx(5 + blockS).margin(1e-3));
    CHECK(node.devices[0].bytes() == 3 * 4096);
}

TEST_CASE("the log lies in the middle of the device, and its end is followed by its beginning")
{
    Node node;
    FileSystemLog log(node.calendar, node.devices[0], {.bytes = 1u << 20});
    for (int i = 0; i < 3; ++i) {
        log.commit(600 << 10, false, {});
        node.runOut();
    }
    const auto& written = node.devices[0].log;
    const std::uint64_t middle = node.devices[0].capacityBytes() / 2 / 4096 * 4096;
    REQUIRE(written.size() == 4);
    CHECK(written[0].offset == middle);
    CHECK(written[1].offset == middle + (600u << 10));
    CHECK(written[1].bytes == 424u << 10);
    CHECK(written[2].offset == middle);
    CHECK(written[2].bytes == 176u << 10);
    CHECK(written[3].offset == middle + (176u << 10));
}

TEST_CASE("without a size of its own a log is as large as mke2fs makes it")
{
    CHECK(defaultLogBytes(std::uint64_t{20} << 30) == 128u << 20);
    CHECK(defaultLogBytes((std::uint64_t{128} << 30) - 1) == 512u << 20);
    CHECK(defaultLogBytes(std::uint64_t{128} << 30) == 1u << 30);
    CHECK(defaultLogBytes(20'000'000'000'000) == 1u << 30);
    LoggedNode node;
    CHECK(node.log.bytes() == 1u << 30);
}

TEST_CASE("records that nobody waits for stay in memory for as long as the log says")
{
    Node node;
    FileSystemLog log(node.calendar, node.devices[0], {.commitIntervalS = 30});
    log.append(256);
    CHECK(node.runOut() == Approx(30 + blockS).margin(1e-3));
}
