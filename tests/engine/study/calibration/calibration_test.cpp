#include "study/calibration/calibration.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

using namespace headroom::study;
using Catch::Matchers::Contains;

namespace {

using FitRow = std::vector<double>;

FittedParameter fitted(const char* name, double from, double to, double start)
{
    FittedParameter parameter;
    parameter.name = name;
    parameter.from = from;
    parameter.to = to;
    parameter.start = start;
    return parameter;
}

/// A queue of cases 1 to 8: so many users, of whom `cores` are served at a time.
struct System
{
    std::function<double(const FitRow& values, double users)> figure;
    std::vector<double> noise = FitRow(8, 1.0);
    mutable std::size_t points = 0;

    FitProblem problem(std::vector<FittedParameter> parameters, const FitRow& truth) const
    {
        ::setenv("HEADROOM_STATISTICS", HEADROOM_STATISTICS, 1);
        FitProblem made{std::move(parameters), {}};
        for (std::size_t i = 0; i < noise.size(); ++i)
            made.targets.push_back(
                {i, "case " + std::to_string(i + 1), figure(truth, static_cast<double>(i + 1)) * noise[i]});
        return made;
    }
    SimulateFit simulate() const
    {
        return [this](const std::vector<FitRow>& places) {
            std::vector<FitRow> answers;
            points += places.size();
            for (const FitRow& place : places) {
                FitRow& row = answers.emplace_back();
                for (std::size_t i = 0; i < noise.size(); ++i)
                    row.push_back(figure(place, static_cast<double>(i + 1)));
            }
            return std::optional(answers);
        };
    }
};

/// Throughput of users who work `values[0]` at one of two cores and wait `values[1]` elsewhere: the bound of Little.
double throughput(const FitRow& values, double users)
{
    const double free = users / (values[0] + values[1]), most = 2 / values[0];
    return 1 / std::cbrt(std::pow(free, -3) + std::pow(most, -3));
}

} // namespace

TEST_CASE("the values that made the figures are found, in few points, far from the start")
{
    const System system{throughput};
    const FitProblem problem =
        system.problem({fitted("WORK", 1e-4, 1e-2, 9e-3), fitted("WAIT", 1e-4, 1e-1, 2e-4)}, {1e-3, 4e-3});
    const Calibration found = calibrate(problem, system.simulate());
    REQUIRE(found.complete);
    CHECK(found.parameters[0].value == Approx(1e-3).epsilon(0.01));
    CHECK(found.parameters[1].value == Approx(4e-3).epsilon(0.02));
    CHECK(found.parameters[0].state == FitResult::State::fitted);
    CHECK(meanErrorOf(problem.targets, found.after) < 0.005);
    CHECK(meanErrorOf(problem.targets, found.before) > 0.5);
    CHECK(system.points < 30);
}

TEST_CASE("with errors of measurement the intervals hold the true values, and cases left out are off by more")
{
    const System system{throughput, {1.03, 0.96, 1.02, 0.99, 1.04, 0.97, 0.98, 1.03}};
    const FitProblem problem =
        system.problem({fitted("WORK", 1e-4, 1e-2, 2e-3), fitted("WAIT", 1e-4, 1e-1, 2e-3)}, {1e-3, 4e-3});
    const Calibration found = calibrate(problem, system.simulate());
    const double truth[] = {1e-3, 4e-3};
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(found.parameters[i].low < truth[i]);
        CHECK(found.parameters[i].high > truth[i]);
        CHECK(found.parameters[i].high < 2 * found.parameters[i].low);
    }
    CHECK(meanErrorOf(problem.targets, found.leftOut) > meanErrorOf(problem.targets, found.after));
    CHECK(meanErrorOf(problem.targets, found.leftOut) < 0.1);
}

TEST_CASE("a parameter without an effect, and the weaker of two that do the same, are left out and named")
{
    const System system{[](const FitRow& v, double users) { return throughput({v[0], v[1] + 0.1 * v[2]}, users); }};
    const FitProblem problem = system.problem({fitted("WORK", 1e-4, 1e-2, 2e-3), fitted("WAIT", 1e-3, 1e-2, 3e-3),
                                               fitted("MORE_WAIT", 1e-3, 1e-2, 3e-3), fitted("COLOUR", 0, 1, 0.5)},
                                              {1e-3, 4e-3, 3e-3, 0.5});
    const Calibration found = calibrate(problem, system.simulate());
    CHECK(found.parameters[3].state == FitResult::State::noEffect);
    CHECK(found.parameters[3].value == 0.5);
    CHECK(found.parameters[2].state == FitResult::State::alike);
    CHECK(found.parameters[2].like == "WAIT");
    CHECK(found.parameters[1].value == Approx(4e-3).epsilon(0.03));
}

TEST_CASE("a value beyond the bounds ends at them, and a value that the figures leave open is called undetermined")
{
    const System system{throughput};
    const FitProblem beyond = system.problem({fitted("WORK", 2e-3, 1e-2, 5e-3)}, {1.8e-3, 0});
    const Calibration found = calibrate(beyond, [&](const std::vector<FitRow>& places) {
        std::vector<FitRow> both;
        for (const FitRow& place : places)
            both.push_back({place[0], 0});
        return system.simulate()(both);
    });
    CHECK(found.parameters[0].value == Approx(2e-3).epsilon(0.01));
    CHECK(found.parameters[0].state == FitResult::State::atBound);

    const System noisy{throughput, {1.3, 0.7, 1.25, 0.75, 1.3, 0.8, 1.2, 0.7}};
    const FitProblem open =
        noisy.problem({fitted("WORK", 1e-4, 1e-2, 1e-3), fitted("WAIT", 1e-6, 1e-3, 1e-4)}, {1e-3, 1e-4});
    CHECK(calibrate(open, noisy.simulate()).parameters[1].state == FitResult::State::undetermined);
}

TEST_CASE("too few figures, figures of zero and no effect at all are told")
{
    const System system{throughput};
    FitProblem problem =
        system.problem({fitted("WORK", 1e-4, 1e-2, 1e-3), fitted("WAIT", 1e-4, 1e-2, 1e-3)}, {1e-3, 1e-3});
    problem.targets.resize(2);
    CHECK_THROWS_WITH(calibrate(problem, system.simulate()), Contains("2 measured figures for 2 parameters"));
    CHECK(system.points == 0);
    FitProblem zero = system.problem({fitted("WORK", 1e-4, 1e-2, 1e-3)}, {1e-3, 1e-3});
    zero.targets[3].measured = 0;
    CHECK_THROWS_WITH(calibrate(zero, system.simulate()), Contains("case 4 was measured as 0"));
    const System constant{[](const FitRow&, double users) { return users; }};
    CHECK_THROWS_WITH(calibrate(constant.problem({fitted("WORK", 1e-4, 1e-2, 1e-3)}, {1e-3}), constant.simulate()),
                      Contains("None of the parameters changes"));
}

TEST_CASE("a fit that is stopped says that it is not complete")
{
    const System system{throughput};
    const FitProblem problem = system.problem({fitted("WORK", 1e-4, 1e-2, 1e-3)}, {2e-3, 1e-3});
    const Calibration found = calibrate(problem, [](const auto&) { return std::optional<std::vector<FitRow>>(); });
    CHECK_FALSE(found.complete);
    CHECK(found.points == 0);
}
