#include "cli/studies/measured_runs.h"

#include "cli/commands/program.h"
#include "cli/support/arguments.h"
#include "cli/support/loading.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "run/run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace headroom::cli {

namespace {

using project::Json;
using project::Measurement;

/// "NAME=COLUMN" of each as an object.
Json assignments(const char* option, const std::vector<std::string>& texts)
{
    Json object = Json::object();
    for (const std::string& text : texts) {
        const std::size_t at = text.find('=');
        if (at == std::string::npos || at == 0 || at + 1 == text.size())
            throw BadArgument(std::string(option) + ": \"" + text + "\" is not NAME=COLUMN, as in WORKERS=workers.");
        object[text.substr(0, at)] = text.substr(at + 1);
    }
    return object;
}

/// A measurement and its place in the project.
struct Asked
{
    Measurement measurement;
    std::string pointer;
    std::filesystem::path folder; ///< of its file
};

Asked ofFile(const MeasuredRunOptions& options)
{
    const std::filesystem::path path = std::filesystem::absolute(options.file);
    Asked asked{{path.stem().string(), Json::object()}, "", path.parent_path()};
    asked.measurement.fields["file"] = path.filename().string();
    asked.measurement.fields["case"] = assignments("--case", options.caseColumns);
    asked.measurement.fields["metrics"] = assignments("--metric", options.metricColumns);
    return asked;
}

std::vector<Asked> askedOf(const RunBase& base, const MeasuredRunOptions& options)
{
    if (!options.file.empty())
        return {ofFile(options)};
    if (!options.caseColumns.empty() || !options.metricColumns.empty())
        throw BadArgument("--case and --metric describe the columns of --file.");
    const std::vector<Measurement>& all = base.project.measurements;
    if (all.empty())
        throw BadArgument("The project has no measurements. Add one to its \"measurements\", or name a table with "
                          "--file, --case and --metric.");
    std::vector<std::string> names;
    for (const Measurement& each : all)
        names.push_back(each.id);
    for (const std::string& id : options.ids)
        if (std::ranges::find(names, id) == names.end())
            throw BadArgument("The project has no measurement \"" + id + "\". " + project::suggestion(id, names));
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (options.ids.empty() || std::ranges::find(options.ids, all[i].id) != options.ids.end())
            asked.push_back({all[i], "/measurements" + project::below(i), base.folder});
    return asked;
}

/// The faults that the project has with the values of each case, which its parameters allow one by one.
project::Findings faultsAtCases(const RunBase& base, const study::MeasuredCases& cases, const std::string& pointer)
{
    project::Findings faults;
    for (std::size_t c = 0; c < cases.cases.size(); ++c) {
        project::Findings findings;
        atPoint(base, cases.settingsOf(c), {}, findings);
        for (const project::Finding& finding : findings)
            if (finding.severity == project::Severity::error)
                faults.push_back({finding.severity, finding.key, pointer,
                                  "measurement \"" + cases.id + "\", " + cases.file + " line " +
                                      std::to_string(cases.cases[c].lines.front()) + " (" + cases.nameOf(c) + ")",
                                  finding.place + ": " + finding.problem, finding.remedy});
    }
    return faults;
}

} // namespace

void addMeasuredRunOptions(CLI::App& command, MeasuredRunOptions& options)
{
    addProjectOptions(command, options.project, options.settings, &options.beside);
    command.add_option("measurements", options.ids, "Ids of measurements of the project; without them all")
        ->type_name("ID");
    command
        .add_option("--file", options.file, "A measured table that the project does not name; with --case and --metric")
        ->type_name("FILE")
        ->check(CLI::ExistingFile);
    command
        .add_option("--case", options.caseColumns,
                    "Which column of --file holds the values of a generic parameter; may be given many times")
        ->type_name("NAME=COLUMN")
        ->allow_extra_args(false);
    command
        .add_option("--metric", options.metricColumns,
                    "Which column of --file holds a figure, as in PUT.throughput=ops_per_s; may be given many times")
        ->type_name("FIGURE=COLUMN")
        ->allow_extra_args(false);
    command.add_option("--replications", options.replications, "Seeds with which each case is run, the same for all")
        ->type_name("N")
        ->check(CLI::Range(1, 100));
    command.add_option("--duration", options.duration, "Simulated time of each run, as in \"10 s\"")->type_name("T");
    addExecutorOptions(command, options, "the folder results beside the project");
}

std::optional<MeasuredRuns> prepareMeasured(const MeasuredRunOptions& options)
{
    Loaded loaded = load(options.project, options.settings, options.beside);
    report(loaded.findings);
    if (!loaded.project)
        return {};
    MeasuredRuns runs{{loaded.components, *loaded.project, loaded.folder, loaded.findings}, {}, {}};
    project::Findings findings;
    for (const Asked& each : askedOf(runs.base, options)) {
        project::Findings ofTable;
        const record::CaseTable table = study::tableOf(each.measurement, each.pointer, each.folder, ofTable);
        if (!project::hasErrors(ofTable)) {
            study::MeasuredCases cases =
                study::casesOf(runs.base.project, runs.base.components, each.measurement, each.pointer, table, ofTable);
            const project::Findings faults = faultsAtCases(runs.base, cases, each.pointer);
            ofTable.insert(ofTable.end(), faults.begin(), faults.end());
            runs.measurements.push_back(std::move(cases));
        }
        findings.insert(findings.end(), ofTable.begin(), ofTable.end());
    }
    if (report(findings))
        return {};
    runs.plan.simulation.duration = durationArgument(options.duration);
    const std::uint64_t first = runs.base.project.run.value("seed", std::uint64_t(1));
    for (std::uint64_t i = 0; i < options.replications; ++i)
        runs.plan.seeds.push_back(run::replicationSeed(first, i));
    for (const study::MeasuredCases& cases : runs.measurements)
        for (std::size_t c = 0; c < cases.cases.size(); ++c)
            runs.plan.settings.push_back(cases.settingsOf(c));
    return runs;
}

} // namespace headroom::cli
