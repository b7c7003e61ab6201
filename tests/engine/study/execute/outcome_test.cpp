#include "study/execute/local_executor.h"

#include "record/structure/json.h"
#include "record/structure/summary_json.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

using namespace headroom;

namespace {

record::Json answer()
{
    record::Summary summary;
    summary.project = "p";
    summary.simulatedS = 10;
    auto& put = summary.operations["PUT"];
    put.count = 3;
    put.perSecond = 0.1 + 0.2;
    put.latency = {1.0 / 3, 1, 2, 3, 4};
    record::Json json = record::toJson(summary);
    json["remarks"] = {"warning: something"};
    return json;
}

child::Ending ending(std::string output)
{
    child::Ending ending;
    ending.exitStatus = 0;
    ending.output = std::move(output);
    return ending;
}

std::string cbor(const record::Json& json)
{
    const std::vector<std::uint8_t> bytes = record::Json::to_cbor(json);
    return {bytes.begin(), bytes.end()};
}

} // namespace

TEST_CASE("the outcome of a run is the same whether it answers in text or in CBOR")
{
    for (const std::string& output : {answer().dump(), cbor(answer())}) {
        const study::RunOutcome outcome = study::outcomeOf(ending(output));
        REQUIRE(outcome.summary);
        const auto& put = outcome.summary->operations.at("PUT");
        CHECK(put.count == 3);
        CHECK(put.perSecond == 0.1 + 0.2);
        CHECK(put.latency.meanMs == 1.0 / 3);
        CHECK(outcome.remarks == std::vector<std::string>{"warning: something"});
    }
}

TEST_CASE("an answer that is cut short or is none becomes a problem")
{
    const std::string whole = cbor(answer());
    for (const std::string& output : {whole.substr(0, whole.size() / 2), std::string("\xff\x00", 2), std::string()}) {
        const study::RunOutcome outcome = study::outcomeOf(ending(output));
        CHECK_FALSE(outcome.summary);
        CHECK_FALSE(outcome.problem.empty());
    }
    CHECK(study::outcomeOf(ending(R"({"fault": "no disk"})")).problem == "failed: no disk");
}

namespace {

/// Works for so long of processor time, and answers.
std::string workFor(double seconds)
{
    const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
    while (std::clock() < end) {
    }
    return answer().dump();
}

/// The most runs of an executor for two at once that were under way, if each takes this processor time.
std::size_t mostUnderWay(double secondsOfEach)
{
    std::size_t started = 0, ended = 0, most = 0;
    study::LocalExecutor executor(2, [&](const child::Simulation&) {
        ++started;
        return std::make_unique<child::Process>([=] { return workFor(secondsOfEach); });
    });
    for (std::uint64_t job = 0; job < 8; ++job)
        executor.add(job, {});
    while (executor.pending() > 0) {
        executor.advance(std::chrono::milliseconds(1000), [&](std::uint64_t, const study::RunOutcome&) { ++ended; });
        most = std::max(most, started - ended);
    }
    return most;
}

} // namespace

TEST_CASE("one run more is under way while runs are so short that a core would wait between two")
{
    CHECK(mostUnderWay(0.001) == 3);
    CHECK(mostUnderWay(0.15) == 2);
}
