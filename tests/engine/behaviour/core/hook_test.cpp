// Hooks: functions of a part above that a part below calls.
#include "behaviour/core/hook.h"

#include <catch2/catch.hpp>

using namespace headroom::behaviour;

namespace {

struct Above
{
    int twice(int value) const { return 2 * value; }
};

} // namespace

TEST_CASE("a hook calls the part that has set it, and returns zero without one")
{
    HookList needed;
    Hook<int(int)> hook(needed, "a number is doubled");
    CHECK(hook(21) == 0);
    Above above;
    hook.set<&Above::twice>(&above);
    CHECK(hook(21) == 42);
}

TEST_CASE("a hook that is needed and that no part has set is found by its name")
{
    HookList needed;
    Hook<int(int)> set(needed, "a number is doubled"), missing(needed, "a number is halved");
    const Hook<void()> notNeeded(NotAlwaysSet{});
    Above above;
    set.set<&Above::twice>(&above);
    CHECK_THROWS_WITH(needed.check(), Catch::Contains("a number is halved"));
    missing.set<&Above::twice>(&above);
    CHECK_NOTHROW(needed.check());
    CHECK_FALSE(notNeeded.isSet());
}
