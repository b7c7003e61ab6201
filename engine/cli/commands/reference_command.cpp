#include "cli/commands/command_pages.h"
#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "project/block_library.h"
#include "project/file/atomic_file.h"
#include "project/library/reference.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace headroom::cli {

namespace {

ExitStatus writePages(const std::filesystem::path& folder, const std::vector<CommandPage>& pages)
{
    for (const CommandPage& page : pages) {
        const std::filesystem::path file = folder / page.file;
        std::error_code error;
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) {
            reportError("--out: the folder \"" + file.parent_path().string() + "\" cannot be made: " + error.message() +
                        ".");
            return atFault;
        }
        project::writeAtomically(file, page.text);
    }
    print(std::to_string(pages.size()) + (pages.size() == 1 ? " page in " : " pages in ") + folder.string() + "\n");
    return done;
}

std::vector<CommandPage> referencePages()
{
    project::Findings findings;
    const project::BlockCatalogue types = project::loadBlockTypes(project::libraryFolders(), findings);
    report(findings);
    std::vector<CommandPage> pages;
    for (const project::ReferencePage& page : project::referencePages(types))
        pages.push_back({page.file, page.text});
    return pages;
}

struct ReferenceOptions
{
    std::string folder, form = "markdown";
};

std::vector<CommandPage> pagesIn(const std::string& form, const CLI::App& app)
{
    if (form == "man")
        return manualPages(app, HEADROOM_VERSION);
    if (form == "bash")
        return {bashCompletion(app)};
    return referencePages();
}

} // namespace

void addReference(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ReferenceOptions>();
    CLI::App* command = app.add_subcommand(
        "reference", "Writes the reference pages (Markdown): block types, their fields, and all other fields");
    command->add_option("--out", options->folder, "Folder for the pages")->type_name("FOLDER")->required();
    command
        ->add_option("--form", options->form,
                     "markdown: the reference; man: manual pages of the commands instead; bash: completion of the "
                     "commands in bash instead")
        ->check(CLI::IsMember({"markdown", "man", "bash"}));
    command->callback([options, &app, &action] {
        action = [options, &app] { return writePages(options->folder, pagesIn(options->form, app)); };
    });
}

} // namespace headroom::cli
