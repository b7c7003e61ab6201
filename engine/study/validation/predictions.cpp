#include "study/validation/predictions.h"

#include "project/expression/quantity.h"
#include "project/vocabulary/figure_names.h"
#include "record/figures/figures.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace headroom::study {

namespace {

/// The figures that have intervals: of operations that users wait for, and of jobs.
std::vector<std::string> predictedNames(const record::Summary& summary)
{
    std::vector<std::string> names;
    for (const auto& [name, operation] : summary.operations) {
        const auto workload = summary.workloads.find(operation.workload);
        if (operation.count == 0 || (workload != summary.workloads.end() && workload->second.background))
            continue;
        for (const char* figure : {".throughput", ".latency.mean", ".latency.p99"})
            names.push_back(name + figure);
    }
    for (const auto& [name, job] : summary.jobs)
        if (job.count > 0)
            names.push_back("jobs." + name + ".completion");
    return names;
}

std::optional<PredictedFigure> predicted(const project::Project& project, const record::Summary& summary,
                                         const SeenErrors& seen, const std::string& name)
{
    std::string why;
    const auto figure = record::figureOf(summary, name, why);
    const auto model = discrepancyOf(seen.errors, project, name);
    const auto interval =
        figure && model ? predictionInterval(figure->value, figure->low, figure->high, *model) : std::nullopt;
    if (!interval)
        return {};
    return PredictedFigure{name, project::unitOfFigure(name).value_or(""), figure->value, *interval, *model};
}

std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// The system of which seen figures speak: its name is that of a library of the project's roles; empty if none is.
std::string seenSystem(const project::Project& project, const std::vector<SeenError>& seen)
{
    for (const project::Behaviour& behaviour : project.behaviours)
        for (const SeenError& each : seen)
            if (!each.system.empty() && lowerCase(behaviour.reference ? behaviour.reference->library : std::string())
                                            .starts_with(lowerCase(each.system)))
                return each.system;
    return {};
}

/// Says where the project lies outside of what was held against measurements.
std::vector<std::string> remarksOn(const project::Project& project, const std::vector<SeenError>& seen)
{
    const std::string system = seenSystem(project, seen);
    if (system.empty())
        return {"No predicted figure of such a software was ever held against a measurement: the interval rests on "
                "other systems, and may be too narrow here."};
    const SeenError* worst = nullptr;
    for (const SeenError& each : seen)
        if (each.system == system && each.published &&
            (!worst ||
             std::fabs(std::log(each.simulatedOverMeasured)) > std::fabs(std::log(worst->simulatedOverMeasured))))
            worst = &each;
    if (!worst)
        return {};
    return {"Farthest off of all predicted figures of " + system + ": " + worst->figure + " on " + worst->cluster +
            ", simulated " + project::formatNumber(worst->simulatedOverMeasured) + " times what was measured."};
}

std::string factorText(double factor)
{
    return std::isfinite(factor) ? project::formatNumber(factor) : "any factor";
}

} // namespace

Predictions predictionsOf(const project::Project& project, const record::Summary& summary, const SeenErrors& seen)
{
    Predictions predictions;
    predictions.problem = seen.problem;
    if (!seen.problem.empty())
        return predictions;
    for (const std::string& name : predictedNames(summary))
        if (const auto figure = predicted(project, summary, seen, name))
            predictions.figures.push_back(*figure);
    for (const record::GoalVerdict& goal : summary.goals) {
        const auto model = discrepancyOf(seen.errors, project, goal.metric);
        const auto interval = goal.value && model ? predictionInterval(*goal.value, goal.low.value_or(*goal.value),
                                                                       goal.high.value_or(*goal.value), *model)
                                                  : std::nullopt;
        if (interval)
            predictions.goals.push_back({goal.id, verdictOf(*interval, goal.atLeast, goal.atMost)});
    }
    if (!predictions.figures.empty())
        predictions.remarks = remarksOn(project, seen.errors);
    return predictions;
}

std::vector<project::Validation> ownValidations(const Validation& validation)
{
    std::vector<project::Validation> own;
    for (const auto& [family, words] :
         {std::pair("rate", "rates"), std::pair("latency", "mean latencies and medians"),
          std::pair("tail", "high quantiles of latencies"), std::pair("time", "completion times of jobs")}) {
        std::size_t count = 0;
        double lowest = 0, highest = 0, sum = 0;
        for (std::size_t m = 0; m < validation.accuracy.size(); ++m)
            for (const ComparedCase& each : validation.cases) {
                const double error = each.figures[m].error;
                if (familyOfFigure(validation.accuracy[m].metric) != family || std::isnan(error))
                    continue;
                lowest = count == 0 ? error : std::min(lowest, error);
                highest = count == 0 ? error : std::max(highest, error);
                sum += std::fabs(error);
                ++count;
            }
        if (count == 0)
            continue;
        const auto rounded = [](double share) { return std::round(share * 1e4) / 1e4; };
        own.push_back({ownValidation(validation.measurement, family),
                       {{"figures", words},
                        {"cluster", "your own, " + validation.file},
                        {"count", count},
                        {"use", validation.fit ? "fitted" : "predicted"},
                        {"lowest_error", rounded(lowest)},
                        {"highest_error", rounded(highest)},
                        {"mean_error", rounded(sum / static_cast<double>(count))}}});
    }
    return own;
}

nlohmann::ordered_json toJson(const Predictions& predictions)
{
    nlohmann::ordered_json json = {{"confidence", predictionConfidence}};
    if (!predictions.problem.empty())
        json["problem"] = predictions.problem;
    json["sentence"] = sentenceOf(predictions);
    json["figures"] = nlohmann::ordered_json::object();
    for (const PredictedFigure& each : predictions.figures)
        json["figures"][each.metric] = {{"value", each.value},
                                        {"unit", each.unit},
                                        {"low", each.interval.low},
                                        {"high", each.interval.high},
                                        {"factor_draws", each.interval.draws},
                                        {"factor_inputs", each.interval.inputs},
                                        {"factor_model", each.interval.model},
                                        {"family", each.model.family},
                                        {"seen_figures", each.model.figures},
                                        {"seen_clusters", each.model.clusters},
                                        {"own", each.model.own},
                                        {"basis", each.model.basis()}};
    json["goals"] = nlohmann::ordered_json::object();
    for (const PredictedGoal& each : predictions.goals)
        json["goals"][each.id] = each.verdict;
    json["remarks"] = predictions.remarks;
    return json;
}

std::string rangesInWords(const Predictions& predictions)
{
    if (predictions.figures.empty())
        return {};
    std::string text = "Measured, with a probability of 90 %: ";
    for (std::size_t i = 0; i < predictions.figures.size(); ++i) {
        const PredictedFigure& each = predictions.figures[i];
        text += (i == 0 ? "" : "; ") + each.metric + ' ' + project::figureText(each.interval.low, each.unit) + " to " +
                project::figureText(each.interval.high, each.unit);
    }
    return text + '.';
}

std::string partsInWords(const Predictions& predictions)
{
    if (predictions.figures.empty())
        return {};
    const PredictedFigure& first = predictions.figures.front();
    std::string text = "Of " + first.metric + ", random draws are a factor of " + factorText(first.interval.draws) +
                       ", the model itself one of " + factorText(first.interval.model) + ", by " + first.model.basis() +
                       "; no parameter states an uncertainty.";
    std::string open;
    for (const PredictedGoal& goal : predictions.goals)
        if (goal.verdict == "open")
            open += (open.empty() ? "" : ", ") + goal.id;
    if (!open.empty())
        text += " Open by this interval: " + open + '.';
    for (const std::string& remark : predictions.remarks)
        text += ' ' + remark;
    return text;
}

std::string sentenceOf(const Predictions& predictions)
{
    return predictions.figures.empty() ? "" : rangesInWords(predictions) + ' ' + partsInWords(predictions);
}

} // namespace headroom::study
