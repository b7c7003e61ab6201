#include "kernel/random.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

using namespace headroom::kernel;

namespace {

/// Pearson's statistic of counts that should all be equal.
double chiSquare(const std::vector<double>& counts, double expected)
{
    double sum = 0;
    for (double count : counts)
        sum += (count - expected) * (count - expected) / expected;
    return sum;
}

/// Correlation coefficient of two equally long series of uniform numbers, by their known mean and variance.
double uniformCorrelation(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += (a[i] - 0.5) * (b[i] - 0.5);
    return sum / static_cast<double>(a.size()) * 12.0;
}

constexpr std::uint64_t draws = 200'000;

} // namespace

TEST_CASE("the block function gives the published answers of Philox2x64 with ten rounds", "[theory]")
{
    CHECK(philox2x64<10>(0, 0, 0) == 0xca00a0459843d731ULL);
    CHECK(philox2x64<10>(~0ULL, ~0ULL, ~0ULL) == 0x65b021d60cd8310fULL);
    CHECK(philox2x64<10>(0x243f6a8885a308d3ULL, 0x13198a2e03707344ULL, 0xa4093822299f31d0ULL) == 0x0a5e742c2997341cULL);
}

TEST_CASE("a draw depends on seed, source, request and index, and on nothing else")
{
    const KeyedRandom random(7);
    const auto first = random.bits(1, 2, 3);
    random.bits(9, 9, 9);
    CHECK(random.bits(1, 2, 3) == first);
    CHECK(KeyedRandom(7).bits(1, 2, 3) == first);

    std::set<std::uint64_t> seen{first};
    seen.insert(KeyedRandom(8).bits(1, 2, 3));
    seen.insert(random.bits(2, 2, 3));
    seen.insert(random.bits(1, 3, 3));
    seen.insert(random.bits(1, 2, 4));
    seen.insert(random.bits(2, 1, 3));
    seen.insert(random.bits(1, 3, 2));
    CHECK(seen.size() == 7);
}

TEST_CASE("no two draws of many neighbouring places, requests and indices coincide")
{
    const KeyedRandom random(1);
    std::set<std::uint64_t> seen;
    for (std::uint64_t source = 0; source < 50; ++source)
        for (std::uint64_t request = 0; request < 200; ++request)
            for (std::uint64_t index = 0; index < 4; ++index)
                seen.insert(random.bits(source, request, index));
    CHECK(seen.size() == 50 * 200 * 4);
}

TEST_CASE("draws are uniform in each direction of the key", "[theory]")
{
    const KeyedRandom random(42);
    const std::size_t cells = 256;
    std::vector<double> overRequests(cells), overSources(cells), overIndices(cells), overSeeds(cells);
    for (std::uint64_t i = 0; i < draws; ++i) {
        ++overRequests[static_cast<std::size_t>(random.uniform(5, i) * cells)];
        ++overSources[static_cast<std::size_t>(random.uniform(i, 5) * cells)];
        ++overIndices[static_cast<std::size_t>(random.uniform(5, 5, i) * cells)];
        ++overSeeds[static_cast<std::size_t>(KeyedRandom(i).uniform(5, 5) * cells)];
    }
    // 255 degrees of freedom: mean 255, standard deviation 22.6; 3.5 deviations either side.
    const double expected = static_cast<double>(draws) / cells;
    for (const auto* counts : {&overRequests, &overSources, &overIndices, &overSeeds}) {
        CHECK(chiSquare(*counts, expected) > 176.0);
        CHECK(chiSquare(*counts, expected) < 334.0);
    }
}

TEST_CASE("every bit is set half of the time", "[theory]")
{
    const KeyedRandom random(3);
    std::vector<double> set(64);
    for (std::uint64_t i = 0; i < draws; ++i)
        for (unsigned bit = 0; bit < 64; ++bit)
            set[bit] += (random.bits(0, i) >> bit) & 1U;
    const double deviation = std::sqrt(draws * 0.25);
    for (double count : set)
        CHECK(std::abs(count - draws * 0.5) < 4.5 * deviation);
}

TEST_CASE("draws of different sources, neighbouring requests and different seeds are uncorrelated", "[theory]")
{
    const KeyedRandom random(11);
    const KeyedRandom otherSeed(12);
    std::vector<double> base, source, next, index, seed;
    for (std::uint64_t i = 0; i < draws; ++i) {
        base.push_back(random.uniform(1, i));
        source.push_back(random.uniform(2, i));
        next.push_back(random.uniform(1, i + 1));
        index.push_back(random.uniform(1, i, 1));
        seed.push_back(otherSeed.uniform(1, i));
    }
    const double limit = 3.5 / std::sqrt(static_cast<double>(draws));
    for (const auto* series : {&source, &next, &index, &seed})
        CHECK(std::abs(uniformCorrelation(base, *series)) < limit);
}

TEST_CASE("exponential draws have the mean, the variance and the tail of the exponential distribution", "[theory]")
{
    const KeyedRandom random(5);
    const double mean = 0.25;
    const std::uint64_t n = 1'000'000;
    double sum = 0, squares = 0, beyondThreeMeans = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
        const double x = random.exponential(mean, 9, i);
        REQUIRE(x >= 0.0);
        sum += x;
        squares += x * x;
        beyondThreeMeans += x > 3 * mean ? 1 : 0;
    }
    const double count = static_cast<double>(n);
    CHECK(sum / count == Approx(mean).epsilon(3.5 / std::sqrt(count)));
    // The fourth central moment of an exponential is 9 mean^4: the variance estimate deviates by sqrt(8 / n).
    CHECK(squares / count - (sum / count) * (sum / count) == Approx(mean * mean).epsilon(3.5 * std::sqrt(8 / count)));
    CHECK(beyondThreeMeans / count == Approx(std::exp(-3.0)).epsilon(3.5 * std::sqrt(std::exp(3.0) / count)));
}

TEST_CASE("integers below a bound are all reached equally often", "[theory]")
{
    const KeyedRandom random(17);
    const std::uint64_t bound = 7;
    std::vector<double> counts(bound);
    for (std::uint64_t i = 0; i < draws; ++i) {
        const auto value = random.below(bound, 3, i);
        REQUIRE(value < bound);
        ++counts[value];
    }
    CHECK(chiSquare(counts, static_cast<double>(draws) / bound) < 22.5); // 6 degrees of freedom, 0.1 %
    CHECK(random.below(0, 1, 1) == 0);
    CHECK(random.below(1, 1, 1) == 0);
}

TEST_CASE("names hash to stable and distinct numbers")
{
    const auto hash = [](const char* text) { return hashText(text, std::strlen(text)); };
    CHECK(hash("proxy") == hash("proxy"));
    CHECK(hash("proxy") != hash("proxz"));
    CHECK(hash("") != hash("a"));
    CHECK(mix(1, 2) != mix(2, 1));
    CHECK(mix(0, 0) != 0);
}

TEST_CASE("the n-th number of a well-mixed name is uniform, and says nothing about its neighbours", "[theory]")
{
    const KeyedRandom random(11);
    const std::uint64_t place = random.keyOf(1), other = random.keyOf(2);
    const std::size_t cells = 256;
    std::vector<double> overNumbers(cells), overNames(cells), overPlaces(cells);
    std::vector<double> numbers, next, elsewhere, child;
    for (std::uint64_t i = 0; i < draws; ++i) {
        const std::uint64_t name = mix(3, i);
        numbers.push_back(KeyedRandom::uniformOf(place, name, 0));
        next.push_back(KeyedRandom::uniformOf(place, name, 1));
        elsewhere.push_back(KeyedRandom::uniformOf(other, name, 0));
        child.push_back(KeyedRandom::uniformOf(place, nthOf(name, 0), 0));
        ++overNames[static_cast<std::size_t>(numbers.back() * cells)];
        ++overNumbers[static_cast<std::size_t>(KeyedRandom::uniformOf(place, mix(3, 0), i) * cells)];
        ++overPlaces[static_cast<std::size_t>(KeyedRandom::uniformOf(random.keyOf(i), mix(3, 0), 0) * cells)];
    }
    // 255 degrees of freedom: 4.5 standard deviations either way.
    for (const auto* counts : {&overNumbers, &overNames, &overPlaces})
        CHECK(chiSquare(*counts, static_cast<double>(draws) / cells) == Approx(255).margin(4.5 * std::sqrt(2 * 255.0)));
    const double deviation = 1 / std::sqrt(static_cast<double>(draws));
    for (const auto* others : {&next, &elsewhere, &child})
        CHECK(std::abs(uniformCorrelation(numbers, *others)) < 4.5 * deviation);
}
