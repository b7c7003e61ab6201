#include "project/document/nearest.h"

#include "project/document/list_in_words.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace headroom::project {
namespace {

constexpr std::size_t longestCompared = 200;

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, substituted});
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearestName(std::string_view name, const std::vector<std::string>& known)
{
    if (name.empty() || name.size() > longestCompared)
        return {};
    const std::string wanted = lower(name);
    const std::size_t allowed = std::max<std::size_t>(wanted.size() < 4 ? 1 : 2, wanted.size() / 3);
    std::size_t best = allowed + 1;
    std::string result;
    for (const std::string& candidate : known) {
        const std::string other = lower(candidate);
        if (other.size() > wanted.size() + allowed || other.size() + allowed < wanted.size())
            continue;
        const std::size_t distance = editDistance(wanted, other);
        if (distance < best) {
            best = distance;
            result = candidate;
        }
    }
    if (!result.empty() || wanted.size() < 3)
        return result;
    const auto containing = std::find_if(known.begin(), known.end(), [&wanted](const std::string& candidate) {
        return lower(candidate).find(wanted) != std::string::npos;
    });
    return containing == known.end() ? std::string() : *containing;
}

std::string listOf(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 12;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        shown.push_back('"' + names[i] + '"');
    return shown.size() < names.size() ? listInWords(shown, ", ") + " ..." : listInWords(shown, " or ");
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known)
{
    const std::string near = nearestName(name, known);
    if (!near.empty())
        return "Did you mean \"" + near + "\"?";
    if (!known.empty() && known.size() <= 12)
        return "Known: " + listOf(known) + ".";
    return known.empty() ? "There are none here; remove it." : "Check the spelling.";
}

} // namespace headroom::project
