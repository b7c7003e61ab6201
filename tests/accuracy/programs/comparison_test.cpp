// What programs of nested blocks do, held against a second simulation.
#include "accuracy/programs/comparison.h"
#include "accuracy/programs/random_programs.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace headroom::accuracy::programs;

namespace {

constexpr double seconds = 60;

std::string textOf(const Comparison& comparison)
{
    return std::to_string(comparison.engine.perSecond.value) + "/s in " +
           std::to_string(comparison.engine.meanS.value) + " s, and by the reference " +
           std::to_string(comparison.reference.perSecond.value) + "/s in " +
           std::to_string(comparison.reference.meanS.value) + " s";
}

Block compute(double workS)
{
    return {Compute{{workS, true}}};
}

/// Ten clients of one role on two cores.
System systemOf(Role role)
{
    return {{{2, true}}, {std::move(role)}, 10, 0};
}

} // namespace

TEST_CASE("random programs do what a second simulation says of them")
{
    for (std::uint64_t number = 1; number <= 40; ++number) {
        const Comparison comparison = compare(randomProgram(number), seconds);
        INFO("system " << number << ": " << textOf(comparison));
        CHECK(comparison.agrees());
    }
}

TEST_CASE("the comparison notices another helper thread")
{
    const Role one{Workers::eventLoops, 1, 1, 0, {}, {}, {}, {compute(0.001), {Aside{{compute(0.004)}}}}};
    Role two = one;
    two.helperThreads = 2;
    CHECK(compare(systemOf(one), seconds).agrees());
    CHECK_FALSE(compare(systemOf(one), systemOf(two), seconds).agrees());
}

TEST_CASE("the comparison notices another slot of a lock")
{
    const Role one{Workers::threads, 16, 1,  0,
                   {Lock{1, false}}, {}, {}, {compute(0.001), {Hold{0, 1, {{Delay{{0.004, true}}}}}}}};
    Role two = one;
    two.locks[0].slots = 2;
    CHECK(compare(systemOf(one), seconds).agrees());
    CHECK_FALSE(compare(systemOf(one), systemOf(two), seconds).agrees());
}

TEST_CASE("the comparison notices paths that run on instead of being cancelled")
{
    ForEach first{4, 0, 1, true, {compute(0.004)}};
    Role cancelling{Workers::threads, 16, 1, 0, {}, {}, {}, {compute(0.001), {first}}};
    first.cancelsRest = false;
    Role going = cancelling;
    going.program[1] = {first};
    CHECK(compare(systemOf(cancelling), seconds).agrees());
    CHECK_FALSE(compare(systemOf(cancelling), systemOf(going), seconds).agrees());
}

TEST_CASE("the comparison notices that a worker is held during a wait")
{
    const Role loops{Workers::eventLoops, 1, 1, 0, {}, {}, {}, {compute(0.001), {Delay{{0.010, true}}}}};
    Role threads = loops;
    threads.workers = Workers::threads;
    CHECK(compare(systemOf(loops), seconds).agrees());
    CHECK_FALSE(compare(systemOf(loops), systemOf(threads), seconds).agrees());
}

// The thread is the request's until both have ended. A request takes 1 + 1 + 2 + 1 ms until the second path waits, then
// its 2 ms or the last work if that is longer: 2 + exp(-2) ms on average. In the other order it would take 8 ms.
TEST_CASE("the next of several paths begins before what follows a join")
{
    const ForEach oneByOne{2, 1, 1, false, {compute(0.001), {Delay{{0.002, false}}}}};
    const Role role{Workers::threads, 1, 1, 0, {}, {}, {}, {compute(0.001), {oneByOne}, compute(0.001)}};
    const Comparison comparison = compare({{{2, true}}, {role}, 1, 0}, seconds);
    INFO(textOf(comparison));
    CHECK(comparison.agrees());
    CHECK(comparison.engine.perSecond.value == Approx(1000 / (7 + std::exp(-2.0))).epsilon(0.02));
}
