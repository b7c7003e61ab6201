// Pages about the command line itself, made from the declarations that also read the arguments.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace headroom::cli {

struct CommandPage
{
    std::string file; ///< name without a folder
    std::string text;
};

/// Manual pages in the format of man(7): one of the program, and one of each command that its help shows.
/// `version` stands in their foot lines.
std::vector<CommandPage> manualPages(const CLI::App& program, const std::string& version);

/// Completion for bash: commands, options, values of options that offer a choice, and files where one is wanted.
CommandPage bashCompletion(const CLI::App& program);

} // namespace headroom::cli
