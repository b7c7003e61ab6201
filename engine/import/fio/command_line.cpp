#include "import/fio/command_line.h"

#include "import/import.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace headroom::import::fio {

namespace {

/// A word of the shell, or one of its operators.
struct Word
{
    std::string text;
    bool isOperator = false;
};

bool isOneOf(const std::string& text, const auto& words)
{
    return std::ranges::find(words, std::string_view(text)) != std::end(words);
}

bool isNameLetter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Splits one line; those that end with a backslash were joined before.
class LineWords
{
public:
    explicit LineWords(std::string_view line) : line_(line) {}

    std::vector<Word> read()
    {
        while (at_ < line_.size())
            take();
        endWord();
        return std::move(words_);
    }

private:
    void take()
    {
        const char c = line_[at_];
        if (c == '\'' || c == '"')
            takeQuoted(c);
        else if (c == '\\' && at_ + 1 < line_.size()) {
            add(line_[at_ + 1]);
            at_ += 2;
        } else if (c == '#' && !any_) {
            at_ = line_.size();
        } else if (std::isspace(static_cast<unsigned char>(c))) {
            endWord();
            ++at_;
        } else if (std::string_view("|&;<>").find(c) != std::string_view::npos)
            takeOperator();
        else
            takePlain();
    }
    void takeQuoted(char quote)
    {
        any_ = true;
        for (++at_; at_ < line_.size() && line_[at_] != quote;)
            if (quote == '"')
                takePlain();
            else
                add(line_[at_++]);
        ++at_;
    }
    void takeOperator()
    {
        // 2>&1: the number belongs to the operator.
        if (any_ && word_.find_first_not_of("0123456789") == std::string::npos && line_[at_] == '>')
            word_.clear(), any_ = false;
        endWord();
        std::string text;
        while (at_ < line_.size() && std::string_view("|&;<>").find(line_[at_]) != std::string_view::npos)
            text += line_[at_++];
        words_.push_back({text, true});
    }
    /// A letter, or a variable: fio's own ones stay as they are.
    void takePlain()
    {
        static constexpr std::array<std::string_view, 3> ofFio{"ncpus", "pagesize", "mb_memory"};
        if (line_[at_] != '$' || at_ + 1 >= line_.size()) {
            add(line_[at_++]);
            return;
        }
        const bool braced = line_[at_ + 1] == '{';
        const std::size_t from = at_ + (braced ? 2 : 1);
        std::size_t to = from;
        while (to < line_.size() && isNameLetter(line_[to]))
            ++to;
        const std::string name(line_.substr(from, to - from));
        if (name.empty() || (braced && (to >= line_.size() || line_[to] != '}'))) {
            add(line_[at_++]); // $( is told later
            return;
        }
        word_ += isOneOf(name, ofFio) ? '$' + name : "${" + name + '}';
        any_ = true;
        at_ = braced ? to + 1 : to;
    }
    void add(char c)
    {
        word_ += c;
        any_ = true;
    }
    void endWord()
    {
        if (any_)
            words_.push_back({std::exchange(word_, {}), false});
        any_ = false;
    }

    std::string_view line_;
    std::size_t at_ = 0;
    std::string word_;
    bool any_ = false;
    std::vector<Word> words_;
};

bool isFio(const std::string& word)
{
    const std::string name = word.substr(word.find_last_of("/\\") + 1);
    return name == "fio" || name == "fio.exe";
}

/// True for what may stand before the program that it runs: a prompt, a wrapper with its options, a variable.
bool mayPrecede(const std::string& word)
{
    static constexpr std::array<std::string_view, 14> wrappers{"sudo",    "time",   "nice",  "ionice",  "env",
                                                               "taskset", "chrt",   "nohup", "numactl", "timeout",
                                                               "exec",    "setsid", "$",     "%"};
    const bool prompt = word.ends_with('#') || word.ends_with('$') || word.ends_with('%');
    return isOneOf(word, wrappers) || prompt || word.starts_with('-') || word.starts_with('[') ||
           word.find('=') != std::string::npos || std::isdigit(static_cast<unsigned char>(word[0])) ||
           word.find('@') != std::string::npos;
}

/// Gathers the calls, one line of the shell after another.
class Calls
{
public:
    void take(const std::vector<Word>& words, std::size_t line)
    {
        for (auto from = words.begin(); from != words.end();) {
            const auto to = std::find_if(from, words.end(), [](const Word& word) {
                return word.isOperator && word.text.find_first_of("<>") == std::string::npos;
            });
            takeSimple({from, to}, line);
            background_ = to != words.end() && to->text == "&";
            from = to == words.end() ? to : to + 1;
        }
    }
    std::vector<Command> commands;

private:
    void takeSimple(const std::vector<Word>& words, std::size_t line)
    {
        const auto fio = std::ranges::find_if(words, [](const Word& word) { return isFio(word.text); });
        if (words.empty())
            return;
        static constexpr std::array<std::string_view, 9> control{"for",    "while",    "until", "if",  "case",
                                                                 "select", "function", "do",    "then"};
        if (isOneOf(words.front().text, control) && control_ == 0)
            control_ = line;
        if (fio == words.end() || !std::all_of(words.begin(), fio, [&](const Word& word) {
                return mayPrecede(word.text) || isOneOf(word.text, control);
            }))
            return;
        if (control_ > 0)
            throw ImportError("Line " + std::to_string(control_) +
                              ": it is a script that calls fio in a loop or under a condition. Import one of these "
                              "calls, with the values that its variables have.");
        Command command{{}, line, std::exchange(background_, false) && !commands.empty()};
        for (auto word = fio + 1; word != words.end(); ++word)
            if (word->isOperator) // a redirection, and the file that it names
                ++word == words.end() ? --word : word;
            else
                command.arguments.push_back(word->text);
        for (const std::string& argument : command.arguments)
            if (argument.find("$(") != std::string::npos || argument.find('`') != std::string::npos)
                throw ImportError("Line " + std::to_string(line) + ": \"" + argument.substr(0, 60) +
                                  "\" is the output of another program. Write the value in its place.");
        commands.push_back(std::move(command));
    }

    std::size_t control_ = 0; ///< the line of the first loop or condition
    bool background_ = false;
};

} // namespace

std::vector<Command> commandsIn(const std::string& text)
{
    Calls calls;
    std::string joined;
    std::size_t number = 0, begin = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        std::string line = text.substr(from, to - from);
        from = to + 1;
        ++number;
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())))
            line.pop_back();
        begin = joined.empty() ? number : begin;
        if (line.ends_with('\\') && from < text.size()) {
            line.back() = ' ';
            joined += line;
            continue;
        }
        calls.take(LineWords(joined + line).read(), begin);
        joined.clear();
    }
    return std::move(calls.commands);
}

} // namespace headroom::import::fio
