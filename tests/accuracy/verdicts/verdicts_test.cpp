// Compares a run's limit and the gain from a faster resource with runs that have faster ones.
#include "accuracy/verdicts/random_systems.h"
#include "accuracy/verdicts/verdicts.h"

#include <catch2/catch.hpp>

using namespace headroom::accuracy;

TEST_CASE("in random systems the named resource helps most, as much as its bounds promise")
{
    constexpr std::uint64_t systems = 20;
    int near = 0, best = 0;
    for (std::uint64_t number = 1; number <= systems; ++number) {
        const Verdict verdict = verdictOn(randomSystem(number));
        INFO("system " << number << ": " << verdict.named.resource << " at " << verdict.named.utilisation << " brings "
                       << verdict.gain() << " of " << verdict.named.speedupLow << " … " << verdict.named.speedupHigh
                       << "; " << verdict.best().first << " brings " << verdict.best().second);
        CHECK(verdict.keepsBounds());
        near += verdict.nearLimit();
        best += verdict.nearLimit() && verdict.namesBest();
    }
    CHECK(near >= 15);
    CHECK(best >= near - 1); // the table says of how many it is the second best
}

TEST_CASE("the named resource helps most where a faster one lets others wait")
{
    // By number: 21, a lock for which nobody waits as long as there is one event loop; 94, a black box before which
    // requests arrive in bursts; 118, a cable whose messages end at cables as slow; 135, a loop whose double brings
    // helper threads to a full disk; 215 and 406, a disk that is full once two helper threads read from it.
    for (const std::uint64_t number : {21, 94, 118, 135, 215, 406}) {
        const Verdict verdict = verdictOn(randomSystem(number));
        INFO("system " << number << ": " << verdict.named.resource << " brings " << verdict.gain() << ", "
                       << verdict.best().first << " brings " << verdict.best().second);
        CHECK(verdict.namesBest());
        CHECK(verdict.keepsBounds());
    }
}
