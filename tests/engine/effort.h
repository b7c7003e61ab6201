// Effort of a test.
#pragma once

#include <vector>

namespace headroom::test {

/// Under the sanitizers, which make everything some twenty times as slow, the cases that repeat one thing by the
/// hundred thousand do it less often: what they run through is the same, only statistics are less sure.
#ifdef HEADROOM_SANITIZED
inline constexpr int hurry = 16;
#else
inline constexpr int hurry = 1;
#endif

/// Number of repetitions (or time) to take of those that the statement needs.
template <typename Count>
constexpr Count effort(Count all)
{
    return all / hurry;
}

/// Largest standard error of a mean, as a share of what theory says, at that effort.
inline constexpr double surenessWanted = hurry > 1 ? 0.06 : 0.01;

/// For cases that differ only in size: all, or the last one under the sanitizers.
template <typename Case>
std::vector<Case> someOf(std::vector<Case> cases)
{
    if (hurry > 1)
        cases.erase(cases.begin(), cases.end() - 1);
    return cases;
}

} // namespace headroom::test
