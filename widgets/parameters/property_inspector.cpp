#include "widgets/parameters/property_inspector.h"

#include "widgets/look/look.h"
#include "widgets/parameters/quantity_check.h"
#include "widgets/parameters/silence.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace headroom::widgets {

namespace {

using project::FieldType;

constexpr int tableRow = 26; ///< height

class CalmCombo : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

bool isExpression(FieldType type)
{
    return type == FieldType::number || type == FieldType::integer || type == FieldType::quantity;
}

/// The value that was set; null if none.
project::Json valueIn(const project::Json& values, const project::FieldDeclaration& field)
{
    return values.is_object() && values.contains(field.name) ? values[field.name] : project::Json();
}

QLineEdit* lineOf(QWidget& editor)
{
    auto* combo = qobject_cast<QComboBox*>(&editor);
    return combo ? combo->lineEdit() : qobject_cast<QLineEdit*>(&editor);
}

void setCell(QTableWidget& table, int row, int column, const QString& text)
{
    if (!table.item(row, column))
        table.setItem(row, column, new QTableWidgetItem);
    table.item(row, column)->setText(text);
}

bool isTyping(const QWidget& editor, const QLineEdit& line)
{
    return (editor.hasFocus() || line.hasFocus()) && line.isModified();
}

QString hintOf(const project::FieldDeclaration& field)
{
    if (isExpression(field.type))
        return field.unit.empty() ? PropertyInspector::tr("expression") : QString::fromStdString(field.unit);
    return field.required ? PropertyInspector::tr("required") : QString();
}

QString placeholderOf(const project::FieldDeclaration& field)
{
    if (!field.defaultValue.is_null())
        return editorText(field.defaultValue);
    return field.example.empty() ? QString()
                                 : PropertyInspector::tr("e.g. %1").arg(QString::fromStdString(field.example));
}

QString helpOf(const project::FieldDeclaration& field)
{
    QString text = QString::fromStdString(field.meaning);
    if (!field.example.empty())
        text += '\n' + PropertyInspector::tr("Example: %1").arg(QString::fromStdString(field.example));
    if (!field.defaultValue.is_null())
        text += '\n' + PropertyInspector::tr("Default: %1").arg(editorText(field.defaultValue));
    return text;
}

} // namespace

PropertyInspector::PropertyInspector(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    rebuild();
}

PropertyInspector::~PropertyInspector()
{
    silenceChildren(*this);
}

void PropertyInspector::setSubject(const QString& kind, const QString& name, bool nameEditable,
                                   const project::Fields& fields, const project::Json& values)
{
    kind_ = kind;
    name_ = name;
    nameEditable_ = nameEditable;
    fields_ = fields;
    values_ = values;
    rebuild();
}

void PropertyInspector::setValues(const project::Json& values)
{
    values_ = values;
    for (auto& [name, row] : rows_)
        showRow(row);
}

void PropertyInspector::clear()
{
    setSubject({}, {}, false, {}, project::Json::object());
}

void PropertyInspector::rebuild()
{
    rebuilding_ = true;
    if (content_) {
        content_->hide();
        for (QObject* part : content_->findChildren<QObject*>())
            part->disconnect(this);
        content_->deleteLater(); // a row's own signal may have led here
    }
    rows_.clear();
    content_ = new QWidget(this);
    layout()->addWidget(content_);
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::step);
    if (kind_.isEmpty()) {
        auto* nothing = new QLabel(tr("Select a block, a node group or a link to see its properties."));
        nothing->setWordWrap(true);
        setLook(nothing, Look::dim);
        column->addWidget(nothing);
    } else {
        auto* heading = sectionHeading(kind_);
        if (!nameEditable_ && !name_.isEmpty())
            heading->setText(kind_.toUpper() + " · " + name_);
        heading->setWordWrap(true);
        column->addWidget(heading);
        if (nameEditable_)
            addNameEditor(column);
        for (const project::FieldDeclaration& field : fields_)
            column->addWidget(makeRow(field));
    }
    column->addStretch();
    rebuilding_ = false;
}

void PropertyInspector::addNameEditor(QVBoxLayout* column)
{
    auto* name = new QLineEdit(name_);
    name->setObjectName("subjectName");
    name->setAccessibleName(tr("Name"));
    name->setPlaceholderText(tr("Name"));
    connect(name, &QLineEdit::editingFinished, this, [this, name] {
        if (rebuilding_ || name->text().trimmed() == name_)
            return;
        name_ = name->text().trimmed();
        emit nameEdited(name_);
    });
    column->addWidget(name);
}

QWidget* PropertyInspector::makeRow(const project::FieldDeclaration& field)
{
    Row& row = rows_[field.name];
    row.field = field;
    auto* widget = new QWidget;
    widget->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    auto* heading = new QHBoxLayout;
    heading->setSpacing(rhythm::half);
    row.label = new QLabel(QString::fromStdString(field.label.empty() ? field.name : field.label));
    row.label->setMinimumWidth(0);
    row.label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name gives way to the unit
    heading->addWidget(row.label, 1);
    auto* hint = new QLabel(hintOf(field));
    setLook(hint, Look::dim);
    heading->addWidget(hint);
    row.reset = new QToolButton;
    row.reset->setObjectName("reset " + QString::fromStdString(field.name));
    row.reset->setIcon(icon("edit-undo"));
    row.reset->setIconSize({14, 14});
    row.reset->setToolTip(tr("Back to the default"));
    row.reset->setAccessibleName(tr("Reset %1").arg(row.label->text()));
    row.reset->setFocusPolicy(Qt::TabFocus);
    setLook(row.reset, Look::flat);
    row.reset->setStyleSheet("padding: 0; min-height: 14px;"); // no taller than the label beside it
    connect(row.reset, &QToolButton::clicked, this, [this, &row] {
        row.settled = project::Json();
        if (auto* line = lineOf(*row.editor))
            line->setModified(false);
        row.showValue(true);
        propose(row, project::Json());
    });
    heading->addWidget(row.reset);
    makeEditor(row);
    row.editor->setObjectName(QString::fromStdString(field.name));
    row.editor->setAccessibleName(row.label->text());
    row.label->setBuddy(row.editor);
    for (QWidget* part : {static_cast<QWidget*>(row.label), row.editor})
        part->setToolTip(helpOf(field));
    column->addLayout(heading);
    column->addWidget(row.editor);
    row.settled = valueIn(values_, field);
    row.showValue(true);
    showRow(row);
    return widget;
}

void PropertyInspector::showRow(Row& row)
{
    const project::Json value = valueIn(values_, row.field);
    row.reset->setVisible(!value.is_null());
    setLook(row.label, value.is_null() ? Look::label : Look::small);
    const bool changed = value != row.settled;
    row.settled = value;
    row.showValue(changed);
}

void PropertyInspector::makeEditor(Row& row)
{
    switch (row.field.type) {
    case FieldType::assignments:
    case FieldType::reductions:
        return makeTable(row);
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::text:
    case FieldType::variable:
    case FieldType::rows:
        return makeTextEditor(row);
    default:
        return makeChoiceEditor(row);
    }
}

void PropertyInspector::makeTextEditor(Row& row)
{
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(placeholderOf(row.field));
    auto* result = new QLabel(edit);
    result->setObjectName("preview");
    setLook(result, Look::dim);
    result->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* inside = new QHBoxLayout(edit);
    inside->setContentsMargins(0, 0, rhythm::step, 0);
    inside->addStretch();
    inside->addWidget(result);
    const auto showResult = [this, edit, result, field = row.field] {
        const QString text = edit->text().isEmpty() ? editorText(field.defaultValue) : edit->text().trimmed();
        const QString value =
            preview_ && isExpression(field.type) && !text.isEmpty() ? preview_(field, text) : QString();
        result->setText(value.isEmpty() || value == text ? QString() : "= " + value);
        edit->setTextMargins(0, 0, result->text().isEmpty() ? 0 : result->sizeHint().width(), 0);
    };
    connect(edit, &QLineEdit::textChanged, this, showResult);
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, &row] {
        if (!rebuilding_)
            takeText(row, edit->text().trimmed());
        edit->setModified(false);
    });
    row.editor = edit;
    row.showValue = [&row, edit, showResult](bool changed) {
        if (changed && !isTyping(*edit, *edit)) {
            edit->setText(editorText(row.settled));
            edit->setCursorPosition(0);
        }
        showResult(); // the same text may have another result
    };
}

void PropertyInspector::takeText(Row& row, const QString& typed)
{
    const FieldType type = row.field.type;
    if (typed == editorText(row.settled))
        return;
    if (typed.isEmpty())
        propose(row, project::Json());
    else if (type == FieldType::rows)
        propose(row, listFromText(typed));
    else if (isExpression(type))
        propose(row, jsonFromText(typed));
    else if (type == FieldType::flag && (typed == "true" || typed == "false"))
        propose(row, project::Json(typed == "true"));
    else
        propose(row, project::Json(typed.toStdString()));
}

void PropertyInspector::makeChoiceEditor(Row& row)
{
    auto* combo = new CalmCombo;
    combo->setEditable(true); // the name of a parameter fits as well
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(8);
    if (row.field.type == FieldType::flag)
        for (const char* word : {"true", "false"})
            combo->addItem(word, word);
    for (const std::string& choice : row.field.choices)
        combo->addItem(QString::fromStdString(choice), QString::fromStdString(choice));
    if (candidates_)
        for (const Candidate& candidate : candidates_(row.field))
            combo->addItem(candidate.title.isEmpty() ? candidate.value : candidate.title, candidate.value);
    combo->lineEdit()->setPlaceholderText(placeholderOf(row.field));
    const auto take = [this, combo, &row] {
        if (rebuilding_)
            return;
        const int found = combo->findText(combo->currentText().trimmed());
        combo->lineEdit()->setModified(false);
        takeText(row, found >= 0 ? combo->itemData(found).toString() : combo->currentText().trimmed());
    };
    connect(combo, &QComboBox::activated, this, take);
    connect(combo->lineEdit(), &QLineEdit::editingFinished, this, take);
    row.editor = combo;
    row.showValue = [&row, combo](bool changed) {
        if (!changed || isTyping(*combo, *combo->lineEdit()))
            return;
        const QSignalBlocker quiet(combo);
        const QString present = editorText(row.settled);
        const int index = present.isEmpty() ? -1 : combo->findData(present);
        combo->setCurrentIndex(index);
        if (index < 0)
            combo->setEditText(present);
        combo->lineEdit()->setCursorPosition(0);
    };
}

void PropertyInspector::makeTable(Row& row)
{
    auto* table = new QTableWidget(0, 2);
    table->setHorizontalHeaderLabels({tr("name"), row.field.type == FieldType::reductions ? tr("how") : tr("value")});
    table->verticalHeader()->hide();
    table->verticalHeader()->setMinimumSectionSize(tableRow);
    table->verticalHeader()->setDefaultSectionSize(tableRow);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft);
    table->horizontalHeader()->setFixedHeight(tableRow);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(table, &QTableWidget::cellChanged, this, [this, table, &row] {
        if (!rebuilding_)
            takeTable(row, table);
    });
    row.editor = table;
    row.showValue = [&row, table](bool changed) {
        if (!changed)
            return;
        const QSignalBlocker quiet(table);
        const int filled = row.settled.is_object() ? static_cast<int>(row.settled.size()) : 0;
        table->setRowCount(filled + 1); // the last row is for one more
        table->setFixedHeight(tableRow * (filled + 2) + 2);
        for (int column : {0, 1})
            setCell(*table, filled, column, {});
        int line = 0;
        if (!row.settled.is_object())
            return;
        for (const auto& [name, value] : row.settled.items()) {
            setCell(*table, line, 0, QString::fromStdString(name));
            setCell(*table, line++, 1, editorText(value));
        }
    };
}

void PropertyInspector::takeTable(Row& row, QTableWidget* table)
{
    project::Json entries = project::Json::object();
    for (int line = 0; line < table->rowCount(); ++line) {
        const auto text = [&](int column) {
            return table->item(line, column) ? table->item(line, column)->text().trimmed() : QString();
        };
        if (text(0).isEmpty())
            continue;
        if (text(1).isEmpty())
            return; // the row is not finished
        entries[text(0).toStdString()] = jsonFromText(text(1));
    }
    const project::Json value = entries.empty() ? project::Json() : entries;
    if (value == row.settled)
        return;
    // The rows are put in order when the view has done with the cell that was edited.
    QMetaObject::invokeMethod(
        table,
        [this, table, name = row.field.name] {
            const auto found = rows_.find(name);
            if (found != rows_.end() && found->second.editor == table)
                found->second.showValue(true);
        },
        Qt::QueuedConnection);
    propose(row, value);
}

void PropertyInspector::propose(Row& row, const project::Json& value)
{
    row.settled = value; // Enter, and the focus leaving after it, are one edit
    const QString name = QString::fromStdString(row.field.name);
    emit fieldEdited(name, value);
}

QWidget* PropertyInspector::editor(const QString& field) const
{
    const auto found = rows_.find(field.toStdString());
    return found == rows_.end() ? nullptr : found->second.editor;
}

} // namespace headroom::widgets
