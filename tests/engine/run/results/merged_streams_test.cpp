// Streams moved in merged chunks.
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
                      {"id": "up", "type": "transfer", "over": "call", "chunk": "64 KiB", "window": 64, "bytes": )" +
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

TEST_CASE("a check warns of streams in merged chunks, and names the transfers")
{
    const std::string detail = oneOf<std::string>({"message", "flow", "delay only"});
    CHECK_THAT(warningOf(uploading(detail, 32)), Contains("32 larger pieces") && Contains("client/ask/full up"));
    CHECK_THAT(warningOf(uploading(detail, 152)), Contains("152"));
    // Its bytes are not known before the run.
    CHECK_THAT(warningOf(uploading(detail, 1000, R"("request * 1 MB")")), Contains("client/ask/full up"));
    CHECK_THAT(warningOf(uploading(detail, 152, "\"min(request * 1 MB, 10 MB)\"")), Contains("152"));
}

TEST_CASE("no warning where each chunk is moved by itself")
{
    CHECK(warningOf(uploading("message", 153)).empty());
    CHECK(warningOf(uploading("message", 153, "\"min(request * 1 MB, 10 MB)\"")).empty());
    CHECK(warningOf(uploading("message", 0, R"("request * 1 MB")")).empty());
    TinyProject usual = uploading("flow", 0);
    usual.tree["run"].erase("stream_chunks");
    CHECK(warningOf(usual).empty());
}

TEST_CASE("a run says which streams it moved in merged chunks")
{
    const std::string detail = oneOf<std::string>({"message", "flow"});
    NoteListener merged, whole;
    simulate(uploading(detail, 32).tree, {}, &merged);
    REQUIRE(merged.texts.size() == 1);
    CHECK_THAT(merged.texts[0], Contains("stream_chunks") && Contains("client/ask/full up"));
    simulate(uploading(detail, 1000, R"("10 MB + request * 0")").tree, {}, &whole);
    CHECK(whole.texts.empty());
}
