#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "project/block_library.h"
#include "project/file/schema.h"
#include "project/library/components.h"

#include <memory>

namespace headroom::cli {

void addSchema(CLI::App& app, Action& action)
{
    const auto which = std::make_shared<std::string>("project");
    CLI::App* command = app.add_subcommand("schema", "Prints the JSON Schema of the files this program reads");
    command
        ->add_option(
            "FILE", *which,
            "project (a .headroom file), components (a hardware library) or block (a file that adds a block type)")
        ->check(CLI::IsMember({"project", "components", "block"}))
        ->capture_default_str();
    command->callback([which, &action] {
        action = [which] {
            project::Findings findings;
            const project::BlockCatalogue types = project::loadBlockTypes(project::libraryFolders(), findings);
            report(findings);
            print((*which == "project"      ? project::projectSchema(types)
                   : *which == "components" ? project::componentSchema()
                                            : project::blockTypeSchema())
                      .dump(2) +
                  "\n");
            return done;
        };
    });
}

} // namespace headroom::cli
