// Processes that end, fail, talk much, and stop or do not want to.
#include "child/process_queue.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace headroom::child;
using namespace std::chrono_literals;

namespace {

Command shell(const std::string& script)
{
    return {"/bin/sh", {"-c", script}};
}

/// Listens until the process has printed a line.
void awaitLine(Process& process)
{
    bool line = false;
    process.listenWith([&](std::string_view said) { line = line || said.find('\n') != std::string_view::npos; });
    while (!line && !process.listen(10ms)) {
    }
    process.listenWith({});
}

} // namespace

TEST_CASE("a process that ends reports its output and how it ended")
{
    Process process(shell("echo out; echo err >&2; exit 3"));
    const Ending ending = process.wait();
    CHECK(process.ended());
    CHECK(ending.output == "out\n");
    CHECK(ending.complaints == "err\n");
    CHECK(ending.exitStatus == 3);
    CHECK(ending.signal == 0);
    CHECK_FALSE(ending.good());
    CHECK(ending.reason() == "err");
    CHECK(ending.peakMiB > 0);
    CHECK(process.listen(0ms)); // asked again it says the same
    CHECK(process.ending().output == "out\n");
}

TEST_CASE("a process that a signal ends differs from one that fails")
{
    const Ending ending = Process(shell("kill -KILL $$")).wait();
    CHECK(ending.signal == SIGKILL);
    CHECK(ending.exitStatus == -1);
    CHECK_FALSE(ending.good());
    CHECK(ending.reason() == "ended by signal 9");
}

TEST_CASE("a program that is not there cannot be started")
{
    CHECK_THROWS_AS(Process(Command{"/there/is/no/such/program", {}}), std::runtime_error);
}

TEST_CASE("arguments reach the process as they are")
{
    const Ending ending = Process({"/bin/sh", {"-c", "printf '%s|' \"$@\"", "sh", "a b", "", "'$HOME'\n"}}).wait();
    CHECK(ending.output == "a b||'$HOME'\n|");
}

TEST_CASE("a process that is given no input reads an empty one")
{
    CHECK(Process(shell("cat")).wait().output.empty());
}

TEST_CASE("much output on both ways is collected whole")
{
    const Ending ending =
        Process(shell("i=0; while [ $i -lt 20000 ]; do echo \"line $i of output\"; echo \"complaint $i\" >&2; "
                      "i=$((i + 1)); done"))
            .wait();
    std::string output, complaints;
    for (int i = 0; i < 20000; ++i) {
        output += "line " + std::to_string(i) + " of output\n";
        complaints += "complaint " + std::to_string(i) + "\n";
    }
    CHECK(ending.good());
    CHECK(ending.output == output);
    CHECK(ending.complaints == complaints);
}

TEST_CASE("output is heard as it comes")
{
    Process process(shell("echo first; read answer; echo \"$answer\""), Process::Input::commands);
    awaitLine(process);
    CHECK(process.ending().output == "first\n");
    CHECK_FALSE(process.ended());
    CHECK(process.send("second\n"));
    CHECK(process.wait().output == "first\nsecond\n");
}

TEST_CASE("speaking to who has gone is no harm")
{
    Process process(shell("exit 0"), Process::Input::commands);
    process.wait();
    CHECK_FALSE(process.send("are you there?\n"));

    Process deaf(shell("exec <&-; echo ready; sleep 60"), Process::Input::commands);
    awaitLine(deaf);
    CHECK_FALSE(deaf.send("can you hear me?\n"));
}

TEST_CASE("a process without commands is stopped by a signal that it may answer")
{
    Process process(shell("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done"));
    awaitLine(process);
    process.stop();
    const Ending ending = process.wait();
    CHECK(ending.good());
    CHECK(ending.output == "ready\nbye\n");
}

TEST_CASE("a process that reads commands is asked to stop by one")
{
    Process process(shell("echo ready; read command; echo \"$command\"; exit 0"), Process::Input::commands);
    awaitLine(process);
    process.stop();
    const Ending ending = process.wait();
    CHECK(ending.good());
    CHECK(ending.output.find("stop") != std::string::npos);
}

TEST_CASE("a process that does not obey is terminated, then killed")
{
    const Patience patience{50ms, 50ms};
    SECTION("the command is not read")
    {
        Process process(shell("echo ready; exec sleep 60"), Process::Input::commands);
        awaitLine(process);
        process.stop(patience);
        CHECK(process.wait().signal == SIGTERM);
    }
    SECTION("nor is the signal heard")
    {
        Process process(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"), Process::Input::commands);
        awaitLine(process);
        process.stop(patience);
        CHECK(process.wait().signal == SIGKILL);
    }
    SECTION("although it never stops talking")
    {
        Process process(shell("trap '' TERM; while :; do echo and so on and so on; done"), Process::Input::commands);
        awaitLine(process);
        process.stop(patience);
        CHECK(process.wait().signal == SIGKILL);
    }
}

TEST_CASE("a process whose child holds its output open has ended all the same")
{
    const auto began = std::chrono::steady_clock::now();
    Process process(shell("sleep 30 & echo done"));
    const Ending ending = process.wait();
    CHECK(ending.output == "done\n");
    CHECK(std::chrono::steady_clock::now() - began < 20s);
}

TEST_CASE("a process goes with its owner")
{
    const auto began = std::chrono::steady_clock::now();
    {
        Process process(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"));
        awaitLine(process);
    }
    CHECK(std::chrono::steady_clock::now() - began < 20s);
}

TEST_CASE("a copy of this process gives back what it made")
{
    const std::string large(300'000, 'x');
    int here = 1;
    Process process([&] {
        here = 2; // in the copy only
        return large;
    });
    const Ending ending = process.wait();
    CHECK(ending.good());
    CHECK(ending.output == large);
    CHECK(here == 1);
}

TEST_CASE("many processes run some at a time and are reported once each")
{
    constexpr std::size_t count = 40, atOnce = 4;
    std::vector<std::string> said(count);
    std::size_t most = 0;
    const ProcessQueue* running = nullptr;
    ProcessQueue queue(atOnce, [&](std::size_t number, const Ending& ending) {
        CHECK(ending.good());
        CHECK(said[number].empty());
        said[number] = ending.output;
        most = std::max(most, running->running() + 1);
    });
    running = &queue;
    for (std::size_t i = 0; i < count; ++i)
        queue.add(shell("echo " + std::to_string(i) + "; [ $((" + std::to_string(i) + " % 3)) = 0 ] && sleep 0.02; :"));
    CHECK(queue.finish());
    CHECK(queue.running() == 0);
    CHECK(most <= atOnce);
    for (std::size_t i = 0; i < count; ++i)
        CHECK(said[i] == std::to_string(i) + "\n");
}

TEST_CASE("waiting for many can be interrupted and ends them")
{
    const auto began = std::chrono::steady_clock::now();
    {
        ProcessQueue queue(2, [](std::size_t, const Ending&) { FAIL("nobody was to end"); });
        for (int i = 0; i < 3; ++i)
            queue.add(shell("exec sleep 60"));
        int looks = 0;
        CHECK_FALSE(queue.finish([&] { return ++looks > 3; }));
        CHECK(queue.running() == 2);
    }
    CHECK(std::chrono::steady_clock::now() - began < 30s);
}

TEST_CASE("an exception thrown when one has ended reaches the caller who waits for all")
{
    ProcessQueue queue(2, [](std::size_t, const Ending& ending) {
        if (!ending.good())
            throw std::runtime_error(ending.reason());
    });
    queue.add(shell("exec sleep 60"));
    queue.add(shell("echo no luck >&2; exit 1"));
    CHECK_THROWS_WITH(queue.finish(), "no luck");
}
