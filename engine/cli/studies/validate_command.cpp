#include "cli/commands/program.h"
#include "cli/studies/measured_runs.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/columns_text.h"
#include "cli/support/interruption.h"
#include "cli/support/loading.h"
#include "cli/support/result_path.h"
#include "cli/support/text_table.h"
#include "project/expression/quantity.h"
#include "project/file/atomic_file.h"
#include "project/project_file.h"
#include "record/structure/json.h"
#include "study/validation/health_check.h"
#include "study/validation/predictions.h"
#include "study/validation/validation_csv.h"
#include "study/validation/validation_json.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
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
    bool columns = false, health = false, write = false;
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

/// Takes the errors of each family of figures into the project, where they narrow its prediction intervals.
void writeInto(const std::string& path, std::span<const Validation> validations)
{
    const Loaded loaded = load(path, {});
    if (!loaded.project)
        throw BadArgument("--write: the project cannot be read any more.");
    project::Project project = *loaded.project;
    std::size_t written = 0;
    for (const Validation& validation : validations)
        for (const project::Validation& own : study::ownValidations(validation)) {
            const auto known = std::ranges::find(project.validations, own.id, &project::Validation::id);
            if (known == project.validations.end())
                project.validations.push_back(own);
            else
                *known = own;
            ++written;
        }
    project::saveProject(project, projectFileIn(path));
    print("Wrote " + std::to_string(written) + (written == 1 ? " validation" : " validations") +
          " into the project: with nine figures of a kind or more they replace what other clusters say about the "
          "model's error.\n");
}

/// Examines each measurement that is far below the model, and returns the answers by its number.
std::vector<study::Health> examined(const MeasuredRuns& runs, const std::vector<study::CaseOutcome>& outcomes,
                                    study::Executor& executor, const ProgressLine& line)
{
    std::vector<study::Health> answers;
    std::size_t first = 0;
    for (const study::MeasuredCases& cases : runs.measurements) {
        const auto begin = outcomes.begin() + static_cast<std::ptrdiff_t>(first);
        first += cases.cases.size();
        study::HealthCheck check(cases, runs.plan, {begin, begin + static_cast<std::ptrdiff_t>(cases.cases.size())},
                                 study::otherSettings(runs.base.project, cases));
        study::execute(check, executor, [&] {
            line.show([&] {
                return "Looking for what is slow: " + std::to_string(check.progress().runsDone) + " of " +
                       std::to_string(check.progress().runs) + " runs";
            });
            return wishOfSignals();
        });
        answers.push_back(check.answer());
    }
    return answers;
}

std::string healthText(const study::Health& health)
{
    std::string text = "\nHealth: " + health.sentence + '\n';
    for (std::size_t i = 1; i < health.suspicions.size(); ++i)
        text += "  Less likely: " + health.suspicions[i].sentence + '\n';
    return text;
}

record::Json healthJson(const study::Health& health)
{
    record::Json suspicions = record::Json::array();
    for (const study::Suspicion& each : health.suspicions)
        suspicions.push_back({{"resource", each.suspect.resource},
                              {"factor", each.suspect.factor},
                              {"setting", each.suspect.setting},
                              {"mean_log_error", each.meanError},
                              {"sentence", each.sentence},
                              {"usual_cause", each.usualCause}});
    return {{"far_below", health.below},
            {"mean_log_error", health.meanError},
            {"sentence", health.sentence},
            {"suspicions", suspicions},
            {"runs", health.runs}};
}

record::Json answerOf(std::span<const Validation> validations, const study::Progress& progress,
                      std::span<const study::Health> health)
{
    record::Json answer = {{"runs", progress.runs}, {"runs_done", progress.runsDone}};
    answer["measurements"] = record::Json::array();
    for (std::size_t i = 0; i < validations.size(); ++i) {
        answer["measurements"].push_back(toJson(validations[i]));
        if (i < health.size())
            answer["measurements"].back()["health"] = healthJson(health[i]);
    }
    return answer;
}

/// Prints the columns of the table of --file, or of the measurements.
ExitStatus showColumns(const ValidateOptions& options)
{
    if (options.file.empty())
        throw BadArgument("--columns shows the columns of a table: name it with --file.");
    std::ifstream file(options.file, std::ios::binary);
    const record::CaseTable table = record::readCaseTable(std::string(std::istreambuf_iterator<char>(file), {}));
    print(columnsText(table));
    for (const std::string& fault : table.faults)
        reportError(fault);
    return table.faults.empty() ? done : atFault;
}

ExitStatus validate(const ValidateOptions& options)
{
    if (options.columns)
        return showColumns(options);
    if (!options.csv.empty())
        requireWritable("--csv", options.csv, options.project);
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
    std::vector<study::Health> health;
    if (options.health && !interrupted())
        health = examined(*runs, cases.outcomes(), *executor, line);
    line.erase();
    if (!options.csv.empty())
        project::writeAtomically(options.csv, study::toCsv(validations));
    if (options.json || options.stream)
        print(jsonLine(answerOf(validations, cases.progress(), health), options.stream ? -1 : 2));
    else
        for (std::size_t i = 0; i < validations.size(); ++i)
            print((i == 0 ? "" : "\n") + validationText(validations[i]) +
                  (i < health.size() ? healthText(health[i]) : ""));
    if (options.write && !interrupted())
        writeInto(options.project, validations);
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
    command->add_flag("--columns", options->columns,
                      "Only show the columns of --file with their units, what they mean and their first values");
    command->add_flag("--health", options->health,
                      "Where the measured figures are far below the model, also look for the resource or the setting "
                      "that explains it");
    command->add_flag("--write", options->write,
                      "Take the errors into the validations of the project, where they narrow prediction intervals");
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
