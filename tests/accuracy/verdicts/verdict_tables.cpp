#include "accuracy/verdicts/random_systems.h"
#include "accuracy/verdicts/verdicts.h"
#include "markdown_table.h"

#include <cstdio>

namespace headroom::accuracy {

namespace {

using test::MarkdownTable;
using test::number;

constexpr std::uint64_t sets = 2, systemsOfSet = 200; // the rules were found with the first set

std::string used(const std::string& resource, double share)
{
    return resource + ", " + number(100 * share, 0) + " %";
}

std::string both(const Verdict::Two& two)
{
    return two.first + ", " + two.second;
}

std::string namedTwo(const record::Bottleneck& named)
{
    return used(named.resource, named.utilisation) +
           (named.sameAs.empty() ? std::string() : ", same as " + named.sameAs) +
           (named.next.empty() ? std::string() : ", next " + used(named.next, named.nextUtilisation));
}

struct Counts
{
    int near = 0, best = 0, bounded = 0, two = 0, bestTwo = 0;

    void add(const Verdict& verdict)
    {
        near += verdict.nearLimit() ? 1 : 0;
        best += verdict.nearLimit() && verdict.namesBest() ? 1 : 0;
        bounded += verdict.keepsBounds() ? 1 : 0;
        two += verdict.twoCount() ? 1 : 0;
        bestTwo += verdict.twoCount() && verdict.namesBestTwo() ? 1 : 0;
    }
};

void printGains(std::uint64_t system)
{
    const Verdict verdict = verdictOn(randomSystem(system));
    std::printf("\nSystem %llu names %s; noise %s.\n\n", static_cast<unsigned long long>(system),
                namedTwo(verdict.named).c_str(), number(verdict.noise, 3).c_str());
    const MarkdownTable table({"twice as fast", "brings"});
    for (const auto& [resource, gain] : verdict.gains)
        table.row({resource, number(gain, 2)});
    for (const auto& [two, gain] : verdict.together)
        table.row({both(two), number(gain, 2)});
}

/// No table if there are none.
void printRows(const std::vector<std::string>& heads, const std::vector<std::vector<std::string>>& rows)
{
    if (rows.empty())
        return;
    std::printf("\n");
    const MarkdownTable table(heads);
    for (const auto& cells : rows)
        table.row(cells);
}

} // namespace

void printVerdicts(const std::vector<std::uint64_t>& systems)
{
    if (!systems.empty()) {
        for (const std::uint64_t system : systems)
            printGains(system);
        return;
    }
    test::printHeading(
        "What limits random systems",
        "Small systems drawn at random, each simulated as it is, and again with each of its resources twice as fast, "
        "and with two of them. Where the busiest resource is used for 70 % or more, the one that is named should help "
        "most, within 5 % and the intervals of the runs; what it brings should always lie within the bounds that the "
        "run "
        "promises. Where two bring 10 % more than any one alone, these two should be named: the limit, and what is "
        "the same limit or the next one.");
    std::vector<std::vector<std::string>> wrong, wrongTwo;
    const MarkdownTable counts({"systems", "near a limit", "of these the named one helps most", "bounds hold",
                                "two count", "of these both are named"});
    Counts count;
    for (std::uint64_t which = 1; which <= sets * systemsOfSet; ++which) {
        const Verdict verdict = verdictOn(randomSystem(which));
        count.add(verdict);
        if (which % systemsOfSet == 0) {
            counts.row({std::to_string(which - systemsOfSet + 1) + " … " + std::to_string(which),
                        std::to_string(count.near), std::to_string(count.best), std::to_string(count.bounded),
                        std::to_string(count.two), std::to_string(count.bestTwo)});
            count = {};
        }
        if ((verdict.nearLimit() && !verdict.namesBest()) || !verdict.keepsBounds())
            wrong.push_back({std::to_string(which), used(verdict.named.resource, verdict.named.utilisation),
                             number(verdict.gain(), 2),
                             number(verdict.named.speedupLow, 2) + " … " + number(verdict.named.speedupHigh, 2),
                             verdict.best().first, number(verdict.best().second, 2)});
        if (verdict.twoCount() && !verdict.namesBestTwo())
            wrongTwo.push_back({std::to_string(which), namedTwo(verdict.named), number(verdict.gainOfNamedTwo(), 2),
                                both(verdict.bestTwo().first), number(verdict.bestTwo().second, 2)});
    }
    printRows({"system", "named, used", "brings", "promised", "helps most", "brings "}, wrong);
    printRows({"system", "both named, used", "bring", "help most", "bring "}, wrongTwo);
}

} // namespace headroom::accuracy
