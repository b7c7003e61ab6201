#include "app/findings_view.h"

#include "widgets/look/look.h"
#include "widgets/plots/chart_widget.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::app {

using widgets::ElementKind;
using widgets::ElementRef;

namespace {

QString iconOf(project::Severity severity)
{
    switch (severity) {
    case project::Severity::error:
        return "dialog-error";
    case project::Severity::warning:
        return "dialog-warning";
    case project::Severity::note:
        return "dialog-information";
    }
    return {};
}

template <class Items>
const typename Items::value_type* itemAt(const Items& items, const QString& index)
{
    bool isNumber = false;
    const std::size_t i = index.toULongLong(&isNumber);
    return isNumber && i < items.size() ? &items[i] : nullptr;
}

std::optional<ElementRef> elementInBehaviour(const project::Project& project, const QStringList& parts)
{
    const project::Behaviour* behaviour = itemAt(project.behaviours, parts.value(1));
    if (!behaviour)
        return {};
    const QString role = QString::fromStdString(behaviour->role.id);
    const qsizetype at = parts.indexOf("operations");
    const project::Operation* operation = at < 0 ? nullptr : itemAt(behaviour->role.operations, parts.value(at + 1));
    const project::Diagram* diagram =
        operation && parts.value(at + 2) == "diagrams" ? itemAt(operation->diagrams, parts.value(at + 3)) : nullptr;
    if (diagram && parts.value(at + 4) == "blocks")
        if (const project::Block* block = itemAt(diagram->blocks, parts.value(at + 5)))
            return ElementRef::block(
                QString::fromStdString(project::diagramPath(behaviour->role.id, operation->id, diagram->id)),
                QString::fromStdString(block->id));
    if (operation)
        return ElementRef{ElementKind::operation, {role, QString::fromStdString(operation->id)}};
    return ElementRef{ElementKind::binding, {role}};
}

std::optional<ElementRef> elementInTopology(const project::Topology& topology, const QStringList& parts)
{
    if (parts.value(1) == "groups") {
        const project::NodeGroup* group = itemAt(topology.groups, parts.value(2));
        if (!group)
            return {};
        const QString id = QString::fromStdString(group->id);
        if (parts.value(3) == "devices")
            if (const auto* device = itemAt(group->devices, parts.value(4)))
                return ElementRef::device(id, QString::fromStdString(device->id));
        return ElementRef::nodeGroup(id);
    }
    if (parts.value(1) == "fabrics")
        if (const project::Fabric* fabric = itemAt(topology.fabrics, parts.value(2)))
            return ElementRef{ElementKind::fabric, {QString::fromStdString(fabric->id)}};
    return ElementRef{ElementKind::topology, {}};
}

} // namespace

std::optional<ElementRef> elementAt(const project::Project& project, const QString& pointer)
{
    const QStringList parts = pointer.mid(1).split('/');
    if (parts.front() == "behaviours")
        return elementInBehaviour(project, parts);
    if (parts.front() == "topology")
        return elementInTopology(project.topology, parts);
    if (parts.front() == "parameters") {
        if (const auto* parameter = itemAt(project.parameters, parts.value(1)))
            return ElementRef::parameter(QString::fromStdString(parameter->name));
    }
    if (parts.front() == "workloads") {
        if (const auto* workload = itemAt(project.workloads, parts.value(1)))
            return ElementRef{ElementKind::workload, {QString::fromStdString(workload->id)}};
    }
    if (parts.front() == "run")
        return ElementRef{ElementKind::run, {}};
    return {};
}

FindingsView::FindingsView(const QString& emptySentence, QWidget* parent)
    : QStackedWidget(parent), list_(new QTreeWidget)
{
    list_->setObjectName("findings");
    list_->setHeaderLabels({tr("Place"), tr("Problem"), tr("Remedy")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setTextElideMode(Qt::ElideRight);
    list_->header()->setStretchLastSection(true);
    list_->header()->resizeSection(0, 320);
    list_->header()->resizeSection(1, 420);
    addWidget(widgets::emptyPage(emptySentence));
    addWidget(list_);
    connect(list_, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { emit chosen(item->data(0, Qt::UserRole).toString()); });
    connect(list_, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { emit chosen(item->data(0, Qt::UserRole).toString()); });
}

void FindingsView::setFindings(const project::Findings& findings)
{
    list_->clear();
    for (const project::Finding& finding : findings) {
        auto* item =
            new QTreeWidgetItem(list_, {QString::fromStdString(finding.place), QString::fromStdString(finding.problem),
                                        QString::fromStdString(finding.remedy)});
        item->setIcon(0, widgets::icon(iconOf(finding.severity)));
        item->setData(0, Qt::UserRole, QString::fromStdString(finding.pointer));
        for (int column = 0; column < 3; ++column)
            item->setToolTip(column, item->text(column));
    }
    setCurrentIndex(findings.empty() ? 0 : 1);
}

void showFaults(QWidget* parent, const QString& path, const project::Findings& findings)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName("faults");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(FindingsView::tr("The project cannot be opened"));
    const auto errors = std::count_if(findings.begin(), findings.end(), [](const project::Finding& finding) {
        return finding.severity == project::Severity::error;
    });
    auto* title =
        new QLabel(errors == 1 ? FindingsView::tr("One fault keeps this project from being opened.")
                               : FindingsView::tr("%1 faults keep this project from being opened.").arg(errors));
    widgets::setLook(title, widgets::Look::strong);
    auto* file = new QLabel(path);
    file->setTextInteractionFlags(Qt::TextSelectableByMouse);
    file->setWordWrap(true);
    widgets::setLook(file, widgets::Look::dim);
    auto* list = new FindingsView({});
    list->setFindings(findings);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->setSpacing(widgets::rhythm::step);
    column->addWidget(title);
    column->addWidget(file);
    column->addWidget(list, 1);
    column->addWidget(buttons);
    dialog->resize(960, 360);
    dialog->open();
}

} // namespace headroom::app
