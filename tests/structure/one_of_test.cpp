#include "tests/one_of.h"

#include <catch2/catch.hpp>

using headroom::test::oneOf;

// A case that is never taken hides the fault it is there for. These tests pass only if one of their checks fails.
TEST_CASE("the last case of a choice is taken", "[!shouldfail]")
{
    CHECK(oneOf({1, 2, 3}) != 3);
}

TEST_CASE("each case of a choice is taken with each of another", "[!shouldfail]")
{
    const int first = oneOf({1, 2, 3});
    const char second = oneOf({'a', 'b'});
    CHECK_FALSE((first == 2 && second == 'b'));
}
