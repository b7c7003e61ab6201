#include "cli/studies/forked_run.h"

#include "cli/support/factors.h"
#include "cli/support/loading.h"
#include "project/checks/checks.h"
#include "project/expression/quantity.h"
#include "project/goals/goal_conditions.h"
#include "project/resolve/resolver.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"
#include "run/run.h"

#include <csignal>
#include <exception>
#include <string>
#include <sys/prctl.h>

namespace headroom::cli {

namespace {

using record::Json;

Json faultOf(const project::Findings& findings)
{
    for (const project::Finding& finding : findings)
        if (finding.severity == project::Severity::error)
            return {{"fault", project::toLine(finding)}};
    return nullptr;
}

Json remarksOf(const project::Findings& findings, const project::Findings& told)
{
    Json remarks = Json::array();
    for (const project::Finding& finding : findings)
        if (finding.severity == project::Severity::warning && !speaksOf(told, finding))
            remarks.push_back(project::toLine(finding));
    return remarks;
}

Json simulated(const RunBase& base, const child::Simulation& simulation)
{
    project::Findings findings;
    const project::Project project = atPoint(base, simulation.settings, simulation.under, findings);
    if (Json fault = faultOf(findings); !fault.is_null())
        return fault;
    run::Options options;
    options.folder = base.folder;
    options.under = simulation.under;
    options.scale = readFactors(simulation.scale);
    if (!simulation.seed.empty())
        options.seed = std::stoull(simulation.seed);
    if (!simulation.duration.empty())
        options.durationS = project::parseQuantity(simulation.duration)->value;
    if (!simulation.warmUp.empty())
        options.warmUpS = project::parseQuantity(simulation.warmUp)->value;
    options.windowParts = simulation.windowParts;
    run::Simulation run(project, base.components, options);
    if (Json fault = faultOf(run.findings()); !fault.is_null())
        return fault;
    const project::Findings& ofRun = run.findings();
    findings.insert(findings.end(), ofRun.begin(), ofRun.end());
    run::Observer observer;
    Json answer = record::toJson(run.run(observer));
    answer["remarks"] = remarksOf(findings, base.told);
    return answer;
}

} // namespace

project::Project atPoint(const RunBase& base, const std::vector<std::string>& settings, const std::string& under,
                         project::Findings& findings)
{
    project::Project project =
        project::withOverrides(base.project, readSettings(settings, findings).values, base.components, findings);
    if (!under.empty() && !project::hasErrors(findings))
        project = project::underConditionsOf(std::move(project), under, base.components, findings);
    if (!project::hasErrors(findings))
        findings = project::checkWith(project, base.components);
    return project;
}

std::unique_ptr<child::Process> forkedRun(const RunBase& base, const child::Simulation& simulation, Answer form)
{
    return std::make_unique<child::Process>([&base, simulation, form]() -> std::string {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody would take its result
        Json answer;
        try {
            answer = simulated(base, simulation);
        } catch (const std::exception& error) {
            answer = {{"fault", error.what()}};
        }
        if (form == Answer::text || answer.contains("fault"))
            return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
        std::string bytes;
        Json::to_cbor(answer, nlohmann::detail::output_adapter<char, std::string>(bytes));
        return bytes;
    });
}

} // namespace headroom::cli
