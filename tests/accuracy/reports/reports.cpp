#include "accuracy/reports/reports.h"

#include "child/process.h"
#include "child/simulation.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "study/advice/advice_json.h"
#include "study/advice/advice_text.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace headroom::accuracy {

namespace {

using project::Json;

const std::filesystem::path source = HEADROOM_SOURCE_DIR;

std::vector<std::string> settingsOf(const Json& object)
{
    std::vector<std::string> settings;
    for (const auto& [name, value] : object.items())
        settings.push_back(name + '=' + (value.is_string() ? value.get<std::string>() : value.dump()));
    return settings;
}

Report reportOf(const std::filesystem::path& file)
{
    Json json;
    std::ifstream(file) >> json;
    const auto text = [&](const char* key) { return json.value(key, std::string()); };
    Report report{text("report"),
                  text("system"),
                  text("source"),
                  text("cause"),
                  text("cause_from"),
                  {},
                  text("assumed"),
                  text("not_expressible"),
                  text("project"),
                  settingsOf(json.value("set", Json::object())),
                  {},
                  json.value("patch", Json()),
                  json.value("asked", std::size_t{0}),
                  {}};
    for (const Json& name : json.value("accepted", Json::array()))
        report.accepted.push_back(name.get<std::string>());
    for (const Json& role : json.value("own_copies", Json::array()))
        report.ownCopies.push_back(role.get<std::string>());
    for (const Json& each : json.at("cases"))
        report.figures.push_back({each.at("name").get<std::string>(), each.at("unit").get<std::string>(),
                                  each.at("measured").get<double>(), each.value("figure", Json()),
                                  settingsOf(each.value("set", Json::object())), each.value("patch", Json()),
                                  each.value("not_expressible", std::string())});
    return report;
}

/// Puts a copy of the library's role into the project, as the studio does when one is edited.
void copyRole(nlohmann::json& project, const std::string& role)
{
    for (nlohmann::json& behaviour : project.at("behaviours")) {
        if (behaviour.at("role") != role)
            continue;
        nlohmann::json library;
        std::ifstream(source / "libraries/behaviours" / (behaviour.at("library").get<std::string>() + ".json")) >>
            library;
        for (const nlohmann::json& each : library.at("roles"))
            if (each.at("id") == behaviour.at("from"))
                behaviour["definition"] = each;
        for (const char* key : {"library", "from", "hash"})
            behaviour.erase(key);
    }
}

/// The project as patched, in a file of its own that is deleted at the end.
class PatchedProject
{
public:
    PatchedProject(const Report& report, const ReportedFigure& figure)
        : folder_(source / "projects" / report.project),
          file_(std::filesystem::temp_directory_path() /
                ("headroom-report-" + report.id + '-' + std::to_string(::getpid()) + ".headroom"))
    {
        nlohmann::json project;
        std::ifstream(folder_ / (report.project + ".headroom")) >> project;
        for (const std::string& role : report.ownCopies)
            copyRole(project, role);
        for (const Json& patch : {report.patch, figure.patch})
            if (!patch.is_null())
                project = project.patch(nlohmann::json(patch));
        std::ofstream(file_) << project.dump(2);
    }
    ~PatchedProject() { std::filesystem::remove(file_); }
    PatchedProject(const PatchedProject&) = delete;
    PatchedProject& operator=(const PatchedProject&) = delete;

    std::string file() const { return file_.string(); }
    std::string folder() const { return folder_.string(); }

private:
    std::filesystem::path folder_, file_;
};

std::vector<std::string> settingsOf(const Report& report, const ReportedFigure& figure)
{
    std::vector<std::string> settings = report.settings;
    settings.insert(settings.end(), figure.settings.begin(), figure.settings.end());
    return settings;
}

record::Summary summaryOf(const Report& report, const ReportedFigure& figure)
{
    const PatchedProject project(report, figure);
    child::Simulation simulation;
    simulation.project = project.file();
    simulation.beside = project.folder();
    simulation.settings = settingsOf(report, figure);
    simulation.single = true;
    const child::Ending ending = child::Process(child::Command{HEADROOM_ENGINE, child::argumentsOf(simulation)}).wait();
    if (!ending.good())
        throw std::runtime_error(ending.reason());
    return child::summaryOf(ending);
}

study::Advice adviceOn(const Report& report, const ReportedFigure& figure)
{
    const PatchedProject project(report, figure);
    std::vector<std::string> arguments{"advise", project.file(), "--beside", project.folder(), "--json"};
    for (const std::string& setting : settingsOf(report, figure))
        arguments.insert(arguments.end(), {"--set", setting});
    const child::Ending ending = child::Process(child::Command{HEADROOM_ENGINE, arguments}).wait();
    if (!ending.good())
        throw std::runtime_error(ending.reason());
    return study::adviceFromText(ending.output);
}

/// "storage disks (data)" in "Limit: storage disks (data), 97 % used." and "... of which 84 % flushes of storage disks
/// (data) and ...": what stands first, up to the next comma or share.
std::string namedFirst(const std::string& limit)
{
    constexpr std::string_view ofWhich = "of which ", percent = " % ";
    std::size_t from = std::string("Limit: ").size();
    if (!limit.starts_with("Limit: ")) {
        const std::size_t chain = limit.find(ofWhich);
        if (chain == std::string::npos)
            return {};
        from = limit.find(percent, chain) + percent.size();
    }
    return limit.substr(from, limit.find_first_of(",;", from) - from).substr(0, limit.find(" and ", from) - from);
}

bool namesAny(const std::string& text, const std::vector<std::string>& names)
{
    return std::ranges::any_of(names, [&](const std::string& name) { return text.find(name) != std::string::npos; });
}

/// The first sentence of a text; a point within a number or a name is followed by no blank.
std::string firstSentence(const std::string& text)
{
    const std::size_t end = text.find(". ");
    return end == std::string::npos ? text : text.substr(0, end + 1);
}

} // namespace

std::vector<Report> practitionersReports()
{
    std::vector<Report> reports;
    for (const auto& entry : std::filesystem::directory_iterator(source / "tests/accuracy/reports"))
        if (entry.path().extension() == ".json")
            try {
                reports.push_back(reportOf(entry.path()));
            } catch (const std::exception& error) {
                throw std::runtime_error(entry.path().filename().string() + ": " + error.what());
            }
    std::ranges::sort(reports, {}, [](const Report& report) { return std::stoi(report.id.substr(1)); });
    return reports;
}

ReportAnswer answerOn(const Report& report)
{
    const ReportedFigure& asked = report.figures.at(report.asked);
    ReportAnswer answer;
    const std::string limit = record::limitInWords(summaryOf(report, asked));
    answer.run = {firstSentence(limit), namesAny(namedFirst(limit), report.accepted)};
    const std::string advice = study::sentenceOf(adviceOn(report, asked));
    const std::size_t with = advice.find("With ");
    const std::string best =
        with == std::string::npos ? std::string() : advice.substr(with, advice.find(": ", with) - with);
    answer.advice = {best.empty() ? firstSentence(advice) : firstSentence(advice.substr(with)),
                     namesAny(best, report.accepted)};
    return answer;
}

double simulatedFigure(const Report& report, const ReportedFigure& figure)
{
    const record::Summary summary = summaryOf(report, figure);
    if (figure.figure.value("of", "") == "duration")
        return summary.simulatedS;
    double value = 0;
    for (const auto& [name, operation] : summary.operations)
        if (name == figure.figure.at("name") || name.ends_with(": " + figure.figure.at("name").get<std::string>()))
            value += figure.figure.at("what") == "per_s" ? operation.perSecond : operation.bytesPerSecond;
    const double bits = figure.unit == "Gb/s" ? 8e-9 : 1;
    const double bytes = figure.unit == "MB/s" ? 1e-6 : figure.unit == "MiB/s" ? 1.0 / 1048576 : 1;
    return value * bits * bytes / figure.figure.value("over", 1.0);
}

} // namespace headroom::accuracy
