// Accounts of time, and the pieces that they share.
#include "behaviour/tracing/account.h"

#include <catch2/catch.hpp>
#include <map>
#include <optional>

using namespace headroom;
using namespace headroom::behaviour;

namespace {

constexpr SpentAt atProcessor{.what = Spent::processor}, atDisk{.what = Spent::storage}, inQueue{.what = Spent::state};

std::map<Spent, kernel::Time> timesOf(const Account& account)
{
    std::map<Spent, kernel::Time> times;
    account.each([&](const SpentAt& at, kernel::Time time) { times[at.what] += time; });
    return times;
}

using Times = std::map<Spent, kernel::Time>;

} // namespace

TEST_CASE("an account contains all time since its beginning, each instant once")
{
    Pieces pieces;
    Account account(pieces, 10);
    account.until(15, atProcessor);
    account.until(18, atProcessor);
    account.until(16, atDisk); // it has been accounted for
    account.until(30, atDisk);
    CHECK(account.since() == 30);
    CHECK(timesOf(account) == Times{{Spent::processor, 8}, {Spent::storage, 12}});
    CHECK(pieces.inUse() == 2);
}

TEST_CASE("copies of an account go on by themselves")
{
    Pieces pieces;
    Account one(pieces, 0);
    one.until(5, atProcessor);
    Account other = one;
    one.until(9, atProcessor);
    other.until(7, atDisk);
    CHECK(timesOf(one) == Times{{Spent::processor, 9}});
    CHECK(timesOf(other) == Times{{Spent::processor, 5}, {Spent::storage, 2}});
}

TEST_CASE("an account that waited for another one is divided since then like that one")
{
    Pieces pieces;
    Account waiting(pieces, 0), cause(pieces, -100);
    waiting.until(10, atProcessor);
    cause.until(4, atProcessor);
    cause.until(12, inQueue);
    cause.until(20, atDisk);
    waiting.goOnAs(cause);
    CHECK(waiting.since() == 20);
    CHECK(timesOf(waiting) == Times{{Spent::processor, 10}, {Spent::state, 2}, {Spent::storage, 8}});
    waiting.goOnAs(cause); // it says nothing more
    CHECK(waiting.since() == 20);
}

TEST_CASE("pieces that no account uses are free again")
{
    Pieces pieces;
    std::optional<Account> one(std::in_place, pieces, 0);
    one->until(5, atProcessor);
    std::optional<Account> other(*one);
    one->until(6, atDisk);
    other->until(7, inQueue);
    CHECK(pieces.inUse() == 3);
    one.reset();
    CHECK(pieces.inUse() == 2);
    other.reset();
    CHECK(pieces.inUse() == 0);
}

TEST_CASE("a long account takes no more memory than there are places, and loses no time")
{
    Pieces pieces;
    Account account(pieces, 0);
    for (kernel::Time now = 1; now <= 30'000; ++now)
        account.until(now, now % 3 == 0 ? atProcessor : now % 3 == 1 ? atDisk : inQueue);
    CHECK(timesOf(account) == Times{{Spent::processor, 10'000}, {Spent::storage, 10'000}, {Spent::state, 10'000}});
    CHECK(pieces.inUse() < 300);
    Account waiting(pieces, 29'990);
    waiting.goOnAs(account);
    CHECK(timesOf(waiting) == Times{{Spent::processor, 4}, {Spent::storage, 3}, {Spent::state, 3}});
}
