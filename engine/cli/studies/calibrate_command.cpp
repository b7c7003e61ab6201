#include "cli/commands/program.h"
#include "cli/studies/measured_runs.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/interruption.h"
#include "cli/support/loading.h"
#include "cli/support/progress_line.h"
#include "cli/support/text_table.h"
#include "cli/support/today.h"
#include "project/expression/units.h"
#include "project/loading.h"
#include "project/project_file.h"
#include "study/calibration/calibration_json.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

namespace {

namespace fs = std::filesystem;
using study::FitResult;
using study::FitTarget;

struct CalibrateOptions : MeasuredRunOptions
{
    std::vector<std::string> fits, cases;
    std::string out;
    bool json = false;
};

/// A case of a measurement, by their numbers.
struct ChosenCase
{
    std::size_t measurement = 0, number = 0;
};

/// Lines "2,5,8-11" of a file; empty: all.
bool holdsLine(const std::string& option, const std::string& lines, std::size_t line)
{
    if (lines.empty())
        return true;
    for (std::size_t begin = 0; begin <= lines.size();) {
        const std::size_t end = std::min(lines.find(',', begin), lines.size());
        const std::string part = lines.substr(begin, end - begin);
        const std::size_t dash = part.find('-');
        const std::string first = part.substr(0, dash),
                          last = dash == std::string::npos ? first : part.substr(dash + 1);
        if (first.empty() || last.empty() || (first + last).find_first_not_of("0123456789") != std::string::npos ||
            first.size() > 9 || last.size() > 9)
            throw BadArgument("--cases " + option + ": write lines of the file as ID:2,5,8-11.");
        if (line >= std::stoul(first) && line <= std::stoul(last))
            return true;
        begin = end + 1;
    }
    return false;
}

/// The cases to fit to; the others are predicted.
std::vector<ChosenCase> chosenCases(const MeasuredRuns& runs, const std::vector<std::string>& wanted, bool rest)
{
    std::vector<ChosenCase> chosen;
    std::vector<bool> met(wanted.size(), false);
    for (std::size_t m = 0; m < runs.measurements.size(); ++m) {
        const study::MeasuredCases& cases = runs.measurements[m];
        for (std::size_t c = 0; c < cases.cases.size(); ++c) {
            bool fits = wanted.empty() && (cases.fit || runs.measurements.size() == 1);
            for (std::size_t w = 0; w < wanted.size(); ++w) {
                const std::size_t colon = wanted[w].find(':');
                const std::string lines = colon == std::string::npos ? "" : wanted[w].substr(colon + 1);
                if (wanted[w].substr(0, colon) == cases.id &&
                    std::ranges::any_of(cases.cases[c].lines,
                                        [&](std::size_t line) { return holdsLine(wanted[w], lines, line); }))
                    fits = met[w] = true;
            }
            if (fits != rest)
                chosen.push_back({m, c});
        }
    }
    for (std::size_t w = 0; w < wanted.size(); ++w)
        if (!met[w])
            throw BadArgument("--cases " + wanted[w] +
                              ": no measurement has such a case. Write ID, or ID:LINES with "
                              "lines of its file that hold a case.");
    if (chosen.empty() && !rest)
        throw BadArgument("None of the measurements is there to be fitted to. Set its \"use\" to \"fit\", or choose "
                          "cases with --cases ID or --cases ID:LINES.");
    return chosen;
}

/// The figures that were measured of these cases, one after the other.
std::vector<FitTarget> targetsOf(const MeasuredRuns& runs, const std::vector<ChosenCase>& chosen)
{
    std::vector<FitTarget> targets;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const study::MeasuredCases& cases = runs.measurements[chosen[i].measurement];
        for (std::size_t m = 0; m < cases.metrics.size(); ++m)
            if (const double measured = cases.cases[chosen[i].number].measured[m]; std::isfinite(measured))
                targets.push_back({i, cases.nameOf(chosen[i].number) + ": " + cases.metrics[m].name, measured});
    }
    return targets;
}

/// Runs cases at points of the fitted parameters.
class CasesAtPoints
{
public:
    CasesAtPoints(const MeasuredRuns& runs, std::vector<study::FittedParameter> parameters, study::Executor& executor)
        : runs_(runs), parameters_(std::move(parameters)), executor_(executor)
    {
    }

    /// For each point the figures of the cases in the order of targetsOf(); nothing if it was interrupted.
    std::optional<std::vector<std::vector<double>>> figures(const std::vector<ChosenCase>& cases,
                                                            const std::vector<std::vector<double>>& points)
    {
        study::CasePlan plan = runs_.plan;
        plan.settings.clear();
        for (const std::vector<double>& point : points)
            for (const ChosenCase& each : cases) {
                std::vector<std::string>& settings = plan.settings.emplace_back();
                for (std::size_t i = 0; i < parameters_.size(); ++i)
                    settings.push_back(study::settingOf(parameters_[i], point[i]));
                for (std::string& setting : runs_.measurements[each.measurement].settingsOf(each.number))
                    settings.push_back(std::move(setting));
            }
        study::CaseRuns search(std::move(plan), [&](const study::Progress& progress) { tell(progress); });
        const bool whole = study::execute(search, executor_, wishOfSignals);
        runsMade_ += search.progress().runsDone;
        if (!whole)
            return std::nullopt;
        std::vector<std::vector<double>> answers;
        for (std::size_t p = 0; p < points.size(); ++p)
            answers.push_back(figuresOf(cases, search.outcomes(), p * cases.size()));
        return answers;
    }

    std::size_t runsMade() const { return runsMade_; }
    /// Why a figure is not known; empty if all are.
    const std::string& why() const { return why_; }
    void eraseLine() const { line_.erase(); }
    void say(std::string stage) { stage_ = std::move(stage); }

private:
    std::vector<double> figuresOf(const std::vector<ChosenCase>& cases, const std::vector<study::CaseOutcome>& outcomes,
                                  std::size_t first)
    {
        std::vector<double> figures;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const study::MeasuredCases& measured = runs_.measurements[cases[i].measurement];
            for (std::size_t m = 0; m < measured.metrics.size(); ++m) {
                if (!std::isfinite(measured.cases[cases[i].number].measured[m]))
                    continue;
                std::string why;
                const auto figure = outcomes[first + i].figure(measured.metrics[m].name, why);
                figures.push_back(figure ? figure->value : std::numeric_limits<double>::quiet_NaN());
                if (!figure && why_.empty())
                    why_ = measured.nameOf(cases[i].number) + ": " + why;
            }
        }
        return figures;
    }

    void tell(const study::Progress& progress) const
    {
        line_.show([&] {
            return stage_ + ": " + std::to_string(runsMade_ + progress.runsDone) + " runs made, " +
                   std::to_string(progress.runs - progress.runsDone) + " to go in this step";
        });
    }

    const MeasuredRuns& runs_;
    std::vector<study::FittedParameter> parameters_;
    study::Executor& executor_;
    std::size_t runsMade_ = 0;
    std::string why_, stage_ = "screening";
    ProgressLine line_;
};

std::string errorText(double simulated, double measured)
{
    if (!std::isfinite(simulated))
        return "\u2013";
    const double error = 100 * (simulated / measured - 1);
    char text[32] = "";
    std::snprintf(text, sizeof text, "%+.1f %%", error);
    return text;
}

std::string inText(const study::CalibrationReport& report)
{
    std::vector<std::vector<std::string>> rows{{"parameter", "before", "now", "95 % interval", ""}};
    for (const FitResult& each : report.fit.parameters) {
        const bool fitted = each.state != FitResult::State::noEffect && each.state != FitResult::State::alike;
        rows.push_back({each.parameter.name, study::valueInWords(each.parameter, each.parameter.start),
                        study::valueInWords(each.parameter, each.value),
                        fitted ? study::valueInWords(each.parameter, each.low) + " to " +
                                     study::valueInWords(each.parameter, each.high)
                               : "\u2013",
                        study::stateInWords(each)});
    }
    std::string text = alignedTable(rows, 5) + "\n";
    std::vector<std::vector<std::string>> cases{{"case", "before", "fitted", "left out"}};
    const auto at = [](const std::vector<double>& figures, std::size_t i) {
        return i < figures.size() ? figures[i] : std::numeric_limits<double>::quiet_NaN();
    };
    for (std::size_t t = 0; t < report.problem.targets.size(); ++t) {
        const FitTarget& target = report.problem.targets[t];
        cases.push_back({target.name, errorText(at(report.fit.before, t), target.measured),
                         errorText(at(report.fit.after, t), target.measured),
                         errorText(at(report.fit.leftOut, t), target.measured)});
    }
    text += alignedTable(cases, 1);
    if (!report.restPredicted.empty()) {
        std::vector<std::vector<std::string>> rest{{"not fitted to", "before", "predicted"}};
        for (std::size_t t = 0; t < report.rest.size(); ++t)
            rest.push_back({report.rest[t].name, errorText(at(report.restBefore, t), report.rest[t].measured),
                            errorText(at(report.restPredicted, t), report.rest[t].measured)});
        text += "\n" + alignedTable(rest, 1);
    }
    text += "\n";
    for (const std::string& sentence : study::sentencesOf(report))
        text += sentence + "\n";
    return text;
}

fs::path outPath(const CalibrateOptions& options)
{
    fs::path path = options.out;
    if (path.empty())
        return path;
    if (path.extension() != ".headroom")
        throw BadArgument("--out " + options.out + ": name a file that ends with .headroom.");
    if (std::error_code error; fs::exists(path, error))
        throw BadArgument("--out: \"" + options.out + "\" is there already. Name another file.");
    return path;
}

/// The project as it is in its file, with the fitted values and their origin.
void writeCopy(const CalibrateOptions& options, const study::CalibrationReport& report, const fs::path& path)
{
    const project::Hardware hardware = project::loadHardware();
    project::Loading loaded = project::loadWhole(projectFileIn(options.project), hardware);
    if (!loaded.whole)
        throw std::runtime_error("The project can no longer be read.");
    project::Project project = std::move(loaded.whole->project);
    for (const FitResult& result : report.fit.parameters) {
        const auto parameter = std::ranges::find(project.parameters, result.parameter.name, &project::Parameter::name);
        if (parameter == project.parameters.end() || result.state == FitResult::State::noEffect ||
            result.state == FitResult::State::alike || result.state == FitResult::State::undetermined)
            continue;
        const double value = study::storedValue(result.value);
        parameter->value = result.parameter.unit.empty()
                               ? project::Json(value)
                               : project::Json(project::exactText(value, result.parameter.unit));
        parameter->description = study::withOrigin(parameter->description, report, result, today());
    }
    if (path.has_parent_path())
        fs::create_directories(path.parent_path());
    project::saveProject(project, path);
}

std::vector<std::string> parametersOfCases(const MeasuredRuns& runs)
{
    std::vector<std::string> names;
    for (const study::MeasuredCases& cases : runs.measurements)
        names.insert(names.end(), cases.parameters.begin(), cases.parameters.end());
    return names;
}

ExitStatus calibrate(const CalibrateOptions& options)
{
    const auto begun = std::chrono::steady_clock::now();
    const fs::path out = outPath(options);
    const std::optional<MeasuredRuns> runs = prepareMeasured(options);
    if (!runs)
        return atFault;
    study::CalibrationReport report;
    report.project = runs->base.project.name;
    report.problem.parameters = study::fittedParameters(runs->base.project, options.fits, parametersOfCases(*runs));
    const std::vector<ChosenCase> chosen = chosenCases(*runs, options.cases, false);
    const std::vector<ChosenCase> rest = chosenCases(*runs, options.cases, true);
    report.problem.targets = targetsOf(*runs, chosen);
    report.rest = targetsOf(*runs, rest);
    std::erase_if(report.rest, [](const FitTarget& each) { return !(each.measured > 0); });

    const auto executor = executorOf(options, runs->base, runs->base.folder / "results" / "calibration");
    CasesAtPoints cases(*runs, report.problem.parameters, *executor);
    report.fit = study::calibrate(
        report.problem, [&](const auto& points) { return cases.figures(chosen, points); },
        [&](const study::Calibration& fit) {
            cases.say(
                "mean error " +
                project::exactText(std::round(1000 * study::meanErrorOf(report.problem.targets, fit.after)) / 10, "") +
                " %");
        });
    if (report.fit.complete && !report.rest.empty()) {
        std::vector<double> before, after;
        for (const FitResult& each : report.fit.parameters) {
            before.push_back(each.parameter.start);
            after.push_back(each.value);
        }
        cases.say("predicting the other cases");
        if (const auto figures = cases.figures(rest, {before, after})) {
            report.restBefore = (*figures)[0];
            report.restPredicted = (*figures)[1];
        }
    }
    cases.eraseLine();
    report.elapsedS = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    if (!cases.why().empty())
        reportError("Some runs gave no figure: " + cases.why() + '.');
    if (!out.empty() && report.fit.complete)
        writeCopy(options, report, out);
    if (options.json)
        print(jsonLine(study::toJson(report), 2));
    else
        print(inText(report) + std::to_string(report.fit.points) + " points, " + std::to_string(cases.runsMade()) +
              " runs, " + std::to_string(std::lround(report.elapsedS)) + " s." +
              (out.empty() || !report.fit.complete ? "\n" : "\nThe values are in " + out.string() + "\n"));
    return report.fit.complete ? done : runFailed;
}

} // namespace

void addCalibrate(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CalibrateOptions>();
    options->replications = 1;
    CLI::App* command = app.add_subcommand(
        "calibrate", "Fits parameters of a project to measured results: the values with their uncertainty, what the "
                     "measurements do not determine, and the error on cases that were left out");
    addMeasuredRunOptions(*command, *options);
    command
        ->add_option("--fit", options->fits,
                     "A generic parameter to fit, within the bounds that it declares or these; may be given many times")
        ->type_name("NAME[=FROM..TO]")
        ->allow_extra_args(false)
        ->required();
    command
        ->add_option("--cases", options->cases,
                     "The cases to fit to: a measurement, or lines of its file, as in pgbench:2,5,8-11; the others are "
                     "predicted. Without it the measurements whose use is \"fit\"; may be given many times")
        ->type_name("ID[:LINES]")
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "A copy of the project with the fitted values and their origin")
        ->type_name("PROJECT");
    command->add_flag("--json", options->json, "Print a JSON object");
    command->callback([options, &action] {
        action = [options] {
            return runSearch(
                [&] {
                    try {
                        return calibrate(*options);
                    } catch (const study::CalibrationFault& fault) {
                        reportError(fault.what());
                        return atFault;
                    }
                },
                {.before = "It cannot be calibrated, since ", .status = runFailed});
        };
    });
}

} // namespace headroom::cli
