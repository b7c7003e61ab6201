#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "import/import.h"
#include "project/loading.h"
#include "project/project_file.h"

#include <filesystem>
#include <fstream>
#include <memory>

namespace headroom::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largestFile = 16 << 20;

struct ImportOptions
{
    std::string file, out;
};

std::string contentOf(const fs::path& path)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        throw import::ImportError("There is no file \"" + path.string() + "\".");
    if (fs::file_size(path, error) > largestFile)
        throw import::ImportError("The file is larger than 16 MiB.");
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file)
        throw import::ImportError("\"" + path.string() + "\" cannot be read.");
    return text;
}

/// The file's path as given; a path without the file extension is a folder into which the project is written.
fs::path projectPath(const std::string& out)
{
    fs::path path = out;
    if (path.extension() != ".headroom") {
        if (!path.has_filename())
            path = path.parent_path();
        path = path / (path.filename().string() + ".headroom");
    }
    if (std::error_code error; fs::exists(path, error))
        throw import::ImportError("\"" + path.string() + "\" is there already.");
    return path;
}

std::string listed(const char* heading, const std::vector<std::string>& sentences)
{
    std::string text = sentences.empty() ? "" : std::string(heading) + "\n";
    for (const std::string& sentence : sentences)
        text += "  - " + sentence + "\n";
    return text;
}

ExitStatus importFile(const ImportOptions& options)
{
    try {
        const fs::path path = projectPath(options.out);
        const auto imported = import::importText(contentOf(options.file), fs::path(options.file).stem().string(),
                                                 project::libraryFolders());
        const project::Loading made = project::parseWhole(imported.tree.dump(), project::loadHardware());
        if (report(made.findings) || !made.whole) {
            reportError("The file does not describe a project that can run.");
            return atFault;
        }
        if (path.has_parent_path())
            fs::create_directories(path.parent_path());
        project::saveProject(made.whole->project, path);
        print(path.string() + "\n" + listed("Assumed:", imported.assumptions) +
              listed("Not carried over:", imported.left));
        return done;
    } catch (const import::ImportError& error) {
        reportError(options.file + ": " + error.what());
    } catch (const std::exception& error) { // a folder or file that cannot be created
        reportError(error.what());
    }
    return atFault;
}

} // namespace

void addImport(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ImportOptions>();
    CLI::App* command = app.add_subcommand("import", "Makes a project from a COSBench workload or a fio job file");
    command->add_option("FILE", options->file, "A COSBench workload (XML) or a fio job file")->required();
    command->add_option("--out", options->out, "The new project: a .headroom file, or a folder for it")
        ->required()
        ->type_name("PROJECT");
    command->callback([options, &action] { action = [options] { return importFile(*options); }; });
}

} // namespace headroom::cli
