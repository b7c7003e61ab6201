#include "widgets/parameters/property_inspector.h"

#include "widgets/look/look.h"
#include "widgets/parameters/quantity_check.h"

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

bool isSet(const project::Json& values, const project::FieldDeclaration& field)
{
    return values.is_object() && values.contains(field.name);
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
    if (values == values_)
        return;
    const auto focused = [this]() -> std::string {
        for (const auto& [name, widget] : editors_)
            if (widget->hasFocus())
                return name;
        return {};
    }();
    values_ = values;
    rebuild();
    if (const auto found = editors_.find(focused); found != editors_.end())
        found->second->setFocus();
}

void PropertyInspector::clear()
{
    setSubject({}, {}, false, {}, project::Json::object());
}

void PropertyInspector::rebuild()
{
    editors_.clear();
    if (content_) {
        content_->hide();
        content_->disconnect(this);
        content_->deleteLater(); // a row's own signal may have led here
    }
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
        column->addStretch();
        return;
    }
    auto* heading = sectionHeading(nameEditable_ ? kind_ : QString());
    if (!nameEditable_)
        heading->setText(kind_.toUpper() + " · " + name_);
    column->addWidget(heading);
    if (nameEditable_) {
        auto* name = new QLineEdit(name_);
        name->setObjectName("subjectName");
        name->setPlaceholderText(tr("Name"));
        connect(name, &QLineEdit::editingFinished, this, [this, name] {
            if (name->text().trimmed() == name_)
                return;
            name_ = name->text().trimmed();
            emit nameEdited(name_);
        });
        column->addWidget(name);
    }
    for (const project::FieldDeclaration& field : fields_)
        column->addWidget(makeRow(field));
    column->addStretch();
}

QWidget* PropertyInspector::makeRow(const project::FieldDeclaration& field)
{
    auto* row = new QWidget;
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    auto* heading = new QHBoxLayout;
    heading->setSpacing(rhythm::half);
    auto* label = new QLabel(QString::fromStdString(field.label.empty() ? field.name : field.label));
    setLook(label, isSet(values_, field) ? Look::small : Look::label);
    heading->addWidget(label, 1);
    auto* hint = new QLabel(hintOf(field));
    setLook(hint, Look::dim);
    heading->addWidget(hint);
    if (isSet(values_, field)) {
        auto* reset = new QToolButton;
        reset->setObjectName("reset " + QString::fromStdString(field.name));
        reset->setIcon(icon("edit-undo"));
        reset->setIconSize({14, 14});
        reset->setToolTip(tr("Back to the default"));
        reset->setAccessibleName(tr("Reset %1").arg(label->text()));
        setLook(reset, Look::flat);
        connect(reset, &QToolButton::clicked, this, [this, name = field.name] { propose(name, project::Json()); });
        heading->addWidget(reset);
    }
    QWidget* editor = makeEditor(field);
    editor->setObjectName(QString::fromStdString(field.name));
    editor->setAccessibleName(label->text());
    for (QWidget* widget : {static_cast<QWidget*>(label), editor})
        widget->setToolTip(helpOf(field));
    column->addLayout(heading);
    column->addWidget(editor);
    editors_[field.name] = editor;
    return row;
}

QWidget* PropertyInspector::makeEditor(const project::FieldDeclaration& field)
{
    switch (field.type) {
    case FieldType::assignments:
    case FieldType::reductions:
        return makeTable(field);
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::text:
    case FieldType::variable:
        return makeTextEditor(field);
    default:
        return makeChoiceEditor(field);
    }
}

QWidget* PropertyInspector::makeTextEditor(const project::FieldDeclaration& field)
{
    auto* edit = new QLineEdit(isSet(values_, field) ? editorText(values_[field.name]) : QString());
    edit->setPlaceholderText(placeholderOf(field));
    auto* result = new QLabel(edit);
    setLook(result, Look::dim);
    result->setStyleSheet("background: transparent;");
    auto* inside = new QHBoxLayout(edit);
    inside->setContentsMargins(0, 0, rhythm::step, 0);
    inside->addStretch();
    inside->addWidget(result);
    const auto showResult = [this, edit, result, field] {
        const QString text = edit->text().isEmpty() ? editorText(field.defaultValue) : edit->text().trimmed();
        const QString value =
            preview_ && isExpression(field.type) && !text.isEmpty() ? preview_(field, text) : QString();
        result->setText(value.isEmpty() || value == text ? QString() : "= " + value);
    };
    showResult();
    connect(edit, &QLineEdit::textChanged, this, showResult);
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, field] {
        const QString typed = edit->text().trimmed();
        const QString before = isSet(values_, field) ? editorText(values_[field.name]) : QString();
        if (typed == before)
            return;
        if (typed.isEmpty())
            propose(field.name, project::Json());
        else
            propose(field.name, isExpression(field.type) ? jsonFromText(typed) : project::Json(typed.toStdString()));
    });
    return edit;
}

QWidget* PropertyInspector::makeChoiceEditor(const project::FieldDeclaration& field)
{
    auto* combo = new CalmCombo;
    combo->setEditable(true); // the name of a parameter fits as well
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(8);
    if (field.type == FieldType::flag)
        for (const char* word : {"true", "false"})
            combo->addItem(word, word);
    for (const std::string& choice : field.choices)
        combo->addItem(QString::fromStdString(choice), QString::fromStdString(choice));
    if (candidates_)
        for (const Candidate& candidate : candidates_(field))
            combo->addItem(candidate.title.isEmpty() ? candidate.value : candidate.title, candidate.value);
    const QString present = isSet(values_, field) ? editorText(values_[field.name]) : QString();
    const int index = present.isEmpty() ? -1 : combo->findData(present);
    combo->setCurrentIndex(index);
    if (index < 0)
        combo->setEditText(present);
    combo->lineEdit()->setPlaceholderText(placeholderOf(field));
    const auto take = [this, combo, field, present] {
        const int found = combo->findText(combo->currentText().trimmed());
        const QString value = found >= 0 ? combo->itemData(found).toString() : combo->currentText().trimmed();
        const QString before = isSet(values_, field) ? editorText(values_[field.name]) : QString();
        if (value == before)
            return;
        if (value.isEmpty())
            propose(field.name, project::Json());
        else if (field.type == FieldType::flag && (value == "true" || value == "false"))
            propose(field.name, project::Json(value == "true"));
        else
            propose(field.name, project::Json(value.toStdString()));
    };
    connect(combo, &QComboBox::activated, this, take);
    connect(combo->lineEdit(), &QLineEdit::editingFinished, this, take);
    return combo;
}

QWidget* PropertyInspector::makeTable(const project::FieldDeclaration& field)
{
    const project::Json entries = isSet(values_, field) ? values_[field.name] : project::Json::object();
    const int filled = entries.is_object() ? static_cast<int>(entries.size()) : 0;
    auto* table = new QTableWidget(filled + 1, 2); // the last row is for one more
    table->setHorizontalHeaderLabels({tr("name"), field.type == FieldType::reductions ? tr("how") : tr("value")});
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(26);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setFixedHeight(26 * (filled + 1) + 32);
    int row = 0;
    if (entries.is_object())
        for (const auto& [name, value] : entries.items()) {
            table->setItem(row, 0, new QTableWidgetItem(QString::fromStdString(name)));
            table->setItem(row++, 1, new QTableWidgetItem(editorText(value)));
        }
    connect(table, &QTableWidget::cellChanged, this, [this, table, name = field.name] { takeTable(name, table); });
    return table;
}

void PropertyInspector::takeTable(const std::string& field, QTableWidget* table)
{
    project::Json entries = project::Json::object();
    for (int row = 0; row < table->rowCount(); ++row) {
        const auto text = [&](int column) {
            return table->item(row, column) ? table->item(row, column)->text().trimmed() : QString();
        };
        if (text(0).isEmpty())
            continue;
        if (text(1).isEmpty())
            return; // the row is not finished
        entries[text(0).toStdString()] = jsonFromText(text(1));
    }
    const project::Json before = values_.contains(field) ? values_[field] : project::Json::object();
    if (entries != before)
        propose(field, entries.empty() ? project::Json() : entries);
}

void PropertyInspector::propose(const std::string& field, const project::Json& value)
{
    emit fieldEdited(QString::fromStdString(field), value);
}

QWidget* PropertyInspector::editor(const QString& field) const
{
    const auto found = editors_.find(field.toStdString());
    return found == editors_.end() ? nullptr : found->second;
}

} // namespace headroom::widgets
