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
