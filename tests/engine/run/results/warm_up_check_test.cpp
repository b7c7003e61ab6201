#include "../run_fixture.h"
#include "tests/one_of.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;

namespace {

/// Four clients whose first requests find tokens in a bucket; then each waits for one. It takes about 0.55 s to empty.
TinyProject bucketThatEmpties()
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "t", "type": "acquire", "state": "limit"},
                      {"id": "w", "type": "compute", "work": "1 ms", "distribution": "exponential"},
                      {"id": "r", "type": "reply"})",
                   "start > t > w > r");
    tiny.definition("server")["state"] =
        Json::parse(R"([{"id": "limit", "type": "token bucket", "rate": "100 1/s", "burst": 500}])");
    tiny.tree["workloads"][0]["workers"] = 4;
    tiny.tree["run"]["sampling_interval"] = "50 ms";
    tiny.tree["run"]["duration"] = "5 s";
    return tiny;
}

/// The sentences about the warm-up.
std::vector<std::string> saidOf(const TinyProject& tiny, record::Summary* summary = nullptr)
{
    NoteListener listener;
    const record::Summary found = simulate(tiny.tree, {}, &listener);
    if (summary)
        *summary = found;
    std::erase_if(listener.texts, [](const std::string& text) { return text.find("arm-up") == std::string::npos; });
    return listener.texts;
}

} // namespace

TEST_CASE("a warm-up that is too short is reported, with one that would do")
{
    TinyProject tiny = bucketThatEmpties();
    tiny.tree["run"]["warm_up"] = oneOf({"0 s", "200 ms"});
    record::Summary summary;
    const auto said = saidOf(tiny, &summary);
    REQUIRE(said.size() == 1);
    CHECK_THAT(said[0], Contains("is too short"));
    REQUIRE(summary.warmUp.neededS);
    CHECK(*summary.warmUp.neededS > 0.5);
    CHECK(*summary.warmUp.neededS < 1.5);
}

TEST_CASE("the warm-up that a run asks for is long enough")
{
    TinyProject tiny = bucketThatEmpties();
    record::Summary summary;
    saidOf(tiny, &summary);
    REQUIRE(summary.warmUp.neededS);
    tiny.tree["run"]["warm_up"] = *summary.warmUp.neededS;
    CHECK(saidOf(tiny).empty());
}

TEST_CASE("nothing is said of the warm-up of a load that changes by itself")
{
    TinyProject tiny = bucketThatEmpties();
    tiny.tree["workloads"][0]["ramp_up"] = "1 s";
    CHECK(saidOf(tiny).empty());
}

TEST_CASE("a run that is steady from the start needs no longer warm-up", "[slow]")
{
    TinyProject tiny = bucketThatEmpties();
    tiny.definition("server")["state"][0]["burst"] = 1;
    int warned = 0;
    constexpr int runs = 40;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        tiny.tree["run"]["seed"] = seed;
        warned += saidOf(tiny).empty() ? 0 : 1;
    }
    CHECK(warned <= runs / 20);
}
