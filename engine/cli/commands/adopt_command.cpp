#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "import/adopt/adopt.h"
#include "project/file/json_parse.h"
#include "project/loading.h"
#include "project/project_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

namespace headroom::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t mostFiles = 20'000;
constexpr std::uintmax_t mostBytes = 512u << 20;
constexpr int deepest = 8; ///< folders inside each other

struct AdoptOptions
{
    std::vector<std::string> files;
    std::string out;
    bool json = false;
};

/// The file's path as given; a path without the file extension is a folder into which the project is written.
fs::path newProject(const std::string& out)
{
    fs::path path = out;
    if (path.extension() != ".headroom") {
        if (!path.has_filename())
            path = path.parent_path();
        path = path / (path.filename().string() + ".headroom");
    }
    if (std::error_code error; fs::exists(path, error))
        throw import::AdoptError({"\"" + path.string() + "\" is there already."});
    return path;
}

/// Reads the files, and all files in the folders.
class Reader
{
public:
    void add(const fs::path& path)
    {
        std::error_code error;
        if (!fs::is_directory(path, error))
            return take(path, path.string());
        const fs::path base = path.has_filename() ? path : path.parent_path();
        std::vector<fs::path> found;
        fs::recursive_directory_iterator all(path, fs::directory_options::skip_permission_denied, error);
        for (const fs::recursive_directory_iterator end; !error && all != end; all.increment(error)) {
            if (all.depth() >= deepest)
                all.disable_recursion_pending();
            if (all->is_regular_file(error) && !all->is_symlink(error))
                found.push_back(all->path());
            if (found.size() > mostFiles)
                throw import::AdoptError({"\"" + path.string() +
                                          "\" holds more than 20 000 files. Name the files, or the "
                                          "folder in which they were collected."});
        }
        std::ranges::sort(found);
        for (const fs::path& file : found)
            take(file, (base.filename() / file.lexically_relative(base)).string());
    }

    std::vector<import::GivenFile> files;

private:
    void take(const fs::path& path, const std::string& name)
    {
        project::Findings findings;
        auto text = project::readText(path, findings);
        if (!text)
            throw import::AdoptError({findings.front().problem + " " + findings.front().remedy});
        bytes_ += text->size();
        if (bytes_ > mostBytes)
            throw import::AdoptError(
                {"The files are larger than 512 MiB together. Leave out what does not describe the "
                 "cluster."});
        files.push_back({name, std::move(*text)});
    }

    std::uintmax_t bytes_ = 0;
};

std::string section(const char* heading, const std::vector<std::string>& sentences)
{
    std::string text = sentences.empty() ? "" : std::string(heading) + "\n";
    for (const std::string& sentence : sentences)
        text += "  - " + sentence + "\n";
    return text;
}

std::string inWords(const fs::path& path, const import::Adopted& adopted)
{
    return path.string() + "\n" + section("Found:", adopted.found) + section("Parts:", adopted.matched) +
           section("Parts that no library has:", adopted.unmatched) + section("Assumed:", adopted.assumed) +
           section("Not in the project:", adopted.left);
}

std::string asJson(const fs::path& path, const import::Adopted& adopted)
{
    const Json lists{{"project", path.string()},       {"found", adopted.found},     {"matched", adopted.matched},
                     {"unmatched", adopted.unmatched}, {"assumed", adopted.assumed}, {"left", adopted.left}};
    return lists.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitStatus adoptFiles(const AdoptOptions& options)
{
    try {
        const fs::path path = newProject(options.out);
        Reader reader;
        for (const std::string& file : options.files)
            reader.add(file);
        const project::Hardware hardware = project::loadHardware();
        const import::Adopted adopted = import::adopt(std::move(reader.files), path.stem().string(),
                                                      project::libraryFolders(), hardware.components);
        const project::Loading made =
            project::parseWhole(adopted.tree.dump(-1, ' ', false, Json::error_handler_t::replace), hardware);
        if (report(made.findings) || !made.whole || !made.whole->finished) {
            reportError("The files do not describe a project that can run. Nothing was written.");
            return atFault;
        }
        if (path.has_parent_path())
            fs::create_directories(path.parent_path());
        project::saveProject(made.whole->project, path);
        print(options.json ? asJson(path, adopted) : inWords(path, adopted));
        return done;
    } catch (const import::AdoptError& error) {
        for (const std::string& sentence : error.sentences())
            reportError(sentence);
    } catch (const std::exception& error) { // a folder or file that cannot be created
        reportError(error.what());
    }
    return atFault;
}

} // namespace

void addAdopt(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<AdoptOptions>();
    CLI::App* command =
        app.add_subcommand("adopt", "Makes a project of a cluster that runs, from the outputs of its own commands");
    command
        ->add_option("FILES", options->files,
                     "Files, folders and archives as libraries/collect/collect.sh makes them: " +
                         import::adoptableFiles())
        ->required();
    command->add_option("--out", options->out, "The new project: a .headroom file, or a folder for it")
        ->type_name("PROJECT")
        ->required();
    command->add_flag("--json", options->json, "Print what was found, matched and assumed as JSON");
    command->callback([options, &action] { action = [options] { return adoptFiles(*options); }; });
}

} // namespace headroom::cli
