// Compares programs of nested blocks with a second simulation.
#include "accuracy/programs/comparison.h"
#include "accuracy/programs/random_programs.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace headroom::accuracy::programs;

namespace {

constexpr double seconds = 40;

std::string textOf(const Comparison& comparison)
{
    return std::to_string(comparison.engine.perSecond.value) + "/s in " +
           std::to_string(comparison.engine.meanS.value) + " s, and by the reference " +
           std::to_string(comparison.reference.perSecond.value) + "/s in " +
           std::to_string(comparison.reference.meanS.value) + " s";
}

Block compute(double workS)
{
    return {Compute{{workS}}};
}

Role role(Workers workers, int count, Program program)
{
    return {.workers = workers, .count = count, .nodes = 1, .program = std::move(program)};
}

/// Ten clients who ask the second role.
System systemOf(std::vector<Role> roles, Nodes nodes = {1, 2})
{
    roles.insert(roles.begin(), {.workers = Workers::threadPerRequest, .program = {{Call{{1}}}}});
    return {{{1, 256}, nodes}, std::move(roles), ClosedLoop{10, 0}};
}

/// The engine's figures are those of the first system, and not those of the second one.
void checkThatItTells(const System& one, const System& two)
{
    const Comparison same = compare(one, seconds), other = compare(one, two, seconds);
    INFO("the same: " << textOf(same));
    INFO("the other one: " << textOf(other));
    CHECK(same.agrees());
    CHECK_FALSE(other.agrees());
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
    const Role one = role(Workers::eventLoops, 1, {compute(0.001), {Aside{{compute(0.004)}}}});
    Role two = one;
    two.helperThreads = 2;
    checkThatItTells(systemOf({one}), systemOf({two}));
}

TEST_CASE("the comparison notices another slot of a lock")
{
    Role one = role(Workers::threads, 16, {compute(0.001), {Hold{0, 1, {{Delay{{0.004}}}}}}});
    one.locks = {{1}};
    Role two = one;
    two.locks[0].slots = 2;
    checkThatItTells(systemOf({one}), systemOf({two}));
}

TEST_CASE("the comparison notices paths that run on instead of being cancelled")
{
    ForEach first{4, 0, 1, true, {compute(0.004)}};
    const Role cancelling = role(Workers::threads, 16, {compute(0.001), {first}});
    first.cancelsRest = false;
    Role going = cancelling;
    going.program[1] = {first};
    checkThatItTells(systemOf({cancelling}), systemOf({going}));
}

TEST_CASE("the comparison notices that a worker is held during a wait")
{
    const Role loops = role(Workers::eventLoops, 1, {compute(0.001), {Delay{{0.010}}}});
    Role threads = loops;
    threads.workers = Workers::threads;
    checkThatItTells(systemOf({loops}), systemOf({threads}));
}

TEST_CASE("the comparison notices how a call finds its node")
{
    const auto calling = [](Selector selector) {
        const Role served = role(Workers::threads, 1, {compute(0.001), {Delay{{0.004}}}});
        const Role caller = role(Workers::threads, 16, {compute(0.001), {Call{{2, selector}}}});
        return systemOf({caller, served}, {3, 2});
    };
    checkThatItTells(calling(Selector::leastLoaded), calling(Selector::random));
    checkThatItTells(calling(Selector::roundRobin), calling(Selector::random));
    checkThatItTells(calling(Selector::sameNode), calling(Selector::byKey));
}

TEST_CASE("the comparison notices whether the caller's worker does it")
{
    const Role served = role(Workers::threads, 1, {compute(0.001), {Delay{{0.004}}}});
    Role caller = role(Workers::threads, 16, {compute(0.001), {Call{{2, Selector::here}}}});
    const System here = systemOf({caller, served});
    caller.program[1] = {Call{{2, Selector::sameNode}}};
    checkThatItTells(here, systemOf({caller, served}));
}

TEST_CASE("the comparison notices that nobody waits for a message")
{
    Role served = role(Workers::threads, 4, {compute(0.001), {Delay{{0.020}}}});
    served.backlog = 10;
    Role caller = role(Workers::threads, 4, {compute(0.001), {Send{{2}}}});
    const System sent = systemOf({caller, served});
    caller.program[1] = {Call{{2}}};
    checkThatItTells(sent, systemOf({caller, served}));
}

TEST_CASE("the comparison notices what it takes a worker to wake up")
{
    for (const Workers kind : {Workers::eventLoops, Workers::threads}) {
        System waking = systemOf({role(kind, 1, {compute(0.001), {Delay{{0.002}}}, compute(0.001)})});
        waking.load = OpenLoop{100, 20};
        System awake = waking;
        waking.roles[1].wakeUpS = 0.001;
        checkThatItTells(waking, awake);
    }
}

TEST_CASE("the comparison notices how many requests may wait to be accepted")
{
    System two = systemOf({role(Workers::threads, 1, {compute(0.004)})});
    System three = two;
    two.roles[1].backlog = 2;
    three.roles[1].backlog = 3;
    checkThatItTells(two, three);
}

TEST_CASE("the comparison notices how many requests an event loop accepts")
{
    System one = systemOf({role(Workers::eventLoops, 1, {compute(0.001), {Delay{{0.004}}}})});
    System two = one;
    one.roles[1].clients = 1;
    two.roles[1].clients = 2;
    checkThatItTells(one, two);
}

TEST_CASE("the comparison notices another attempt of a call")
{
    const auto trying = [](int attempts) {
        Role served = role(Workers::threads, 1, {compute(0.004)});
        served.backlog = 0;
        System system = systemOf({std::move(served)});
        system.roles[0].program = {{Call{{1}, 0, attempts, {0.002}}}};
        return system;
    };
    checkThatItTells(trying(2), trying(3));
}

TEST_CASE("the comparison notices how times vary")
{
    const auto varying = [](Distribution distribution, double variation) {
        const Time time{0.004, distribution, variation};
        System system = systemOf({role(Workers::threadPerRequest, 1, {{Delay{time}}})});
        system.roles[0].program = {{Call{{1}, 0.005, 1, {0.010, Distribution::constant}}}};
        return system;
    };
    using enum Distribution;
    checkThatItTells(varying(constant, 0), varying(erlang, 0.5));
    checkThatItTells(varying(erlang, 0.5), varying(uniform, 0.5));
    checkThatItTells(varying(logNormal, 1.5), varying(logNormal, 1));
    checkThatItTells(varying(hyperexponential, 1.5), varying(exponential, 0));
    checkThatItTells(varying(exponential, 0), varying(pareto, 1));
}

TEST_CASE("the comparison notices how the work of a request varies")
{
    const Time part{0.002, Distribution::asTheRole};
    System together = systemOf({role(Workers::threadPerRequest, 1, {{Compute{part}}, {Compute{part}}})}, {1, 64});
    together.roles[0].program = {{Call{{1}, 0.005, 1, {0.010, Distribution::constant}}}};
    together.roles[1].variation = 1;
    System apart = together;
    for (Block& block : apart.roles[1].program)
        block = {Compute{{0.002, Distribution::logNormal, 1}}};
    checkThatItTells(together, apart);
}

TEST_CASE("the comparison notices whose a lock is")
{
    const auto owned = [](Owner owner) {
        Role one = role(Workers::threads, 4, {compute(0.001), {Hold{0, 1, {{Delay{{0.004}}}}}}});
        one.locks = {{1, false, owner}};
        return systemOf({std::move(one)}, {2, 2});
    };
    checkThatItTells(owned(Owner::cluster), owned(Owner::node));
    checkThatItTells(owned(Owner::node), owned(Owner::request));
    checkThatItTells(owned(Owner::worker), owned(Owner::node));
}

TEST_CASE("the comparison notices who gets a lock first")
{
    const auto preferring = [](int priority) {
        const Block shortly{Hold{0, 1, {{Delay{{0.0002}}}}, priority}};
        const Block longer{Hold{0, 1, {{Delay{{0.0016}}}}}};
        Role one = role(Workers::threadPerRequest, 1, {compute(0.0002), {Branch{0.5, {longer}}}, shortly});
        one.locks = {{1}};
        System system = systemOf({std::move(one)});
        system.load = ClosedLoop{10, 0.008};
        return system;
    };
    checkThatItTells(preferring(1), preferring(0));
}

TEST_CASE("the comparison notices how cores are shared")
{
    using enum Scheduling;
    const auto computing = [](Scheduling scheduling, double quantumS, double switchS) {
        const Time work{0.004, Distribution::uniform, 0.5};
        System system =
            systemOf({role(Workers::threadPerRequest, 1, {{Compute{work}}})}, {1, 1, scheduling, quantumS, switchS});
        system.load = ClosedLoop{10, 0.030};
        return system;
    };
    checkThatItTells(computing(sharing, 0, 0), computing(firstComeFirstServed, 0, 0));
    checkThatItTells(computing(timeSlice, 0.0005, 0), computing(firstComeFirstServed, 0, 0));
    checkThatItTells(computing(timeSlice, 0.020, 0), computing(timeSlice, 0.0005, 0));
    checkThatItTells(computing(timeSlice, 0.001, 0.0002), computing(timeSlice, 0.001, 0));
}

TEST_CASE("the comparison notices how many requests may be under way")
{
    System five = systemOf({role(Workers::threads, 1, {compute(0.004)})});
    five.load = OpenLoop{300, 5};
    System six = five;
    six.load = OpenLoop{300, 6};
    checkThatItTells(five, six);
}

// The thread is the request's until both have ended. A request takes 1 + 1 + 2 + 1 ms until the second path waits, then
// its 2 ms or the last work if that is longer: 2 + exp(-2) ms on average. In the other order it would take 8 ms.
TEST_CASE("the next of several paths begins before what follows a join")
{
    const ForEach oneByOne{2, 1, 1, false, {compute(0.001), {Delay{{0.002, Distribution::constant}}}}};
    System one = systemOf({role(Workers::threads, 1, {compute(0.001), {oneByOne}, compute(0.001)})});
    one.load = ClosedLoop{1, 0};
    const Comparison comparison = compare(one, seconds);
    INFO(textOf(comparison));
    CHECK(comparison.agrees());
    CHECK(comparison.engine.perSecond.value == Approx(1000 / (7 + std::exp(-2.0))).epsilon(0.02));
}
