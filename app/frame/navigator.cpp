#include "app/frame/navigator.h"

#include "app/charts/charts_controller.h"
#include "app/document/first_drawing.h"
#include "app/frame/panels.h"
#include "app/frame/workspace.h"
#include "app/software/software_edits.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/document/lookup/inspected_element.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/document/model/group_paths.h"
#include "widgets/theme/theme.h"

#include <QScopedValueRollback>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>

namespace headroom::app {

using namespace widgets;

namespace {
constexpr std::size_t mostPlaces = 100;
} // namespace

Navigator::Navigator(Workspace& workspace, Panels& panels, SoftwareEdits& software)
    : workspace_(workspace), panels_(panels), software_(software)
{
    connect(&software_, &SoftwareEdits::diagramWanted, this, &Navigator::showDiagram);
    connect(&software_, &SoftwareEdits::fieldsWanted, this, [this] {
        panels_.showInspector();
        panels_.inspector().fillIn();
    });
    connect(&workspace_.topologyPage(), &TopologyPage::elementChosen, &panels_.inspection(),
            &InspectorController::show);
    connect(&workspace_.tabs(), &QTabWidget::currentChanged, this, [this] {
        if (workspace_.tabs().currentWidget() == &workspace_.topology())
            remember({topologyPath, {}});
        else if (workspace_.tabs().currentWidget() == &workspace_.software() && workspace_.software().scene())
            remember({workspace_.software().scene()->path(), {}});
    });
    connectPanels();
}

void Navigator::connectPanels()
{
    connect(&panels_.tree(), &ProjectTree::diagramChosen, this, &Navigator::showDiagram);
    connect(&panels_.tree(), &ProjectTree::elementChosen, this, &Navigator::showElement);
    connect(&panels_, &Panels::placeChosen, this, &Navigator::editField);
    connect(&panels_.inspection(), &InspectorController::renamed, this, [this](const ElementRef& element) {
        if (isInTopology(element.kind)) // its drawing was created again and has no selection
            showElement(element);
    });
    connect(&panels_.results().problems(), &FindingsView::chosen, this, &Navigator::showFinding);
    connect(&panels_.results().charts(), &ChartsController::blockChosen, this, &Navigator::showTracedBlock);
}

void Navigator::showDocument()
{
    forget();
    const QScopedValueRollback going(going_, true);
    workspace_.software().setScene(nullptr);
    workspace_.software().setBreadcrumb({});
    showTopology();
    const QString first = mostTelling(workspace_.model().project(), *workspace_.files().library());
    if (!first.isEmpty())
        showDiagram(first);
    workspace_.tabs().setCurrentIndex(0);
    // Else the first button of the window has it. The drawing is shown by the next event, and not focused before.
    if (CanvasView* drawing = workspace_.software().view())
        QMetaObject::invokeMethod(
            drawing, [drawing] { drawing->setFocus(); }, Qt::QueuedConnection);
    if (!first.isEmpty())
        places_.push_back({first, {}});
}

void Navigator::showTopology()
{
    const auto display = [this](const project::Json& value) {
        return displayOf(workspace_.model().project(), *workspace_.files().library(), value);
    };
    auto* scene = new TopologyScene(workspace_.model(), display);
    CanvasTab& canvas = workspace_.topology();
    canvas.setScene(scene);
    workspace_.topologyPage().setScene(scene);
    canvas.view()->setLoadCaption(tr("Load of the busiest part"));
    canvas.setBreadcrumb(tr("<b>Topology</b>"));
    follow(canvas);
}

/// Connects to a drawing when it is displayed.
void Navigator::follow(CanvasTab& canvas)
{
    connect(canvas.scene(), &CanvasScene::selectionEdited, &panels_.inspection(), &InspectorController::showAll);
    // The tree, or another drawing, may have been shown in between.
    connect(canvas.scene(), &CanvasScene::selectionPressed, this, [this](const QList<ElementRef>& elements) {
        if (panels_.inspection().elements() != elements)
            panels_.inspection().showAll(elements);
    });
    connect(canvas.scene(), &CanvasScene::renameRequested, this, &Navigator::editName);
    connect(canvas.scene(), &CanvasScene::refused, &workspace_.status(), &StatusLine::say);
}

void Navigator::showDiagram(const QString& path)
{
    remember({path, {}});
    const QScopedValueRollback going(going_, true);
    if (path == topologyPath) {
        workspace_.tabs().setCurrentWidget(&workspace_.topology());
        return;
    }
    CanvasTab& canvas = workspace_.software();
    workspace_.tabs().setCurrentWidget(&canvas);
    if (canvas.scene() && canvas.scene()->path() == path)
        return;
    if (path.isEmpty()) {
        canvas.setScene(nullptr);
        canvas.setBreadcrumb({});
        return;
    }
    auto* scene = new DiagramScene(workspace_.model(), path);
    scene->setLibrary(workspace_.files().library());
    connect(&workspace_.files(), &DocumentFiles::libraryChanged, scene,
            [this, scene] { scene->setLibrary(workspace_.files().library()); });
    canvas.setScene(scene);
    canvas.setBreadcrumb(software_.breadcrumb(path));
    software_.follow(*canvas.scene());
    follow(canvas);
    panels_.tree().markDiagram(software_.operationPath(path).first);
}

void Navigator::showElement(const ElementRef& element)
{
    remember({isInTopology(element.kind) ? topologyPath : element.ids.value(0), element});
    const QScopedValueRollback going(going_, true);
    if (element.kind == ElementKind::parameter) {
        panels_.showParameter(element.ids[0]);
        return;
    }
    showInCanvas(element);
    if (element.kind != ElementKind::note) // notes have no fields
        panels_.inspection().show(element);
}

/// Selects the drawn item of an element, if there is one.
void Navigator::showInCanvas(const ElementRef& element)
{
    const QString id = element.ids.value(1);
    if (element.kind == ElementKind::block) {
        showDiagram(element.ids[0]);
        workspace_.software().scene()->selectBoxes({id});
        showSelected(workspace_.software());
    } else if (element.kind == ElementKind::note) {
        showDiagram(element.ids[0]);
        CanvasTab& canvas = element.ids[0] == topologyPath ? workspace_.topology() : workspace_.software();
        canvas.scene()->select({}, {id});
        showSelected(canvas);
    } else if (isInTopology(element.kind)) {
        CanvasTab& canvas = workspace_.topology();
        workspace_.tabs().setCurrentWidget(&canvas);
        workspace_.topologyPage().showRacks(false);
        if (auto* scene = qobject_cast<TopologyScene*>(canvas.scene()); scene && !element.ids.isEmpty()) {
            scene->selectElement(element);
            showSelected(canvas);
        }
    } else if (workspace_.software().scene()) { // an element in no drawing: nothing else looks chosen beside it
        workspace_.software().scene()->select({}, {});
    }
}

/// Scrolls to the selection, which may be outside the visible part.
void Navigator::showSelected(CanvasTab& canvas)
{
    QRectF selected;
    for (const QGraphicsItem* item : canvas.scene()->selectedItems())
        selected |= item->sceneBoundingRect();
    if (!selected.isEmpty())
        canvas.view()->ensureVisible(selected);
}

void Navigator::editField(const ElementRef& element, const QString& field)
{
    showElement(element);
    scrollTo(field);
    if (QWidget* editor = panels_.inspector().editor(field))
        editor->setFocus();
}

void Navigator::editName(const ElementRef& element)
{
    showElement(element);
    panels_.showInspector();
    if (!panels_.inspector().editName())
        workspace_.status().say(tr("The name cannot be changed here."));
}

void Navigator::showFinding(const QString& pointer)
{
    const auto place = placeAt(workspace_.model().project(), pointer);
    if (!place)
        return;
    editField(place->element, place->field); // the clicked value is corrected next
}

/// Scrolls to a field of the displayed element, with its label and its problem; the form may be longer than its panel.
void Navigator::scrollTo(const QString& field)
{
    QWidget* editor = panels_.inspector().editor(field);
    if (!editor)
        return;
    // The position is known only after a new form has been laid out.
    QWidget* row = editor->parentWidget();
    QTimer::singleShot(0, row, [row] {
        for (QWidget* around = row->parentWidget(); around; around = around->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(around))
                area->ensureWidgetVisible(row, 0, rhythm::step);
    });
}

/// Shows a block by the summary of the run, which names the diagram that was in effect. "group.block" is a block in a
/// group.
void Navigator::showTracedBlock(const QString& role, const QString& operation, const QString& block)
{
    const Run* run = workspace_.runs().history().current();
    if (!run || !run->summary)
        return;
    const std::string within = (role + '/' + operation + '/').toStdString();
    for (const record::BlockSummary& ran : run->summary->blocks) {
        if (!ran.diagram.starts_with(within) || ran.block != block.toStdString())
            continue;
        QString path = QString::fromStdString(ran.diagram);
        QStringList names = block.split('.');
        const QString inner = names.takeLast();
        for (const QString& group : names)
            path = innerPath(path, group);
        showElement({ElementKind::block, {path, inner}});
        return;
    }
    workspace_.status().say(tr("The block “%1” is not in the drawing any more.").arg(block));
}

/// A new place replaces the places after the current one.
void Navigator::remember(const Place& place)
{
    const bool nowhere = place.diagram.isEmpty() && !place.element;
    if (going_ || nowhere || (at_ < places_.size() && places_[at_] == place))
        return;
    places_.resize(std::min(at_ + 1, places_.size()));
    places_.push_back(place);
    if (places_.size() > mostPlaces)
        places_.erase(places_.begin());
    at_ = places_.size() - 1;
}

void Navigator::forget()
{
    places_.clear();
    at_ = 0;
}

/// False if the place has been deleted or renamed.
bool Navigator::exists(const Place& place) const
{
    const project::Project& project = workspace_.model().project();
    const bool drawn =
        place.diagram == topologyPath || project::findDiagram(project, place.diagram.toStdString()) != nullptr;
    if (!place.element || place.element->kind == ElementKind::note)
        return drawn;
    return place.element->kind == ElementKind::parameter
               ? project::findParameter(project, place.element->ids[0].toStdString()) != nullptr
               : inspectedElement(project, *place.element).has_value();
}

std::optional<std::size_t> Navigator::next(int step) const
{
    for (auto at = static_cast<std::ptrdiff_t>(at_) + step; at >= 0 && at < std::ssize(places_); at += step)
        if (exists(places_[static_cast<std::size_t>(at)]))
            return static_cast<std::size_t>(at);
    return {};
}

bool Navigator::canGo(int step) const
{
    return next(step).has_value();
}

void Navigator::go(int step)
{
    const auto to = next(step);
    if (!to)
        return;
    const QScopedValueRollback going(going_, true);
    at_ = *to;
    const Place place = places_[at_];
    place.element ? showElement(*place.element) : showDiagram(place.diagram);
}

} // namespace headroom::app
