#include "cli/commands/program.h"
#include "cli/studies/prepared_study.h"
#include "cli/studies/search_command.h"
#include "cli/studies/study_session.h"
#include "cli/support/interruption.h"
#include "cli/support/study_text.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/figure_names.h"
#include "record/structure/json.h"
#include "study/search/best_text.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace headroom::cli {

namespace {

using record::Json;

struct BestOptions : StudyOptions
{
    std::string figure;
    study::BestLimits limits;
};

/// The warm-up and an eighth of the measured time: several short runs tell points apart sooner than a long one.
std::string shortDuration(const project::Project& project, const project::ComponentLibrary& components)
{
    constexpr double part = 8;
    project::Findings findings;
    project::Resolver resolver(project, components, findings);
    const double duration = resolver.number(project::runFields(), "duration", project.run, "/run");
    const double warmUp = resolver.number(project::runFields(), "warm_up", project.run, "/run");
    return project::exactText(warmUp + std::max(0.0, duration - warmUp) / part, "s");
}

/// The column of the wanted figure, or of the first that has a better and a worse.
std::size_t figureOf(const study::Table& table, const std::string& name)
{
    std::string names;
    for (std::size_t i = 0; i < table.figures.size(); ++i) {
        if (name.empty() ? project::largerIsBetter(table.figures[i].name).has_value() : table.figures[i].name == name)
            return i;
        names += (i == 0 ? "" : ", ") + table.figures[i].name;
    }
    throw BadArgument(name.empty() ? "None of the figures has a better and a worse: " + names + '.'
                                   : "The study does not report \"" + name + "\"; it reports " + names +
                                         ". Write --report " + name + '.');
}

Json decisionOf(const study::BestOfLoads& best, const std::string& sentence)
{
    std::uint64_t runs = 0;
    double probability = 1;
    std::vector<std::uint64_t> alike, ofLoads;
    for (const study::Best& each : best) {
        runs += each.runs;
        probability = std::min(probability, each.probability);
        alike.insert(alike.end(), each.alike.begin(), each.alike.end());
        if (each.known && best.size() > 1)
            ofLoads.push_back(each.point);
    }
    const study::Best* const last = study::lastKnown(best);
    return {{"point", last ? Json(last->point) : Json(nullptr)},
            {"of_loads", ofLoads},
            {"sentence", sentence},
            {"probability", probability},
            {"runs", runs},
            {"alike", alike}};
}

ExitStatus search(const BestOptions& options, PreparedStudy& prepared, const std::filesystem::path& path)
{
    study::Table& table = prepared.setup.table;
    const std::size_t figure = figureOf(table, options.figure);
    study::RunPlan plan = prepared.setup.plan;
    if (plan.simulation.duration.empty())
        plan.simulation.duration = shortDuration(prepared.base.project, prepared.base.components);
    plan.seeds = prepared.seeds(options.limits.most);
    const auto executor = executorOf(options, prepared.base, path);
    study::StudyFile file = newStudyFile(path, prepared.definition(), table);
    StudySession session(table, options.stream);
    const auto sentenceOf = [&](const study::BestOfLoads& best) {
        return study::inWords(table, figure, best, options.limits.within) + " Each run lasts " +
               plan.simulation.duration + '.';
    };
    study::BestSearch search(plan, table, figure, executor->atOnce(), &file, options.limits,
                             [&](const study::BestOfLoads& best, const auto& progress, const study::Row* row) {
                                 if (row)
                                     session.changed(progress, row);
                                 session.changed(progress, nullptr);
                                 if (!row && study::lastKnown(best))
                                     session.answer(decisionOf(best, sentenceOf(best)));
                             });
    session.begin(path, 0);
    study::execute(search, *executor, [&] { return session.wish(); });
    const study::BestOfLoads& best = search.answer();
    const std::string sentence = sentenceOf(best);
    session.end(std::ranges::all_of(best, &study::Best::complete), decisionOf(best, sentence));
    tell(options, table, decisionOf(best, sentence), path, studyTable(table) + sentence + "\nThe runs are in ");
    if (interrupted())
        reportError("It was interrupted before the best was known.");
    return study::lastKnown(best) && !interrupted() ? done : runFailed;
}

ExitStatus findBest(const BestOptions& options)
{
    return searchStudy(options, "-best", [&](PreparedStudy& prepared, const std::filesystem::path& file) {
        prepared.setup.table.goals.clear(); // one figure decides
        return search(options, prepared, file);
    });
}

} // namespace

void addBest(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<BestOptions>();
    CLI::App* command = app.add_subcommand(
        "best", "Says which of the points of a study is best by one figure and how sure that is: several "
                "short runs, more of them where they decide");
    addStudyOptions(*command, *options);
    command->add_option("--figure", options->figure, "The figure that decides; without it the study's first")
        ->type_name("FIGURE");
    command
        ->add_option("--probability", options->limits.probability,
                     "Goes on until the best is known with this probability")
        ->type_name("SHARE")
        ->check(CLI::Range(0.5, 0.9999));
    command
        ->add_option("--within", options->limits.within,
                     "Points that are worse by less than this share count as good as the best")
        ->type_name("SHARE")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--most-runs", options->limits.most, "Runs of each point, at most")
        ->type_name("N")
        ->check(CLI::Range(3, 1000));
    command->callback([options, &action] { action = [options] { return findBest(*options); }; });
}

} // namespace headroom::cli
