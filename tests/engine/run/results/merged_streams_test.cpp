// Streams moved in merged chunks, in a network at message level.
#include "../run_fixture.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// Uploads 10 MB in chunks of 64 KiB, 153 of them.
TinyProject uploading(const std::string& detail, int pieces, const std::string& bytes = R"("10 MB")")
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                      {"id": "answer", "type": "reply"}, {"id": "sent", "type": "end"},
                      {"id": "up", "type": "transfer", "over": "call", "chunk": "64 KiB", "bytes": )" +
                       bytes + "}",
                   "start > call > answer; call.opened > up > sent");
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", "bytes": "10 MB"},
                      {"id": "answer", "type": "reply"})",
                   "start > take > answer");
    tiny.tree["topology"]["fabrics"][0]["detail"] = detail;
    tiny.tree["run"]["stream_chunks"] = pieces;
    return tiny;
}

/// The problem of the warning, if it is given.
std::string warningOf(const TinyProject& tiny)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tiny.tree["components"], "/components", findings);
    const run::Simulation simulation(parsed(tiny.tree, components), components, {});
    for (const project::Finding& finding : simulation.findings())
        if (finding.key == "run.merged-chunks") {
            CHECK(finding.severity == project::Severity::warning);
            CHECK(finding.pointer == "/run/stream_chunks");
            return finding.problem;
        }
    return {};
}

} // namespace

TEST_CASE("at message level a check warns of streams in merged chunks, and names the transfers")
{
    CHECK_THAT(warningOf(uploading("message", 32)), Contains("32 larger pieces") && Contains("client/ask/full up"));
    CHECK_THAT(warningOf(uploading("message", 152)), Contains("152"));
    // Its bytes are not known before the run.
    CHECK_THAT(warningOf(uploading("message", 1000, R"("request * 1 MB")")), Contains("client/ask/full up"));
    CHECK_THAT(warningOf(uploading("message", 152, "\"min(request * 1 MB, 10 MB)\"")), Contains("152"));
}

TEST_CASE("no warning where the number of pieces changes no result")
{
    CHECK(warningOf(uploading("message", 153)).empty());
    CHECK(warningOf(uploading("message", 153, "\"min(request * 1 MB, 10 MB)\"")).empty());
    CHECK(warningOf(uploading("flow", 32)).empty());
    CHECK(warningOf(uploading("delay only", 32)).empty());
}

TEST_CASE("a run at message level says which streams it moved in merged chunks")
{
    NoteListener merged, whole, flow;
    simulate(uploading("message", 32).tree, {}, &merged);
    REQUIRE(merged.texts.size() == 1);
    CHECK_THAT(merged.texts[0], Contains("stream_chunks") && Contains("client/ask/full up"));
    simulate(uploading("message", 1000, R"("10 MB + request * 0")").tree, {}, &whole);
    CHECK(whole.texts.empty());
    simulate(uploading("flow", 32).tree, {}, &flow);
    CHECK(flow.texts.empty());
}
