// Models that nobody sane would draw: each ends with a fault or a clean stop and its reason; nothing hangs or crashes.
#include "run_fixture.h"

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// What became of it: the faults, the limit that stopped it, or "ran".
std::string fate(const Json& tree)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tree["components"], "/components", findings);
    const auto loaded =
        project::parseProject(tree.dump(), components, {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    findings.insert(findings.end(), loaded.findings.begin(), loaded.findings.end());
    if (!loaded.project || project::hasErrors(findings))
        return "fault: " + told(findings);
    run::Simulation simulation(*loaded.project, components, {});
    if (project::hasErrors(simulation.findings()))
        return "fault: " + told(simulation.findings());
    Listener quiet;
    const auto summary = simulation.run(quiet);
    return summary.limit.empty() ? "ran" : "stopped: " + summary.limit;
}

/// The network takes no time at all: calls arrive when they are made.
TinyProject immediately(TinyProject tiny)
{
    tiny.tree["topology"]["fabrics"] = {{{"id", "net"},
                                         {"detail", "delay only"},
                                         {"latency", "0 s"},
                                         {"links", Json::array()},
                                         {"switches", Json::array()}}};
    tiny.tree["run"]["max_events_at_instant"] = 100000;
    return tiny;
}

const std::string answer = R"({"id": "r", "type": "reply"})";

} // namespace

TEST_CASE("diagrams without anything in them are told or end their requests")
{
    TinyProject nothing;
    nothing.asks().operation("server", "serve", "", "");
    CHECK_NOTHROW(fate(nothing.tree));
    TinyProject headless;
    headless.asks().operation("server", "serve", "", "");
    headless.definition("server")["operations"][0]["diagrams"][0]["blocks"] = Json::array();
    CHECK_THAT(fate(headless.tree), Contains("fault"));
    TinyProject bare;
    bare.asks();
    bare.definition("server")["operations"] = Json::array();
    CHECK_THAT(fate(bare.tree), Contains("fault"));
}

TEST_CASE("two roles that call each other for ever without delay are stopped")
{
    TinyProject tiny = immediately(TinyProject());
    tiny.asks();
    tiny.operation("client", "back",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"}, )" + answer,
                   "start > call > r");
    tiny.operation("server", "serve",
                   R"({"id": "call", "type": "call", "role": "client", "operation": "back"}, )" + answer,
                   "start > call > r");
    CHECK_THAT(fate(tiny.tree), Contains("without time passing") || Contains("memory"));
}

TEST_CASE("messages that go round for ever without delay are stopped")
{
    TinyProject tiny = immediately(TinyProject());
    tiny.asks();
    tiny.operation("client", "back", R"({"id": "tell", "type": "send", "role": "server", "operation": "serve"})",
                   "start > tell");
    tiny.operation("server", "serve",
                   R"({"id": "tell", "type": "send", "role": "client", "operation": "back"}, )" + answer,
                   "start > tell > r");
    CHECK_THAT(fate(tiny.tree), Contains("without time passing"));
}
