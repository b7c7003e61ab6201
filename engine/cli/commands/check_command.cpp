#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "run/run.h"

#include <algorithm>
#include <memory>

namespace headroom::cli {

namespace {

using Json = nlohmann::ordered_json;
using project::Severity;

struct CheckOptions
{
    std::string project;
    bool json = false;
};

const char* nameOf(Severity severity)
{
    switch (severity) {
    case Severity::error:
        return "error";
    case Severity::warning:
        return "warning";
    case Severity::note:
        return "note";
    }
    return "";
}

std::ptrdiff_t count(const project::Findings& findings, Severity severity)
{
    return std::count_if(findings.begin(), findings.end(),
                         [&](const project::Finding& finding) { return finding.severity == severity; });
}

Json toJson(const std::string& path, const project::Findings& findings)
{
    Json list = Json::array();
    for (const project::Finding& finding : findings)
        list.push_back(Json{{"severity", nameOf(finding.severity)},
                            {"key", finding.key},
                            {"pointer", finding.pointer},
                            {"place", finding.place},
                            {"problem", finding.problem},
                            {"remedy", finding.remedy}});
    return Json{{"project", path},
                {"errors", count(findings, Severity::error)},
                {"warnings", count(findings, Severity::warning)},
                {"findings", std::move(list)}};
}

ExitStatus check(const CheckOptions& options)
{
    Loaded loaded = load(options.project, {});
    if (loaded.project) {
        // Some errors appear only when everything is put together.
        const run::Simulation simulation(*loaded.project, loaded.components, {{}, {}, loaded.folder});
        // The project's checks may have reported as a warning what is an error now.
        std::erase_if(loaded.findings,
                      [&](const project::Finding& told) { return speaksOf(simulation.findings(), told); });
        loaded.findings.insert(loaded.findings.end(), simulation.findings().begin(), simulation.findings().end());
    }
    const bool faulty = report(loaded.findings);
    if (options.json)
        print(toJson(options.project, loaded.findings).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    else if (!faulty)
        print(options.project + ": no faults\n");
    return faulty ? atFault : done;
}

} // namespace

void addCheck(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "Reports every fault of a project, with its place and what to do");
    command->add_option("PROJECT", options->project, "A .headroom file, or a folder that holds one")->required();
    command->add_flag("--json", options->json, "Print the findings as a JSON object as well");
    command->callback([options, &action] { action = [options] { return check(*options); }; });
}

} // namespace headroom::cli
