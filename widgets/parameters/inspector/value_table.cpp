#include "widgets/parameters/inspector/value_table.h"

#include "project/vocabulary/assignments.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/parameters/fields/quantity_check.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::widgets {

using project::FieldType;
using project::Json;

namespace {

constexpr int lineHeight = 26;

/// Draws a frame around a wrong cell, which is visible also while the cell is selected.
class CellDelegate : public QStyledItemDelegate
{
public:
    explicit CellDelegate(ValueTable* table) : QStyledItemDelegate(table), table_(table) {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (const std::vector<std::string>& choices = table_->choicesOf(index.column()); !choices.empty())
            return createChoice(parent, choices);
        QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
        if (auto* line = qobject_cast<QLineEdit*>(editor))
            table_->completeNames(line, index.column());
        return editor;
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        if (index.data().toString().isEmpty())
            paintHint(painter, option, index.data(ValueTable::hintRole).toString());
        if (index.data(ValueTable::problemRole).toString().isEmpty())
            return;
        painter->save();
        painter->setPen(QPen(colours(option.palette).bad, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }

private:
    QWidget* createChoice(QWidget* parent, const std::vector<std::string>& choices) const
    {
        auto* combo = new ElidedComboBox(parent);
        combo->allowTyping(); // typing goes on in it
        combo->setInsertPolicy(QComboBox::NoInsert);
        for (const std::string& choice : choices)
            combo->addItem(QString::fromStdString(choice));
        auto* delegate = const_cast<CellDelegate*>(this);
        connect(combo, &QComboBox::activated, delegate, [delegate, combo] {
            emit delegate->commitData(combo);
            emit delegate->closeEditor(combo);
        });
        return combo;
    }
    static void paintHint(QPainter* painter, const QStyleOptionViewItem& option, const QString& hint)
    {
        if (hint.isEmpty() || option.state.testFlag(QStyle::State_Editing))
            return;
        painter->save();
        painter->setPen(colours(option.palette).dimText);
        const QRect place = option.rect.adjusted(5, 0, -5, 0);
        painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                          option.fontMetrics.elidedText(hint, Qt::ElideRight, place.width()));
        painter->restore();
    }

    ValueTable* table_;
};

} // namespace

ValueTable::ValueTable(const project::FieldDeclaration& field, QWidget* parent) : QTableWidget(parent), field_(field)
{
    QStringList headers;
    for (const auto& column : field.columns)
        headers.append(QString::fromStdString(column.label));
    if (headers.isEmpty())
        headers = {tr("name"), field.type == FieldType::reductions ? tr("how") : tr("value")};
    setColumnCount(static_cast<int>(headers.size()));
    setHorizontalHeaderLabels(headers);
    for (int column = 0; column < static_cast<int>(field.columns.size()); ++column)
        horizontalHeaderItem(column)->setToolTip(
            QString::fromStdString(field.columns[static_cast<std::size_t>(column)].meaning));
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(lineHeight);
    verticalHeader()->setDefaultSectionSize(lineHeight);
    // All columns fit: a table that is wider than its panel would scroll sideways with each cell that is edited.
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setFont(smallFont());
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    horizontalHeader()->setFixedHeight(lineHeight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new CellDelegate(this));
    setTabKeyNavigation(false); // Tab goes to the next field
    connect(this, &QTableWidget::cellChanged, this, &ValueTable::take);
    show({});
}

void ValueTable::show(const Json& shown)
{
    const QSignalBlocker quiet(this);
    shown_ = shown;
    if (field_.columns.empty())
        showPairs(field_.namesSuffice ? project::withNames(shown) : shown);
    else
        showRows(shown);
    if (check_)
        markCells();
}

void ValueTable::setDeclared(const QList<DeclaredName>& names)
{
    if (declared_ == names)
        return;
    declared_ = names;
    show(Json(shown_));
}

void ValueTable::resizeTo(int rows)
{
    setRowCount(rows);
    setFixedHeight(lineHeight * (rows + 1) + 2);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columnCount(); ++column)
            setText(row, column, {});
}

/// Sets the left cell of a row. `hint` stands in the right one while it is empty.
void ValueTable::setName(int row, const QString& name, const QString& hint, const QString& meaning,
                         const QString& problem)
{
    setText(row, 0, name);
    QTableWidgetItem* left = item(row, 0);
    left->setFlags(hint.isEmpty() ? left->flags() | Qt::ItemIsEditable : left->flags() & ~Qt::ItemIsEditable);
    left->setToolTip(problem.isEmpty() ? meaning : problem);
    left->setData(problemRole, problem);
    item(row, 1)->setData(hintRole, hint);
    item(row, 1)->setToolTip(meaning);
}

void ValueTable::showPairs(const Json& value)
{
    const int known = static_cast<int>(declared_.size());
    std::vector<std::pair<QString, Json>> others;
    if (value.is_structured())
        for (auto entry = value.begin(); entry != value.end(); ++entry) {
            const QString name = value.is_object() ? QString::fromStdString(entry.key()) : QString();
            if (std::none_of(declared_.begin(), declared_.end(),
                             [&](const DeclaredName& declared) { return declared.name == name; }))
                others.emplace_back(name, *entry);
        }
    resizeTo(known + static_cast<int>(others.size()) + (known == 0 ? 1 : 0));
    for (int row = 0; row < known; ++row) {
        const DeclaredName& name = declared_[row];
        setName(row, name.name, name.hint, name.meaning, {});
        const auto given = value.is_object() ? value.find(name.name.toStdString()) : value.end();
        if (given != value.end())
            setText(row, 1, editorText(*given));
    }
    for (int i = 0; i < static_cast<int>(others.size()); ++i) {
        setName(known + i, others[static_cast<std::size_t>(i)].first, {}, {},
                known == 0 ? QString() : tr("Nothing of this name is declared there. Delete the row or rename it."));
        setText(known + i, 1, editorText(others[static_cast<std::size_t>(i)].second));
    }
    if (known == 0)
        setName(rowCount() - 1, {}, {}, {}, {});
}

void ValueTable::showRows(const Json& value)
{
    const int lines = value.is_structured() ? static_cast<int>(value.size()) : 0;
    resizeTo(lines + 1);
    int line = 0;
    for (auto entry = value.begin(); line < lines; ++entry, ++line)
        for (std::size_t column = 0; column < field_.columns.size(); ++column) {
            const std::string& name = field_.columns[column].name;
            const Json cell = entry->is_object()                            ? entry->value(name, Json())
                              : entry->is_array() && column < entry->size() ? (*entry)[column]
                                                                            : Json();
            setText(line, static_cast<int>(column), editorText(cell));
        }
}

const std::vector<std::string>& ValueTable::choicesOf(int column) const
{
    static const std::vector<std::string> none;
    return field_.columns.empty() ? none : field_.columns[static_cast<std::size_t>(column)].choices;
}

void ValueTable::completeNames(QLineEdit* editor, int column)
{
    const bool names = field_.columns.empty() && (column == 0 || field_.type == FieldType::reductions);
    if (!known_ || names)
        return;
    const auto& declared = field_.columns.empty() ? field_ : field_.columns[static_cast<std::size_t>(column)];
    new ExpressionCompleter(editor, [this, declared] { return known_(declared); });
}

QString ValueTable::text(int row, int column) const
{
    return item(row, column) ? item(row, column)->text().trimmed() : QString();
}

void ValueTable::setText(int row, int column, const QString& text)
{
    if (!item(row, column))
        setItem(row, column, new QTableWidgetItem);
    item(row, column)->setText(text);
}

bool ValueTable::isEmpty(int row) const
{
    for (int column = 0; column < columnCount(); ++column)
        if (!text(row, column).isEmpty())
            return false;
    return true;
}

std::optional<Json> ValueTable::pairs() const
{
    Json entries = Json::object();
    for (int row = 0; row < rowCount(); ++row) {
        if (text(row, 0).isEmpty())
            continue;
        if (text(row, 1).isEmpty()) {
            if (isDeclared(row))
                continue; // it is not given
            return {};    // the row is incomplete
        }
        entries[text(row, 0).toStdString()] = jsonFromText(text(row, 1));
    }
    if (entries.empty())
        return Json();
    return field_.namesSuffice && shown_.is_array() ? project::asNames(entries) : entries;
}

/// A row as an object with the column names as keys; as a list if it was a list and has no gap.
std::optional<Json> ValueTable::listRow(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    Json object = Json::object(), list = Json::array();
    bool whole = shown_.is_array() && !shown_.empty() && shown_[std::min(place, shown_.size() - 1)].is_array();
    for (int column = 0; column < columnCount(); ++column) {
        const auto& declared = field_.columns[static_cast<std::size_t>(column)];
        const QString cell = text(row, column);
        if (cell.isEmpty()) {
            if (declared.required)
                return {};
            continue;
        }
        object[declared.name] = jsonFromText(cell);
        whole = whole && list.size() == static_cast<std::size_t>(column);
        list.push_back(jsonFromText(cell));
    }
    return whole ? list : object;
}

std::optional<Json> ValueTable::rows() const
{
    Json list = Json::array();
    for (int row = 0; row < rowCount(); ++row) {
        if (isEmpty(row))
            continue;
        auto entry = listRow(row);
        if (!entry)
            return {};
        list.push_back(std::move(*entry));
    }
    return list.empty() ? Json() : list;
}

std::optional<Json> ValueTable::value() const
{
    return field_.columns.empty() ? pairs() : rows();
}

QString ValueTable::problemOf(int row, int column) const
{
    if (!check_ || field_.columns.empty() || isEmpty(row))
        return {};
    const auto& declared = field_.columns[static_cast<std::size_t>(column)];
    const QString cell = text(row, column);
    if (!cell.isEmpty())
        return check_(declared, cell);
    return declared.required ? tr("%1 is missing.").arg(QString::fromStdString(declared.label)) : QString();
}

/// Marks the wrong cells. Returns what is wrong with the first one.
QString ValueTable::markCells()
{
    const QSignalBlocker quiet(this);
    QString first;
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < columnCount(); ++column) {
            const QString problem = problemOf(row, column);
            QTableWidgetItem* cell = item(row, column);
            cell->setToolTip(problem);
            cell->setData(problemRole, problem);
            if (first.isEmpty() && !problem.isEmpty())
                first = tr("Row %1: %2").arg(row + 1).arg(problem);
        }
    return first;
}

void ValueTable::take()
{
    if (check_) {
        const QString problem = markCells();
        emit checked(problem);
        if (!problem.isEmpty())
            return;
    }
    const auto now = value();
    if (!now || *now == shown_)
        return;
    shown_ = *now;
    // Rows are sorted after the view has finished with the edited cell.
    QMetaObject::invokeMethod(
        this, [this] { show(Json(shown_)); }, Qt::QueuedConnection);
    emit edited(*now);
}

/// Columns are equally wide, unless a heading needs more than that: then each has the room of its heading, and they
/// share what is left.
void ValueTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    const int room = viewport()->width(), columns = columnCount();
    int wanted = 0, widest = 0;
    for (int column = 0; column < columns; ++column) {
        wanted += horizontalHeader()->sectionSizeHint(column);
        widest = std::max(widest, horizontalHeader()->sectionSizeHint(column));
    }
    const bool alike = widest * columns <= room || wanted > room;
    horizontalHeader()->setSectionResizeMode(alike ? QHeaderView::Stretch : QHeaderView::Fixed);
    for (int column = 0; column < columns && !alike; ++column)
        horizontalHeader()->resizeSection(column, horizontalHeader()->sectionSizeHint(column) +
                                                      (room - wanted) * (column + 1) / columns -
                                                      (room - wanted) * column / columns);
}

void ValueTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Delete) {
        QTableWidget::keyPressEvent(event);
        return;
    }
    {
        const QSignalBlocker quiet(this);
        for (int column = isDeclared(currentRow()) ? 1 : 0; column < columnCount(); ++column)
            setText(currentRow(), column, {});
    }
    take();
}

} // namespace headroom::widgets
