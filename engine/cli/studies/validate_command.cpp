#include "cli/commands/program.h"
#include "cli/studies/measured_runs.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/interruption.h"
#include "cli/support/text_table.h"
#include "csv/csv.h"
#include "project/expression/quantity.h"
#include "study/validation/validation_json.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headroom::cli {

namespace {

using study::ComparedCase;
using study::ComparedFigure;
using study::Validation;

struct ValidateOptions : MeasuredRunOptions
{
    std::string csv;
    bool json = false, stream = false;
};

std::string valueText(double value, const std::string& unit)
{
    return std::isnan(value) ? "\u2013" : project::figureText(value, unit);
}

std::string accuracyText(const Validation& validation)
{
    std::vector<std::vector<std::string>> rows{{"figure", "cases", "bias", "mean error", "worst", "of case"}};
    for (const study::MetricAccuracy& each : validation.accuracy)
        rows.push_back({each.metric, std::to_string(each.count),
                        each.count == 0 ? "\u2013" : study::errorInWords(each.bias),
                        each.count == 0 ? "\u2013" : study::errorInWords(each.meanError).substr(each.meanError > 0),
                        each.count == 0 ? "\u2013" : study::errorInWords(each.worst),
                        each.count == 0 ? "\u2013" : nameOf(validation, each.worstCase)});
    return alignedTable(rows, 1);
}

std::string casesText(const Validation& validation)
{
    std::vector<std::vector<std::string>> rows{{"line"}};
    for (const std::string& parameter : validation.parameters)
        rows[0].push_back(parameter);
    for (const char* heading : {"figure", "measured", "simulated", "\u00b1 95 %", "error"})
        rows[0].emplace_back(heading);
    for (const ComparedCase& each : validation.cases)
        for (std::size_t m = 0; m < each.figures.size(); ++m) {
            const ComparedFigure& figure = each.figures[m];
            if (std::isnan(figure.measured))
                continue;
            std::vector<std::string>& row = rows.emplace_back();
            row.push_back(std::to_string(each.lines.front()));
            row.insert(row.end(), each.values.begin(), each.values.end());
            const std::string& unit = validation.accuracy[m].unit;
            const double half = (figure.high - figure.low) / 2 / figure.simulated;
            row.push_back(validation.accuracy[m].metric);
            row.push_back(valueText(figure.measured, unit));
            row.push_back(valueText(figure.simulated, unit));
            row.push_back(std::isfinite(half) && half > 0 ? project::formatNumber(half * 100) + " %" : "\u2013");
            row.push_back(study::errorInWords(figure.error));
        }
    return alignedTable(rows, 2 + validation.parameters.size());
}

/// Why figures are missing, each reason once.
std::string reasonsText(const Validation& validation)
{
    std::vector<std::string> reasons;
    for (std::size_t c = 0; c < validation.cases.size(); ++c)
        for (std::size_t m = 0; m < validation.cases[c].figures.size(); ++m) {
            const ComparedFigure& figure = validation.cases[c].figures[m];
            if (!figure.why.empty() && !std::isnan(figure.measured))
                reasons.push_back(validation.accuracy[m].metric + " of " + nameOf(validation, c) +
                                  " is not known: " + figure.why + '.');
        }
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, reasons.size()); ++i)
        text += reasons[i] + '\n';
    if (reasons.size() > most)
        text += "And " + std::to_string(reasons.size() - most) + " more.\n";
    return text;
}

std::string validationText(const Validation& validation)
{
    return "Measurement \"" + validation.measurement + "\" (" + validation.file + "), each case with " +
           std::to_string(validation.seeds) + (validation.seeds == 1 ? " seed" : " seeds") + ":\n\n" +
           casesText(validation) + '\n' + accuracyText(validation) + '\n' + reasonsText(validation) +
           sentenceOf(validation) + '\n';
}

std::string csvText(std::span<const Validation> validations)
{
    csv::Writer table;
    for (const char* heading :
         {"measurement", "line", "case", "figure", "unit", "measured", "simulated", "low_95", "high_95", "error"})
        table.text(heading);
    table.endRow();
    for (const Validation& validation : validations)
        for (std::size_t c = 0; c < validation.cases.size(); ++c)
            for (std::size_t m = 0; m < validation.cases[c].figures.size(); ++m) {
                const ComparedFigure& figure = validation.cases[c].figures[m];
                table.text(validation.measurement)
                    .number(static_cast<double>(validation.cases[c].lines.front()))
                    .text(nameOf(validation, c))
                    .text(validation.accuracy[m].metric)
                    .text(validation.accuracy[m].unit)
                    .number(figure.measured)
                    .number(figure.simulated)
                    .number(figure.low)
                    .number(figure.high)
                    .number(figure.error);
                table.endRow();
            }
    return table.written();
}

/// Each measurement with its part of the outcomes.
std::vector<Validation> validationsOf(const MeasuredRuns& runs, const std::vector<study::CaseOutcome>& outcomes,
                                      const ValidateOptions& options)
{
    std::vector<Validation> validations;
    std::size_t first = 0;
    for (const study::MeasuredCases& cases : runs.measurements) {
        const auto begin = outcomes.begin() + static_cast<std::ptrdiff_t>(first);
        const std::vector<study::CaseOutcome> own(begin, begin + static_cast<std::ptrdiff_t>(cases.cases.size()));
        first += cases.cases.size();
        Validation& validation = validations.emplace_back(study::compared(cases, own, runs.plan.seeds.size()));
        validation.project = runs.base.project.name;
        validation.settings = options.settings;
    }
    return validations;
}

record::Json answerOf(std::span<const Validation> validations, const study::Progress& progress)
{
    record::Json answer = {{"runs", progress.runs}, {"runs_done", progress.runsDone}};
    answer["measurements"] = record::Json::array();
    for (const Validation& validation : validations)
        answer["measurements"].push_back(toJson(validation));
    return answer;
}

void writeCsv(const std::string& path, std::span<const Validation> validations)
{
    if (path.empty())
        return;
    std::ofstream file(path, std::ios::binary);
    file << csvText(validations);
    if (!file.flush())
        throw BadArgument("--csv: \"" + path + "\" cannot be written.");
}

ExitStatus validate(const ValidateOptions& options)
{
    const std::optional<MeasuredRuns> runs = prepareMeasured(options);
    if (!runs)
        return atFault;
    const auto executor = executorOf(options, runs->base, runs->base.folder / "results" / "validation");
    const ProgressLine line(!options.stream);
    study::CaseRuns cases(runs->plan, [&](const study::Progress& progress) {
        line.show([&] { return std::to_string(progress.runsDone) + " of " + std::to_string(progress.runs) + " runs"; });
        if (options.stream)
            print(jsonLine({{"runs", progress.runs}, {"runs_done", progress.runsDone}}));
    });
    study::execute(cases, *executor, wishOfSignals);
    const std::vector<Validation> validations = validationsOf(*runs, cases.outcomes(), options);
    line.erase();
    writeCsv(options.csv, validations);
    if (options.json || options.stream)
        print(jsonLine(answerOf(validations, cases.progress()), options.stream ? -1 : 2));
    else
        for (const Validation& validation : validations)
            print((&validation == &validations.front() ? "" : "\n") + validationText(validation));
    if (interrupted())
        reportError("It was interrupted before all cases were run.");
    return cases.progress().failed == 0 && !interrupted() ? done : runFailed;
}

} // namespace

void addValidate(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ValidateOptions>();
    CLI::App* command = app.add_subcommand(
        "validate", "Runs the cases of measured results and shows simulated beside measured figures: the error of each "
                    "case, bias, mean and worst of each figure");
    addMeasuredRunOptions(*command, *options);
    command->add_option("--csv", options->csv, "Also write all compared figures to a CSV file")->type_name("FILE");
    CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
    command
        ->add_flag("--stream", options->stream,
                   "Print how far it is after each run, one JSON object a line, and the whole last")
        ->excludes(json);
    command->callback(
        [options, &action] { action = [options] { return runSearch([&] { return validate(*options); }); }; });
}

} // namespace headroom::cli
