#include "app/studies/study_table_model.h"

#include "study/table/decision_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QGuiApplication>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace headroom::app {

using study::Cell;
using study::PointState;
using study::Row;

namespace {

QString figureText(double value, const std::string& unit)
{
    return QString::fromStdString(study::inWords(value, unit));
}

QString figureText(const Cell& cell, const std::string& unit)
{
    if (!cell.known())
        return {};
    return std::isinf(cell.high) ? StudyTableModel::tr("from %1").arg(figureText(cell.value, unit))
                                 : figureText(cell.value, unit);
}

QString stateText(PointState state)
{
    switch (state) {
    case PointState::waiting:
        return StudyTableModel::tr("waiting");
    case PointState::running:
        return StudyTableModel::tr("running");
    case PointState::done:
        return StudyTableModel::tr("done");
    case PointState::failed:
        return StudyTableModel::tr("failed");
    }
    return {};
}

} // namespace

void StudyTableModel::setTable(study::Table table)
{
    beginResetModel();
    table_ = std::make_shared<study::Table>(std::move(table));
    endResetModel();
}

void StudyTableModel::setComponents(std::shared_ptr<const project::ComponentLibrary> components)
{
    components_ = std::move(components);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

/// The table, copied if somebody else reads it.
study::Table& StudyTableModel::changing()
{
    if (table_.use_count() > 1)
        table_ = std::make_shared<study::Table>(*table_);
    return *table_;
}

void StudyTableModel::take(const std::vector<Row>& rows)
{
    study::Table& table = changing();
    const std::size_t there = table.rows.size();
    std::size_t first = there, last = 0;
    std::vector<const Row*> more;
    for (const Row& row : rows) {
        if (row.number >= there) {
            if (row.number == there + more.size())
                more.push_back(&row);
            continue;
        }
        table.rows[row.number] = row;
        first = std::min<std::size_t>(first, row.number);
        last = std::max<std::size_t>(last, row.number);
    }
    if (first < there)
        emit dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(last), columnCount() - 1));
    if (more.empty())
        return;
    beginInsertRows({}, static_cast<int>(there), static_cast<int>(there + more.size()) - 1);
    for (const Row* const row : more)
        table.rows.push_back(*row);
    endInsertRows();
}

/// Text by which a column of names is ordered.
std::string StudyTableModel::nameIn(const Row& row, const Place& place)
{
    if (place.kind == Place::parameter)
        return row.settings[place.number].text;
    if (place.kind == Place::goal)
        return place.number < row.goals.size() ? row.goals[place.number].verdict : std::string();
    return study::nameOf(row.state) + (row.state == PointState::done ? std::string() : row.reason);
}

std::vector<double> StudyTableModel::orderOf(int column) const
{
    const Place place = placeOf(column);
    std::vector<double> order(table_->rows.size(), HUGE_VAL);
    const auto number = [&](const Row& row) {
        if (place.kind == Place::parameter)
            return row.settings[place.number].number;
        return place.number < row.figures.size() ? row.figures[place.number].value : NAN;
    };
    std::unordered_map<std::string, std::vector<std::size_t>> rowsOf; // a column of names has few different ones
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Row& row = table_->rows[i];
        if (place.kind == Place::point)
            order[i] = static_cast<double>(row.number);
        else if (const double value = place.kind == Place::goal || place.kind == Place::state ? NAN : number(row);
                 std::isfinite(value))
            order[i] = value;
        else if (place.kind != Place::figure)
            rowsOf[nameIn(row, place)].push_back(i);
    }
    std::vector<const std::string*> names;
    for (const auto& [name, rows] : rowsOf)
        names.push_back(&name);
    std::sort(names.begin(), names.end(), [](const auto* one, const auto* other) { return *one < *other; });
    for (std::size_t rank = 0; rank < names.size(); ++rank)
        for (const std::size_t row : rowsOf[*names[rank]])
            order[row] = static_cast<double>(rank);
    return order;
}

QList<int> StudyTableModel::emptyColumns() const
{
    const std::vector<std::size_t> known = study::knownFigures(*table_);
    QList<int> columns;
    for (std::size_t i = 0; i < table_->figures.size(); ++i)
        if (!std::binary_search(known.begin(), known.end(), i))
            columns.append(columnOfFigure(static_cast<int>(i)));
    return columns;
}

int StudyTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(table_->rows.size());
}

int StudyTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid()
               ? 0
               : static_cast<int>(2 + table_->parameters.size() + table_->figures.size() + table_->goals.size());
}

StudyTableModel::Place StudyTableModel::placeOf(int column) const
{
    auto number = static_cast<std::size_t>(column);
    if (number == 0)
        return {Place::point, 0};
    --number;
    if (number < table_->parameters.size())
        return {Place::parameter, number};
    number -= table_->parameters.size();
    if (number < table_->figures.size())
        return {Place::figure, number};
    number -= table_->figures.size();
    if (number < table_->goals.size())
        return {Place::goal, number};
    return {Place::state, 0};
}

QVariant StudyTableModel::shown(const Row& row, const Place& place) const
{
    switch (place.kind) {
    case Place::point:
        return QString::number(row.number);
    case Place::parameter: {
        const study::Setting& setting = row.settings[place.number];
        const std::string& unit = table_->parameters[place.number].unit;
        const bool bare =
            std::isfinite(setting.number) && !unit.empty() &&
            setting.text.find_first_not_of("+-.0123456789eE") == std::string::npos; // as a step of a range
        const project::Component* component = components_ && !bare ? components_->find(setting.text) : nullptr;
        return bare ? figureText(setting.number, unit)
                    : QString::fromStdString(component ? component->model : setting.text);
    }
    case Place::figure:
        return place.number < row.figures.size()
                   ? figureText(row.figures[place.number], table_->figures[place.number].unit)
                   : QString();
    case Place::goal:
        return place.number < row.goals.size() ? QString::fromStdString(row.goals[place.number].verdict) : QString();
    case Place::state:
        return row.reason.empty() || row.state == PointState::done
                   ? stateText(row.state)
                   : tr("%1: %2").arg(stateText(row.state), QString::fromStdString(row.reason));
    }
    return {};
}

QString StudyTableModel::tip(const Row& row, const Place& place) const
{
    const auto interval = [](const Cell& cell, const std::string& unit) {
        return std::isinf(cell.high)
                   ? tr("at least %1: some parts have no price or no power in the libraries")
                         .arg(figureText(cell.value, unit))
                   : tr("%1, 95 % interval %2 to %3")
                         .arg(figureText(cell.value, unit), figureText(cell.low, unit), figureText(cell.high, unit));
    };
    if (place.kind == Place::figure && place.number < row.figures.size() && row.figures[place.number].known())
        return interval(row.figures[place.number], table_->figures[place.number].unit);
    if (place.kind == Place::parameter)
        return shown(row, place).toString(); // its column may be too narrow
    if (place.kind == Place::goal && place.number < row.goals.size()) {
        const study::GoalCell& goal = row.goals[place.number];
        return goal.figure.known() ? interval(goal.figure, table_->goals[place.number].unit)
                                   : QString::fromStdString(goal.reason);
    }
    return QString::fromStdString(row.reason);
}

QVariant StudyTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = table_->rows[static_cast<std::size_t>(index.row())];
    const Place place = placeOf(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, place);
    case pointRole:
        return static_cast<qulonglong>(row.number);
    case Qt::ToolTipRole:
        return tip(row, place);
    case Qt::TextAlignmentRole:
        if (place.kind == Place::figure || place.kind == Place::point)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::DecorationRole: // done points of which something has to be known; the state is the last of many columns
        if ((place.kind == Place::point || place.kind == Place::state) && row.state == PointState::done &&
            !row.reason.empty())
            return widgets::icon("dialog-warning");
        return {};
    default:
        return {};
    }
}

QVariant StudyTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const Place place = placeOf(section);
    if (role == Qt::TextAlignmentRole && (place.kind == Place::figure || place.kind == Place::point))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && place.kind == Place::goal)
        return QString::fromStdString(table_->goals[place.number].metric + " " +
                                      table_->goals[place.number].conditions);
    if (role != Qt::DisplayRole)
        return {};
    switch (place.kind) {
    case Place::point:
        return tr("Point");
    case Place::parameter:
        return QString::fromStdString(table_->parameters[place.number].name);
    case Place::figure:
        return QString::fromStdString(table_->figures[place.number].name);
    case Place::goal:
        return tr("Goal %1").arg(QString::fromStdString(table_->goals[place.number].id));
    case Place::state:
        return tr("State");
    }
    return {};
}

} // namespace headroom::app
