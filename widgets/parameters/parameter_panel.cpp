#include "widgets/parameters/parameter_panel.h"

#include "widgets/look/look.h"
#include "widgets/parameters/quantity_check.h"
#include "widgets/parameters/searchable_combo.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace headroom::widgets {

namespace {

using project::ParameterType;

/// A combo box that leaves the wheel to the panel it stands in.
class CalmCombo : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

QString kindHeading(const std::string& kind)
{
    static const std::map<std::string, QString> words{{"processor", ParameterPanel::tr("Processors")},
                                                      {"disk", ParameterPanel::tr("Hard disks")},
                                                      {"ssd", ParameterPanel::tr("SSDs")},
                                                      {"nvme", ParameterPanel::tr("NVMe drives")},
                                                      {"nic", ParameterPanel::tr("Network adapters")},
                                                      {"switch", ParameterPanel::tr("Switches")},
                                                      {"memory", ParameterPanel::tr("Memory")},
                                                      {"controller", ParameterPanel::tr("Host adapters")},
                                                      {"expander", ParameterPanel::tr("Expanders")}};
    const auto word = words.find(kind);
    return word == words.end() ? QString::fromStdString(kind) : word->second;
}

QString titleOf(const project::Component& component)
{
    return QString::fromStdString(component.vendor.empty() ? component.model
                                                           : component.vendor + ' ' + component.model);
}

} // namespace

ParameterPanel::ParameterPanel(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    column->setSpacing(rhythm::step);
    column->addWidget(sectionHeading(tr("Generic parameters")));
    rebuild();
}

void ParameterPanel::setProject(const project::Project* project, const project::ComponentLibrary* library)
{
    project_ = project;
    library_ = library;
    rebuild();
}

void ParameterPanel::rebuild()
{
    rows_.clear();
    delete content_;
    content_ = new QWidget(this);
    static_cast<QVBoxLayout*>(layout())->addWidget(content_, 1);
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half - 1);
    if (!project_ || project_->parameters.empty()) {
        auto* nothing = new QLabel(
            project_ ? tr("This project has no generic parameters. Add one to swap a component or a value here.")
                     : tr("Open a project to see what can be swapped in it."));
        nothing->setWordWrap(true);
        setLook(nothing, Look::dim);
        column->addWidget(nothing);
        column->addStretch();
        return;
    }
    for (const project::Parameter& parameter : project_->parameters)
        addRow(parameter, column);
    column->addStretch();
    refresh();
}

void ParameterPanel::addRow(const project::Parameter& parameter, QVBoxLayout* column)
{
    Row row;
    row.fileValue = parameter.value;
    row.name = new QLabel(QString::fromStdString(parameter.name));
    setLook(row.name, Look::label);
    auto* heading = new QHBoxLayout;
    heading->setSpacing(rhythm::step);
    heading->addWidget(row.name, 1);
    if (parameter.alternatives.size() > 1) {
        auto* count = new QLabel(tr("%n values", nullptr, static_cast<int>(parameter.alternatives.size()))
                                     .replace("%n", QString::number(parameter.alternatives.size())));
        setLook(count, Look::dim);
        heading->addWidget(count);
    }
    row.editor = makeEditor(parameter);
    row.editor->setObjectName(QString::fromStdString(parameter.name));
    row.editor->setAccessibleName(QString::fromStdString(parameter.name));
    row.name->setBuddy(row.editor);
    row.detail = new QLabel;
    row.detail->setWordWrap(true);
    setLook(row.detail, Look::dim);
    for (QWidget* widget : {static_cast<QWidget*>(row.name), row.editor})
        widget->setToolTip(QString::fromStdString(parameter.description));
    column->addLayout(heading);
    column->addWidget(row.editor);
    column->addWidget(row.detail);
    column->addSpacing(rhythm::half);
    rows_[parameter.name] = row;
}

QWidget* ParameterPanel::makeEditor(const project::Parameter& parameter)
{
    switch (parameter.type) {
    case ParameterType::component:
        return makeComponentEditor(parameter);
    case ParameterType::choice:
        return makeChoiceEditor(parameter);
    case ParameterType::flag: {
        auto* box = new QCheckBox(tr("on"));
        connect(box, &QCheckBox::clicked, this,
                [this, name = parameter.name](bool on) { propose(name, project::Json(on)); });
        return box;
    }
    default:
        return makeTextEditor(parameter);
    }
}

QWidget* ParameterPanel::makeComponentEditor(const project::Parameter& parameter)
{
    auto* combo = new SearchableCombo;
    std::vector<const project::Component*> components;
    for (const project::Json& alternative : parameter.alternatives)
        if (const auto* component =
                library_ && alternative.is_string() ? library_->find(alternative.get<std::string>()) : nullptr)
            components.push_back(component);
    if (components.empty() && library_)
        components = library_->ofKinds(parameter.kinds);
    std::vector<std::string> kinds;
    for (const auto* component : components)
        if (std::find(kinds.begin(), kinds.end(), component->kind) == kinds.end())
            kinds.push_back(component->kind);
    for (const std::string& kind : kinds) {
        if (kinds.size() > 1)
            combo->addHeading(kindHeading(kind));
        for (const auto* component : components) {
            if (component->kind != kind)
                continue;
            combo->addEntry(titleOf(*component), QString::fromStdString(project::keyFigures(*component)),
                            QString::fromStdString(component->id));
        }
    }
    connect(combo, &SearchableCombo::chosen, this, [this, name = parameter.name](const QVariant& id) {
        propose(name, project::Json(id.toString().toStdString()));
    });
    return combo;
}

QWidget* ParameterPanel::makeChoiceEditor(const project::Parameter& parameter)
{
    auto* combo = new CalmCombo;
    for (const project::Json& alternative : parameter.alternatives)
        combo->addItem(editorText(alternative));
    connect(combo, &QComboBox::activated, this,
            [this, name = parameter.name, values = parameter.alternatives](int index) {
                const project::Json& value = values.at(static_cast<std::size_t>(index));
                if (Row& row = rows_.at(name); row.settled != editorText(value)) {
                    row.settled = editorText(value);
                    propose(name, value);
                }
            });
    return combo;
}

QWidget* ParameterPanel::makeTextEditor(const project::Parameter& parameter)
{
    auto* combo = new CalmCombo;
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
    for (const project::Json& alternative : parameter.alternatives)
        combo->addItem(editorText(alternative));
    connect(combo->lineEdit(), &QLineEdit::editingFinished, this,
            [this, combo, name = parameter.name] { takeText(name, combo); });
    connect(combo, &QComboBox::activated, this, [this, combo, name = parameter.name] { takeText(name, combo); });
    return combo;
}

void ParameterPanel::takeText(const std::string& name, QComboBox* editor)
{
    const project::Parameter* parameter = project_ ? project::findParameter(*project_, name) : nullptr;
    if (!parameter)
        return;
    Row& row = rows_.at(name);
    const TypedValue typed = parseTyped(*parameter, editor->currentText());
    setFaulty(editor, !typed.value);
    showDetail(row, typed.problem, true);
    if (!typed.value)
        return;
    editor->lineEdit()->setModified(false);
    const QString text = editorText(*typed.value);
    if (text == row.settled) // Enter arrives by the line and by the box, and again when the focus leaves
        return;
    row.settled = text;
    propose(name, *typed.value);
}

void ParameterPanel::propose(const std::string& parameter, const project::Json& value)
{
    emit valueChanged(QString::fromStdString(parameter), value);
}

void ParameterPanel::refresh()
{
    if (!project_)
        return;
    for (const project::Parameter& parameter : project_->parameters)
        if (const auto row = rows_.find(parameter.name); row != rows_.end())
            showRow(parameter, row->second);
}

void ParameterPanel::showRow(const project::Parameter& parameter, Row& row)
{
    const QString text = editorText(parameter.value);
    if (auto* search = qobject_cast<SearchableCombo*>(row.editor)) {
        const auto* component = library_ ? library_->find(text.toStdString()) : nullptr;
        search->showData(text, component ? titleOf(*component) : text);
        showDetail(row, component ? QString::fromStdString(project::keyFigures(*component)) : QString(), false);
    } else if (auto* box = qobject_cast<QCheckBox*>(row.editor)) {
        box->setChecked(parameter.value.is_boolean() ? parameter.value.get<bool>() : text == "true");
        showDetail(row, {}, false);
    } else if (auto* combo = qobject_cast<QComboBox*>(row.editor)) {
        showText(row, *combo, text);
    }
    row.settled = text;
    setLook(row.name, parameter.value == row.fileValue ? Look::label : Look::changed);
}

void ParameterPanel::showText(Row& row, QComboBox& editor, const QString& text)
{
    // What somebody is typing, or has yet to correct, stays until the document holds another value.
    const bool typing = editor.isEditable() && editor.hasFocus() && editor.lineEdit()->isModified();
    const bool faulty = editor.property("faulty").toBool();
    if ((typing || faulty) && text == row.settled)
        return;
    const QSignalBlocker quiet(&editor);
    editor.setCurrentIndex(editor.findText(text));
    if (editor.isEditable()) {
        editor.setEditText(text);
        editor.lineEdit()->setModified(false);
    }
    setFaulty(&editor, false);
    showDetail(row, {}, false);
}

void ParameterPanel::showDetail(Row& row, const QString& text, bool faulty)
{
    row.detail->setText(text);
    row.detail->setVisible(!text.isEmpty());
    setLook(row.detail, faulty ? Look::error : Look::dim);
}

void ParameterPanel::markSaved()
{
    if (!project_)
        return;
    for (const project::Parameter& parameter : project_->parameters)
        if (const auto row = rows_.find(parameter.name); row != rows_.end())
            row->second.fileValue = parameter.value;
    refresh();
}

QWidget* ParameterPanel::editor(const QString& parameter) const
{
    const auto row = rows_.find(parameter.toStdString());
    return row == rows_.end() ? nullptr : row->second.editor;
}

QString ParameterPanel::problem(const QString& parameter) const
{
    const auto row = rows_.find(parameter.toStdString());
    if (row == rows_.end() || !row->second.editor->property("faulty").toBool())
        return {};
    return row->second.detail->text();
}

} // namespace headroom::widgets
