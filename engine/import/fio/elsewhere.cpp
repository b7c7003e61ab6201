// Jobs whose storage is a cluster: they fill the parameters of a project of it.
#include "import/fio/elsewhere.h"
#include "import/fio/job.h"

#include <algorithm>

namespace headroom::import {

using project::Json;

namespace fio {

const Json* elsewhereOf(const Json& machine, const OptionMap& options)
{
    const auto engine = options.find("ioengine");
    const auto list = machine.find("elsewhere");
    if (engine == options.end() || list == machine.end())
        return nullptr;
    for (const Json& one : *list)
        if (std::ranges::find(one.at("engines"), Json(lower(engine->second))) != one.at("engines").end())
            return &one;
    return nullptr;
}

std::string sentenceOf(const Json& elsewhere, const std::string& engine)
{
    std::string projects;
    for (const Json& project : elsewhere.at("projects"))
        projects += (projects.empty() ? "" : " or ") + project.get<std::string>();
    return "ioengine=" + engine + ": it is a client of " + elsewhere.at("system").get<std::string>() +
           ". Copy the project " + projects + " and import the file into it (--into), which sets its parameters.";
}

} // namespace fio

FilledParameters parametersFrom(const std::string& text, const Surroundings& around)
{
    using namespace fio;
    const StartingPoint start = StartingPoint::find("fio", "", around.libraries);
    const auto sections = sectionsOf(text, around, {});
    FilledParameters filled;
    Notes notes;
    for (const Section& section : sections) {
        const Json* elsewhere = elsewhereOf(start.machine, section.options);
        if (!elsewhere || !filled.values.empty()) {
            notes.leave(Loss::replaced, "Job " + section.name,
                        elsewhere ? "the parameters hold one job only." : "it is no client of such a cluster.");
            continue;
        }
        Files files;
        Job job(section, start, files, notes);
        job.read();
        job.tellBeyondFigures();
        const Json figures = job.figures();
        for (const auto& [parameter, figure] : elsewhere->at("parameters").items())
            filled.values[parameter] = figures.at(figure.get<std::string>());
        filled.system = elsewhere->at("system").get<std::string>();
    }
    if (filled.values.empty())
        throw ImportError("No job of the file is a client of a cluster, so that it becomes a new project, named with "
                          "--out.");
    filled.left = notes.left();
    return filled;
}

} // namespace headroom::import
