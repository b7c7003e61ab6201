#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "project/block_library.h"
#include "project/file/atomic_file.h"
#include "project/library/reference.h"

#include <filesystem>
#include <memory>

namespace headroom::cli {

namespace {

ExitStatus writeReference(const std::filesystem::path& folder)
{
    project::Findings findings;
    const project::BlockCatalogue types = project::loadBlockTypes(project::libraryFolders(), findings);
    report(findings);
    std::size_t count = 0;
    for (const project::ReferencePage& page : project::referencePages(types)) {
        const std::filesystem::path file = folder / page.file;
        std::error_code error;
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) {
            reportError("--out: the folder \"" + file.parent_path().string() + "\" cannot be made: " + error.message() +
                        ".");
            return atFault;
        }
        project::writeAtomically(file, page.text);
        ++count;
    }
    print(std::to_string(count) + " pages in " + folder.string() + "\n");
    return done;
}

} // namespace

void addReference(CLI::App& app, Action& action)
{
    const auto folder = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand(
        "reference", "Writes the reference pages (Markdown): block types, their fields, and all other fields");
    command->add_option("--out", *folder, "Folder for the pages")->type_name("FOLDER")->required();
    command->callback([folder, &action] { action = [folder] { return writeReference(*folder); }; });
}

} // namespace headroom::cli
