#include "widgets/document/edits/section_edits.h"

#include "project/editing/elements.h"
#include "project/library/price_list.h"
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/rewrite_command.h"
#include "widgets/document/model/swap_command.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

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

/// The first of "base", "base-2", ... that no element of the list has.
template <typename Items>
std::string unusedId(const Items& items, const std::string& base)
{
    return project::freshName(project::idsOf(items), base);
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

/// True if the list that holds the element has one of this id.
bool isBeside(const Project& project, const ElementRef& element, const QString& id)
{
    const auto names = project::namesBeside(project, element.kind, idsOf(element));
    return std::find(names.begin(), names.end(), id.toStdString()) != names.end();
}

bool exists(const Project& project, const ElementRef& element)
{
    return !element.ids.isEmpty() && isBeside(project, element, element.ids.back());
}

} // namespace

QString addElement(DocumentModel& model, ElementKind kind, const QString& wanted)
{
    const project::List* list = project::listOf(kind);
    if (!list || list->edits.adding != project::Adding::plain)
        return {};
    const std::string name = project::nameForNew(model.project(), kind, wanted.toStdString());
    const QString id = QString::fromStdString(name);
    auto* edit = new QUndoCommand(SectionEdits::tr("Add %1 %2").arg(list->word, id));
    const auto change = [kind, name](Project& project) { project::addElement(project, kind, name); };
    new RewriteCommand(model, {sectionsPath}, change, edit);
    ModelAccess::push(model, edit);
    return id;
}

QString addWorkload(DocumentModel& model, const QString& role)
{
    auto list = model.project().workloads;
    const auto* behaviour = project::findBehaviour(model.project(), role.toStdString());
    project::Workload added;
    added.id = unusedId(list, "load");
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

QString addStudy(DocumentModel& model, const std::vector<project::StudyAxis>& space)
{
    auto list = model.project().studies;
    project::Study added;
    added.id = unusedId(list, "study");
    added.space = space;
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::Study>(model, SectionEdits::tr("Add study %1").arg(id), {}, studies, std::move(list));
    return id;
}

void takePrices(DocumentModel& model, const std::vector<project::PartPrice>& prices)
{
    pushSection<project::PartPrice>(
        model,
        prices.size() == 1 ? SectionEdits::tr("Take one price") : SectionEdits::tr("Take %1 prices").arg(prices.size()),
        {}, [](Project& project) -> auto& { return project.prices; },
        project::mergedPrices(prices, model.project().prices));
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
    added.id = unusedId(list, (wanted.isEmpty() ? type : wanted).toStdString());
    added.fields = {{"type", type.toStdString()}};
    if (type == QStringLiteral("token bucket"))
        added.fields["rate"] = "100 1/s";
    const QString id = QString::fromStdString(added.id);
    list.push_back(std::move(added));
    pushSection<project::StateItem>(model, SectionEdits::tr("Add %1 to %2").arg(id, role), role, stateOf(role),
                                    std::move(list));
    return id;
}

bool isDeletable(ElementKind kind)
{
    const project::List* list = project::listOf(kind);
    return list && list->edits.deletable;
}

void deleteElement(DocumentModel& model, const ElementRef& element)
{
    if (!isDeletable(element.kind) || !exists(model.project(), element))
        return;
    QUndoCommand* edit =
        ModelAccess::begin(model, SectionEdits::tr("Delete %1").arg(element.ids.back()), roleOf(element));
    const auto change = [kind = element.kind, ids = idsOf(element)](Project& project) {
        project::deleteElement(project, kind, ids);
    };
    new RewriteCommand(model, {sectionsPath}, change, edit);
    ModelAccess::push(model, edit);
}

project::Renaming renamingOf(ElementKind kind)
{
    const project::List* list = project::listOf(kind);
    return list ? list->edits.renaming : project::Renaming::no;
}

QString renameRefusal(const Project& project, const ElementRef& element, const QString& to)
{
    if (to.trimmed().isEmpty())
        return SectionEdits::tr("It needs a name.");
    const bool taken = to != element.ids.value(element.ids.size() - 1) && isBeside(project, element, to);
    return taken ? SectionEdits::tr("“%1” exists already.").arg(to) : QString();
}

bool renameElement(DocumentModel& model, const ElementRef& element, const QString& to)
{
    if (renamingOf(element.kind) != project::Renaming::id || !exists(model.project(), element) ||
        !renameRefusal(model.project(), element, to).isEmpty())
        return false;
    const QString from = element.ids.back();
    if (from == to)
        return true;
    const auto change = [kind = element.kind, ids = idsOf(element), name = to.toStdString()](Project& project) {
        project::renameElement(project, kind, ids, name);
    };
    QUndoCommand* edit = ModelAccess::begin(model, SectionEdits::tr("Rename %1 to %2").arg(from, to), roleOf(element));
    // Drawings show what their boxes and blocks name.
    const QString drawings = isInTopology(element.kind) ? topologyPath : rolesPath;
    new RewriteCommand(model, {sectionsPath, drawings}, change, edit);
    ModelAccess::push(model, edit);
    return true;
}

} // namespace headroom::widgets
