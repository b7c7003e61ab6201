#include "import/adopt/model_names.h"

#include "import/hosts/given.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace headroom::import {

namespace {

std::string without(std::string text, const std::string& part)
{
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part))
        text.replace(at, part.size(), " ");
    return text;
}

bool hasDigit(const std::string& word)
{
    return std::ranges::any_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::vector<std::string> plainWords(std::string text, const char* kept)
{
    const std::string others = kept;
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && others.find(c) == std::string::npos)
            c = ' ';
    return wordsOf(text);
}

} // namespace

std::string processorKey(const std::string& name)
{
    std::string text = lowered(name);
    for (const char* mark : {"(r)", "(tm)", "(c)"})
        text = without(text, mark);
    text = text.substr(0, text.find_first_of("@(,"));
    static const std::set<std::string> common = {"cpu", "processor", "intel", "amd", "gen", "genuine", "ampere"};
    std::vector<std::string> words = plainWords(text, "-+.");
    std::erase_if(words, [](const std::string& word) {
        return common.contains(word) || word.ends_with("-core") || word.ends_with("ghz") ||
               (word.size() == 4 && word.ends_with("th"));
    });
    return joined(words);
}

double clockInName(const std::string& name)
{
    const std::string text = lowered(name);
    const std::size_t unit = text.find("ghz");
    if (unit == std::string::npos)
        return 0;
    std::size_t begin = unit;
    while (begin > 0 && (std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '.'))
        --begin;
    constexpr double gigahertz = 1e9;
    return sizeIn(text.substr(begin, unit - begin)).value_or(0) * gigahertz;
}

std::string driveKey(const std::string& name)
{
    static const std::set<std::string> common = {
        "ssd",     "ata",  "nvme",    "samsung", "intel",    "micron",  "western",  "digital", "wdc", "wd", "seagate",
        "toshiba", "hgst", "hitachi", "kioxia",  "solidigm", "crucial", "kingston", "series",  "dc",  "m.2"};
    std::vector<std::string> words = plainWords(lowered(name), "-+.");
    std::erase_if(words, [](const std::string& word) { return common.contains(word); });
    return joined(words);
}

std::vector<std::string> partNumbers(const std::string& name)
{
    constexpr std::size_t shortest = 6;
    std::vector<std::string> numbers;
    for (std::string word : plainWords(name, "")) {
        std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        if (word.size() >= shortest && hasDigit(word))
            numbers.push_back(word);
    }
    return numbers;
}

std::vector<std::string> chipWords(const std::string& name)
{
    std::vector<std::string> words = plainWords(lowered(name), "-");
    std::vector<std::string> chips;
    for (std::size_t n = 0; n < words.size(); ++n) {
        std::string word = words[n];
        if (word.starts_with("connectx") && n + 1 < words.size() && (words[n + 1] == "lx" || words[n + 1] == "dx"))
            word += words[n + 1];
        std::string compact = without(word, "-");
        std::erase(compact, ' ');
        if (compact.ends_with("gbe") || compact.ends_with("gbase") || compact == "mt27800")
            continue;
        constexpr std::size_t shortest = 4;
        if (hasDigit(compact) && compact.size() >= shortest &&
            std::isalpha(static_cast<unsigned char>(compact[0])) != 0)
            chips.push_back(compact);
        else if (compact.starts_with("8259"))
            chips.push_back(compact.substr(0, 5)); // "82599ES"
    }
    return chips;
}

} // namespace headroom::import
