#include "study/calibration/calibration_json.h"

#include "project/expression/quantity.h"
#include "project/expression/units.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace headroom::study {

namespace {

using FitJson = nlohmann::ordered_json;

const char* wordOf(FitResult::State state)
{
    switch (state) {
    case FitResult::State::atBound:
        return "at bound";
    case FitResult::State::undetermined:
        return "undetermined";
    case FitResult::State::noEffect:
        return "no effect";
    case FitResult::State::alike:
        return "alike";
    case FitResult::State::fitted:
        break;
    }
    return "fitted";
}

bool isFitted(const FitResult& result)
{
    return result.state != FitResult::State::noEffect && result.state != FitResult::State::alike;
}

FitJson numberOrNull(double value)
{
    return std::isfinite(value) ? FitJson(value) : FitJson();
}

double at(const std::vector<double>& figures, std::size_t number)
{
    return number < figures.size() ? figures[number] : std::numeric_limits<double>::quiet_NaN();
}

std::string inPercent(double share)
{
    char text[32] = "";
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

std::size_t groupsOf(const std::vector<FitTarget>& targets)
{
    std::set<std::size_t> groups;
    for (const FitTarget& target : targets)
        groups.insert(target.group);
    return groups.size();
}

double worstOf(const std::vector<FitTarget>& targets, const std::vector<double>& simulated, std::string& name)
{
    double worst = 0;
    for (std::size_t t = 0; t < targets.size(); ++t)
        if (const double error = at(simulated, t) / targets[t].measured - 1; std::fabs(error) > std::fabs(worst)) {
            worst = error;
            name = targets[t].name;
        }
    return worst;
}

} // namespace

FitJson toJson(const CalibrationReport& report)
{
    FitJson json = {{"project", report.project},
                    {"complete", report.fit.complete},
                    {"points", report.fit.points},
                    {"elapsed_s", report.elapsedS}};
    json["parameters"] = FitJson::array();
    for (const FitResult& result : report.fit.parameters) {
        FitJson row = {{"name", result.parameter.name},
                       {"state", wordOf(result.state)},
                       {"before", result.parameter.start},
                       {"value", storedValue(result.value)},
                       {"low", result.low},
                       {"high", result.high},
                       {"unit", result.parameter.unit},
                       {"from", result.parameter.from},
                       {"to", result.parameter.to},
                       {"largest_effect", result.largestEffect}};
        if (!result.like.empty())
            row["like"] = result.like;
        json["parameters"].push_back(std::move(row));
    }
    json["correlations"] = FitJson::array();
    for (const FitCorrelation& each : report.fit.correlations)
        json["correlations"].push_back({{"one", each.one}, {"other", each.other}, {"correlation", each.correlation}});
    json["figures"] = FitJson::array();
    for (std::size_t t = 0; t < report.problem.targets.size(); ++t)
        json["figures"].push_back({{"name", report.problem.targets[t].name},
                                   {"measured", report.problem.targets[t].measured},
                                   {"before", numberOrNull(at(report.fit.before, t))},
                                   {"fitted", numberOrNull(at(report.fit.after, t))},
                                   {"left_out", numberOrNull(at(report.fit.leftOut, t))}});
    json["rest"] = FitJson::array();
    for (std::size_t t = 0; t < report.rest.size(); ++t)
        json["rest"].push_back({{"name", report.rest[t].name},
                                {"measured", report.rest[t].measured},
                                {"before", numberOrNull(at(report.restBefore, t))},
                                {"predicted", numberOrNull(at(report.restPredicted, t))}});
    json["mean_error"] = {{"before", numberOrNull(meanErrorOf(report.problem.targets, report.fit.before))},
                          {"fitted", numberOrNull(meanErrorOf(report.problem.targets, report.fit.after))},
                          {"left_out", numberOrNull(meanErrorOf(report.problem.targets, report.fit.leftOut))},
                          {"rest_before", numberOrNull(meanErrorOf(report.rest, report.restBefore))},
                          {"rest", numberOrNull(meanErrorOf(report.rest, report.restPredicted))}};
    return json;
}

std::string stateInWords(const FitResult& result)
{
    switch (result.state) {
    case FitResult::State::atBound:
        return "at its bound: the best value may lie beyond";
    case FitResult::State::undetermined:
        return "not determined by these cases";
    case FitResult::State::noEffect:
        return "left out: it changes none of these figures by 1 %";
    case FitResult::State::alike:
        return "left out: it changes these figures as " + result.like + " does";
    case FitResult::State::fitted:
        break;
    }
    return "fitted";
}

std::string valueInWords(const FittedParameter& parameter, double value)
{
    return parameter.unit.empty() ? project::formatNumber(value) : project::formatQuantity(value, parameter.unit);
}

double storedValue(double value)
{
    char text[32] = "";
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::strtod(text, nullptr);
}

std::string withOrigin(const std::string& description, const CalibrationReport& report, const FitResult& result,
                       const std::string& day)
{
    static const std::string begin = "Fitted to ";
    std::string text = description;
    if (const std::size_t old = text.rfind(begin); old != std::string::npos && (old == 0 || text[old - 1] == ' '))
        text.erase(old);
    while (text.ends_with(' '))
        text.pop_back();
    return text + (text.empty() ? "" : " ") + begin + std::to_string(report.problem.targets.size()) + " figures of " +
           std::to_string(groupsOf(report.problem.targets)) + " cases on " + day + ", before " +
           project::exactText(result.parameter.start, result.parameter.unit) + "; 95 % interval " +
           project::exactText(storedValue(result.low), result.parameter.unit) + " to " +
           project::exactText(storedValue(result.high), result.parameter.unit) + '.';
}

std::vector<std::string> sentencesOf(const CalibrationReport& report)
{
    std::vector<std::string> sentences;
    const std::vector<FitTarget>& targets = report.problem.targets;
    std::string worst;
    const double error = worstOf(targets, report.fit.after, worst);
    sentences.push_back("The figures that were fitted are missed by " +
                        inPercent(meanErrorOf(targets, report.fit.after)) + " on average, before by " +
                        inPercent(meanErrorOf(targets, report.fit.before)) + "; at worst by " + inPercent(error) +
                        (worst.empty() ? "." : " (" + worst + ")."));
    if (const double left = meanErrorOf(targets, report.fit.leftOut); std::isfinite(left))
        sentences.push_back(
            "A case that is left out of the fit is missed by about " + inPercent(left) +
            " on average, by how the figures change near the fitted values; no fit was run without it.");
    if (!report.restPredicted.empty()) {
        worst.clear();
        const double restError = worstOf(report.rest, report.restPredicted, worst);
        sentences.push_back("The " + std::to_string(report.rest.size()) +
                            " other figures, which nothing was fitted to, are missed by " +
                            inPercent(meanErrorOf(report.rest, report.restPredicted)) + " on average, before by " +
                            inPercent(meanErrorOf(report.rest, report.restBefore)) + "; at worst by " +
                            inPercent(restError) + (worst.empty() ? "." : " (" + worst + ")."));
    }
    for (const FitResult& result : report.fit.parameters)
        if (result.state != FitResult::State::fitted)
            sentences.push_back(result.parameter.name + " is " + stateInWords(result) + '.');
    for (const FitCorrelation& each : report.fit.correlations)
        sentences.push_back("These cases hardly tell " + each.one + " and " + each.other + " apart (correlation " +
                            project::formatNumber(each.correlation) + "): only together are their values sure.");
    const auto fitted = std::ranges::count_if(report.fit.parameters, isFitted);
    if (targets.size() < 2 * static_cast<std::size_t>(fitted))
        sentences.push_back("With " + std::to_string(targets.size()) + " figures for " + std::to_string(fitted) +
                            " parameters the errors of the fit say little: trust those of the cases left out.");
    if (!report.fit.complete)
        sentences.emplace_back("It was stopped before the best values were found.");
    return sentences;
}

} // namespace headroom::study
