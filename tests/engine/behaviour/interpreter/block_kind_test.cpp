// The table of what the interpreter does at blocks of each kind.
#include "../tiny_project.h"

using namespace headroom;
using namespace headroom::test;
using behaviour::BlockKind;
using behaviour::Code;

namespace {

TinyCluster anyCluster()
{
    TinyProject tiny;
    tiny.asks();
    tiny.operation("server", "serve", R"({"id": "r", "type": "reply"})", "start > r");
    return TinyCluster(tiny);
}

std::string waitAt(const TinyCluster& cluster, behaviour::Wait wait, Code code)
{
    behaviour::Path path;
    path.reset();
    path.wait = wait;
    const char* words = cluster.machine->blockKinds().waitOf(path, code);
    return words ? words : "nothing";
}

} // namespace

TEST_CASE("every kind of block has its row")
{
    const TinyCluster cluster = anyCluster();
    for (std::size_t i = 0; i < behaviour::codeCount; ++i) {
        const auto code = static_cast<Code>(i);
        INFO(i);
        const BlockKind& kind = cluster.machine->blockKinds()[code];
        CHECK(kind.code == code);
        CHECK(kind.enter);
        CHECK(kind.part);
        CHECK_FALSE((kind.cancel && kind.end)); // one of them ends the path, the other does not
        CHECK((kind.cancel == nullptr || kind.waitsFor != std::string())); // who takes a wait back can name it
    }
}

TEST_CASE("a wait is named by the block, or by who serves blocks of every kind")
{
    using behaviour::Wait;
    const TinyCluster cluster = anyCluster();
    CHECK(waitAt(cluster, Wait::nothing, Code::compute) == "nothing");
    CHECK(waitAt(cluster, Wait::ready, Code::call) == "nothing");
    CHECK(waitAt(cluster, Wait::worker, Code::read) == "queue for a worker");
    CHECK(waitAt(cluster, Wait::processor, Code::write) == "processor");
    CHECK(waitAt(cluster, Wait::storage, Code::flush) == "storage");
    CHECK(waitAt(cluster, Wait::station, Code::blackBox) == "station");
    CHECK(waitAt(cluster, Wait::timer, Code::delay) == "delay");
    CHECK(waitAt(cluster, Wait::call, Code::call) == "answer");
    CHECK(waitAt(cluster, Wait::transfer, Code::transfer) == "transfer");
    CHECK(waitAt(cluster, Wait::state, Code::acquire) == "queue for slots");
    CHECK(waitAt(cluster, Wait::copying, Code::copy) == "memory");
    for (const Code code : {Code::put, Code::get, Code::barrier, Code::allocate})
        CHECK(waitAt(cluster, Wait::queue, code) == "queue for a message, room or others");
}
