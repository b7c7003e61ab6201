// Workers, without calls that they accept.
#include "../parts_alone.h"

using namespace headroom;
using namespace headroom::test;
using behaviour::Holds;
using behaviour::Wait;

namespace {

TinyProject clientWithOneLoop()
{
    TinyProject tiny = alone(R"({"id": "work", "type": "compute", "work": "1 s"})", "start > work > answer");
    tiny.role("client", "clients", {{"kind", "event loop"}, {"count", 1}});
    return tiny;
}

/// A request of the role's only event loop.
std::uint32_t served(PartsAlone& parts)
{
    const std::uint32_t request = parts.request();
    parts.core.requests[request].worker = 0;
    ++parts.workers.instance(parts.core.requests[request].workerOn).workers[0].clients;
    return parts.core.requests[request].paths;
}

} // namespace

TEST_CASE("an event loop that one path has is waited for by the next, which then has it")
{
    PartsAlone parts(clientWithOneLoop());
    const std::uint32_t first = served(parts), second = served(parts);
    behaviour::Path& p = parts.core.paths[first];
    behaviour::Path& q = parts.core.paths[second];
    CHECK(parts.workers.ensureFor(first, p, parts.core.codeOf(p)));
    CHECK(p.holds == Holds::worker);
    CHECK_FALSE(parts.workers.ensureFor(second, q, parts.core.codeOf(q)));
    CHECK(q.wait == Wait::worker);
    parts.workers.release(p);
    CHECK(q.holds == Holds::worker);
    CHECK(parts.nextReady() == second);
}
