// Manual pages and completion that `headroom-engine reference` makes of the declarations of the commands.
#include "engine_process.h"

#include <regex>
#include <set>

using namespace headroom::cli::test;
using Catch::Contains;

namespace {

std::string helpOf(const Folder& folder, const std::string& command)
{
    const Output output = folder.run(command + " --help");
    REQUIRE(output.status == 0);
    return output.out;
}

std::set<std::string> matches(const std::string& text, const char* pattern)
{
    const std::regex expression(pattern, std::regex::ECMAScript | std::regex::multiline);
    std::set<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
        found.insert((*match)[1]);
    return found;
}

std::set<std::string> commandsIn(const std::string& help)
{
    return matches(help.substr(help.find("Subcommands:")), "^  ([a-z]+) ");
}

/// The pages in the form "man" or "bash", in a folder below.
fs::path pages(const Folder& folder, const std::string& form)
{
    const fs::path out = folder.path / form;
    const Output output = folder.run("reference --form " + form + " --out '" + out.string() + "'");
    INFO(output.err);
    REQUIRE(output.status == 0);
    return out;
}

} // namespace

TEST_CASE("each command that the help shows has a manual page, and no other has one")
{
    const Folder folder;
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(pages(folder, "man")))
        names.insert(entry.path().filename());
    std::set<std::string> wanted{"headroom-engine.1"};
    for (const std::string& command : commandsIn(helpOf(folder, "")))
        wanted.insert("headroom-engine-" + command + ".1");
    CHECK(wanted.size() > 10);
    CHECK(names == wanted);
}

TEST_CASE("a manual page names each option of its command, its limits and the exit status")
{
    const Folder folder;
    const std::string page = contentOf(pages(folder, "man") / "headroom-engine-study.1");
    const std::set<std::string> options = matches(helpOf(folder, "study"), "^  (?:-h,)?--([a-z-]+)");
    CHECK(options.size() > 15);
    for (const std::string& option : options)
        CHECK_THAT(page, Contains("\\fB\\-\\-" + std::regex_replace(option, std::regex("-"), "\\-") + "\\fR"));
    CHECK_THAT(page, Contains("A whole number from 1 to 1024.") && Contains("One of: local, slurm.") &&
                         Contains("Not together with \\-\\-json.") && Contains(".SH EXIT STATUS\n0 done") &&
                         Contains("\\fIPROJECT\\fR [\\fISTUDY\\fR]"));
}

TEST_CASE("no line of a manual page is taken for a command by mistake")
{
    const Folder folder;
    for (const auto& entry : fs::directory_iterator(pages(folder, "man"))) {
        INFO(entry.path());
        CHECK(matches(contentOf(entry.path()), R"(^([.'](?!TH |SH |TP$|PP$).*))").empty());
    }
}

TEST_CASE("completion offers the commands, their options and the words of a choice")
{
    const Folder folder;
    const std::string script = contentOf(pages(folder, "bash") / "headroom-engine");
    for (const std::string& command : commandsIn(helpOf(folder, "")))
        CHECK_THAT(script, Contains("\n        " + command + ") options="));
    CHECK_THAT(script, Contains("study:--executor) _headroom_words 'local\nslurm'"));
    CHECK_THAT(script, !Contains("study-task"));
}

TEST_CASE("a form of pages that does not exist is refused with those that do")
{
    const Folder folder;
    const Output output = folder.run("reference --form pdf --out '" + folder.path.string() + "'");
    CHECK(output.status == 1);
    CHECK_THAT(output.err, Contains("markdown") && Contains("man"));
}
