// Intervals that follow from figures which were predicted and measured.
#include "study/validation/prediction.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

using namespace headroom;
using namespace headroom::study;

namespace {

SeenError seen(const char* cluster, double ratio, bool fitted = false, const char* family = "rate")
{
    return {"Ceph", cluster, "a figure", family, true, fitted, ratio};
}

/// Figures of two clusters, from 1.01 to 1.01^n times what was measured.
std::vector<SeenError> ratesOf(std::size_t count, bool fitted = false)
{
    std::vector<SeenError> errors;
    for (std::size_t i = 1; i <= count; ++i)
        errors.push_back(seen(i % 2 == 0 ? "one" : "other", std::pow(i % 3 == 0 ? 1 / 1.01 : 1.01, i), fitted));
    return errors;
}

} // namespace

TEST_CASE("the factor is the quantile with the new figure counted among those that were seen")
{
    std::vector<double> ratios;
    for (int i = 1; i <= 19; ++i)
        ratios.push_back(1 + i / 100.0);
    CHECK(conformalFactor(ratios) == 1.18); // ⌈0.9 · 20⌉ = 18th of 19
    CHECK(conformalFactor({1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 0.5}) == 2.0);
    CHECK_FALSE(conformalFactor({1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8})); // of eight none is sure enough
    CHECK_FALSE(conformalFactor({}));
}

TEST_CASE("nine of ten new figures lie within the factor, whatever the distribution of the errors")
{
    std::mt19937 dice(7);
    std::cauchy_distribution<double> heavy(0.1, 0.05);
    int inside = 0;
    constexpr int draws = 4000;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<double> ratios(29);
        for (double& ratio : ratios)
            ratio = std::exp(std::clamp(heavy(dice), -20.0, 20.0));
        const double next = std::exp(std::clamp(heavy(dice), -20.0, 20.0));
        inside += std::max(next, 1 / next) <= *conformalFactor(ratios);
    }
    CHECK(inside / double(draws) == Approx(0.9).margin(0.015));
}

TEST_CASE("figures of clusters alike count, and where these are few those of all")
{
    std::vector<SeenError> errors = ratesOf(20);
    const std::vector<SeenError> fitted = ratesOf(30, true);
    errors.insert(errors.end(), fitted.begin(), fitted.end());
    const auto nothingFitted = discrepancyOf(errors, "rate", false);
    REQUIRE(nothingFitted);
    CHECK(nothingFitted->factor == Approx(std::pow(1.01, 19)));
    CHECK(nothingFitted->basis() == "20 predicted rates on 2 clusters of which no figure was fitted");
    CHECK(discrepancyOf(errors, "rate", true)->factor == Approx(std::pow(1.01, 28)));
    const auto tails = discrepancyOf(errors, "tail", true);
    REQUIRE(tails);
    CHECK_FALSE(tails->sameFamily);
    CHECK(tails->basis() == "30 predicted figures on 2 clusters of which other figures were fitted");
    CHECK_FALSE(discrepancyOf(ratesOf(19), "rate", false)); // too few of anything
    CHECK_FALSE(discrepancyOf(errors, "rate", false, false));
}

TEST_CASE("nine validated figures of one's own replace those of others")
{
    project::Project project;
    project.measurements.push_back({"lab", {{"file", "lab.csv"}}});
    const auto validation = [](const char* id, int count, const char* use) {
        return project::Validation{
            id,
            {{"count", count}, {"lowest_error", -0.05}, {"highest_error", 0.02}, {"mean_error", 0.02}, {"use", use}}};
    };
    const std::vector<SeenError> errors = ratesOf(40);
    const auto factor = [&] { return discrepancyOf(errors, project, "PUT.throughput")->factor; };
    const double others = factor();
    project.validations = {validation("lab rate", 8, "predicted"), validation("office rate", 20, "predicted"),
                           validation("lab tail", 20, "predicted"), validation("lab rate", 20, "fitted")};
    CHECK(factor() == others);
    project.validations.push_back(validation("lab rate", 9, "predicted"));
    CHECK(factor() == Approx(1 / 0.95));
    CHECK(discrepancyOf(errors, project, "PUT.throughput")->basis() == "9 predicted rates of your own measurements");
}

TEST_CASE("families are those of figures that were held against measurements")
{
    CHECK(familyOfFigure("PUT.throughput") == "rate");
    CHECK(familyOfFigure("PUT.latency.mean") == "latency");
    CHECK(familyOfFigure("PUT.latency.p99") == "tail");
    CHECK(familyOfFigure("jobs.sort.completion") == "time");
    for (const char* figure : {"resources.storage.disk data.used", "price", "PUT.count", "states.a.b.hit_ratio"})
        CHECK(familyOfFigure(figure).empty());
}

TEST_CASE("the parts of an interval add up as squares of their logarithms")
{
    const auto interval = predictionInterval(100, 90, 110, {.factor = 1.5, .family = "rate"});
    REQUIRE(interval);
    CHECK(interval->model == 1.5);
    CHECK(interval->draws == Approx(std::exp(std::log(1.1) * 1.645 / 1.96)));
    const double all = std::exp(std::hypot(std::log(1.5), std::log(interval->draws)));
    CHECK(interval->low == Approx(100 / all));
    CHECK(interval->high == Approx(100 * all));
    CHECK_FALSE(predictionInterval(0, 0, 0, {.factor = 1.5, .family = "rate"}));
}

TEST_CASE("a goal is met or missed where the whole interval says so, else it is open")
{
    const PredictionInterval interval{.low = 80, .high = 120};
    CHECK(verdictOf(interval, 70, {}) == "met");
    CHECK(verdictOf(interval, 130, {}) == "missed");
    CHECK(verdictOf(interval, 100, {}) == "open");
    CHECK(verdictOf(interval, {}, 120) == "met");
    CHECK(verdictOf(interval, {}, 70) == "missed");
    CHECK(verdictOf(interval, 70, 100) == "open");
}

TEST_CASE("a file of seen figures reads as it was written, and a bad one says why")
{
    const std::vector<SeenError> errors = {seen("a \"b\"", 1.5), seen("c", 0.25, true, "tail")};
    const auto folder = std::filesystem::temp_directory_path() / ("headroom-seen-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "accuracy");
    const auto read = [&](const std::string& text) {
        std::ofstream(folder / "accuracy" / "errors.json") << text;
        return readSeenErrors({"/nowhere", folder});
    };
    const SeenErrors same = read(textOf(errors));
    CHECK(same.problem.empty());
    REQUIRE(same.errors.size() == 2);
    CHECK(same.errors[0].cluster == "a \"b\"");
    CHECK(same.errors[1].fitted);
    CHECK(same.errors[1].simulatedOverMeasured == 0.25);
    CHECK_FALSE(read("{").problem.empty());
    CHECK_FALSE(
        read(R"({"figures": [{"cluster": "a", "family": "rate", "simulated_over_measured": 0}]})").problem.empty());
    CHECK_FALSE(readSeenErrors({"/nowhere"}).problem.empty());
    std::filesystem::remove_all(folder);
}
