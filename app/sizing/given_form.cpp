#include "app/sizing/given_form.h"

#include "project/resolve/parameter_values.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace headroom::app {

using namespace widgets;
using project::Parameter;
using project::ParameterType;

namespace {

/// A combo of alternatives, or a line; both hold the value as it is typed.
QWidget* editorOf(const Parameter& parameter, const QString& value)
{
    const QString name = text(parameter.name);
    const bool closed = parameter.type == ParameterType::choice || parameter.type == ParameterType::component ||
                        parameter.type == ParameterType::flag;
    if (!closed)
        return named(new QLineEdit(value), "given " + name, name);
    QStringList offered;
    for (const project::Json& each : parameter.alternatives)
        offered.append(text(project::settingText(each)));
    if (parameter.type == ParameterType::flag && offered.isEmpty())
        offered = {"false", "true"};
    auto* combo = named(new ElidedComboBox, "given " + name, name);
    if (!offered.contains(value))
        offered.prepend(value);
    combo->addItems(offered);
    combo->setCurrentText(value);
    return combo;
}

QString valueOf(const QWidget* editor)
{
    const auto* combo = qobject_cast<const QComboBox*>(editor);
    return combo ? combo->currentText() : qobject_cast<const QLineEdit*>(editor)->text().trimmed();
}

} // namespace

GivenForm::GivenForm(QWidget* parent) : QWidget(parent), form_(new QFormLayout(this))
{
    form_->setContentsMargins(0, 0, 0, 0);
}

void GivenForm::clear()
{
    while (form_->rowCount() > 0)
        form_->removeRow(0);
    rows_.clear();
}

void GivenForm::show(const project::Project& system, const std::set<std::string>& leftOut)
{
    const auto before = values();
    clear();
    for (const Parameter& parameter : system.parameters) {
        if (leftOut.contains(parameter.name))
            continue;
        QString value = text(project::settingText(parameter.value));
        for (const auto& [name, typed] : before)
            if (name == parameter.name)
                value = text(typed);
        QWidget* editor = editorOf(parameter, value);
        if (auto* line = qobject_cast<QLineEdit*>(editor))
            connect(line, &QLineEdit::textChanged, this, &GivenForm::changed);
        else
            connect(qobject_cast<QComboBox*>(editor), &QComboBox::currentIndexChanged, this, &GivenForm::changed);
        editor->setToolTip(text(parameter.description));
        auto* fault = named(new QLabel, "fault " + text(parameter.name));
        fault->setWordWrap(true);
        fault->hide();
        setLook(fault, Look::error);
        auto* both = new QWidget;
        auto* column = new QVBoxLayout(both);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(rhythm::half);
        column->addWidget(editor);
        column->addWidget(fault);
        form_->addRow(text(parameter.name), both);
        rows_.push_back({parameter, editor, fault});
    }
}

std::vector<std::pair<std::string, std::string>> GivenForm::values() const
{
    std::vector<std::pair<std::string, std::string>> values;
    for (const Row& row : rows_)
        values.emplace_back(row.parameter.name, valueOf(row.editor).toStdString());
    return values;
}

std::string GivenForm::showFaults(const project::ComponentLibrary& components)
{
    std::string first;
    for (const Row& row : rows_) {
        const auto value = project::valueFromText(row.parameter, valueOf(row.editor).toStdString());
        const auto fault = project::faultOf(row.parameter, value, components);
        row.fault->setText(fault ? text(fault->problem + ' ' + fault->remedy) : QString());
        row.fault->setVisible(fault.has_value());
        setFaulty(row.editor, fault.has_value());
        if (fault && first.empty())
            first = row.parameter.name + ": " + fault->problem;
    }
    return first;
}

} // namespace headroom::app
