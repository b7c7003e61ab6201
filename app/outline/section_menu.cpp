#include "app/outline/section_menu.h"

#include "project/vocabulary/declarations.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

namespace headroom::app {

using widgets::DocumentModel;
using widgets::ElementKind;
using widgets::ElementRef;

namespace {

struct SectionMenu
{
    Q_DECLARE_TR_FUNCTIONS(SectionMenu)
};

using Added = std::function<void(const ElementRef&)>;

void addWorkloads(QMenu& menu, const QString& text, DocumentModel& model, const Added& added)
{
    QMenu* roles = menu.addMenu(widgets::icon("list-add"), text);
    for (const auto& behaviour : model.project().behaviours) {
        const QString role = QString::fromStdString(behaviour.role.id);
        roles->addAction(role, [&model, role, added] {
            added({ElementKind::workload, {widgets::addWorkload(model, role)}});
        });
    }
    roles->setEnabled(!roles->isEmpty());
}

void addShares(QMenu& menu, DocumentModel& model, const QString& workloadId, const Added& added)
{
    const auto& workloads = model.project().workloads;
    const auto workload = std::find_if(workloads.begin(), workloads.end(),
                                       [&](const auto& each) { return QString::fromStdString(each.id) == workloadId; });
    const auto* behaviour =
        workload == workloads.end() ? nullptr : project::findBehaviour(model.project(), workload->role);
    if (!behaviour)
        return;
    QMenu* operations = menu.addMenu(widgets::icon("list-add"), SectionMenu::tr("Ask for operation"));
    for (const auto& operation : behaviour->role.operations) {
        const QString id = QString::fromStdString(operation.id);
        const bool asked = std::any_of(workload->operations.begin(), workload->operations.end(),
                                       [&](const auto& share) { return share.operation == operation.id; });
        if (!asked)
            operations->addAction(id, [&model, workloadId, id, added] {
                if (widgets::addShare(model, workloadId, id))
                    added({ElementKind::share, {workloadId, id}});
            });
    }
    operations->setEnabled(!operations->isEmpty());
}

void addStates(QMenu& menu, const QString& text, DocumentModel& model, const QString& role, const Added& added)
{
    QMenu* types = menu.addMenu(widgets::icon("list-add"), text);
    for (const std::string& type : project::findField(project::stateFields(), "type")->choices) {
        const QString word = QString::fromStdString(type);
        types->addAction(word, [&model, role, word, added] {
            added({ElementKind::state, {role, widgets::addState(model, role, word)}});
        });
    }
}

/// "derived result" of "Deri&ved result".
QString wordIn(QString entry)
{
    return entry.remove('&').toLower();
}

QString entryOf(const project::List& list)
{
    if (*list.edits.entry)
        return widgets::text(list.edits.entry);
    QString word = widgets::text(list.word);
    word[0] = word[0].toUpper();
    return word;
}

void addPlain(QMenu& menu, const QString& text, DocumentModel& model, ElementKind kind, const Added& added)
{
    menu.addAction(widgets::icon("list-add"), text, [&model, kind, added] {
        added({kind, {widgets::addElement(model, kind)}});
    });
}

} // namespace

void fillSectionMenu(QMenu& menu, DocumentModel& model, const std::optional<ElementRef>& element,
                     std::optional<ElementKind> heading, const Added& added)
{
    const ElementKind kind = element ? element->kind : heading.value_or(ElementKind::project);
    if (kind == ElementKind::workload)
        addWorkloads(menu, SectionMenu::tr("Add workload for"), model, added);
    if (element && (kind == ElementKind::workload || kind == ElementKind::share))
        addShares(menu, model, element->ids[0], added);
    if (const project::List* list = project::listOf(kind); list && list->edits.adding == project::Adding::plain)
        addPlain(menu, SectionMenu::tr("Add %1").arg(wordIn(entryOf(*list))), model, kind, added);
    if (element && (kind == ElementKind::binding || kind == ElementKind::state || kind == ElementKind::workers))
        addStates(menu, SectionMenu::tr("Add state item"), model, element->ids[0], added);
    if (element && widgets::isDeletable(kind))
        menu.addAction(widgets::icon("edit-delete"), SectionMenu::tr("Delete %1").arg(element->ids.back()),
                       [&model, doomed = *element] { widgets::deleteElement(model, doomed); });
}

void fillInsertMenu(QMenu& menu, DocumentModel& model, const Added& added)
{
    addWorkloads(menu, SectionMenu::tr("&Workload for"), model, added);
    QMenu* states = menu.addMenu(widgets::icon("list-add"), SectionMenu::tr("S&tate item of"));
    for (const auto& behaviour : model.project().behaviours) {
        const QString role = QString::fromStdString(behaviour.role.id);
        addStates(*states, role, model, role, added);
    }
    states->setEnabled(!states->isEmpty());
    for (const project::List& section : project::sections())
        if (section.edits.adding == project::Adding::plain)
            addPlain(menu, entryOf(section), model, *section.kind, added);
}

} // namespace headroom::app
