#include "cli/commands/command_pages.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace headroom::cli {

namespace {

/// The kind of value that an option takes, as declared: "N:INT in [1 - 64]" is N, with a limit.
struct ValueOf
{
    std::string word;                 ///< empty for a flag
    std::vector<std::string> choices; ///< empty if it is no choice
    std::string limit;                ///< a sentence; empty if there is none
};

std::vector<std::string> piecesOf(const std::string& text, char at)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);)
        parts.push_back(part);
    return parts;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between)
{
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : between) + part;
    return text;
}

/// "[1 - 64]" becomes "from 1 to 64".
std::optional<std::string> rangeIn(const std::string& text)
{
    const std::size_t open = text.find('['), dash = text.find(" - "), close = text.find(']');
    if (open == std::string::npos || dash == std::string::npos || close == std::string::npos)
        return {};
    return "from " + text.substr(open + 1, dash - open - 1) + " to " + text.substr(dash + 3, close - dash - 3);
}

ValueOf valueOf(const CLI::Option& option)
{
    ValueOf value;
    if (option.get_items_expected_max() == 0)
        return value;
    const std::string declared = option.get_type_name();
    const std::size_t colon = declared.find(':');
    const std::string rule = colon == std::string::npos ? std::string() : declared.substr(colon + 1);
    value.word = declared.substr(0, colon);
    if (value.word.empty() || value.word == "TEXT")
        value.word = "WORD";
    if (rule.size() > 2 && rule.front() == '{' && rule.back() == '}') {
        value.choices = piecesOf(rule.substr(1, rule.size() - 2), ',');
        value.limit = "One of: " + joined(value.choices, ", ") + ".";
    } else if (const auto range = rangeIn(rule)) {
        value.limit = (rule.starts_with("INT") ? "A whole number " : "A number ") + *range + ".";
    } else if (rule.starts_with("POSITIVE")) {
        value.limit = "Above 0.";
    } else if (!rule.empty()) {
        value.limit = rule + ".";
    }
    return value;
}

std::vector<const CLI::Option*> optionsOf(const CLI::App& command, bool positional)
{
    return command.get_options([positional](const CLI::Option* option) {
        return option->get_positional() == positional && !option->get_group().empty();
    });
}

std::vector<const CLI::App*> commandsOf(const CLI::App& program)
{
    return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

/// All names of an option: "-h", "--help".
std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

std::string namesIn(const std::set<CLI::Option*>& options)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : options)
        names.push_back(namesOf(*option).back());
    std::sort(names.begin(), names.end());
    return joined(names, ", ");
}

/// Text for man(7): a dash stays one that can be copied, and no line begins with a control character.
std::string plain(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n'))
            escaped += "\\&";
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    return escaped;
}

std::string bold(const std::string& text)
{
    return "\\fB" + plain(text) + "\\fR";
}

std::string slanted(const std::string& text)
{
    return "\\fI" + plain(text) + "\\fR";
}

/// A description ends with a full stop where sentences follow it.
std::string sentence(std::string text)
{
    if (!text.empty() && text.back() != '.')
        text += '.';
    return text;
}

std::string lowered(std::string text)
{
    if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])))
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

/// For the line after NAME, which is one clause: "Runs a study: many ..." is "runs a study".
std::string firstClause(const std::string& text)
{
    return lowered(text.substr(0, text.find_first_of(":;.")));
}

std::string heading(const std::string& name, const std::string& version, const std::string& purpose)
{
    std::string title = name;
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
    return ".TH \"" + plain(title) + "\" 1 \"\" \"Headroom " + version + "\" \"Headroom\"\n.SH NAME\n" + plain(name) +
           " \\- " + plain(purpose) + "\n";
}

std::string optionText(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_positional() ? std::vector<std::string>{} : namesOf(option))
        names.push_back(bold(name));
    const ValueOf value = valueOf(option);
    std::string text = ".TP\n" + (option.get_positional() ? slanted(option.get_name(true)) : joined(names, ", "));
    if (!option.get_positional() && !value.word.empty())
        text += " " + slanted(value.word);
    std::string meaning = sentence(option.get_description());
    if (!value.limit.empty() && meaning.find(value.limit) == std::string::npos)
        meaning += " " + value.limit;
    if (option.get_items_expected_max() > 1 && meaning.find("many times") == std::string::npos)
        meaning += " May be given many times.";
    if (!option.get_excludes().empty())
        meaning += " Not together with " + namesIn(option.get_excludes()) + ".";
    if (!option.get_needs().empty())
        meaning += " Only with " + namesIn(option.get_needs()) + ".";
    return text + "\n" + plain(meaning) + "\n";
}

std::string optionList(const CLI::App& command, bool positional, const char* title)
{
    std::string text;
    for (const CLI::Option* option : optionsOf(command, positional))
        text += optionText(*option);
    return text.empty() ? text : ".SH " + std::string(title) + "\n" + text;
}

std::string pageNameOf(const CLI::App& program, const CLI::App& command)
{
    return program.get_name() + "-" + command.get_name();
}

std::string seeAlso(const std::vector<std::string>& pages)
{
    std::vector<std::string> references;
    for (const std::string& page : pages)
        references.push_back(bold(page) + "(1)");
    return ".SH SEE ALSO\n" + joined(references, ",\n") + "\n";
}

/// "Exit status: 0 done, ..." of the footer.
std::string exitStatus(const CLI::App& program)
{
    static const std::string word = "Exit status: ";
    const std::string footer = program.get_footer();
    const std::size_t at = footer.find(word);
    return at == std::string::npos ? "" : ".SH EXIT STATUS\n" + plain(footer.substr(at + word.size())) + "\n";
}

std::string commandPage(const CLI::App& program, const CLI::App& command, const std::string& version)
{
    std::string text = heading(pageNameOf(program, command), version, firstClause(command.get_description())) +
                       ".SH SYNOPSIS\n" + bold(program.get_name() + " " + command.get_name()) + " [" +
                       slanted("OPTION") + "]...";
    for (const CLI::Option* option : optionsOf(command, true)) {
        const std::string name = slanted(option->get_name(true));
        text += (option->get_required() ? " " + name : " [" + name + "]") +
                (option->get_items_expected_max() > 1 ? "..." : "");
    }
    return text + "\n.SH DESCRIPTION\n" + plain(sentence(command.get_description())) + "\n" +
           optionList(command, true, "ARGUMENTS") + optionList(command, false, "OPTIONS") + exitStatus(program) +
           seeAlso({program.get_name()});
}

std::string programPage(const CLI::App& program, const std::string& version)
{
    const auto commands = commandsOf(program);
    std::string text = heading(program.get_name(), version, firstClause(program.get_description())) + ".SH SYNOPSIS\n" +
                       bold(program.get_name()) + " " + slanted("COMMAND") + " [" + slanted("OPTION") + "]... [" +
                       slanted("ARGUMENT") + "]...\n.SH DESCRIPTION\n" + plain(program.get_description()) +
                       "\n.PP\nEach command has a page of its own.\n.SH COMMANDS\n";
    std::vector<std::string> pages;
    for (const CLI::App* command : commands) {
        text += ".TP\n" + bold(command->get_name()) + "\n" + plain(sentence(command->get_description())) + "\n";
        pages.push_back(pageNameOf(program, *command));
    }
    return text + optionList(program, false, "OPTIONS") + ".SH ENVIRONMENT\n.TP\n" + bold("HEADROOM_LIBRARIES") +
           "\nFolders of libraries, separated by colons, instead of those that were installed.\n" +
           exitStatus(program) + seeAlso(pages);
}

/// A word for bash within single quotes.
std::string quoted(const std::string& word)
{
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// Words, one a line, as one word for bash.
std::string lines(const std::vector<std::string>& words)
{
    return quoted(joined(words, "\n"));
}

bool takesFile(const std::string& word)
{
    static const std::set<std::string> words = {"FILE", "FOLDER", "RESULT", "PROJECT", "RING"};
    return words.contains(word);
}

/// The rows of a case statement about the values of a command's options.
std::string valueCases(const CLI::App& command)
{
    std::string text;
    std::vector<std::string> ofFiles, ofOthers;
    for (const CLI::Option* option : optionsOf(command, false)) {
        const ValueOf value = valueOf(*option);
        if (value.word.empty())
            continue;
        if (!value.choices.empty()) {
            for (const std::string& name : namesOf(*option))
                text += "        " + command.get_name() + ":" + name + ") _headroom_words " + lines(value.choices) +
                        "; return ;;\n";
            continue;
        }
        for (const std::string& name : namesOf(*option))
            (takesFile(value.word) ? ofFiles : ofOthers).push_back(command.get_name() + ":" + name);
    }
    if (!ofFiles.empty())
        text += "        " + joined(ofFiles, "|") + ") _headroom_files ''; return ;;\n";
    if (!ofOthers.empty())
        text += "        " + joined(ofOthers, "|") + ") return ;;\n";
    return text;
}

/// The row of a case statement that completes a command's options, or what it is given.
std::string commandCase(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : optionsOf(command, false))
        for (const std::string& name : namesOf(*option))
            names.push_back(name);
    const auto given = optionsOf(command, true);
    std::string words = "''";
    if (!given.empty()) {
        const ValueOf value = valueOf(*given.front());
        if (!value.choices.empty())
            words = lines(value.choices);
    }
    const bool project = !given.empty() && given.front()->get_name(true) == "PROJECT";
    return "        " + command.get_name() + ") options=" + lines(names) + " given=" + words +
           " ending=" + (project ? ".headroom" : "''") + " ;;\n";
}

} // namespace

std::vector<CommandPage> manualPages(const CLI::App& program, const std::string& version)
{
    std::vector<CommandPage> pages{{program.get_name() + ".1", programPage(program, version)}};
    for (const CLI::App* command : commandsOf(program))
        pages.push_back({pageNameOf(program, *command) + ".1", commandPage(program, *command, version)});
    return pages;
}

CommandPage bashCompletion(const CLI::App& program)
{
    std::vector<std::string> commands;
    std::string values, options;
    for (const CLI::App* command : commandsOf(program)) {
        commands.push_back(command->get_name());
        values += valueCases(*command);
        options += commandCase(*command);
    }
    for (const CLI::Option* option : optionsOf(program, false))
        for (const std::string& name : namesOf(*option))
            commands.push_back(name);
    return {program.get_name(), "# bash completion for " + program.get_name() + R"bash(, made from its declarations.

# _headroom_words LINES: those that begin like the current word.
_headroom_words() {
    local word IFS=$'\n'
    for word in $1; do
        [[ "$word" != "$current"* ]] || COMPREPLY+=("$(printf '%q' "$word")")
    done
}

# _headroom_files ENDING: folders, and files with this ending; without one, all files.
_headroom_files() {
    local file
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        [[ ! -d "$file" && "$file" != *"$1" ]] || COMPREPLY+=("$file")
    done < <(compgen -f -- "$current")
}

_headroom_engine() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' word
    local options='' given='' ending=''
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ "$word" == -* ]] || { command=$word; break; }
    done
    if [[ -z "$command" ]]; then
        _headroom_words )bash" + lines(commands) +
                                    R"bash(
        return
    fi
    case "$command:$before" in
)bash" + values + R"bash(    esac
    case "$command" in
)bash" + options + R"bash(        *) return ;;
    esac
    if [[ "$current" == -* ]]; then
        _headroom_words "$options"
    elif [[ -n "$given" ]]; then
        _headroom_words "$given"
    else
        _headroom_files "$ending"
    fi
}
complete -F _headroom_engine )bash" +
                                    program.get_name() + "\n"};
}

} // namespace headroom::cli
