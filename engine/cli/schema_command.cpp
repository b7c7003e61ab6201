#include "cli/program.h"
#include "project/project_file.h"

#include <memory>

namespace headroom::cli {

void addSchema(CLI::App& app, Action& action)
{
    const auto which = std::make_shared<std::string>("project");
    CLI::App* command = app.add_subcommand("schema", "Prints the JSON Schema of the files this program reads");
    command->add_option("FILE", *which, "project (a .headroom file) or components (a hardware library)")
        ->check(CLI::IsMember({"project", "components"}))
        ->capture_default_str();
    command->callback([which, &action] {
        action = [which] {
            print((*which == "project" ? project::projectSchema() : project::componentSchema()).dump(2) + "\n");
            return done;
        };
    });
}

} // namespace headroom::cli
