// Runs of headroom-engine as processes.
#include "child/simulation.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

using namespace headroom::child;

namespace {

Simulation firstQueue()
{
    ::setenv("HEADROOM_LIBRARIES", HEADROOM_SOURCE_DIR "/libraries", 1);
    Simulation simulation;
    simulation.project = HEADROOM_SOURCE_DIR "/projects/first-queue";
    simulation.duration = "1 s";
    simulation.warmUp = "0 s";
    simulation.seed = "7";
    return simulation;
}

Command engine(const Simulation& simulation)
{
    return {HEADROOM_ENGINE, argumentsOf(simulation)};
}

} // namespace

TEST_CASE("a run is given what was wished for, and nothing else")
{
    Simulation simulation;
    simulation.project = "p";
    CHECK(argumentsOf(simulation) == std::vector<std::string>{"simulate", "p", "--json"});
    simulation.settings = {"A=1", "B=two words"};
    simulation.scale = {"g.disk d=2"};
    simulation.beside = "folder";
    simulation.duration = "1 s";
    simulation.seed = "3";
    simulation.out = "result.hrr";
    simulation.pace = "2.5";
    simulation.checkLaws = simulation.single = simulation.traceSome = true;
    simulation.answer = Simulation::Answer::stream;
    CHECK(argumentsOf(simulation) ==
          std::vector<std::string>{
              "simulate", "p",      "--set",        "A=1",      "--set",        "B=two words", "--scale", "g.disk d=2",
              "--beside", "folder", "--duration",   "1 s",      "--seed",       "3",           "--out",   "result.hrr",
              "--pace",   "2.5",    "--check-laws", "--single", "--trace-some", "--stream"});
    simulation = {};
    simulation.spanRecords = false;
    CHECK(argumentsOf(simulation) == std::vector<std::string>{"simulate", "", "--json"});
    simulation.answer = Simulation::Answer::stream;
    CHECK(argumentsOf(simulation) == std::vector<std::string>{"simulate", "", "--stream", "--no-span-records"});
}

TEST_CASE("a run answers with its summary")
{
    const auto summary = summaryOf(Process(engine(firstQueue())).wait());
    CHECK(summary.seed == 7);
    CHECK(summary.simulatedS == Approx(1));
}

TEST_CASE("a run that fails says why")
{
    Simulation simulation = firstQueue();
    simulation.project = "/there/is/no/such.headroom";
    CHECK_THROWS_WITH(summaryOf(Process(engine(simulation)).wait()), Catch::StartsWith("failed: "));
    Ending killed;
    killed.signal = 9;
    CHECK_THROWS_WITH(summaryOf(killed), "was ended by signal 9");
    Ending silent;
    silent.exitStatus = 2;
    CHECK_THROWS_WITH(summaryOf(silent), "failed");
}

TEST_CASE("a run that is asked to stop ends with what it has")
{
    Simulation simulation = firstQueue();
    simulation.duration = "100000 s";
    simulation.answer = Simulation::Answer::stream;
    Process process(engine(simulation), Process::Input::commands);
    bool sampled = false;
    process.listenWith([&](std::string_view said) { sampled = sampled || said.find('\n') != std::string_view::npos; });
    while (!sampled)
        REQUIRE_FALSE(process.listen(std::chrono::milliseconds(100)));
    process.stop({std::chrono::seconds(60), std::chrono::seconds(60)});
    const Ending ending = process.wait();
    CHECK(ending.good());
    CHECK(ending.output.find("\"stopped\":true") != std::string::npos);
}
