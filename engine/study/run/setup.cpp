#include "study/run/setup.h"

#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/file/json_writer.h"
#include "project/goals/goal_conditions.h"
#include "project/goals/result_formulas.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/resolver.h"
#include "project/resolve/workload_types.h"
#include "project/structure/describe_studies.h"
#include "project/structure/parameter_uses.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <optional>

namespace headroom::study {

using project::Json;

namespace {

std::vector<std::string> usualFigures(const project::Project& project, project::Resolver& resolver)
{
    std::vector<std::string> figures;
    const auto add = [&](const std::string& name) {
        if (std::find(figures.begin(), figures.end(), name) == figures.end())
            figures.push_back(name);
    };
    for (std::size_t i = 0; i < project.workloads.size(); ++i) {
        const project::Workload& workload = project.workloads[i];
        const std::string type = project::workloadType(project, i, resolver);
        if (type == "timer") // nobody waits for its requests
            continue;
        if (type == "jobs") {
            add("jobs." + workload.id + ".completion");
            continue;
        }
        for (const project::OperationShare& share : workload.operations)
            for (const std::string& operation : project::operationsInResults(project, workload, share.operation))
                for (const char* const figure : {".throughput", ".latency.mean", ".latency.p99"})
                    add(operation + figure);
    }
    for (const project::DerivedResult& result : project.results)
        add(result.id);
    add("price");
    add("power");
    return figures;
}

/// Puts the columns, the points and the runs of a study together.
class SetupMaker
{
public:
    SetupMaker(const project::Project& project, const project::ComponentLibrary& components,
               const project::Study& study, std::string pointer, project::Findings& findings)
        : project_(project), components_(components), study_(study), pointer_(std::move(pointer)), findings_(findings),
          resolver_(project, components, findings)
    {
        setup_.table.project = project.name;
        setup_.table.study = study.id;
    }

    Setup make(const Sampler& sampler, const std::vector<std::string>& alsoReport)
    {
        const Space space = spaceOf(project_, components_, study_, pointer_, sampler, findings_);
        setup_.excluded = space.excluded;
        for (const Axis& axis : space.axes) {
            const project::Parameter* const parameter = project::findParameter(project_, axis.parameter);
            const project::LoadUse use = project::loadUse(project_, axis.parameter);
            setup_.table.parameters.push_back({axis.parameter, parameter->unit, use.load && !use.hardware});
        }
        const std::size_t before = findings_.size();
        addGoals();
        addFigures();
        for (const std::string& figure : alsoReport)
            addFigure(figure, "");
        readFields();
        if (findings_.size() == before)
            addRows(space);
        std::vector<std::string> varied;
        for (const Axis& axis : space.axes)
            varied.push_back(axis.parameter);
        for (const std::string& parameter : project::withoutEffect(project_, std::move(varied)))
            tell(project::Severity::warning, "axis.unused", "/space",
                 "Nothing in the project uses \"" + parameter + "\": all its values give the same figures.",
                 "Use it in a field, or leave it out of the study.");
        return std::move(setup_);
    }

private:
    void addGoals()
    {
        if (resolver_.text(project::studyFields(), "goals", study_.fields, pointer_) == "none")
            return;
        std::vector<std::pair<std::string, project::GoalConditions>> conditionsOfGoals;
        for (std::size_t i = 0; i < project_.goals.size(); ++i) {
            const project::Goal& goal = project_.goals[i];
            const project::GoalConditions conditions =
                project::conditionsOf(project_, goal, resolver_, "/goals" + project::below(i));
            const auto metric = goal.fields.find("metric");
            const std::string name = metric != goal.fields.end() ? metric->get<std::string>() : std::string();
            setup_.table.goals.push_back({goal.id, name, unitOf(name).value_or(""), inWords(conditions, project_)});
            conditionsOfGoals.emplace_back(goal.id, conditions);
        }
        setup_.plan.under = project::goalsByConditions(conditionsOfGoals);
        addBaselines();
    }

    void addBaselines()
    {
        const auto baselines = std::make_shared<Baselines>();
        for (std::size_t i = 0; i < project_.goals.size(); ++i) {
            const project::Goal& goal = project_.goals[i];
            const project::GoalBaseline baseline =
                project::baselineOf(project_, goal, resolver_, "/goals" + project::below(i));
            if (!baseline.given())
                continue;
            RelativeGoal relative{goal.id, setup_.table.goals[i].metric, baseline.atMostTimes, baseline.atLeastTimes};
            for (const auto& [name, value] : baseline.values)
                relative.settings.push_back(name + '=' + project::settingText(value));
            for (const auto& [first, same] : setup_.plan.under)
                if (std::find(same.begin(), same.end(), goal.id) != same.end())
                    relative.under = first;
            baselines->add(std::move(relative));
        }
        if (!baselines->empty())
            setup_.plan.baselines = baselines;
    }

    void addFigures()
    {
        const std::vector<std::string> wanted =
            study_.report.empty() ? usualFigures(project_, resolver_) : study_.report;
        for (std::size_t i = 0; i < wanted.size(); ++i)
            addFigure(wanted[i], "/report" + project::below(i));
        for (const GoalColumn& goal : setup_.table.goals)
            addFigure(goal.metric, "");
    }

    void addFigure(const std::string& name, const std::string& at)
    {
        auto& figures = setup_.table.figures;
        if (std::any_of(figures.begin(), figures.end(), [&](const Column& each) { return each.name == name; }))
            return;
        if (const auto unit = unitOf(name)) {
            figures.push_back({name, *unit});
            return;
        }
        std::vector<std::string> names = project::figuresOf(project_);
        for (const project::DerivedResult& result : project_.results)
            names.push_back(result.id);
        error("study.unknown-figure", at, "There is no figure \"" + name + "\".", project::suggestion(name, names));
    }

    std::optional<std::string> unitOf(const std::string& figure) const
    {
        for (const project::DerivedResult& result : project_.results)
            if (result.id == figure)
                return project::figureUnitOf(result);
        return project::unitOfFigure(figure);
    }

    void readFields()
    {
        const auto& fields = project::studyFields();
        setup_.replications =
            static_cast<std::uint64_t>(resolver_.number(fields, "replications", study_.fields, pointer_));
        if (const auto duration = study_.fields.find("duration"); duration != study_.fields.end()) {
            const double seconds = resolver_.number(fields, "duration", study_.fields, pointer_);
            if (seconds > 0) {
                setup_.durationS = seconds;
                setup_.plan.simulation.duration = Json(seconds).dump() + " s";
            } else
                error("value.out-of-range", "/duration", "A run of no length has no result.",
                      "Let it be longer, or leave it out.");
        }
        Json figures = Json::array();
        for (const Column& figure : setup_.table.figures)
            figures.push_back(figure.name);
        setup_.definition = Json({{"figures", std::move(figures)},
                                  {"goals", !setup_.table.goals.empty()},
                                  {"replications", setup_.replications},
                                  {"duration", setup_.plan.simulation.duration}})
                                .dump();
    }

    void addRows(const Space& space)
    {
        setup_.table.design = resolver_.text(project::studyFields(), "design", study_.fields, pointer_);
        setup_.table.places = space.places;
        setup_.table.rows.reserve(space.points.size());
        for (const Point& point : space.points) {
            Row& row = setup_.table.rows.emplace_back();
            row.number = setup_.table.rows.size() - 1;
            for (std::size_t i = 0; i < point.size(); ++i) {
                const project::Parameter* const parameter = project::findParameter(project_, space.axes[i].parameter);
                row.settings.push_back(
                    {project::settingText(point[i]),
                     project::numberOf(*parameter, point[i]).value_or(std::numeric_limits<double>::quiet_NaN())});
            }
        }
    }

    void error(const std::string& key, const std::string& at, const std::string& problem, const std::string& remedy)
    {
        tell(project::Severity::error, key, at, problem, remedy);
    }

    void tell(project::Severity severity, const std::string& key, const std::string& at, const std::string& problem,
              const std::string& remedy)
    {
        findings_.push_back({severity, key, pointer_ + at,
                             study_.id.empty() ? std::string("the study") : "study \"" + study_.id + '"', problem,
                             remedy});
    }

    const project::Project& project_;
    const project::ComponentLibrary& components_;
    const project::Study& study_;
    std::string pointer_;
    project::Findings& findings_;
    project::Resolver resolver_;
    Setup setup_;
};

} // namespace

Setup setUp(const project::Project& project, const project::ComponentLibrary& components, const project::Study& study,
            const std::string& pointer, const Sampler& sampler, project::Findings& findings,
            const std::vector<std::string>& alsoReport)
{
    return SetupMaker(project, components, study, pointer, findings).make(sampler, alsoReport);
}

std::string definingText(project::Project project, const Table& table)
{
    project.view = {};
    project.studies.clear();
    project.measurements.clear();
    project.validations.clear();
    project.presets.clear();
    for (project::Parameter& parameter : project.parameters) {
        project::setTicked(parameter, {});
        for (std::size_t i = 0; i < table.parameters.size() && !table.rows.empty(); ++i)
            if (table.parameters[i].name == parameter.name)
                parameter.value = project::valueFromText(parameter, table.rows.front().settings[i].text);
    }
    return project::toText(project);
}

project::Study studyOfTicks(const project::Project& project)
{
    project::Study study;
    for (const project::Parameter& parameter : project.parameters)
        if (!project::tickedOf(parameter).empty())
            study.space.push_back({parameter.name, "ticked", Json::object()});
    return study;
}

} // namespace headroom::study
