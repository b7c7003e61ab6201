#include "widgets/diagram/topology/panels/mapping_matrix.h"

#include "widgets/controls/row_heads.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/lookup/unbound_volumes.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace headroom::widgets {

MappingModel::MappingModel(DocumentModel& document, Plan plan, QObject* parent)
    : QAbstractTableModel(parent), document_(document), planned_(std::move(plan))
{
    refresh();
    connect(&document_, &DocumentModel::replaced, this, &MappingModel::refresh);
    connect(&document_, &DocumentModel::structureChanged, this, &MappingModel::refresh);
    connect(&document_, &DocumentModel::changed, this, [this](const ElementRef& element) {
        switch (element.kind) {
        case ElementKind::parameter:
        case ElementKind::nodeGroup:
        case ElementKind::volume:
        case ElementKind::role:
            return refresh();
        default:
            break;
        }
    });
}

void MappingModel::refresh()
{
    const TopologyPlan plan = planned_();
    const QVector<int>& nodes = plan.nodes;
    const auto rows = static_cast<int>(document_.project().behaviours.size());
    const bool same = rows == rows_ && nodes.size() == nodes_.size();
    // A reset loses the current cell, so it is only done if rows or columns have changed.
    if (!same)
        beginResetModel();
    nodes_ = nodes;
    roles_ = plan.roles;
    rows_ = rows;
    if (!same) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    }
}

int MappingModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rows_;
}

int MappingModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(nodes_.size()) + 1;
}

const project::NodeGroup* MappingModel::group(int column) const
{
    const auto& groups = document_.project().topology.groups;
    return column >= 0 && column < static_cast<int>(groups.size()) ? &groups[static_cast<std::size_t>(column)]
                                                                   : nullptr;
}

bool MappingModel::carries(int row, int column) const
{
    const auto* owner = group(column);
    const auto& role = document_.project().behaviours[static_cast<std::size_t>(row)].role.id;
    return owner && std::find(owner->roles.begin(), owner->roles.end(), role) != owner->roles.end();
}

int MappingModel::nodesOf(int row) const
{
    const QString role = text(document_.project().behaviours[static_cast<std::size_t>(row)].role.id);
    int sum = 0;
    for (int column = 0; column < nodes_.size(); ++column)
        sum += roles_.value(column).contains(role) ? nodes_[column] : 0;
    return sum;
}

QString MappingModel::problemOf(int row) const
{
    for (int column = 0; column < nodes_.size(); ++column)
        if (carries(row, column))
            return {};
    return tr("No node carries this role. Mark a node group.");
}

QString MappingModel::problemAt(int row, int column) const
{
    const auto* owner = group(column);
    if (!owner || !carries(row, column))
        return {};
    const project::Role& carried = document_.project().behaviours[static_cast<std::size_t>(row)].role;
    const QStringList unbound = unboundVolumes(carried, *owner);
    return unbound.isEmpty()
               ? QString()
               : tr("Bound to no device of the group: %1. Drag it to devices in the drawing.").arg(unbound.join(", "));
}

QVariant MappingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool total = index.column() == nodes_.size();
    const QString problem = total ? problemOf(index.row()) : problemAt(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return total ? QVariant(nodesOf(index.row())) : QVariant();
    case carriedRole:
        return !total && carries(index.row(), index.column());
    case problemRole:
    case Qt::ToolTipRole:
        return problem;
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignCenter);
    case Qt::AccessibleTextRole: {
        const QString where = tr("%1 on %2")
                                  .arg(headerData(index.row(), Qt::Vertical, Qt::DisplayRole).toString(),
                                       headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString());
        return where + ": " + (data(index, carriedRole).toBool() ? tr("yes") : tr("no")) +
               (problem.isEmpty() ? QString() : ". " + problem);
    }
    default:
        return {};
    }
}

QVariant MappingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical) {
        if (section >= rowCount())
            return {};
        const auto& behaviour = document_.project().behaviours[static_cast<std::size_t>(section)];
        const QString problem = problemOf(section);
        if (role == Qt::DisplayRole)
            return text(behaviour.role.id);
        if (role == Qt::ToolTipRole)
            return problem.isEmpty() ? text(behaviour.role.description) : problem;
        if (role == Qt::DecorationRole && !problem.isEmpty())
            return icon("dialog-warning");
        return {};
    }
    if (role == Qt::DisplayRole && section == nodes_.size())
        return tr("Nodes");
    const auto* owner = group(section);
    if (role != Qt::DisplayRole || !owner)
        return {};
    return QStringLiteral("%1 × %2")
        .arg(text(owner->name.empty() ? owner->id : owner->name))
        .arg(nodes_.value(section));
}

void MappingModel::toggle(const QModelIndex& index)
{
    const auto* owner = index.isValid() ? group(index.column()) : nullptr;
    if (!owner)
        return;
    const auto& role = document_.project().behaviours[static_cast<std::size_t>(index.row())].role.id;
    setRole(document_, text(owner->id), text(role), !carries(index.row(), index.column()));
}

void MappingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const Colours& colours = widgets::colours(option.palette);
    const QPointF middle = QRectF(option.rect).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF mark(middle - QPointF(9, 9), QSizeF(18, 18));
    if (index.data(MappingModel::carriedRole).toBool()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.accent);
        painter->drawRoundedRect(mark, 4, 4);
        painter->setPen(QPen(colours.onAccent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(
            QPolygonF{middle + QPointF(-4.5, 0), middle + QPointF(-1.2, 3.6), middle + QPointF(4.5, -3.6)});
    } else if (!index.data(Qt::DisplayRole).isValid()) {
        painter->setPen(QPen(colours.wire, 1)); // darker than a field, or an empty box is not seen in the dark theme
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(mark.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    if (!index.data(MappingModel::problemRole).toString().isEmpty())
        icon("dialog-warning").paint(painter, QRectF(middle + QPointF(16, -8), QSizeF(16, 16)).toRect());
    painter->restore();
}

MappingView::MappingView(DocumentModel& document, MappingModel::Plan plan, QWidget* parent)
    : QTableView(parent), model_(new MappingModel(document, std::move(plan), this))
{
    setObjectName("mapping");
    setAccessibleName(tr("Roles on node groups"));
    setModel(model_);
    setItemDelegate(new MappingDelegate(this));
    setSelectionMode(SingleSelection);
    setFrameShape(NoFrame);
    setShowGrid(true);
    setCornerButtonEnabled(false);
    centreRowHeads(*this, 32, true);
    verticalHeader()->setMinimumWidth(160);
    horizontalHeader()->setMinimumSectionSize(96);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionsClickable(true);
        header->setHighlightSections(false);
    }
    connect(verticalHeader(), &QHeaderView::sectionClicked, this, [this, &document](int row) {
        emit elementChosen(
            {ElementKind::binding, {text(document.project().behaviours[static_cast<std::size_t>(row)].role.id)}});
    });
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this, &document](int column) {
        const auto& groups = document.project().topology.groups;
        if (column < static_cast<int>(groups.size()))
            emit elementChosen(ElementRef::nodeGroup(text(groups[static_cast<std::size_t>(column)].id)));
    });
}

void MappingView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        model_->toggle(currentIndex());
    else
        QTableView::keyPressEvent(event);
}

void MappingView::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    pressed_ = event->button() == Qt::LeftButton ? indexAt(event->pos()) : QModelIndex();
}

void MappingView::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex here = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && here.isValid() && pressed_ == here)
        model_->toggle(here);
    pressed_ = QModelIndex();
}

void MappingView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (model_->rowCount() > 0 && model_->columnCount() > 1)
        return;
    QPainter painter(viewport());
    painter.setPen(colours(palette()).dimText);
    painter.drawText(viewport()->rect().adjusted(40, 0, -40, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     model_->rowCount() == 0
                         ? tr("No roles yet: the rows of this table are the roles of the software.")
                         : tr("No node groups yet: add them in the topology, then say here what they carry."));
}

} // namespace headroom::widgets
