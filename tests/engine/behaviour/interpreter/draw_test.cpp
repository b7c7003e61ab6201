// Random times and numbers: their moments, and that a request draws the same whatever happens around it.
#include "../tiny_project.h"
#include "behaviour/program/distributions.h"
#include "kernel/random.h"
#include "tests/one_of.h"

#include <cmath>

using namespace headroom;
using namespace headroom::test;
using behaviour::Variation;

namespace {

struct Moments
{
    double mean = 0, deviation = 0, least = 1e300, most = -1e300;
};

template <typename Sample>
Moments momentsOf(int count, Sample&& sample)
{
    Moments m;
    double squares = 0;
    for (int i = 0; i < count; ++i) {
        const double value = sample(i);
        m.mean += value / count;
        squares += value * value / count;
        m.least = std::min(m.least, value);
        m.most = std::max(m.most, value);
    }
    m.deviation = std::sqrt(squares - m.mean * m.mean);
    return m;
}

constexpr int many = 100'000; // a mean of them deviates by 0.3 % of the deviation

Moments factors(const Variation& variation)
{
    return momentsOf(many, [&](int i) {
        std::uint64_t n = 0;
        return variation.factor([&] { return kernel::KeyedRandom(3).uniform(1, static_cast<std::uint64_t>(i), n++); });
    });
}

/// Numbers that the block draws, shown by the time that passes: 10 s + number × 1 ms.
std::vector<double> drawn(const std::string& fields, int count)
{
    TinyCluster cluster(alone(R"({"id": "draw", "type": "draw", "variable": "x", )" + fields +
                                  R"(}, {"id": "show", "type": "delay", "time": "10 + x * 1 ms"})",
                              "start > draw > show > answer"));
    for (int i = 0; i < count; ++i)
        cluster.ask();
    cluster.run();
    std::vector<double> numbers;
    for (const auto& answer : cluster.answers)
        numbers.push_back((answer.took() - 10) * 1e3);
    return numbers;
}

Moments drawnMoments(const std::string& fields)
{
    const auto numbers = drawn(fields, 20'000);
    return momentsOf(20'000, [&](int i) { return numbers[static_cast<std::size_t>(i)]; });
}

} // namespace

TEST_CASE("times vary around their mean by the stated coefficient", "[theory]")
{
    using enum Variation::Shape;
    for (const auto& [variation, deviation] : std::vector<std::pair<Variation, double>>{{{constant, 0.5}, 0},
                                                                                        {{exponential, 0.5}, 1},
                                                                                        {{uniform, 0.4}, 0.4},
                                                                                        {{logNormal, 0.3}, 0.3},
                                                                                        {{logNormal, 1.0}, 1.0},
                                                                                        {{erlang, 0.5}, 0.5},
                                                                                        {{erlang, 1.0}, 1.0},
                                                                                        {{hyperexponential, 1.0}, 1.0},
                                                                                        {{hyperexponential, 2.0}, 2.0},
                                                                                        {{pareto, 0.0}, 0.0},
                                                                                        {{pareto, 0.3}, 0.3}}) {
        const Moments m = factors(variation);
        CHECK(m.mean == Approx(1).margin(0.015));
        CHECK(m.deviation == Approx(deviation).epsilon(0.05).margin(1e-5));
        CHECK(m.least >= 0);
    }
    CHECK(factors({Variation::Shape::uniform, 0.4}).most <= 1 + std::sqrt(3) * 0.4);
}

TEST_CASE("hyperexponential and Pareto factors have the distribution functions of their names", "[theory]")
{
    constexpr std::uint64_t draws = 200'000;
    const auto shareAbove = [](const Variation& variation, double x) {
        int above = 0;
        for (std::uint64_t i = 0; i < draws; ++i) {
            std::uint64_t n = 0;
            above += variation.factor([&] { return kernel::KeyedRandom(3).uniform(1, i, n++); }) > x ? 1 : 0;
        }
        return static_cast<double>(above) / draws;
    };
    // Squared variation 4: p = (1 + √(3/5)) / 2, and each of the two times makes half of the mean.
    const double p = (1 + std::sqrt(0.6)) / 2;
    for (const double x : {0.1, 1.0, 3.0, 8.0})
        CHECK(shareAbove({Variation::Shape::hyperexponential, 2}, x) ==
              Approx(p * std::exp(-2 * p * x) + (1 - p) * std::exp(-2 * (1 - p) * x)).margin(0.004));
    // a = 1 + √2, from (a - 1) / a on.
    const double a = 1 + std::sqrt(2.0), least = (a - 1) / a;
    CHECK(shareAbove({Variation::Shape::pareto, 1}, least * 0.999) == 1);
    for (const double x : {0.7, 1.0, 3.0, 8.0})
        CHECK(shareAbove({Variation::Shape::pareto, 1}, x) == Approx(std::pow(least / x, a)).margin(0.004));
}

TEST_CASE("an Erlang distribution has the number of stages that comes nearest")
{
    CHECK((Variation{Variation::Shape::erlang, 1}.stages() == 1));
    CHECK((Variation{Variation::Shape::erlang, 0.5}.stages() == 4));
    CHECK((Variation{Variation::Shape::erlang, 0.3}.stages() == 11));
    CHECK((Variation{Variation::Shape::erlang, 0}.stages() == 1000));
}

TEST_CASE("numbers are drawn with the stated bounds, mean and deviation", "[theory]")
{
    const Moments uniform = drawnMoments(R"("from": 100, "to": 300)");
    CHECK(uniform.mean == Approx(200).margin(2));
    CHECK(uniform.deviation == Approx(200 / std::sqrt(12)).epsilon(0.03));
    CHECK(uniform.least >= 100);
    CHECK(uniform.most < 300);
    CHECK(drawnMoments(R"("distribution": "exponential", "mean": 50)").mean == Approx(50).epsilon(0.03));
    const Moments normal = drawnMoments(R"("distribution": "normal", "mean": -5, "deviation": 20)");
    CHECK(normal.mean == Approx(-5).margin(0.6));
    CHECK(normal.deviation == Approx(20).epsilon(0.03));
    const Moments skewed = drawnMoments(R"("distribution": "log-normal", "mean": 100, "deviation": 50)");
    CHECK(skewed.mean == Approx(100).epsilon(0.02));
    CHECK(skewed.deviation == Approx(50).epsilon(0.06));
}

TEST_CASE("a whole number is each of those between the bounds alike")
{
    std::vector<int> seen(7);
    for (const double number : drawn(R"("distribution": "whole number", "from": 2, "to": 5)", 4000)) {
        const double nearest = std::round(number);
        CHECK(number == Approx(nearest).margin(1e-6));
        ++seen.at(static_cast<std::size_t>(nearest));
    }
    for (const std::size_t within : {2u, 3u, 4u, 5u})
        CHECK(std::abs(seen[within] - 1000) < 100); // deviation 27
    CHECK(seen[0] + seen[1] + seen[6] == 0);
}

TEST_CASE("bounds are quantities of any unit, and may come from the request")
{
    const auto numbers = drawn(R"("from": "1 KiB", "to": "1 KiB + request * 0")", 3);
    for (const double number : numbers)
        CHECK(number == Approx(1024));
}

TEST_CASE("a request draws the same numbers each time")
{
    CHECK(drawn(R"("distribution": "normal")", 20) == drawn(R"("distribution": "normal")", 20));
}

TEST_CASE("compute and delay take times that vary as they say")
{
    const char* block = oneOf({R"("type": "delay", "time")", R"("type": "compute", "work")"});
    TinyCluster cluster(alone(R"({"id": "wait", )" + std::string(block) +
                                  R"(: "10 ms", "distribution": "log-normal", "variation": 0.5})",
                              "start > wait > answer"));
    for (int i = 0; i < 5000; ++i)
        cluster.ask(i);
    cluster.run(6000);
    const Moments m = momentsOf(5000, [&](int i) { return cluster.answers[static_cast<std::size_t>(i)].took(); });
    CHECK(m.mean == Approx(10e-3).epsilon(0.03));
    CHECK(m.deviation == Approx(5e-3).epsilon(0.1));
}
