#include "cli/commands/program.h"
#include "cli/studies/search_command.h"
#include "cli/support/analysis_text.h"
#include "project/document/nearest.h"
#include "study/analysis/analysis_json.h"
#include "study/table/study_file.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace headroom::cli {

namespace {

struct AnalyseOptions
{
    std::string file;
    std::vector<std::string> figures;
    bool json = false;
};

/// The columns of the wanted figures, all of them if none is named. Throws std::runtime_error for a name that the study
/// does not report.
std::vector<std::size_t> columnsOf(const study::Table& table, const std::vector<std::string>& wanted)
{
    std::vector<std::string> names;
    std::vector<std::size_t> columns;
    for (const study::Column& figure : table.figures)
        names.push_back(figure.name);
    for (const std::string& name : wanted) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
            throw std::runtime_error("--figure: the study does not report \"" + name + "\". " +
                                     project::suggestion(name, names));
        columns.push_back(static_cast<std::size_t>(found - names.begin()));
    }
    for (std::size_t i = 0; wanted.empty() && i < names.size(); ++i)
        columns.push_back(i);
    return columns;
}

ExitStatus analyse(const AnalyseOptions& options)
{
    std::vector<study::Analysis> analyses;
    study::Table table;
    try {
        table = study::StudyFile::open(options.file, false).table();
    } catch (const std::runtime_error& error) {
        reportError(std::string(error.what()) + ". Run the study again with --restart to replace it.");
        return atFault;
    }
    try {
        for (const std::size_t column : columnsOf(table, options.figures))
            analyses.push_back(study::analysisOf(table, column));
    } catch (const std::exception& error) {
        reportError(error.what());
        return atFault;
    }
    if (options.json) {
        print(jsonLine(study::toJson(study::analysedStudy(table, analyses)), 2));
        return done;
    }
    std::string text;
    for (const study::Analysis& analysis : analyses)
        text += (text.empty() ? "" : "\n") + analysisText(analysis, table);
    print(text);
    return done;
}

} // namespace

void addAnalyse(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<AnalyseOptions>();
    CLI::App* command = app.add_subcommand(
        "analyse", "Effects of a study's parameters on each figure, from the points that are finished");
    command->add_option("FILE", options->file, "The file of a study (.hrs)")->required()->check(CLI::ExistingFile);
    command->add_option("--figure", options->figures, "Only this figure; may be given many times")
        ->type_name("FIGURE")
        ->allow_extra_args(false);
    command->add_flag("--json", options->json, "Print one JSON object (engine/study/STUDY.md)");
    command->callback([options, &action] { action = [options] { return analyse(*options); }; });
}

} // namespace headroom::cli
