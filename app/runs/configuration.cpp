#include "app/runs/configuration.h"

#include "record/structure/json.h"
#include "record/summary/summary.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <set>

namespace headroom::app {

namespace {

using record::Json;
using Names = std::set<std::string>;

constexpr const char* loadFields[] = {"workers", "depth", "think_time", "rate", "rates", "stages"};
/// Sections without effect on the cluster: texts, drawings, and how long and how precisely it is measured.
constexpr const char* otherSections[] = {"name",    "description",  "view",        "run",
                                         "studies", "measurements", "validations", "presets"};
/// Sections without effect on a run.
constexpr const char* idleSections[] = {"name",        "description", "view",   "studies", "measurements",
                                        "validations", "goals",       "format", "version", "presets"};

/// Adds the names in an expression, or in all expressions of a table.
void addNames(const Json& value, Names& names)
{
    if (value.is_structured()) {
        for (const Json& part : value)
            addNames(part, names);
        return;
    }
    if (!value.is_string())
        return;
    static const QRegularExpression name(R"([A-Za-z_]\w*)");
    auto found = name.globalMatch(QString::fromStdString(value.get<std::string>()));
    while (found.hasNext())
        names.insert(found.next().captured().toStdString());
}

/// Returns the names that the removed fields used.
Names removeLoad(Json& workloads)
{
    Names names;
    for (Json& workload : workloads)
        for (const char* field : loadFields)
            if (workload.is_object() && workload.contains(field)) {
                addNames(workload[field], names);
                workload.erase(field);
            }
    return names;
}

Json valuesOf(const Json& parameters, const Names& leftOut)
{
    Json values = Json::array();
    for (const Json& parameter : parameters) {
        if (!parameter.is_object())
            continue;
        const std::string name = parameter.value("name", std::string());
        if (!leftOut.contains(name))
            values.push_back({name, parameter.value("value", Json())});
    }
    return values;
}

QByteArray hashOf(const Json& part)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(part.dump()), QCryptographicHash::Sha1);
}

} // namespace

QByteArray configurationOf(const std::string& projectText)
{
    Json project = Json::parse(projectText, nullptr, false);
    if (!project.is_object())
        return {};
    for (const char* section : otherSections)
        project.erase(section);
    const Names load = project.contains("workloads") ? removeLoad(project["workloads"]) : Names();
    if (project.contains("parameters"))
        project["parameters"] = valuesOf(project["parameters"], load);
    return hashOf(project);
}

SectionHashes sectionsOf(const std::string& projectText)
{
    SectionHashes hashes;
    Json project = Json::parse(projectText, nullptr, false);
    if (!project.is_object())
        return hashes;
    for (const char* section : idleSections)
        project.erase(section);
    for (auto& [name, section] : project.items()) {
        if (name == "parameters" && section.is_array())
            for (Json& parameter : section)
                if (parameter.is_object())
                    parameter.erase("value");
        hashes[name] = hashOf(section);
    }
    return hashes;
}

} // namespace headroom::app
