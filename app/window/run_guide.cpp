#include "app/window/run_guide.h"

#include "app/frame/navigator.h"
#include "app/frame/panels.h"
#include "app/frame/workspace.h"
#include "app/menus/run_actions.h"
#include "app/software/software_edits.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/edits/topology_parts.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/document/model/edit_step.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QTimer>

namespace headroom::app {

using namespace widgets;

RunGuide::RunGuide(Workspace& workspace, Panels& panels, Navigator& navigator, SoftwareEdits& software,
                   RunActions& runs)
    : QObject(&workspace.window()), workspace_(workspace), panels_(panels), navigator_(navigator), software_(software)
{
    runs.setGate([this] { return mayRun(); });
    NextStepsView& steps = panels_.results().nextSteps();
    // Queued: a step changes the document, and with it the list in which the button is.
    connect(&steps, &NextStepsView::stepChosen, this, &RunGuide::take, Qt::QueuedConnection);
    connect(&steps, &NextStepsView::placementChosen, this, &RunGuide::place, Qt::QueuedConnection);
}

/// A text that is still being typed is taken first, as if Enter had been pressed.
bool RunGuide::mayRun()
{
    const QPointer<QWidget> typing = QApplication::focusWidget();
    const bool editor = qobject_cast<QLineEdit*>(typing) || qobject_cast<QComboBox*>(typing);
    if (editor && workspace_.window().isAncestorOf(typing)) {
        typing->clearFocus();
        if (typing) // a form may have been built anew
            typing->setFocus();
    }
    ParameterPanel& parameters = panels_.parameters();
    if (const QString refused = parameters.refused(); !refused.isEmpty()) {
        workspace_.status().say(tr("Not started: correct %1 first. %2").arg(refused, parameters.problem(refused)));
        parameters.editor(refused)->setFocus();
        return false;
    }
    if (workspace_.model().project().workloads.empty()) {
        panels_.results().showTab(ResultsPanel::problemsTab);
        workspace_.status().say(tr("There is nothing to run: the project has no workload."));
        return false;
    }
    return true;
}

void RunGuide::take(const NextStep& step)
{
    DocumentModel& model = workspace_.model();
    switch (step.kind) {
    case NextStep::Kind::role:
        software_.newRole().trigger();
        break;
    case NextStep::Kind::operation:
        navigator_.showElement({ElementKind::binding, {step.role}});
        software_.newOperation().trigger();
        break;
    case NextStep::Kind::nodes:
        navigator_.showElement(ElementRef::nodeGroup(addNodeGroup(model, {})));
        break;
    case NextStep::Kind::roleNodes: {
        const QStringList added = addRoleNodes(model, step.roles);
        navigator_.showDiagram(topologyPath);
        workspace_.topology().scene()->selectBoxes(added); // together, for what they have in common
        break;
    }
    case NextStep::Kind::network: {
        const auto* drawing = qobject_cast<TopologyScene*>(workspace_.topology().scene());
        const project::Fabric* fabric = drawing ? drawing->shownFabric() : nullptr;
        const QString hub = linkNodes(model, fabric ? QString::fromStdString(fabric->id) : QString());
        navigator_.showDiagram(topologyPath);
        workspace_.topology().scene()->selectBoxes({hub});
        break;
    }
    case NextStep::Kind::storage:
        bind(step);
        break;
    case NextStep::Kind::component:
        if (const auto place = placeAt(model.project(), step.field))
            pick(place->element, place->field);
        break;
    case NextStep::Kind::workload:
        // How many they are is asked first, and stands below other fields.
        navigator_.editField({ElementKind::workload, {addWorkload(model, step.role)}}, "workers");
        break;
    case NextStep::Kind::placement: // by place()
        break;
    }
}

/// Opens the list of the field, with the figures of each component.
void RunGuide::pick(const ElementRef& element, const QString& field)
{
    panels_.showInspector();
    navigator_.editField(element, field);
    if (auto* choice = qobject_cast<QComboBox*>(panels_.inspector().editor(field)))
        QTimer::singleShot(0, choice, &QComboBox::showPopup); // when the form has been laid out
}

/// Nodes without devices get some for the volumes.
void RunGuide::bind(const NextStep& step)
{
    DocumentModel& model = workspace_.model();
    if (step.devices.isEmpty()) {
        if (const auto added = addPart(model, step.group, "disk"))
            pick(*added, "component");
        return;
    }
    const QString devices = step.devices.front();
    const EditStep edit(model, tr("Bind volumes to %1").arg(devices));
    for (const QString& volume : step.volumes)
        bindVolume(model, step.group, volume, devices);
    navigator_.showElement(ElementRef::nodeGroup(step.group));
}

void RunGuide::place(const QString& role, const QString& group)
{
    setRole(workspace_.model(), group, role, true);
    navigator_.showElement(ElementRef::nodeGroup(group));
}

} // namespace headroom::app
