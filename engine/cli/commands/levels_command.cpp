#include "cli/commands/black_box.h"
#include "cli/commands/program.h"
#include "cli/support/arguments.h"
#include "cli/support/loading.h"
#include "cli/support/text_table.h"
#include "project/expression/quantity.h"
#include "project/project_file.h"
#include "record/structure/json.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headroom::cli {

namespace {

using project::formatNumber;
using project::formatQuantity;
using record::Json;

struct LevelsOptions
{
    std::string project, operation, blackBox, out;
    std::vector<std::string> settings;
    bool network = false, json = false;
};

/// Splits "ROLE/OPERATION"; without a slash the operation is empty.
std::pair<std::string, std::string> splitName(const std::string& name)
{
    const std::size_t slash = name.find('/');
    return {name.substr(0, slash), slash == std::string::npos ? std::string() : name.substr(slash + 1)};
}

struct Level
{
    std::string name;
    record::Summary summary;
};

struct Compared
{
    std::string role, operation; ///< of what has no operation: empty, and "network"
    std::vector<Level> levels;
    std::string name() const { return (role.empty() ? "the" : role) + ' ' + operation; }
};

Level levelOf(std::string name, const project::Project& changed, const Loaded& loaded)
{
    run::Options options;
    options.folder = loaded.folder;
    return {std::move(name), runInChild(changed, loaded.components, options).summary};
}

/// Simulates the project once with each level of the operation, one run after another so that their speeds are
/// comparable.
Compared compare(const project::Project& project, const Loaded& loaded, const std::string& role,
                 const project::Operation& operation)
{
    Compared result{role, operation.id, {}};
    for (const project::Diagram& diagram : operation.diagrams) {
        project::Project changed = project;
        for (project::Operation& candidate : project::findBehaviour(changed, role)->role.operations)
            if (candidate.id == operation.id)
                candidate.level = diagram.id;
        result.levels.push_back(levelOf(diagram.id, changed, loaded));
    }
    return result;
}

/// The same with each level of the network's fabrics, the flow level first. Packets cost far more than flows, so they
/// are only simulated if the project does so.
Compared compareNetwork(const project::Project& project, const Loaded& loaded)
{
    Compared result{{}, "network", {}};
    std::vector<std::string> levels = {"flow", "message", "delay only"};
    if (std::any_of(project.topology.fabrics.begin(), project.topology.fabrics.end(),
                    [](const project::Fabric& fabric) { return fabric.fields.value("detail", "") == "packet"; }))
        levels.emplace_back("packet");
    for (const std::string& level : levels) {
        project::Project changed = project;
        for (project::Fabric& fabric : changed.topology.fabrics)
            fabric.fields["detail"] = level;
        result.levels.push_back(levelOf(level, changed, loaded));
    }
    return result;
}

double percentMore(double value, double of)
{
    return of == 0 ? 0 : 100 * (value / of - 1);
}

double ratio(double value, double of)
{
    return of == 0 ? 0 : value / of;
}

/// One level compared with the first, which is the reference.
Json levelJson(const Level& level, const Level& first)
{
    Json operations = Json::object();
    for (const auto& [name, values] : level.summary.operations) {
        Json row = {{"per_s", values.perSecond}, {"mean_ms", values.latency.meanMs}, {"p95_ms", values.latency.p95Ms}};
        if (const auto known = first.summary.operations.find(name); known != first.summary.operations.end()) {
            row["per_s_percent"] = percentMore(values.perSecond, known->second.perSecond);
            row["mean_percent"] = percentMore(values.latency.meanMs, known->second.latency.meanMs);
            row["p95_percent"] = percentMore(values.latency.p95Ms, known->second.latency.p95Ms);
        }
        operations[name] = std::move(row);
    }
    return {
        {"level", level.name},
        {"events", level.summary.events},
        {"wall_s", level.summary.wallS},
        {"events_ratio", ratio(static_cast<double>(level.summary.events), static_cast<double>(first.summary.events))},
        {"wall_ratio", ratio(level.summary.wallS, first.summary.wallS)},
        {"operations", std::move(operations)}};
}

Json toJson(const std::vector<Compared>& all, const std::string& project)
{
    Json list = Json::array();
    for (const Compared& compared : all) {
        Json levels = Json::array();
        for (const Level& level : compared.levels)
            levels.push_back(levelJson(level, compared.levels.front()));
        if (compared.role.empty())
            return {{"project", project}, {compared.operation, std::move(levels)}};
        list.push_back({{"role", compared.role}, {"operation", compared.operation}, {"levels", std::move(levels)}});
    }
    return {{"project", project}, {"operations", std::move(list)}};
}

std::string difference(double value, double of, bool first)
{
    const double change = percentMore(value, of);
    return first ? "" : (change < 0 ? " (\u2212" : " (+") + formatNumber(std::fabs(change)) + " %)";
}

std::string toTable(const Compared& compared)
{
    std::vector<std::vector<std::string>> rows = {
        {"level", "operation", "per s", "mean", "p95", "events", "wall clock"}};
    const Level& first = compared.levels.front();
    for (const Level& level : compared.levels) {
        const bool isFirst = &level == &first;
        for (const auto& [name, values] : level.summary.operations) {
            const auto known = first.summary.operations.find(name);
            const auto& base = known == first.summary.operations.end() ? values : known->second;
            rows.push_back({level.name, name,
                            formatNumber(values.perSecond) + difference(values.perSecond, base.perSecond, isFirst),
                            formatQuantity(values.latency.meanMs / 1000, "s") +
                                difference(values.latency.meanMs, base.latency.meanMs, isFirst),
                            formatQuantity(values.latency.p95Ms / 1000, "s") +
                                difference(values.latency.p95Ms, base.latency.p95Ms, isFirst),
                            std::to_string(level.summary.events), formatQuantity(level.summary.wallS, "s")});
        }
    }
    return "Levels of " + compared.name() + ", compared with \"" + first.name + "\":\n" + alignedTable(rows, 2);
}

ExitStatus compareAll(const Loaded& loaded, const LevelsOptions& options)
{
    const auto [role, operation] = splitName(options.operation);
    std::vector<Compared> all;
    if (options.network)
        all.push_back(compareNetwork(*loaded.project, loaded));
    for (const project::Behaviour& behaviour : loaded.project->behaviours)
        for (const project::Operation& candidate : behaviour.role.operations)
            if (!options.network && candidate.diagrams.size() > 1 &&
                (options.operation.empty() || (behaviour.role.id == role && candidate.id == operation)))
                all.push_back(compare(*loaded.project, loaded, behaviour.role.id, candidate));
    if (all.empty()) {
        reportError((options.operation.empty() ? "No operation" : "No operation \"" + options.operation + "\"") +
                    std::string(" has more than one level of detail. --make-black-box adds one; --network compares "
                                "those of the network."));
        return atFault;
    }
    if (options.json) {
        print(toJson(all, loaded.project->name).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        return done;
    }
    for (const Compared& compared : all)
        print(toTable(compared));
    return done;
}

ExitStatus makeBlackBox(const Loaded& loaded, const LevelsOptions& options)
{
    const auto [role, operation] = splitName(options.blackBox);
    const project::Behaviour* behaviour = project::findBehaviour(*loaded.project, role);
    if (!behaviour || !project::findOperation(behaviour->role, operation)) {
        reportError("--make-black-box: there is no operation \"" + options.blackBox + "\"; write ROLE/OPERATION.");
        return atFault;
    }
    project::Project project = *loaded.project;
    run::Options runOptions;
    runOptions.folder = loaded.folder;
    BlackBox box;
    try {
        box = addBlackBox(project, loaded.components, runOptions, role, operation);
    } catch (const NoBlackBox& reason) {
        reportError("--make-black-box: " + std::string(reason.what()) + '.');
        return atFault;
    }
    try {
        project::saveProject(project, options.out);
    } catch (const std::runtime_error& error) {
        reportError("--out: " + std::string(error.what()) + '.');
        return atFault;
    }
    if (options.json)
        print(Json({{"role", role},
                    {"operation", operation},
                    {"time_s", box.timeS},
                    {"variation", box.variation},
                    {"concurrency", box.atOnce},
                    {"low_load_requests", box.alone.count},
                    {"full_mean_s", box.full.meanS},
                    {"black_box_mean_s", box.boxMeanS}})
                  .dump(2) +
              "\n");
    else
        print("Black box of " + options.blackBox + ": " + formatQuantity(box.timeS, "s") + " with a variation of " +
              formatNumber(box.variation) + ", " + std::to_string(box.atOnce) + " at once; mean time " +
              formatQuantity(box.boxMeanS, "s") + " against " + formatQuantity(box.full.meanS, "s") +
              " of the full behaviour. Written to " + options.out + "\n");
    return done;
}

ExitStatus levels(const LevelsOptions& options)
{
    if (options.blackBox.empty() != options.out.empty()) {
        reportError("--make-black-box and --out go together.");
        return atFault;
    }
    const Loaded loaded = load(options.project, options.settings);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    return options.blackBox.empty() ? compareAll(loaded, options) : makeBlackBox(loaded, options);
}

} // namespace

void addLevels(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<LevelsOptions>();
    CLI::App* command = app.add_subcommand(
        "levels",
        "Compares levels of detail, of operations or of the network: their speed, and the error of the coarser ones");
    addProjectOptions(*command, options->project, options->settings, nullptr);
    CLI::Option* one =
        command->add_option("--operation", options->operation, "Only this one, not all with several levels")
            ->type_name("ROLE/OPERATION");
    CLI::Option* network = command
                               ->add_flag("--network", options->network,
                                          "Compare the levels of detail of the network instead: flow, "
                                          "message, delay only")
                               ->excludes(one);
    command
        ->add_option("--make-black-box", options->blackBox,
                     "Measure the operation and add a black box of it, with --out")
        ->type_name("ROLE/OPERATION")
        ->excludes(one)
        ->excludes(network);
    command->add_option("--out", options->out, "Project file to write, with --make-black-box")->type_name("PROJECT2");
    command->add_flag("--json", options->json, "Print one JSON object");
    command->callback([options, &action] { action = [options] { return levels(*options); }; });
}

} // namespace headroom::cli
