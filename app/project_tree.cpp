#include "app/project_tree.h"

#include <QHeaderView>
#include <QSet>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>

namespace headroom::app {

using widgets::ElementKind;
using widgets::ElementRef;

namespace {

constexpr int pathRole = Qt::UserRole;
constexpr int elementRole = Qt::UserRole + 1;

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

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
    setHeaderHidden(true);
    setIndentation(16);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(true);
    connect(this, &QTreeWidget::itemClicked, this, &ProjectTree::choose);
    connect(this, &QTreeWidget::itemActivated, this, &ProjectTree::choose);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (hasFocus() && item)
            choose(item);
    });
    connect(&model_, &widgets::DocumentModel::replaced, this, &ProjectTree::fill);
    connect(&model_, &widgets::DocumentModel::structureChanged, this, [this](const QString& path) {
        if (path == widgets::topologyPath)
            fill();
    });
    connect(&model_, &widgets::DocumentModel::changed, this, [this](const ElementRef& element) {
        if (element.kind == ElementKind::nodeGroup || element.kind == ElementKind::networkSwitch)
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
    clear();
    addSoftware();
    addTopology();
    addWorkloads();
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        (*it)->setExpanded(!closed.contains((*it)->text(0)));
    markDiagram(current);
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
    if (behaviours.empty())
        return;
    QTreeWidgetItem* section = addSection(tr("Software"));
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
        for (const project::DeviceGroup& device : group.devices)
            addElement(item, text(device.id), ElementRef::device(id, text(device.id)));
    }
    for (const project::Fabric& fabric : topology.fabrics) {
        auto* item = addElement(section, text(fabric.id), {ElementKind::fabric, {text(fabric.id)}});
        for (const project::Switch& device : fabric.switches)
            addElement(item, text(device.name.empty() ? device.id : device.name),
                       {ElementKind::networkSwitch, {text(fabric.id), text(device.id)}});
    }
}

void ProjectTree::addWorkloads()
{
    const auto& workloads = model_.project().workloads;
    if (workloads.empty())
        return;
    QTreeWidgetItem* section = addSection(tr("Workloads"));
    for (const project::Workload& workload : workloads)
        addElement(section, text(workload.id), {ElementKind::workload, {text(workload.id)}});
    addElement(section, tr("Run: duration, warm-up, seed"), {ElementKind::run, {}});
}

void ProjectTree::choose(QTreeWidgetItem* item)
{
    const QString path = item->data(0, pathRole).toString();
    if (!path.isEmpty())
        emit diagramChosen(path);
    if (const QVariant element = item->data(0, elementRole); element.isValid())
        emit elementChosen(element.value<ElementRef>());
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
