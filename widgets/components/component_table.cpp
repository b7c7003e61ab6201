#include "widgets/components/component_table.h"

#include "widgets/components/figure_units.h"
#include "widgets/parameters/fields/component_names.h"

#include <QFont>

#include <algorithm>

namespace headroom::widgets {

QString confidenceText(const std::string& confidence)
{
    if (confidence == "datasheet")
        return ComponentTable::tr("data sheet");
    if (confidence == "measured")
        return ComponentTable::tr("measured");
    if (confidence == "published")
        return ComponentTable::tr("published");
    return confidence == "estimated" ? ComponentTable::tr("estimated") : QString::fromStdString(confidence);
}

bool isEstimated(const project::Component& component, const std::string& figure)
{
    const auto& list = component.estimatedFields;
    return std::find(list.begin(), list.end(), figure) != list.end();
}

QString priceBasisText(const project::Component& component)
{
    const auto basis = component.parameters.find("price_basis");
    return basis != component.parameters.end() && basis->is_string() ? QString::fromStdString(basis->get<std::string>())
                                                                     : QString();
}

void ComponentTable::setComponents(const std::string& kind, std::vector<project::Component> components,
                                   std::map<std::string, int> uses, std::set<std::string> own)
{
    beginResetModel();
    kind_ = kind;
    components_ = std::move(components);
    uses_ = std::move(uses);
    own_ = std::move(own);
    figures_.clear();
    for (const auto& field : figuresOf(kind)) {
        const bool given = std::any_of(components_.begin(), components_.end(), [&](const project::Component& each) {
            return each.parameters.contains(field.name);
        });
        if (given)
            figures_.push_back(field.name);
    }
    endResetModel();
}

int ComponentTable::rowOf(const QString& id) const
{
    for (std::size_t row = 0; row < components_.size(); ++row)
        if (components_[row].id == id.toStdString())
            return static_cast<int>(row);
    return -1;
}

int ComponentTable::uses(int row) const
{
    const auto found = uses_.find(component(row).id);
    return found == uses_.end() ? 0 : found->second;
}

int ComponentTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(components_.size());
}

int ComponentTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : sourceColumn() + 1;
}

const std::string* ComponentTable::figureAt(int column) const
{
    const int place = column - firstFigure;
    return place >= 0 && place < static_cast<int>(figures_.size()) ? &figures_[static_cast<std::size_t>(place)]
                                                                   : nullptr;
}

QVariant ComponentTable::figureData(const project::Component& component, const std::string& figure, int role) const
{
    const project::Json value = component.parameters.value(figure, project::Json());
    const bool estimated = isEstimated(component, figure);
    switch (role) {
    case Qt::DisplayRole:
        return value.is_null() ? QString("–") : (estimated ? "≈ " : "") + figureText(figure, value);
    case Qt::ToolTipRole:
        return estimated ? tr("An estimate: no document gives this figure.") : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case sortRole:
        return value.is_number() ? QVariant(value.get<double>()) : QVariant();
    default:
        return {};
    }
}

QString ComponentTable::textOf(const project::Component& component, int column) const
{
    if (column == nameColumn)
        return titleOf(component);
    if (column == priceBasisColumn())
        return priceBasisText(component);
    return column == confidenceColumn() ? confidenceText(component.confidence)
                                        : QString::fromStdString(component.source);
}

QVariant ComponentTable::data(const QModelIndex& index, int role) const
{
    const project::Component& shown = component(index.row());
    if (role == searchRole)
        return titleOf(shown) + ' ' + QString::fromStdString(shown.id + ' ' + shown.source + ' ' + shown.notes) + ' ' +
               confidenceText(shown.confidence);
    if (const std::string* figure = figureAt(index.column()))
        return figureData(shown, *figure, role);
    if (index.column() == usedColumn) {
        const int count = uses(index.row());
        if (role == sortRole)
            return count;
        if (role == Qt::TextAlignmentRole)
            return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        return role == Qt::DisplayRole && count > 0 ? tr("%1 ×").arg(count) : QVariant();
    }
    if (role == Qt::DisplayRole || role == sortRole)
        return index.column() == nameColumn && role == Qt::DisplayRole && isOwn(index.row())
                   ? tr("%1 (own)").arg(textOf(shown, index.column()))
                   : textOf(shown, index.column());
    if (role == Qt::ToolTipRole && index.column() == priceBasisColumn())
        return priceBasisText(shown);
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(shown.notes.empty() ? shown.source : shown.notes);
    if (role == Qt::FontRole && index.column() == nameColumn && uses(index.row()) > 0) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant ComponentTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const std::string* figure = figureAt(section);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((figure || section == usedColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && figure) {
        const auto* field = project::findField(figuresOf(kind_), *figure);
        return field ? QString::fromStdString(field->meaning) : QString();
    }
    if (role != Qt::DisplayRole)
        return {};
    if (figure)
        return figureLabel(kind_, *figure);
    return section == nameColumn           ? tr("Component")
           : section == usedColumn         ? tr("Used")
           : section == priceBasisColumn() ? tr("Price of")
           : section == confidenceColumn() ? tr("Confidence")
                                           : tr("Source");
}

} // namespace headroom::widgets
