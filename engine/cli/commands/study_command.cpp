#include "cli/commands/forked_run.h"
#include "cli/commands/program.h"
#include "cli/stream/command_input.h"
#include "cli/support/interruption.h"
#include "cli/support/loading.h"
#include "cli/support/result_path.h"
#include "cli/support/study_text.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/file/atomic_file.h"
#include "project/project_file.h"
#include "record/stream.h"
#include "run/run.h"
#include "study/execute/local_executor.h"
#include "study/run/setup.h"
#include "study/statistics/statistics.h"
#include "study/table/decision.h"
#include "study/table/study_file.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace headroom::cli {

namespace {

using study::Json;

struct StudyOptions
{
    std::string project, study, beside, out, csv;
    std::vector<std::string> settings, axes, constraints, report;
    std::string design, duration;
    std::uint64_t points = 0, replications = 0, jobs = 0;
    bool plan = false, restart = false, json = false, stream = false;
};

/// Errors in the arguments or in the study.
class Refused : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// A study of the document, or one like it that the arguments define.
struct Wanted
{
    project::Study study;
    std::string pointer; ///< its place in the document; empty if it is not there
};

Wanted named(const project::Project& project, const std::string& id)
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < project.studies.size(); ++i) {
        ids.push_back(project.studies[i].id);
        if (project.studies[i].id == id || (id.empty() && project.studies.size() == 1))
            return {project.studies[i], "/studies" + project::below(i)};
    }
    if (id.empty())
        throw Refused("The project has several studies. Name one of them: " + project::listOf(ids) + '.');
    throw Refused("The project has no study \"" + id + "\". " +
                  (ids.empty() ? "It has none; --vary defines one." : project::suggestion(id, ids)));
}

Wanted wantedStudy(const project::Project& project, const StudyOptions& options)
{
    Wanted wanted;
    if (!options.study.empty() || (options.axes.empty() && !project.studies.empty()))
        wanted = named(project, options.study);
    else if (options.axes.empty()) {
        wanted.study = study::studyOfTicks(project);
        if (wanted.study.space.empty())
            throw Refused("The project has no study, and no alternative of a parameter is ticked. Write --vary "
                          "NAME=V1,V2 for each parameter to vary.");
    }
    try {
        for (const std::string& axis : options.axes)
            wanted.study.space.push_back(readAxis(axis));
    } catch (const std::runtime_error& error) {
        throw Refused(std::string("--vary: ") + error.what());
    }
    for (const std::string& constraint : options.constraints)
        wanted.study.constraints.push_back(constraint);
    if (!options.report.empty())
        wanted.study.report = options.report;
    if (!options.design.empty())
        wanted.study.fields["design"] = options.design;
    if (!options.duration.empty())
        wanted.study.fields["duration"] = options.duration;
    if (options.points > 0)
        wanted.study.fields["points"] = options.points;
    if (options.replications > 0)
        wanted.study.fields["replications"] = options.replications;
    return wanted;
}

std::filesystem::path pathOf(const StudyOptions& options, const std::filesystem::path& folder, const std::string& id)
{
    if (!options.out.empty())
        return options.out;
    const std::filesystem::path results = folder / "results";
    std::error_code error;
    std::filesystem::create_directories(results, error);
    return results / ((id.empty() ? "study" : id) + std::string(".hrs"));
}

/// The file of the study: a new one, or the one that holds the same study, whose finished points `table` gets.
study::StudyFile fileOf(const std::filesystem::path& path, const study::Definition& definition, study::Table& table,
                        bool restart)
{
    std::error_code error;
    if (restart || !std::filesystem::exists(path, error))
        return study::StudyFile::create(path, definition, table);
    auto file = study::StudyFile::open(path, true);
    study::Table known = file.table();
    const auto sameSettings = [](const study::Row& one, const study::Row& other) {
        return std::equal(one.settings.begin(), one.settings.end(), other.settings.begin(), other.settings.end(),
                          [](const auto& a, const auto& b) { return a.text == b.text; });
    };
    if (file.definition() != definition || known.parameters != table.parameters || known.figures != table.figures ||
        known.goals != table.goals ||
        !std::equal(known.rows.begin(), known.rows.end(), table.rows.begin(), table.rows.end(), sameSettings))
        throw Refused(path.string() + " holds another study, or the project has changed since. Write --restart to "
                                      "replace it, or name another file with --out.");
    table = std::move(known);
    return file;
}

std::string lineOf(const Json& json, int indent = -1)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json toJson(const study::Progress& progress)
{
    return {{"record", "progress"},           {"points", progress.points}, {"done", progress.done},
            {"failed", progress.failed},      {"runs", progress.runs},     {"runs_done", progress.runsDone},
            {"elapsed_s", progress.elapsedS}, {"left_s", progress.leftS},  {"processor_s", progress.processorS}};
}

Json toJson(const study::Decision& decision)
{
    return {{"point", decision.point ? Json(*decision.point) : Json(nullptr)}, {"sentence", decision.sentence}};
}

/// Tells on the way what becomes of the points, and takes commands.
class StudySession
{
public:
    using Wish = study::StudyRun::Wish;

    StudySession(const study::Table& table, bool stream) : table_(table), stream_(stream), input_(STDIN_FILENO) {}

    void begin(const std::filesystem::path& file, std::uint64_t runs)
    {
        if (!stream_)
            return;
        Json whole = study::toJson(table_); // with the points that are done already
        whole["record"] = "study";
        whole["file"] = file.string();
        whole["runs"] = runs;
        print(lineOf(whole));
    }

    void changed(const study::Progress& progress, const study::Row* row)
    {
        if (stream_) {
            if (row) {
                Json point = study::toJson(table_, *row);
                point["record"] = "point";
                print(lineOf(point));
            } else {
                print(lineOf(toJson(progress)));
            }
        } else if (shown_) {
            std::cerr << "\r\x1b[K" << progressText(progress) << std::flush;
        }
    }

    void end(bool complete)
    {
        if (shown_)
            std::cerr << "\r\x1b[K" << std::flush;
        if (!stream_)
            return;
        Json decision = toJson(study::decide(table_));
        decision["record"] = "end";
        decision["complete"] = complete;
        print(lineOf(decision));
    }

    Wish wish()
    {
        if (stream_ && !input_.ended())
            for (const std::string& line : input_.lines(std::chrono::milliseconds(0)))
                obey(line);
        if (interrupted())
            wish_ = Wish::stop;
        return wish_;
    }

private:
    void obey(const std::string& line)
    {
        try {
            switch (record::parseCommand(line).kind) {
            case record::CommandKind::pause:
                wish_ = Wish::pause;
                break;
            case record::CommandKind::resume:
                wish_ = Wish::goOn;
                break;
            case record::CommandKind::stop:
                wish_ = Wish::stop;
                break;
            default:
                reportError("A study knows the commands pause, resume and stop.");
            }
        } catch (const std::runtime_error& error) {
            reportError(error.what());
        }
    }

    const study::Table& table_;
    bool stream_;
    bool shown_ = !stream_ && ::isatty(STDERR_FILENO) != 0;
    CommandInput input_;
    Wish wish_ = Wish::goOn;
};

/// What will be run, before it is.
std::string planText(const study::Setup& setup, const study::Executor& executor)
{
    const std::size_t points = setup.table.count(study::PointState::waiting);
    std::string text = std::to_string(setup.table.rows.size()) + (setup.table.rows.size() == 1 ? " point" : " points");
    if (setup.excluded > 0)
        text += " (" + std::to_string(setup.excluded) + " excluded by constraints)";
    if (const std::size_t done = setup.table.rows.size() - points; done > 0)
        text += ", of which " + std::to_string(done) + " are finished";
    return text + ": " + std::to_string(points * setup.plan.runsOfPoint()) + " runs, " + executor.inWords() + ".\n";
}

void writeCsv(const std::string& path, const study::Table& table)
{
    if (!path.empty())
        project::writeAtomically(path, study::toCsv(table));
}

ExitStatus runStudy(const StudyOptions& options, study::Setup& setup, study::StudyFile& file,
                    const std::filesystem::path& path, study::Executor& executor)
{
    StudySession session(setup.table, options.stream);
    study::StudyRun run(
        setup.plan, setup.table, executor, &file,
        [&](const study::Progress& progress, const study::Row* row) { session.changed(progress, row); });
    session.begin(path, run.progress().runs);
    bool complete = false;
    try {
        complete = run.run([&] { return session.wish(); });
    } catch (const std::exception& error) {
        session.end(false);
        reportError(std::string("The study failed: ") + error.what() + ". Finished points are kept in " +
                    path.string() + '.');
        return runFailed;
    }
    session.end(complete);
    writeCsv(options.csv, setup.table);
    if (options.json) {
        Json json = study::toJson(setup.table);
        json["decision"] = toJson(study::decide(setup.table));
        json["file"] = path.string();
        print(lineOf(json, 2));
    } else if (!options.stream) {
        constexpr std::size_t mostRows = 60;
        print(studyTable(setup.table, mostRows) + study::decide(setup.table).sentence + "\nThe study is in " +
              path.string() + ".\n");
    }
    if (!complete)
        reportError("It was interrupted. The same command goes on with the points that are left.");
    return complete && setup.table.count(study::PointState::done) > 0 ? done : runFailed;
}

ExitStatus studyProject(const StudyOptions& options)
{
    const Loaded loaded = load(options.project, options.settings, options.beside);
    report(loaded.findings);
    if (!loaded.project)
        return atFault;
    try {
        const Wanted wanted = wantedStudy(*loaded.project, options);
        project::Findings findings;
        const std::uint64_t seed = loaded.project->run.value("seed", std::uint64_t{1});
        study::Setup setup = study::setUp(
            *loaded.project, loaded.components, wanted.study, wanted.pointer,
            [seed](const std::string& design, std::size_t dimensions, std::size_t count) {
                return study::sampleOfCube(design, dimensions, count, seed);
            },
            findings);
        if (report(findings))
            return atFault;
        for (std::uint64_t i = 0; i < setup.replications; ++i)
            setup.plan.seeds.push_back(run::replicationSeed(seed, i));
        const std::size_t atOnce = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
        const RunBase base{loaded.components, *loaded.project, loaded.folder};
        study::LocalExecutor executor(
            atOnce, [&base](const child::Simulation& simulation) { return forkedRun(base, simulation); });
        if (options.plan) {
            print(planText(setup, executor));
            return done;
        }
        const std::filesystem::path path = pathOf(options, loaded.folder, wanted.study.id);
        requireWritable("--out", path, options.project);
        if (!options.csv.empty())
            requireWritable("--csv", options.csv, options.project);
        const study::Definition definition{project::toText(*loaded.project), setup.definition, HEADROOM_VERSION};
        study::StudyFile file = fileOf(path, definition, setup.table, options.restart);
        std::signal(SIGPIPE, SIG_IGN); // a closed reader is noticed when writing to it
        noteInterruptions();
        return runStudy(options, setup, file, path, executor);
    } catch (const std::exception& error) {
        reportError(error.what());
        return atFault;
    }
}

} // namespace

void addStudy(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<StudyOptions>();
    CLI::App* command = app.add_subcommand(
        "study", "Runs a study: many combinations of parameters, one run or several for each; continues one that was "
                 "interrupted");
    command->add_option("PROJECT", options->project, "A .headroom file, or a folder that holds one")->required();
    command->add_option("STUDY", options->study,
                        "A study of the project; without it the only one, or all ticked alternatives");
    command->add_option("--set", options->settings, "Set a generic parameter for all points; may be given many times")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_option("--beside", options->beside, "Folder of the files that the project names, if not its own")
        ->type_name("FOLDER");
    command
        ->add_option("--vary", options->axes,
                     "Vary this parameter too: NAME=V1,V2 or NAME=FROM..TO/STEPS/log or NAME=ticked; may be given "
                     "many times")
        ->type_name("AXIS")
        ->allow_extra_args(false);
    command
        ->add_option("--where", options->constraints,
                     "Only combinations for which this expression over parameters holds; may be given many times")
        ->type_name("EXPRESSION")
        ->allow_extra_args(false);
    command
        ->add_option("--design", options->design,
                     "full, one at a time, paired, latin hypercube or low discrepancy, instead of the study's")
        ->check(CLI::IsMember({"full", "one at a time", "paired", "latin hypercube", "low discrepancy"}));
    command->add_option("--points", options->points, "How many combinations a sample has")
        ->type_name("N")
        ->check(CLI::Range(2, 1'000'000));
    command->add_option("--replications", options->replications, "Runs of each combination")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command->add_option("--duration", options->duration, "Simulated time of each run, as in \"10 s\"")->type_name("T");
    command
        ->add_option("--report", options->report, "Report this figure instead of the study's; may be given many times")
        ->type_name("FIGURE")
        ->allow_extra_args(false);
    command->add_option("--jobs", options->jobs, "Runs at the same time; without it one for each core")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command->add_option("--out", options->out, "File of the study; without it results/STUDY.hrs beside the project")
        ->type_name("FILE");
    command->add_flag("--restart", options->restart, "Run all points anew, also those that the file holds");
    command->add_flag("--plan", options->plan, "Only say what would be run");
    command->add_option("--csv", options->csv, "Write the table as CSV, too")->type_name("FILE");
    CLI::Option* json = command->add_flag("--json", options->json, "Print the table as one JSON object");
    command
        ->add_flag("--stream", options->stream,
                   "Print records as points are finished and read commands (see engine/study/STUDY.md)")
        ->excludes(json);
    command->callback([options, &action] { action = [options] { return studyProject(*options); }; });
}

} // namespace headroom::cli
