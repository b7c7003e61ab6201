#include "app/outline/section_menu.h"

#include "project/vocabulary/declarations.h"
#include "widgets/document/edits/section_edits.h"
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

} // namespace

void fillSectionMenu(QMenu& menu, DocumentModel& model, const std::optional<ElementRef>& element,
                     std::optional<ElementKind> heading, const Added& added)
{
    const ElementKind kind = element ? element->kind : heading.value_or(ElementKind::project);
    if (kind == ElementKind::workload)
        addWorkloads(menu, SectionMenu::tr("Add workload for"), model, added);
    if (element && (kind == ElementKind::workload || kind == ElementKind::share))
        addShares(menu, model, element->ids[0], added);
    if (kind == ElementKind::selector)
        menu.addAction(widgets::icon("list-add"), SectionMenu::tr("Add selector"), [&model, added] {
            added({ElementKind::selector, {widgets::addSelector(model)}});
        });
    if (kind == ElementKind::disturbance)
        menu.addAction(widgets::icon("list-add"), SectionMenu::tr("Add disturbance"), [&model, added] {
            added({ElementKind::disturbance, {widgets::addDisturbance(model)}});
        });
    if (kind == ElementKind::distribution)
        menu.addAction(widgets::icon("list-add"), SectionMenu::tr("Add distribution"), [&model, added] {
            added({ElementKind::distribution, {widgets::addDistribution(model)}});
        });
    if (kind == ElementKind::result)
        menu.addAction(widgets::icon("list-add"), SectionMenu::tr("Add derived result"), [&model, added] {
            added({ElementKind::result, {widgets::addResult(model)}});
        });
    if (kind == ElementKind::goal)
        menu.addAction(widgets::icon("list-add"), SectionMenu::tr("Add goal"), [&model, added] {
            added({ElementKind::goal, {widgets::addGoal(model)}});
        });
    if (kind == ElementKind::study)
        menu.addAction(widgets::icon("list-add"), SectionMenu::tr("Add study"), [&model, added] {
            added({ElementKind::study, {widgets::addStudy(model, widgets::usualSpace(model.project()))}});
        });
    if (element && (kind == ElementKind::binding || kind == ElementKind::state || kind == ElementKind::workers))
        addStates(menu, SectionMenu::tr("Add state item"), model, element->ids[0], added);
    if (element && widgets::isListed(kind))
        menu.addAction(widgets::icon("edit-delete"), SectionMenu::tr("Delete %1").arg(element->ids.back()),
                       [&model, doomed = *element] { widgets::deleteListed(model, doomed); });
}

void fillInsertMenu(QMenu& menu, DocumentModel& model, const Added& added)
{
    using Add = QString (*)(DocumentModel&);
    const auto entry = [&](const QString& text, ElementKind kind, Add add) {
        menu.addAction(widgets::icon("list-add"), text, [&model, added, kind, add] { added({kind, {add(model)}}); });
    };
    addWorkloads(menu, SectionMenu::tr("&Workload for"), model, added);
    entry(SectionMenu::tr("&Selector or ring"), ElementKind::selector, widgets::addSelector);
    QMenu* states = menu.addMenu(widgets::icon("list-add"), SectionMenu::tr("S&tate item of"));
    for (const auto& behaviour : model.project().behaviours) {
        const QString role = QString::fromStdString(behaviour.role.id);
        addStates(*states, role, model, role, added);
    }
    states->setEnabled(!states->isEmpty());
    entry(SectionMenu::tr("&Disturbance"), ElementKind::disturbance, widgets::addDisturbance);
    entry(SectionMenu::tr("D&istribution"), ElementKind::distribution, widgets::addDistribution);
    entry(SectionMenu::tr("Deri&ved result"), ElementKind::result, widgets::addResult);
    entry(SectionMenu::tr("&Goal"), ElementKind::goal, widgets::addGoal);
}

} // namespace headroom::app
