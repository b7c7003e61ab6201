#include "import/fio/job_file.h"

#include "import/fio/command_line.h"
#include "import/fio/options.h"
#include "import/starting_point.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

namespace headroom::import::fio {

namespace {

constexpr std::size_t mostSections = 1000;
constexpr int deepestInclude = 16; // as in fio's init.c

/// Reads lines into sections. fio cuts a line at the first ; and at the first # (strip_blank_end() in parse.c).
class JobFile
{
public:
    JobFile(const Surroundings& around, const Machine& machine) : around_(around), machine_(machine) {}
    void readLines(const std::string& text, const std::string& file, int depth);
    void readCommand(const Command& command);
    std::vector<Section> finished();

private:
    void beginSection(const std::string& line, const std::string& place);
    void readInclude(const std::string& name, const std::string& place, int depth);
    void set(const std::string& option, std::optional<std::string> value, const std::string& place);
    std::string expanded(const std::string& text, const std::string& place);
    std::string withMachine(std::string value) const;
    void beginJob(const std::string& name, const std::string& place);

    const Surroundings& around_;
    const Machine& machine_;
    std::vector<Section> sections_;
    OptionMap global_;
    OptionMap* current_ = nullptr;
    std::vector<std::string> undefined_; ///< "NAME (line 3)"
    std::set<std::string> named_;
};

std::string withoutComment(const std::string& line)
{
    return trimmed(line.substr(0, line.find_first_of(";#")));
}

void JobFile::readLines(const std::string& text, const std::string& file, int depth)
{
    std::size_t number = 0;
    for (const std::string& raw : splitAt(text, '\n')) {
        ++number;
        const std::string place = (file.empty() ? "Line " : file + ", line ") + std::to_string(number);
        const std::string line = withoutComment(raw);
        if (line.empty())
            continue;
        if (line.front() == '[') {
            beginSection(line, place);
            continue;
        }
        if (line.starts_with("include ") || line.starts_with("include\t")) {
            readInclude(trimmed(line.substr(8)), place, depth);
            continue;
        }
        const std::size_t sign = line.find('=');
        if (!current_)
            throw ImportError(place + ": \"" + line.substr(0, 40) +
                              "\" stands before the first [section], so this is no fio job file.");
        const std::string name = trimmed(line.substr(0, sign));
        set(name, sign == std::string::npos ? std::nullopt : std::optional(trimmed(line.substr(sign + 1))), place);
    }
}

void JobFile::beginSection(const std::string& line, const std::string& place)
{
    const std::size_t close = line.find(']');
    if (close == std::string::npos)
        throw ImportError(place + ": the section's name does not end with ].");
    const std::string name = trimmed(line.substr(1, close - 1));
    if (name == "global")
        current_ = &global_;
    else
        beginJob(expanded(name, place), place);
}

void JobFile::beginJob(const std::string& name, const std::string& place)
{
    if (sections_.size() >= mostSections)
        throw ImportError(place + ": there are more than " + std::to_string(mostSections) + " jobs.");
    sections_.push_back({name, global_});
    current_ = &sections_.back().options;
}

void JobFile::readInclude(const std::string& name, const std::string& place, int depth)
{
    if (depth >= deepestInclude)
        throw ImportError(place + ": include " + name.substr(0, 60) + ": files include each other more than " +
                          std::to_string(deepestInclude) + " deep.");
    const auto content = around_.fileBeside ? around_.fileBeside(name) : std::nullopt;
    if (!content)
        throw ImportError(place + ": include " + name.substr(0, 60) +
                          ": there is no such file beside the job file or below. Put it there.");
    readLines(*content, name, depth + 1);
}

/// ${NAME}: from the definitions; as in fio, a $ without a brace stays.
std::string JobFile::expanded(const std::string& text, const std::string& place)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find("${", at), close = text.find('}', open);
        if (open == std::string::npos || close == std::string::npos)
            return result + text.substr(at);
        result += text.substr(at, open - at);
        const std::string name = text.substr(open + 2, close - open - 2);
        if (const auto found = around_.defines.find(name); found != around_.defines.end())
            result += found->second;
        else if (named_.insert(name).second)
            undefined_.push_back(name + " (" + (place.starts_with("Line") ? 'l' + place.substr(1) : place) + ")");
        at = close + 1;
    }
    return result;
}

/// $ncpus, $pagesize and $mb_memory, with + - * / between numbers, as fio lets bc compute it.
std::string JobFile::withMachine(std::string value) const
{
    const std::pair<const char*, double> words[] = {
        {"$ncpus", machine_.ncpus}, {"$pagesize", machine_.pagesize}, {"$mb_memory", machine_.mbMemory}};
    bool any = false;
    for (const auto& [word, number] : words)
        for (std::size_t at = value.find(word); at != std::string::npos; at = value.find(word)) {
            value.replace(at, std::string(word).size(), plain(number));
            any = true;
        }
    const std::size_t sign = value.find_first_of("*/+-");
    if (!any || sign == std::string::npos || sign == 0)
        return value;
    std::string unit;
    while (!value.empty() && std::isalpha(static_cast<unsigned char>(value.back()))) {
        unit.insert(unit.begin(), value.back());
        value.pop_back();
    }
    const std::string what = "\"" + value.substr(0, 40) + "\"";
    double result = numberIn(value.substr(0, sign), what);
    for (std::size_t at = sign; at < value.size();) {
        const std::size_t next = std::min(value.find_first_of("*/+-", at + 1), value.size());
        const double operand = numberIn(value.substr(at + 1, next - at - 1), what);
        const char by = value[at];
        result = by == '*'   ? result * operand
                 : by == '/' ? result / std::max(1.0, operand)
                 : by == '+' ? result + operand
                             : std::max(0.0, result - operand);
        at = next;
    }
    return plain(result) + unit;
}

void JobFile::set(const std::string& option, std::optional<std::string> value, const std::string& place)
{
    const std::string name = canonicalName(option);
    const std::string text = withMachine(expanded(value.value_or(""), place));
    std::string& held = (*current_)[name];
    held = addsUp(name) && !held.empty() ? held + ":" + text : text;
}

/// One call of fio: --name begins a job. Its jobs begin when those of the call before it have ended.
void JobFile::readCommand(const Command& command)
{
    const std::string place = "Line " + std::to_string(command.line);
    const std::vector<std::string>& words = command.arguments;
    const std::size_t before = sections_.size();
    const auto isOption = [](const std::string& one) { return one.size() > 1 && one.starts_with("-"); };
    global_.clear();
    current_ = &global_;
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (!isOption(words[n]))
            throw ImportError(place + ": the command line: \"" + words[n].substr(0, 60) +
                              "\" names a job file. Import that file instead.");
        const std::size_t from = words[n].find_first_not_of('-'), sign = words[n].find('=');
        const std::string name = words[n].substr(from, sign == std::string::npos ? sign : sign - from);
        std::optional<std::string> value;
        if (sign != std::string::npos)
            value = words[n].substr(sign + 1);
        else if (n + 1 < words.size() && !isOption(words[n + 1]))
            value = words[++n];
        if (isOfCommandLine(name))
            continue;
        if (name == "name" && value != "global")
            beginJob(expanded(value.value_or("job"), place), place);
        else if (name == "name")
            current_ = &global_;
        else
            set(name, value, place);
    }
    if (sections_.size() == before && !global_.empty())
        throw ImportError(place + ": the command line has no --name=..., with which a job begins.");
    if (before > 0 && sections_.size() > before && !command.atOnce)
        sections_[before].options["stonewall"] = "1";
}

std::vector<Section> JobFile::finished()
{
    if (!undefined_.empty()) {
        std::string names, define;
        for (const std::string& one : undefined_)
            names += (names.empty() ? "" : ", ") + one;
        throw ImportError("It takes values from the environment: " + names +
                          ". Give each one with --define NAME=VALUE.");
    }
    if (sections_.empty())
        throw ImportError("The file has no job: no [section] but global ones.");
    return std::move(sections_);
}

} // namespace

std::vector<Section> sectionsOf(const std::string& text, const Surroundings& around, const Machine& machine)
{
    JobFile file(around, machine);
    const std::string start = trimmed(text);
    const bool jobFile = start.starts_with('[') || start.find("\n[") != std::string::npos;
    const std::vector<Command> commands = jobFile ? std::vector<Command>() : commandsIn(text);
    for (const Command& command : commands)
        file.readCommand(command);
    if (commands.empty())
        file.readLines(text, "", 0);
    return file.finished();
}

} // namespace headroom::import::fio
