// One case after another of a test.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace headroom::test {

/// Number of the case that the test takes this time, of `count`; the test runs again until each was taken. The place is
/// that of the choice: a line may have one.
std::size_t nextCase(std::size_t count, const char* file, std::size_t line);

/// Does the same as GENERATE of Catch2, which costs a sixth of a test file's time to compile: it makes classes for
/// every list. (Clang 14 has no std::source_location.)
template <typename Case>
Case oneOf(std::initializer_list<Case> cases, const char* file = __builtin_FILE(), std::size_t line = __builtin_LINE())
{
    return cases.begin()[nextCase(cases.size(), file, line)];
}

template <typename Case>
Case oneOf(const std::vector<Case>& cases, const char* file = __builtin_FILE(), std::size_t line = __builtin_LINE())
{
    return cases[nextCase(cases.size(), file, line)];
}

} // namespace headroom::test
