// The table of what the interpreter does at blocks of each kind.
#include "../tiny_project.h"

using namespace headroom;
using behaviour::BlockKind;
using behaviour::Code;
using behaviour::Interpreter;

namespace {

std::string waitAt(behaviour::Wait wait, Code code)
{
    behaviour::Path path;
    path.reset();
    path.wait = wait;
    const char* words = Interpreter::waitOf(path, code);
    return words ? words : "nothing";
}

} // namespace

TEST_CASE("every kind of block has its row")
{
    for (std::size_t i = 0; i < behaviour::codeCount; ++i) {
        const auto code = static_cast<Code>(i);
        INFO(i);
        const BlockKind& kind = Interpreter::kindOf(code);
        CHECK(kind.code == code);
        CHECK(kind.enter);
        CHECK_FALSE((kind.cancel && kind.end)); // one of them ends the path, the other does not
        CHECK((kind.cancel == nullptr || kind.waitsFor != std::string())); // who takes a wait back can name it
    }
}

TEST_CASE("a wait is named by the block, or by who serves blocks of every kind")
{
    using behaviour::Wait;
    CHECK(waitAt(Wait::nothing, Code::compute) == "nothing");
    CHECK(waitAt(Wait::ready, Code::call) == "nothing");
    CHECK(waitAt(Wait::worker, Code::read) == "queue for a worker");
    CHECK(waitAt(Wait::processor, Code::write) == "processor");
    CHECK(waitAt(Wait::storage, Code::flush) == "storage");
    CHECK(waitAt(Wait::station, Code::blackBox) == "station");
    CHECK(waitAt(Wait::timer, Code::delay) == "delay");
    CHECK(waitAt(Wait::call, Code::call) == "answer");
    CHECK(waitAt(Wait::transfer, Code::transfer) == "transfer");
    CHECK(waitAt(Wait::state, Code::acquire) == "queue for slots");
    CHECK(waitAt(Wait::copying, Code::copy) == "memory");
    for (const Code code : {Code::put, Code::get, Code::barrier, Code::allocate})
        CHECK(waitAt(Wait::queue, code) == "queue for a message, room or others");
}
