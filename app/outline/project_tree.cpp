#include "app/outline/project_tree.h"

#include "project/structure/describe.h"
#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/lookup/element_title.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

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

constexpr int headingRole = Qt::UserRole + 2; // the kind of the elements below the heading

/// "storage × 4" if the count is a plain number.
QString withCount(const project::NodeGroup& group)
{
    const QString name = widgets::elementTitle(group);
    const auto count = group.fields.find("count");
    if (count == group.fields.end())
        return name;
    return name + " × " + (count->is_string() ? text(count->get<std::string>()) : text(count->dump()));
}

template <typename Item>
QString entryOf(const Item& item)
{
    return widgets::elementTitle(item);
}
QString entryOf(const project::NodeGroup& group)
{
    return withCount(group);
}

std::optional<ElementKind> headingOf(const QTreeWidgetItem& item)
{
    const QVariant kind = item.data(0, headingRole);
    return kind.isValid() ? std::optional(static_cast<ElementKind>(kind.toInt())) : std::nullopt;
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
        if (!path.contains('/')) // a change outside the drawings of roles
            fill();
    });
    connect(&model_, &widgets::DocumentModel::changed, this, [this](const ElementRef& element) {
        if (element.kind == ElementKind::nodeGroup || element.kind == ElementKind::networkSwitch ||
            element.kind == ElementKind::project)
            fill();
    });
}

/// Creates an entry for every element that the document describes, except for those in the drawings.
class ProjectTree::Fill : public project::PassOver
{
public:
    Fill(ProjectTree& tree, const project::Project& project) : tree_(tree), project_(project) {}

    void run()
    {
        describe(*this, project_);
        QTreeWidgetItem* section = addHeading(tr("Run"));
        addElement(section, tr("Duration, warm-up, seed"), {ElementKind::run, {}});
        addElement(section, tr("Name and description"), {ElementKind::project, {}});
    }

    template <typename Item>
    void list(const project::List& list, const std::vector<Item>& items)
    {
        if (!list.kind)
            return;
        QTreeWidgetItem* const outside = parent_;
        // The menu of a heading adds the first element.
        if (!outside && (!items.empty() || list.edits.adding != project::Adding::no))
            parent_ = addHeading(widgets::text(list.heading), list.kind);
        QTreeWidgetItem* const parent = parent_;
        for (const Item& item : items) {
            ids_.append(widgets::text(nameOf(item)));
            parent_ = addElement(parent, entryOf(item), {*list.kind, ids_});
            describe(*this, item);
            ids_.removeLast();
        }
        parent_ = outside;
    }
    void list(const project::List&, const std::vector<project::Behaviour>& behaviours)
    {
        QTreeWidgetItem* section = addHeading(tr("Software"), ElementKind::role);
        for (const project::Behaviour& behaviour : behaviours)
            addRole(section, behaviour.role);
    }
    // Parameters and presets have a panel of their own.
    void list(const project::List&, const std::vector<project::Parameter>&) {}
    void list(const project::List&, const std::vector<project::Preset>&) {}

    void part(const project::Member&, ElementKind, const project::Topology& topology)
    {
        if (topology.groups.empty() && topology.fabrics.empty())
            return;
        parent_ = addHeading(tr("Topology"));
        parent_->setData(0, pathRole, widgets::topologyPath);
        describe(*this, topology);
        parent_ = nullptr;
    }

private:
    QTreeWidgetItem* addHeading(const QString& title, std::optional<ElementKind> below = {})
    {
        auto* item = new QTreeWidgetItem(&tree_, {title});
        item->setFlags(Qt::ItemIsEnabled);
        if (below)
            item->setData(0, headingRole, static_cast<int>(*below));
        return item;
    }

    static QTreeWidgetItem* addElement(QTreeWidgetItem* parent, const QString& title, const ElementRef& element)
    {
        auto* item = new QTreeWidgetItem(parent, {title});
        item->setData(0, elementRole, QVariant::fromValue(element));
        item->setToolTip(0, title);
        return item;
    }

    /// A role's drawings come first.
    static void addRole(QTreeWidgetItem* section, const project::Role& role)
    {
        const QString id = widgets::text(role.id);
        auto* roleItem = addElement(section, id, {ElementKind::binding, {id}});
        roleItem->setToolTip(0, widgets::text(role.description));
        for (const project::Operation& operation : role.operations)
            addOperation(roleItem, role, operation);
        addElement(roleItem, tr("workers"), {ElementKind::workers, {id}});
        for (const project::StateItem& state : role.state)
            addElement(roleItem, widgets::text(state.id), {ElementKind::state, {id, widgets::text(state.id)}});
    }

    static void addOperation(QTreeWidgetItem* parent, const project::Role& role, const project::Operation& operation)
    {
        const QString id = widgets::text(operation.id);
        auto* item = addElement(parent, id, {ElementKind::operation, {widgets::text(role.id), id}});
        item->setToolTip(0, widgets::text(operation.description));
        for (const project::Diagram& diagram : operation.diagrams) {
            const QString path = widgets::text(project::diagramPath(role.id, operation.id, diagram.id));
            if (!item->data(0, pathRole).isValid())
                item->setData(0, pathRole, path);
            if (operation.diagrams.size() > 1)
                (new QTreeWidgetItem(item, {widgets::text(diagram.id)}))->setData(0, pathRole, path);
        }
    }

    ProjectTree& tree_;
    const project::Project& project_;
    QTreeWidgetItem* parent_ = nullptr; ///< entry of the visited element; null: the tree itself
    QStringList ids_;
};

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
    Fill(*this, model_.project()).run();
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        (*it)->setExpanded(!closed.contains((*it)->text(0)));
    markDiagram(current);
    if (element.isValid())
        markElement(element.value<ElementRef>());
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
    auto* menu = widgets::named(new QMenu(this), "treeMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillSectionMenu(*menu, model_, element.isValid() ? std::optional(element.value<ElementRef>()) : std::nullopt,
                    headingOf(*item), [this](const ElementRef& made) { added(made); });
    emit menuOpening(menu);
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(byKey ? viewport()->mapToGlobal(visualItemRect(item).bottomLeft()) : event->globalPos());
}

void ProjectTree::keyPressEvent(QKeyEvent* event)
{
    const QVariant element = currentItem() ? currentItem()->data(0, elementRole) : QVariant();
    if (event->key() == Qt::Key_Delete && element.isValid() && widgets::isDeletable(element.value<ElementRef>().kind))
        widgets::deleteElement(model_, element.value<ElementRef>());
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

/// Roles can be dropped on the node groups that are to run them.
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

std::optional<ElementKind> ProjectTree::currentHeading() const
{
    return currentItem() ? headingOf(*currentItem()) : std::nullopt;
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
