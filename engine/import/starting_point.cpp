#include "import/starting_point.h"

#include "import/formats.h"
#include "import/library_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headroom::import {

namespace fs = std::filesystem;
using project::Json;

namespace {

std::vector<Json> startsOf(const std::string& kind, const std::vector<fs::path>& libraries)
{
    std::vector<Json> starts = libraryFiles(libraries, "headroom-import");
    std::erase_if(starts, [&](const Json& start) { return start.value("for", Json()) != kind; });
    return starts;
}

std::string listed(const std::string& heading, const std::vector<std::string>& sentences)
{
    if (sentences.empty())
        return {};
    std::string text = "\n\n" + heading;
    for (const std::string& sentence : sentences)
        text += "\n- " + sentence;
    return text;
}

} // namespace

StartingPoint StartingPoint::find(const std::string& kind, const std::string& system,
                                  const std::vector<fs::path>& libraries)
{
    const std::vector<Json> starts = startsOf(kind, libraries);
    if (starts.empty())
        throw ImportError("The libraries have no cluster for such a workload (imports/*.json).");
    const auto fits = [&](const Json& start) {
        const Json systems = start.value("systems", Json::array());
        return std::find(systems.begin(), systems.end(), Json(system)) != systems.end();
    };
    const auto found = std::find_if(starts.begin(), starts.end(), fits);
    const Json& chosen = found == starts.end() ? starts.front() : *found;
    try {
        StartingPoint start;
        start.project = chosen.at("project");
        start.role = chosen.at("role").get<std::string>();
        for (const auto& [name, share] : chosen.at("operations").items())
            start.operations[name] = share;
        start.machine = chosen.value("machine", Json::object());
        if (found == starts.end() && !system.empty())
            start.assumptions.push_back("The storage \"" + system + "\" is not known; it is taken for " +
                                        chosen.at("name").get<std::string>() + ".");
        for (const Json& sentence : chosen.at("assumptions"))
            start.assumptions.push_back(sentence.get<std::string>());
        return start;
    } catch (const Json::exception& fault) {
        throw ImportError(std::string("The cluster to put the workload on cannot be used: ") + fault.what());
    }
}

Imported finish(StartingPoint start, const std::string& name, const std::string& description, Json workloads, Json run,
                std::vector<std::string> assumptions, std::vector<std::string> left)
{
    Imported imported;
    imported.assumptions = std::move(start.assumptions);
    imported.assumptions.insert(imported.assumptions.end(), assumptions.begin(), assumptions.end());
    imported.left = std::move(left);
    imported.tree = std::move(start.project);
    imported.tree["name"] = name;
    imported.tree["description"] =
        description + listed("Assumed:", imported.assumptions) + listed("Not carried over:", imported.left);
    imported.tree["workloads"] = std::move(workloads);
    imported.tree["run"] = std::move(run);
    return imported;
}

void setParameter(Json& project, const std::string& name, const Json& value)
{
    for (Json& parameter : project["parameters"])
        if (parameter.value("name", Json()) == name)
            parameter["value"] = value;
}

std::string trimmed(const std::string& text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ? std::string()
                                      : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string plain(double value)
{
    constexpr double longest = 1e15; // beyond, all digits of a whole number are no help
    char buffer[40];
    const bool whole = std::abs(value) < longest && value == std::floor(value);
    const auto [end, error] = whole ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(value))
                                    : std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, end};
}

double numberIn(const std::string& text, const std::string& what)
{
    const std::string number = trimmed(text);
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size() || !(value >= 0) || !std::isfinite(value))
        throw ImportError(what + ": \"" + text.substr(0, 40) + "\" is not a number.");
    return value;
}

std::vector<std::string> splitAt(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(separator, from), text.size());
        parts.push_back(trimmed(text.substr(from, to - from)));
        from = to + 1;
    }
    return parts;
}

std::string formatsInWords()
{
    std::string words;
    for (const Format& each : formats)
        words += (words.empty() ? "" : ", ") + std::string(each.words);
    return words;
}

Imported importText(const std::string& text, const std::string& name, const Surroundings& around)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == std::string::npos)
        throw ImportError("The file is empty.");
    try {
        const auto format = std::find_if(std::begin(formats), std::end(formats), [&](const Format& each) {
            return !each.is || each.is(std::string_view(text).substr(first));
        });
        Imported imported = format->convert(text.substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0), name, around);
        imported.tree.dump(); // throws for a name that is no UTF-8, which no project can have
        return imported;
    } catch (const project::Json::type_error&) {
        throw ImportError("The file is not in UTF-8, so that its names cannot be read. Save it as UTF-8.");
    }
}

} // namespace headroom::import
