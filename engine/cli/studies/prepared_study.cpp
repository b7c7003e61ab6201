#include "cli/studies/prepared_study.h"

#include "cli/commands/program.h"
#include "cli/support/result_path.h"
#include "cli/support/study_text.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/file/file_name.h"
#include "project/file/json_writer.h"
#include "project/structure/study_designs.h"
#include "run/run.h"
#include "study/run/study_stream.h"
#include "study/statistics/statistics.h"

#include <algorithm>

namespace headroom::cli {

namespace {

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
        throw BadArgument("The project has several studies. Name one of them: " + project::listOf(ids) + '.');
    throw BadArgument("The project has no study \"" + id + "\". " +
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
            throw BadArgument("The project has no study, and no alternative of a parameter is ticked. Write --vary "
                              "NAME=V1,V2 for each parameter to vary.");
    }
    try {
        for (const std::string& axis : options.axes)
            wanted.study.space.push_back(readAxis(axis));
    } catch (const std::runtime_error& error) {
        throw BadArgument(std::string("--vary: ") + error.what());
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

bool sameSettings(const study::Row& one, const study::Row& other)
{
    return std::equal(one.settings.begin(), one.settings.end(), other.settings.begin(), other.settings.end(),
                      [](const auto& a, const auto& b) { return a.text == b.text; });
}

bool sameStudy(const study::Table& one, const study::Table& other)
{
    return one.parameters == other.parameters && one.figures == other.figures && one.goals == other.goals &&
           one.places == other.places &&
           std::equal(one.rows.begin(), one.rows.end(), other.rows.begin(), other.rows.end(), sameSettings);
}

/// True if something is wrong with a component that a point of the study has: it is read for that.
bool hasFaultyComponent(const project::Project& project, const project::ComponentLibrary& components,
                        const study::Table& table)
{
    for (std::size_t p = 0; p < table.parameters.size(); ++p) {
        const project::Parameter* const parameter = project::findParameter(project, table.parameters[p].name);
        for (const study::Row& row : table.rows)
            if (parameter && parameter->type == project::ParameterType::component)
                components.find(row.settings[p].text);
    }
    return components.foundFaults();
}

void reportInTheWay(const FileInTheWay& error, bool stream)
{
    if (stream)
        print(jsonLine(study::refusedRecord({error.reason, error.replaceable})));
    reportError(error.what());
}

} // namespace

FileInTheWay::FileInTheWay(std::string text, bool canBeReplaced)
    : BadArgument(text + (canBeReplaced ? " Write --restart to replace it, or name another file with --out."
                                        : " Name another file with --out, or delete it.")),
      reason(std::move(text)), replaceable(canBeReplaced)
{
}

std::vector<std::uint64_t> PreparedStudy::seeds(std::uint64_t count) const
{
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t i = 0; i < count; ++i)
        seeds.push_back(run::replicationSeed(seed, i));
    return seeds;
}

study::Definition PreparedStudy::definition() const
{
    return {study::definingText(base.project, setup.table), setup.definition, HEADROOM_VERSION};
}

std::optional<PreparedStudy> prepare(const StudyOptions& options)
{
    Loaded loaded = loadForRun(options.project, options.settings, options.beside, {});
    report(loaded.findings);
    if (!loaded.project)
        return {};
    const Wanted wanted = wantedStudy(*loaded.project, options);
    PreparedStudy prepared{{{}, *loaded.project, loaded.folder, loaded.findings}, {}, wanted.study.id, 1};
    prepared.seed = loaded.project->run.value("seed", prepared.seed);
    const auto sampler = [&](const std::string& design, std::size_t dimensions, std::size_t count) {
        return study::sampleOfCube(design, dimensions, count, prepared.seed);
    };
    project::Findings findings;
    prepared.setup = study::setUp(*loaded.project, loaded.components, wanted.study, wanted.pointer, sampler, findings,
                                  options.alsoReport);
    if (hasFaultyComponent(*loaded.project, loaded.components, prepared.setup.table)) {
        Loaded whole = load(options.project, options.settings, options.beside);
        loaded.components = std::move(whole.components);
        prepared.base.told = whole.findings;
        std::erase_if(whole.findings, [&loaded](const project::Finding& finding) {
            return std::ranges::any_of(loaded.findings, [&finding](const project::Finding& reported) {
                return project::toLine(reported) == project::toLine(finding);
            });
        });
        if (report(whole.findings))
            return {};
    }
    if (report(findings))
        return {};
    prepared.base.components = std::move(loaded.components); // those that points have were read
    return prepared;
}

std::filesystem::path fileOf(const StudyOptions& options, const PreparedStudy& prepared, const std::string& end)
{
    std::filesystem::path path = options.out;
    if (path.empty()) {
        const std::string name = project::fileNameOfId((prepared.id.empty() ? "study" : prepared.id) + end);
        try {
            path = project::resultsFile(prepared.base.folder, name + ".hrs");
            if (std::error_code error; !std::filesystem::is_directory(path.parent_path(), error))
                path = project::resultsFile(std::filesystem::current_path(), name + ".hrs");
        } catch (const std::runtime_error& error) {
            throw BadArgument(error.what() + std::string(", or name another file with --out."));
        }
    }
    requireWritable("--out", path, options.project);
    return path;
}

study::StudyFile openStudy(const std::filesystem::path& path, PreparedStudy& prepared, bool restart)
{
    if (restart || study::StudyFile::at(path) != study::StudyFile::At::study)
        return newStudyFile(path, prepared.definition(), prepared.setup.table);
    try {
        auto file = study::StudyFile::open(path, true);
        study::Table known = file.table();
        if (file.definition() == prepared.definition() && sameStudy(known, prepared.setup.table)) {
            prepared.setup.table = std::move(known);
            return file;
        }
    } catch (const std::runtime_error& error) {
        throw FileInTheWay(std::string(error.what()) + '.', true);
    }
    throw FileInTheWay(path.string() + " holds another study, or the project has changed since.", true);
}

study::StudyFile newStudyFile(const std::filesystem::path& path, const study::Definition& definition,
                              const study::Table& table)
{
    if (study::StudyFile::at(path) == study::StudyFile::At::foreign)
        throw FileInTheWay(path.string() + " is not the file of a study, so it is not replaced.", false);
    return study::StudyFile::create(path, definition, table);
}

void tell(const StudyOptions& options, const study::Table& table, const study::Json& decision,
          const std::filesystem::path& file, const std::string& text)
{
    if (options.json) {
        study::Json json = study::toJson(table);
        json["decision"] = decision;
        json["file"] = file.string();
        print(jsonLine(json, 2));
    } else if (!options.stream) {
        print(text + file.string() + ".\n");
    }
}

ExitStatus runPrepared(const StudyOptions& options, const std::function<ExitStatus(PreparedStudy& prepared)>& search,
                       const SearchFailure& failure)
{
    return runSearch(
        [&]() -> ExitStatus {
            std::optional<PreparedStudy> prepared = prepare(options);
            if (!prepared)
                return atFault;
            try {
                return search(*prepared);
            } catch (const FileInTheWay& error) {
                reportInTheWay(error, options.stream);
                return atFault;
            }
        },
        failure);
}

ExitStatus
searchStudy(const StudyOptions& options, const std::string& end,
            const std::function<ExitStatus(PreparedStudy& prepared, const std::filesystem::path& file)>& search)
{
    return runPrepared(options,
                       [&](PreparedStudy& prepared) { return search(prepared, fileOf(options, prepared, end)); });
}

void addStudyOptions(CLI::App& command, StudyOptions& options)
{
    addProjectOptions(command, options.project, options.settings, &options.beside,
                      "Set a generic parameter for all points");
    command.add_option("STUDY", options.study,
                       "A study of the project; without it the only one, or all ticked alternatives");
    command
        .add_option("--vary", options.axes,
                    "Vary this parameter too: NAME=V1,V2 or NAME=FROM..TO/STEPS/log or NAME=ticked; may be given "
                    "many times")
        ->type_name("AXIS")
        ->allow_extra_args(false);
    command
        .add_option("--constraint,--where", options.constraints,
                    "Only combinations for which this expression over parameters holds, besides those of the study's "
                    "constraints; may be given many times")
        ->type_name("EXPRESSION")
        ->allow_extra_args(false);
    command
        .add_option("--design", options.design, project::meaningOfStudyDesigns() + " Without it the study's design.")
        ->check(CLI::IsMember(project::studyDesignWords()));
    command.add_option("--points", options.points, "Number of combinations in a sample")
        ->type_name("N")
        ->check(CLI::Range(2, 1'000'000));
    command.add_option("--replications", options.replications, "Runs of each combination")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    command.add_option("--duration", options.duration, "Simulated time of each run, as in \"10 s\"")->type_name("T");
    command
        .add_option("--report", options.report, "Report this figure instead of the study's; may be given many times")
        ->type_name("FIGURE")
        ->allow_extra_args(false);
    addExecutorOptions(command, options, "that of the study's file");
    command.add_option("--out", options.out, "File of the study; without it results/STUDY.hrs beside the project")
        ->type_name("FILE");
    command.add_flag("--restart", options.restart, "Run all points anew, also those that the file holds");
    CLI::Option* json = command.add_flag("--json", options.json, "Print the table as one JSON object");
    command
        .add_flag("--stream", options.stream,
                  "Print records as points are finished and read commands (see engine/study/STUDY.md)")
        ->excludes(json);
}

} // namespace headroom::cli
