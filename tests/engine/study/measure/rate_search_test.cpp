// The search for the highest load that settles, on systems whose limit is known.
#include "study/measure/rate_search.h"

#include <catch2/catch.hpp>

#include <algorithm>

using headroom::study::RateSearch;

namespace {

struct Outcome
{
    int runs = 0;
    RateSearch search;
};

/// A system that is asked for 100 operations a second and can do `limit` times as many; of those that it cannot do
/// `lost` is the share of its time that they cost.
Outcome searched(RateSearch search, double limit, double lost = 0)
{
    int runs = 0;
    for (; !search.over() && runs < 100; ++runs) {
        const double load = search.next();
        const bool settles = load <= limit;
        const double done = settles ? load : std::max(0.0, limit - lost * (load - limit));
        search.take(load, settles, 100 * done);
    }
    return {runs, search};
}

} // namespace

TEST_CASE("the highest load that settles is enclosed to four per cent, above and below the present one")
{
    for (const double limit : {0.021, 0.3, 0.99, 1.0, 1.5, 3.3, 7.9, 31.0}) {
        INFO(limit);
        const auto [runs, search] = searched(RateSearch(), limit);
        CHECK(search.found());
        CHECK(search.load() <= limit);
        CHECK(search.load() * 1.04 >= limit);
        CHECK(search.perSecond() == Approx(100 * search.load()));
        CHECK(runs <= 11);
    }
}

TEST_CASE("a system that does less under overload is searched by halving")
{
    const auto [runs, search] = searched(RateSearch(), 1.37, 0.9);
    CHECK(search.found());
    CHECK(search.load() <= 1.37);
    CHECK(search.load() * 1.04 >= 1.37);
    CHECK(runs <= 12);
}

TEST_CASE("close to a limit that is known, few runs are enough")
{
    CHECK(searched(RateSearch(2.4), 2.41).runs <= 3);
    const auto [runs, search] = searched(RateSearch(2.4), 3.1); // it was not close
    CHECK(search.found());
    CHECK(search.load() * 1.04 >= 3.1);
    CHECK(runs <= 10);
}

TEST_CASE("a system without a limit ends the search without a find")
{
    CHECK_FALSE(searched(RateSearch(), 1e9).search.found());
    CHECK(searched(RateSearch(), 1e9).search.over());
    CHECK_FALSE(searched(RateSearch(), 1e-9).search.found());
    CHECK(searched(RateSearch(), 1e-9).search.over());
}

TEST_CASE("loads that are numbers of things are enclosed to one of them, up to the highest of interest")
{
    const auto [runs, search] = searched(RateSearch({64, 0.2}), 1.5);
    CHECK(search.found());
    CHECK(search.load() == Approx(1.4));
    const auto [others, capped] = searched(RateSearch({3, 0}), 10);
    CHECK(capped.over());
    CHECK_FALSE(capped.found());
    CHECK(capped.load() == 3);
    CHECK_FALSE(searched(RateSearch({64, 0.2}), 0.1).search.anySettled());
}
