#include "app/outline/project_tree.h"

#include "widgets/diagram/topology/topology_scene.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/theme/text.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QSet>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>

namespace headroom::app {

using widgets::ElementKind;
using widgets::ElementRef;

namespace {

using widgets::text;

constexpr int sectionRole = Qt::UserRole + 2;

/// "storage × 4" where the count is a plain number.
QString withCount(const project::NodeGroup& group)
{
    const QString name = text(group.name.empty() ? group.id : group.name);
    const auto count = group.fields.find("count");
    if (count == group.fields.end())
        return name;
    return name + " × " + (count->is_string() ? text(count->get<std::string>()) : text(count->dump()));
}

} // namespace

ProjectTree::ProjectTree(widgets::DocumentModel& model, QWidget* parent) : QTreeWidget(parent), model_(model)
{
    setObjectName("projectTree");
    setAccessibleName(tr("Project"));
    setHeaderHidden(true);
    setIndentation(16);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(true);
    connect(this, &QTreeWidget::itemClicked, this, qOverload<QTreeWidgetItem*>(&ProjectTree::choose));
    connect(this, &QTreeWidget::itemActivated, this, qOverload<QTreeWidgetItem*>(&ProjectTree::choose));
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (hasFocus() && item)
            choose(item);
    });
    setDragDropMode(DragOnly);
    connect(&model_, &widgets::DocumentModel::replaced, this, &ProjectTree::fill);
    connect(&model_, &widgets::DocumentModel::structureChanged, this, [this](const QString& path) {
        if (!path.contains('/')) // all but the drawings
            fill();
    });
    connect(&model_, &widgets::DocumentModel::changed, this, [this](const ElementRef& element) {
        if (element.kind == ElementKind::nodeGroup || element.kind == ElementKind::networkSwitch ||
            element.kind == ElementKind::project)
            fill();
    });
}

void ProjectTree::fill()
{
    const QSignalBlocker quiet(this);
    QSet<QString> closed;
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        if ((*it)->childCount() > 0 && !(*it)->isExpanded())
            closed.insert((*it)->text(0));
    const QString current = currentItem() ? currentItem()->data(0, pathRole).toString() : QString();
    const QVariant element = currentItem() ? currentItem()->data(0, elementRole) : QVariant();
    clear();
    addSoftware();
    addTopology();
    addSelectors();
    addWorkloads();
    addDisturbances();
    addRun();
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        (*it)->setExpanded(!closed.contains((*it)->text(0)));
    markDiagram(current);
    if (element.isValid())
        markElement(element.value<ElementRef>());
}

QTreeWidgetItem* ProjectTree::addSection(const QString& title)
{
    auto* item = new QTreeWidgetItem(this, {title});
    item->setFlags(Qt::ItemIsEnabled);
    return item;
}

QTreeWidgetItem* ProjectTree::addElement(QTreeWidgetItem* parent, const QString& title, const ElementRef& element)
{
    auto* item = new QTreeWidgetItem(parent, {title});
    item->setData(0, elementRole, QVariant::fromValue(element));
    item->setToolTip(0, title);
    return item;
}

void ProjectTree::addSoftware()
{
    const auto& behaviours = model_.project().behaviours;
    QTreeWidgetItem* section = addSection(tr("Software"));
    section->setData(0, sectionRole, static_cast<int>(Section::software));
    for (const project::Behaviour& behaviour : behaviours) {
        const project::Role& role = behaviour.role;
        auto* roleItem = addElement(section, text(role.id), {ElementKind::binding, {text(role.id)}});
        roleItem->setToolTip(0, text(role.description));
        for (const project::Operation& operation : role.operations) {
            auto* item =
                addElement(roleItem, text(operation.id), {ElementKind::operation, {text(role.id), text(operation.id)}});
            item->setToolTip(0, text(operation.description));
            for (const project::Diagram& diagram : operation.diagrams) {
                const QString path = text(project::diagramPath(role.id, operation.id, diagram.id));
                if (!item->data(0, pathRole).isValid())
                    item->setData(0, pathRole, path);
                if (operation.diagrams.size() > 1)
                    (new QTreeWidgetItem(item, {text(diagram.id)}))->setData(0, pathRole, path);
            }
        }
        addElement(roleItem, tr("workers"), {ElementKind::workers, {text(role.id)}});
        for (const project::StateItem& state : role.state)
            addElement(roleItem, text(state.id), {ElementKind::state, {text(role.id), text(state.id)}});
    }
}

void ProjectTree::addTopology()
{
    const project::Topology& topology = model_.project().topology;
    if (topology.groups.empty() && topology.fabrics.empty())
        return;
    QTreeWidgetItem* section = addSection(tr("Topology"));
    section->setData(0, pathRole, widgets::topologyPath);
    for (const project::NodeGroup& group : topology.groups) {
        const QString id = text(group.id);
        auto* item = addElement(section, withCount(group), ElementRef::nodeGroup(id));
        for (const project::Controller& controller : group.controllers)
            addElement(item, text(controller.id), {ElementKind::controller, {id, text(controller.id)}});
        for (const project::DeviceGroup& device : group.devices)
            addElement(item, text(device.id), ElementRef::device(id, text(device.id)));
        for (const project::VolumeBinding& volume : group.volumes)
            addElement(item, tr("volume %1").arg(text(volume.volume)),
                       {ElementKind::volume, {id, text(volume.volume)}});
    }
    for (const project::Fabric& fabric : topology.fabrics) {
        auto* item = addElement(section, text(fabric.id), {ElementKind::fabric, {text(fabric.id)}});
        for (const project::Switch& device : fabric.switches)
            addElement(item, text(device.name.empty() ? device.id : device.name),
                       {ElementKind::networkSwitch, {text(fabric.id), text(device.id)}});
        for (const project::Link& link : fabric.links)
            addElement(item, tr("%1 to %2").arg(text(link.from), text(link.to)),
                       {ElementKind::link, {text(fabric.id), text(link.id)}});
    }
}

void ProjectTree::addSelectors()
{
    QTreeWidgetItem* section = addSection(tr("Selectors"));
    section->setData(0, sectionRole, static_cast<int>(Section::selectors));
    for (const project::Selector& selector : model_.project().selectors)
        addElement(section, text(selector.id), {ElementKind::selector, {text(selector.id)}});
}

void ProjectTree::addWorkloads()
{
    QTreeWidgetItem* section = addSection(tr("Workloads"));
    section->setData(0, sectionRole, static_cast<int>(Section::workloads));
    for (const project::Workload& workload : model_.project().workloads) {
        auto* item = addElement(section, text(workload.id), {ElementKind::workload, {text(workload.id)}});
        for (const project::OperationShare& share : workload.operations)
            addElement(item, text(share.operation), {ElementKind::share, {text(workload.id), text(share.operation)}});
    }
}

void ProjectTree::addDisturbances()
{
    QTreeWidgetItem* section = addSection(tr("Disturbances"));
    section->setData(0, sectionRole, static_cast<int>(Section::disturbances));
    for (const project::Disturbance& disturbance : model_.project().disturbances)
        addElement(section, text(disturbance.id), {ElementKind::disturbance, {text(disturbance.id)}});
}

void ProjectTree::addRun()
{
    QTreeWidgetItem* section = addSection(tr("Run"));
    addElement(section, tr("Duration, warm-up, seed"), {ElementKind::run, {}});
    addElement(section, tr("Name and description"), {ElementKind::project, {}});
}

void ProjectTree::added(const ElementRef& element)
{
    markElement(element);
    emit elementChosen(element);
}

void ProjectTree::markElement(const ElementRef& element)
{
    const QSignalBlocker quiet(this);
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        if (const QVariant own = (*it)->data(0, elementRole); own.isValid() && own.value<ElementRef>() == element)
            return setCurrentItem(*it);
}

void ProjectTree::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QTreeWidgetItem* item = byKey ? currentItem() : itemAt(event->pos());
    if (!item)
        return;
    const QVariant element = item->data(0, elementRole);
    auto* menu = new QMenu(this);
    menu->setObjectName("treeMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillSectionMenu(*menu, model_, element.isValid() ? std::optional(element.value<ElementRef>()) : std::nullopt,
                    static_cast<Section>(item->data(0, sectionRole).toInt()),
                    [this](const ElementRef& made) { added(made); });
    emit menuOpening(menu);
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(byKey ? viewport()->mapToGlobal(visualItemRect(item).bottomLeft()) : event->globalPos());
}

void ProjectTree::keyPressEvent(QKeyEvent* event)
{
    const QVariant element = currentItem() ? currentItem()->data(0, elementRole) : QVariant();
    if (event->key() == Qt::Key_Delete && element.isValid() && widgets::isListed(element.value<ElementRef>().kind))
        widgets::deleteListed(model_, element.value<ElementRef>());
    else if (event->key() == Qt::Key_Delete)
        emit deleteRequested();
    else if (event->key() == Qt::Key_F2)
        emit renameRequested();
    else
        QTreeWidget::keyPressEvent(event);
}

QStringList ProjectTree::mimeTypes() const
{
    return {widgets::partMimeType};
}

/// Roles can be dropped on the node groups that are to carry them.
QMimeData* ProjectTree::mimeData(const QList<QTreeWidgetItem*>& items) const
{
    const QVariant held = items.isEmpty() ? QVariant() : items.first()->data(0, elementRole);
    const auto element = held.value<ElementRef>();
    if (!held.isValid() || element.kind != ElementKind::binding)
        return nullptr;
    auto* role = new QMimeData;
    role->setData(widgets::partMimeType, ("role\n" + element.ids.value(0)).toUtf8());
    return role;
}

void ProjectTree::choose(QTreeWidgetItem* item)
{
    const QString path = item->data(0, pathRole).toString();
    if (!path.isEmpty())
        emit diagramChosen(path);
    if (const QVariant element = item->data(0, elementRole); element.isValid())
        emit elementChosen(element.value<ElementRef>());
}

std::optional<ElementRef> ProjectTree::currentElement() const
{
    const QVariant element = currentItem() ? currentItem()->data(0, elementRole) : QVariant();
    return element.isValid() ? std::optional(element.value<ElementRef>()) : std::nullopt;
}

Section ProjectTree::currentSection() const
{
    return currentItem() ? static_cast<Section>(currentItem()->data(0, sectionRole).toInt()) : Section::none;
}

void ProjectTree::choose(const ElementRef& element)
{
    markElement(element);
    if (currentElement() == element)
        choose(currentItem());
}

void ProjectTree::markDiagram(const QString& path)
{
    if (path.isEmpty())
        return;
    const QSignalBlocker quiet(this);
    for (QTreeWidgetItemIterator it(this); *it; ++it) {
        if ((*it)->data(0, pathRole).toString() == path && (*it)->flags().testFlag(Qt::ItemIsSelectable)) {
            setCurrentItem(*it);
            return;
        }
    }
}

} // namespace headroom::app
