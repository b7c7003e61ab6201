#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "import/import.h"
#include "import/rings/ring_import.h"
#include "project/file/atomic_file.h"
#include "project/file/file_name.h"
#include "project/loading.h"
#include "project/project_file.h"
#include "project/vocabulary/declarations.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largestFile = 16 << 20;

struct ImportOptions
{
    std::string file, out, into, ring;
    std::vector<std::string> defines;
};

std::string contentOf(const fs::path& path)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        throw import::ImportError("\"" + path.string() + "\" is a folder. Name the file in it.");
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

/// NAME=VALUE, as given on the command line.
std::map<std::string, std::string> definesOf(const ImportOptions& options)
{
    std::map<std::string, std::string> defines;
    for (const std::string& one : options.defines) {
        const std::size_t sign = one.find('=');
        if (sign == std::string::npos || sign == 0)
            throw import::ImportError("--define " + one + ": it is not NAME=VALUE.");
        defines[one.substr(0, sign)] = one.substr(sign + 1);
    }
    return defines;
}

import::Surroundings surroundingsOf(const ImportOptions& options)
{
    const fs::path folder = fs::path(options.file).parent_path();
    return {project::libraryFolders(), definesOf(options), [folder](const std::string& name) {
                const fs::path path = folder / name;
                std::error_code error;
                if (fs::path(name).is_absolute() || project::leadsOutOf(folder, path) ||
                    !fs::is_regular_file(path, error))
                    return std::optional<std::string>();
                return std::optional(contentOf(path));
            }};
}

ExitStatus importProject(const ImportOptions& options, const std::string& content)
{
    const fs::path path = projectPath(options.out);
    const auto imported = import::importText(content, fs::path(options.file).stem().string(), surroundingsOf(options));
    const project::Loading made = project::parseWhole(imported.tree.dump(), project::loadHardware());
    if (report(made.findings) || !made.whole) {
        reportError("The file does not describe a project that can run.");
        return atFault;
    }
    if (path.has_parent_path())
        fs::create_directories(path.parent_path());
    project::saveProject(made.whole->project, path);
    print(path.string() + "\n" + listed("Assumed:", imported.assumptions) + listed("Not carried over:", imported.left));
    return done;
}

/// The ring of that id, or the only one.
project::Selector& ringOf(project::Project& project, const std::string& id)
{
    std::string known;
    for (project::Selector& ring : project.selectors) {
        if (ring.id == id || (id.empty() && project.selectors.size() == 1))
            return ring;
        known += (known.empty() ? "" : ", ") + ring.id;
    }
    if (known.empty())
        throw import::ImportError("The project has no ring.");
    throw import::ImportError((id.empty() ? "The project has several rings: say which with --ring."
                                          : "The project has no ring \"" + id + "\".") +
                              (" There are: " + known + "."));
}

/// A table that the ring has already is replaced; no other file is.
fs::path tableFile(const fs::path& folder, const project::Selector& ring)
{
    const std::string name = project::fileNameOfId(ring.id) + ".ring.csv";
    fs::path path = folder / name;
    if (project::leadsOutOf(folder, path))
        throw import::ImportError("\"" + path.string() +
                                  "\" leads out of the project's folder, where nothing is written. Remove the link.");
    if (fs::exists(path) && ring.fields.value("table", project::Json()) != name)
        throw import::ImportError("\"" + path.string() + "\" is there already.");
    return path;
}

/// A project that an import changes.
class ChangedProject
{
public:
    explicit ChangedProject(const std::string& into)
        : path_(projectFileIn(into)), hardware_(project::loadHardware()), loaded_(project::loadWhole(path_, hardware_))
    {
    }
    /// False, with a report, if its file has faults.
    bool isSound() const { return !report(loaded_.findings) && loaded_.whole && loaded_.whole->finished; }
    const fs::path& path() const { return path_; }
    project::Project& project() { return loaded_.whole->project; }
    const project::ComponentLibrary& components() const { return loaded_.whole->components; }
    /// False, with a report that ends with `refusal`, if it cannot be what it has become.
    bool canBe(const char* refusal) const
    {
        project::LoadFrom from;
        from.beside = path_.parent_path();
        if (!report(project::completed(loaded_.whole->project, hardware_, from).findings))
            return true;
        reportError(refusal);
        return false;
    }

private:
    fs::path path_;
    project::Hardware hardware_;
    project::Loading loaded_;
};

ExitStatus importRing(const ImportOptions& options, const std::string& content)
{
    ChangedProject changed(options.into);
    if (!changed.isSound())
        return atFault;
    project::Project& project = changed.project();
    const fs::path& path = changed.path();
    project::Selector& selector = ringOf(project, options.ring);
    project::Findings findings;
    project::Resolver resolver(project, changed.components(), findings);
    const auto named = [&](const char* field) {
        return resolver.text(project::selectorFields(), field, selector.fields, "");
    };
    const import::ImportedRing imported = import::importRing(
        content, project::nodesWithVolume(project, resolver.globalScope(), named("role"), named("volume")));
    const fs::path table = tableFile(path.parent_path(), selector);
    const auto changes = import::useRing(project, selector, imported, table.filename().string());
    if (!changed.canBe("The project cannot have a ring of this size."))
        return atFault;
    project::writeAtomically(table, imported.table);
    project::saveProject(project, path);
    print(path.string() + ": ring " + selector.id + "\n" + table.string() + "\n" + listed("The ring:", imported.facts) +
          listed("Nodes of the ring: of the project", imported.binding) + listed("Changed:", changes) +
          listed("Not carried over:", imported.left));
    return done;
}

/// Sets the parameters of a project to the load of a file.
ExitStatus fillProject(const ImportOptions& options, const std::string& content)
{
    ChangedProject changed(options.into);
    if (!changed.isSound())
        return atFault;
    project::Project& project = changed.project();
    const import::FilledParameters filled = import::parametersFrom(content, surroundingsOf(options));
    std::vector<std::string> changes;
    for (const auto& [name, value] : filled.values) {
        const auto parameter = std::ranges::find(project.parameters, name, &project::Parameter::name);
        if (parameter == project.parameters.end())
            throw import::ImportError("The project has no parameter " + name + ": it is no project of " +
                                      filled.system + '.');
        changes.push_back(name + " = " + value.dump() + ", before " + parameter->value.dump());
        parameter->value = value;
    }
    if (!changed.canBe("The project cannot have such a load."))
        return atFault;
    project::saveProject(project, changed.path());
    print(changed.path().string() + "\n" + listed("Set:", changes) + listed("Not carried over:", filled.left));
    return done;
}

ExitStatus importFile(const ImportOptions& options)
{
    try {
        const std::string content = contentOf(options.file);
        const bool ring = import::isRingFile(content);
        if (ring && options.into.empty())
            throw import::ImportError("It is a ring file, which says nothing of hardware and software: name the "
                                      "project that gets the ring with --into.");
        if (!ring && options.ring.empty() && !options.into.empty())
            return fillProject(options, content);
        if (!ring && (options.out.empty() || !options.ring.empty()))
            throw import::ImportError("It is no ring file: a workload becomes a new project, named with --out.");
        return ring ? importRing(options, content) : importProject(options, content);
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
    CLI::App* command = app.add_subcommand(
        "import", "Makes a project from another program's description of a workload, or takes over a ring");
    command->add_option("FILE", options->file, "The file: " + import::formatsInWords() + " or a ring file (.ring.gz)")
        ->required();
    CLI::Option* out =
        command->add_option("--out", options->out, "The new project: a .headroom file, or a folder for it")
            ->type_name("PROJECT");
    CLI::Option* into =
        command
            ->add_option(
                "--into", options->into,
                "For a ring file: the project that gets the ring, which becomes a table of partitions beside it. Nodes "
                "are bound in the order of region, zone and address, their devices in the order of their names. For a "
                "fio "
                "job file of clients of a cluster: the project of the cluster, whose parameters it sets")
            ->type_name("PROJECT")
            ->excludes(out);
    command->add_option("--ring", options->ring, "Which ring of the project; not needed if there is only one")
        ->type_name("RING")
        ->needs(into);
    command
        ->add_option("--define", options->defines,
                     "NAME=VALUE: a variable that a fio job file takes from the environment")
        ->type_name("NAME=VALUE");
    command->callback([options, &action] { action = [options] { return importFile(*options); }; });
}

} // namespace headroom::cli
