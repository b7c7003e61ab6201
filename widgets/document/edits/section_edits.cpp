#include "widgets/document/edits/section_edits.h"

#include "project/expression/expression.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/references.h"
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/declarations.h"
#include "project/vocabulary/figure_names.h"
#include "widgets/document/model/rewrite_command.h"
#include "widgets/document/model/swap_command.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

using project::Json;
using project::Project;

namespace {

struct SectionEdits
{
    Q_DECLARE_TR_FUNCTIONS(SectionEdits)
};

template <typename Item>
using ListOf = std::function<std::vector<Item>&(Project&)>;

template <typename Items>
auto foundById(Items& items, const QString& id)
{
    return std::find_if(items.begin(), items.end(),
                        [wanted = id.toStdString()](const auto& each) { return each.id == wanted; });
}

template <typename Items>
std::string freshWord(const Items& items, const std::string& base)
{
    for (int number = 1;; ++number) {
        const std::string id = number == 1 ? base : base + '-' + std::to_string(number);
        if (foundById(items, QString::fromStdString(id)) == items.end())
            return id;
    }
}

/// Replaces one list with another, as one step.
template <typename Item>
void pushSection(DocumentModel& model, const QString& text, const QString& role, ListOf<Item> list,
                 std::vector<Item> after)
{
    auto* edit = new QUndoCommand(text);
    ModelAccess::takeOver(model, role, edit);
    new SwapCommand<std::vector<Item>>(model, sectionsPath, std::move(list), std::move(after), edit);
    model.undoStack()->push(edit);
}

std::vector<project::Workload>& workloads(Project& project)
{
    return project.workloads;
}
std::vector<project::Selector>& selectors(Project& project)
{
    return project.selectors;
}
std::vector<project::Disturbance>& disturbances(Project& project)
{
    return project.disturbances;
}
std::vector<project::Distribution>& distributions(Project& project)
{
    return project.distributions;
}
std::vector<project::DerivedResult>& results(Project& project)
{
    return project.results;
}
std::vector<project::Goal>& goals(Project& project)
{
    return project.goals;
}
std::vector<project::Study>& studies(Project& project)
{
    return project.studies;
}
ListOf<project::StateItem> stateOf(const QString& role)
{
    return [id = role.toStdString()](Project& project) -> auto& {
        return project::findBehaviour(project, id)->role.state;
    };
}
ListOf<project::OperationShare> sharesOf(const QString& workload)
{
    return [workload](Project& project) -> auto& { return foundById(project.workloads, workload)->operations; };
}

constexpr const char* drawnKey = "key"; // type of arguments, and the variable of a workload

/// An operation, with those of its arguments for which the workload has a value. It has one of the same name; a key of
/// another name, such as a user, is the key that it draws, since it draws no other.
project::OperationShare shareOf(const project::Operation& operation)
{
    project::OperationShare share;
    share.operation = operation.id;
    const auto known = project::workloadVariables("closed loop");
    const auto isKnown = [&](const std::string& name) {
        return std::find(known.begin(), known.end(), name) != known.end();
    };
    for (const auto& argument : operation.arguments)
        if (isKnown(argument.name))
            share.fields["arguments"][argument.name] = argument.name;
        else if (argument.type == drawnKey && argument.defaultValue.is_null())
            share.fields["arguments"][argument.name] = drawnKey;
    return share;
}

/// Calls `act` with the list that contains an element, and its index in the list.
template <typename Act>
void withList(const Project& project, const ElementRef& element, Act act)
{
    const QString id = element.ids.value(element.ids.size() - 1);
    const auto in = [&](const auto& items, auto list) {
        const auto found = foundById(items, id);
        if (found != items.end())
            act(items, static_cast<std::size_t>(found - items.begin()), std::move(list));
    };
    if (element.kind == ElementKind::workload)
        in(project.workloads, ListOf<project::Workload>(workloads));
    else if (element.kind == ElementKind::selector)
        in(project.selectors, ListOf<project::Selector>(selectors));
    else if (element.kind == ElementKind::disturbance)
        in(project.disturbances, ListOf<project::Disturbance>(disturbances));
    else if (element.kind == ElementKind::distribution)
        in(project.distributions, ListOf<project::Distribution>(distributions));
    else if (element.kind == ElementKind::result)
        in(project.results, ListOf<project::DerivedResult>(results));
    else if (element.kind == ElementKind::goal)
        in(project.goals, ListOf<project::Goal>(goals));
    else if (element.kind == ElementKind::study)
        in(project.studies, ListOf<project::Study>(studies));
    else if (element.kind == ElementKind::state) {
        if (const auto* behaviour = project::findBehaviour(project, element.ids.value(0).toStdString()))
            in(behaviour->role.state, stateOf(element.ids.value(0)));
    }
}

} // namespace

QString addWorkload(DocumentModel& model, const QString& role)
{
    auto list = model.project().workloads;
    const auto* behaviour = project::findBehaviour(model.project(), role.toStdString());
    project::Workload added;
    added.id = freshWord(list, "load");
    added.role = role.toStdString();
    added.fields = {{"type", "closed loop"}}; // no more: it would have no effect once another type is chosen
    if (behaviour)
        for (const auto& operation : behaviour->role.operations)
            added.operations.push_back(shareOf(operation));
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Workload>(model, SectionEdits::tr("Add workload %1").arg(id), {}, workloads, std::move(list));
    return id;
}

bool addShare(DocumentModel& model, const QString& workload, const QString& operation)
{
    const auto& all = model.project().workloads;
    const auto owner = foundById(all, workload);
    const auto* behaviour = owner == all.end() ? nullptr : project::findBehaviour(model.project(), owner->role);
    const auto* called = behaviour ? project::findOperation(behaviour->role, operation.toStdString()) : nullptr;
    if (!called)
        return false;
    auto list = owner->operations;
    if (std::any_of(list.begin(), list.end(), [&](const auto& share) { return share.operation == called->id; }))
        return false;
    list.push_back(shareOf(*called));
    pushSection<project::OperationShare>(model, SectionEdits::tr("Add %2 to %1").arg(workload, operation), {},
                                         sharesOf(workload), std::move(list));
    return true;
}

QString addSelector(DocumentModel& model)
{
    return addSelector(model, {});
}

QString addSelector(DocumentModel& model, const QString& wanted)
{
    auto list = model.project().selectors;
    project::Selector added;
    added.id = freshWord(list, wanted.isEmpty() ? "ring" : wanted.toStdString());
    added.fields = {{"type", "ring"}};
    for (const auto& behaviour : model.project().behaviours) {
        if (behaviour.role.volumes.empty())
            continue;
        added.fields["role"] = behaviour.role.id;
        added.fields["volume"] = behaviour.role.volumes.front();
        break;
    }
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Selector>(model, SectionEdits::tr("Add selector %1").arg(id), {}, selectors, std::move(list));
    return id;
}

QString addDisturbance(DocumentModel& model)
{
    auto list = model.project().disturbances;
    project::Disturbance added;
    added.id = freshWord(list, "failure");
    added.fields = {{"what", "node"}};
    if (!model.project().topology.groups.empty())
        added.fields["target"] = model.project().topology.groups.back().id;
    added.fields["at"] = "30 s";
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Disturbance>(model, SectionEdits::tr("Add disturbance %1").arg(id), {}, disturbances,
                                      std::move(list));
    return id;
}

QString addDistribution(DocumentModel& model)
{
    auto list = model.project().distributions;
    project::Distribution added;
    added.id = freshWord(list, "distribution");
    added.fields["values"] = Json::array({Json::array({"1 ms", 1}), Json::array({"10 ms", 1})});
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Distribution>(model, SectionEdits::tr("Add distribution %1").arg(id), {}, distributions,
                                       std::move(list));
    return id;
}

/// Operations in an hour: most figures are in base units, and this one shows how another unit is made.
QString addResult(DocumentModel& model)
{
    auto list = model.project().results;
    project::DerivedResult added;
    added.id = freshWord(list, "result");
    const std::string operation = project::mainOperation(model.project());
    const std::string figure = operation + ".throughput";
    const bool plain = project::isIdentifier(operation);
    added.fields = {{"value", operation.empty() ? std::string("price") : plain ? figure : '"' + figure + '"'}};
    added.fields["unit"] = operation.empty() ? "USD" : "1/h";
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::DerivedResult>(model, SectionEdits::tr("Add result %1").arg(id), {}, results, std::move(list));
    return id;
}

/// The tail latency of the first operation that users wait for: what is limited most often.
QString addGoal(DocumentModel& model)
{
    auto list = model.project().goals;
    project::Goal added;
    added.id = freshWord(list, "goal");
    const std::string operation = project::mainOperation(model.project());
    added.fields = {{"metric", operation.empty() ? std::string("price") : operation + ".latency.p99"}};
    added.fields["at_most"] = operation.empty() ? Json(100000) : Json("100 ms");
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Goal>(model, SectionEdits::tr("Add goal %1").arg(id), {}, goals, std::move(list));
    return id;
}

project::StudyAxis usualAxis(const project::Parameter& parameter)
{
    project::StudyAxis axis{parameter.name, "ticked", Json::object()};
    if (!project::tickedOf(parameter).empty())
        return axis;
    axis.values = Json::array();
    for (const Json& value : parameter.alternatives)
        axis.values.push_back(value);
    if (axis.values.empty())
        axis.values.push_back(parameter.value);
    return axis;
}

std::vector<project::StudyAxis> usualSpace(const Project& project)
{
    const auto& all = project.parameters;
    std::vector<project::StudyAxis> space;
    for (const project::Parameter& parameter : all)
        if (!project::tickedOf(parameter).empty())
            space.push_back(usualAxis(parameter));
    if (!space.empty() || all.empty())
        return space;
    const auto offered =
        std::find_if(all.begin(), all.end(), [](const auto& each) { return !each.alternatives.empty(); });
    return {usualAxis(offered == all.end() ? all.front() : *offered)};
}

QString addStudy(DocumentModel& model, const std::vector<project::StudyAxis>& space)
{
    auto list = model.project().studies;
    project::Study added;
    added.id = freshWord(list, "study");
    added.space = space;
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Study>(model, SectionEdits::tr("Add study %1").arg(id), {}, studies, std::move(list));
    return id;
}

void replaceStudy(DocumentModel& model, const project::Study& study, const QString& text)
{
    auto list = model.project().studies;
    const auto place = foundById(list, QString::fromStdString(study.id));
    if (place == list.end())
        return;
    *place = study;
    pushSection<project::Study>(model, text, {}, studies, std::move(list));
}

QString addState(DocumentModel& model, const QString& role, const QString& type, const QString& wanted)
{
    const auto* behaviour = project::findBehaviour(model.project(), role.toStdString());
    if (!behaviour)
        return {};
    auto list = behaviour->role.state;
    project::StateItem added;
    added.id = freshWord(list, (wanted.isEmpty() ? type : wanted).toStdString());
    added.fields = {{"type", type.toStdString()}};
    if (type == QStringLiteral("token bucket"))
        added.fields["rate"] = "100 1/s";
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::StateItem>(model, SectionEdits::tr("Add %1 to %2").arg(id, role), role, stateOf(role),
                                    std::move(list));
    return id;
}

bool isListed(ElementKind kind)
{
    return kind == ElementKind::workload || kind == ElementKind::selector || kind == ElementKind::disturbance ||
           kind == ElementKind::state || kind == ElementKind::share || kind == ElementKind::result ||
           kind == ElementKind::goal || kind == ElementKind::study || kind == ElementKind::distribution;
}

void deleteListed(DocumentModel& model, const ElementRef& element)
{
    const QString id = element.ids.value(element.ids.size() - 1);
    if (element.kind == ElementKind::share) {
        const auto& all = model.project().workloads;
        const auto owner = foundById(all, element.ids.value(0));
        if (owner == all.end())
            return;
        auto list = owner->operations;
        if (std::erase_if(list, [&](const auto& share) { return share.operation == id.toStdString(); }) > 0)
            pushSection<project::OperationShare>(model, SectionEdits::tr("Remove %2 from %1").arg(element.ids[0], id),
                                                 {}, sharesOf(element.ids[0]), std::move(list));
        return;
    }
    withList(model.project(), element, [&](const auto& items, std::size_t place, auto list) {
        auto after = items;
        after.erase(after.begin() + static_cast<std::ptrdiff_t>(place));
        pushSection(model, SectionEdits::tr("Delete %1").arg(id), roleOf(element), std::move(list), std::move(after));
    });
}

QString renameRefusal(const Project& project, const ElementRef& element, const QString& to)
{
    QString refusal;
    if (to.trimmed().isEmpty())
        return SectionEdits::tr("It needs a name.");
    withList(project, element, [&](const auto& items, std::size_t place, const auto&) {
        const auto same = foundById(items, to);
        if (same != items.end() && static_cast<std::size_t>(same - items.begin()) != place)
            refusal = SectionEdits::tr("“%1” exists already.").arg(to);
    });
    return refusal;
}

bool renameListed(DocumentModel& model, const ElementRef& element, const QString& to)
{
    const QString from = element.ids.value(element.ids.size() - 1);
    if (element.kind == ElementKind::share || !renameRefusal(model.project(), element, to).isEmpty())
        return false;
    if (from == to)
        return true;
    bool done = false;
    withList(model.project(), element, [&](const auto&, std::size_t place, auto list) {
        const auto change = [list, place, kind = element.kind, ids = idsOf(element),
                             name = to.toStdString()](Project& project) {
            list(project)[place].id = name;
            project::renameReferences(project, kind, ids, name);
        };
        QUndoCommand* edit =
            ModelAccess::begin(model, SectionEdits::tr("Rename %1 to %2").arg(from, to), roleOf(element));
        // Drawings show what their blocks name.
        new RewriteCommand(model, {sectionsPath, rolesPath}, change, edit);
        ModelAccess::push(model, edit);
        done = true;
    });
    return done;
}

} // namespace headroom::widgets
