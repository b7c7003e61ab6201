#include "app/studies/axis_row.h"

#include "app/studies/value_picker.h"
#include "project/editing/new_elements.h"
#include "project/resolve/parameter_values.h"
#include "widgets/controls/elided_button.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>

namespace headroom::app {

using namespace widgets;
using project::Json;
using project::Parameter;
using project::ParameterType;
using project::StudyAxis;

namespace {

constexpr int defaultSteps = 5, mostSteps = 1000;

bool takesNumbers(const Parameter& parameter)
{
    return parameter.type == ParameterType::integer || parameter.type == ParameterType::number ||
           parameter.type == ParameterType::quantity;
}

QString fieldText(const StudyAxis& axis, const char* field)
{
    const auto found = axis.fields.find(field);
    return found == axis.fields.end() ? QString() : text(project::settingText(*found));
}

/// The values that an axis has now, to begin another kind with.
std::vector<Json> valuesOf(const Parameter& parameter, const StudyAxis& axis)
{
    std::vector<Json> values;
    if (axis.values.is_array())
        values.assign(axis.values.begin(), axis.values.end());
    else if (axis.values.is_string())
        values = project::tickedOf(parameter);
    else
        for (const char* const end : {"from", "to"})
            if (const auto found = axis.fields.find(end); found != axis.fields.end())
                values.push_back(*found);
    if (values.empty())
        values.push_back(parameter.value);
    return values;
}

/// A range over the present values; over the double of a single one, if nothing limits it.
Json rangeOver(const Parameter& parameter, const std::vector<Json>& values)
{
    std::vector<std::pair<double, Json>> numbers;
    for (const Json& value : values)
        if (const auto number = project::numberOf(parameter, value))
            numbers.emplace_back(*number, value);
    if (numbers.empty())
        return Json::object();
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end(),
                                                   [](const auto& a, const auto& b) { return a.first < b.first; });
    Json fields = {{"from", least->second}, {"to", most->second}, {"steps", defaultSteps}};
    if (least->first == most->first) {
        const double end = parameter.maximum.value_or(2 * most->first);
        fields["to"] = parameter.type == ParameterType::integer ? Json(static_cast<std::int64_t>(end)) : Json(end);
    }
    return fields;
}

QComboBox* combo(const char* name, const QString& title)
{
    auto* box = named(new ElidedComboBox, name);
    box->setAccessibleName(title);
    return box;
}

/// A page of its own height in a stack of others.
QWidget* pageOf(QWidget* content)
{
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(content);
    return page;
}

QLineEdit* edit(const char* name, const QString& title)
{
    auto* line = named(new QLineEdit, name);
    line->setAccessibleName(title);
    line->setMinimumWidth(48);
    return line;
}

} // namespace

QString listText(const Json& values)
{
    QStringList texts;
    for (const Json& value : values)
        texts.append(text(project::settingText(value)));
    return texts.join(", ");
}

Json listOf(const Parameter& parameter, const QString& typed)
{
    Json values = Json::array();
    for (const QString& part : typed.split(',', Qt::SkipEmptyParts)) {
        const QString word = part.trimmed();
        if (!word.isEmpty())
            values.push_back(project::valueFromText(parameter, word.toStdString()));
    }
    return values;
}

AxisRow::AxisRow(QWidget* parent)
    : QWidget(parent), parameter_(combo("axisParameter", tr("Parameter"))), kind_(combo("axisKind", tr("Values"))),
      scale_(combo("axisScale", tr("Scale"))), ticked_(new QLabel), list_(edit("axisList", tr("List of values"))),
      from_(edit("axisFrom", tr("First value"))), to_(edit("axisTo", tr("Last value"))), steps_(new QSpinBox)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    parameter_->setMinimumContentsLength(24);
    parameter_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    ticked_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    ticked_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    list_->setToolTip(tr("Values separated by commas, as in “1, 2, 4” or “4 KiB, 1 MiB”"));
    auto* values = new QWidget;
    values_ = new QStackedLayout(values);
    values_->addWidget(pageOf(ticked_));
    values_->addWidget(pageOf(list_));
    values_->addWidget(makeRange());
    picked_ = named(new ElidedButton, "axisPicked", tr("Values"));
    picked_->setToolTip(tr("Choose from a list"));
    values_->addWidget(pageOf(picked_));
    auto* remove = named(new QToolButton, "axisRemove", tr("Do not vary this parameter"));
    setLook(remove, Look::flat);
    remove->setIcon(icon("edit-delete"));
    remove->setToolTip(remove->accessibleName());
    row->addWidget(parameter_);
    row->addWidget(kind_);
    row->addWidget(values, 1);
    row->addWidget(remove);
    connect(parameter_, &QComboBox::currentIndexChanged, this, &AxisRow::chooseParameter);
    connect(kind_, &QComboBox::currentIndexChanged, this, &AxisRow::chooseKind);
    connect(list_, &QLineEdit::editingFinished, this, &AxisRow::takeList);
    connect(picked_, &QPushButton::clicked, this, &AxisRow::pick);
    connect(remove, &QToolButton::clicked, this, &AxisRow::removeWanted);
}

QWidget* AxisRow::makeRange()
{
    auto* area = new QWidget;
    auto* row = new QHBoxLayout(area);
    row->setContentsMargins(0, 0, 0, 0);
    steps_->setObjectName("axisSteps");
    steps_->setAccessibleName(tr("Number of values"));
    steps_->setRange(2, mostSteps);
    steps_->setSuffix(tr(" values"));
    steps_->setKeyboardTracking(false);
    scale_->addItem(tr("equal steps"), "linear");
    scale_->addItem(tr("equal factors"), "log");
    row->addWidget(from_, 1);
    row->addWidget(new QLabel(tr("to")));
    row->addWidget(to_, 1);
    row->addWidget(steps_);
    row->addWidget(scale_);
    for (QLineEdit* const line : {from_, to_})
        connect(line, &QLineEdit::editingFinished, this, &AxisRow::takeRange);
    connect(steps_, &QSpinBox::valueChanged, this, &AxisRow::takeRange);
    connect(scale_, &QComboBox::currentIndexChanged, this, &AxisRow::takeRange);
    return area;
}

void AxisRow::show(const project::Project& project, const StudyAxis& axis, const QStringList& taken)
{
    project_ = &project;
    axis_ = axis;
    const QString name = text(axis.parameter);
    const Parameter* parameter = project::findParameter(project, axis.parameter);
    const QSignalBlocker one(parameter_), two(kind_);
    parameter_->clear();
    for (const Parameter& each : project.parameters)
        if (const QString other = text(each.name); other == name || !taken.contains(other))
            parameter_->addItem(other);
    if (!parameter)
        parameter_->addItem(name); // the plan says that there is no such one
    parameter_->setCurrentText(name);
    kind_->clear();
    if (offersTicked_)
        kind_->addItem(tr("ticked"), ticked);
    kind_->addItem(tr("list"), list);
    if (!parameter || takesNumbers(*parameter) || axis.values.is_null())
        kind_->addItem(tr("range"), range);
    kind_->setVisible(kind_->count() > 1);
    showValues(parameter);
}

/// Words are picked from a list where there is one.
bool AxisRow::isPicked(const Parameter& parameter) const
{
    return components_ && !ValuePicker::offered(parameter, *components_).empty();
}

void AxisRow::showValues(const Parameter* parameter)
{
    const Kind kind = axis_.values.is_array() ? list : axis_.values.is_string() ? ticked : range;
    kind_->setCurrentIndex(kind_->findData(kind));
    const bool picks = kind == list && parameter && isPicked(*parameter);
    values_->setCurrentIndex(picks ? pickedPage : kind);
    if (picks)
        picked_->setText(ValuePicker::summary(*parameter, *components_, axis_.values));
    const QSignalBlocker one(list_), two(from_), three(to_), four(steps_), five(scale_);
    list_->setText(kind == list ? listText(axis_.values) : QString());
    from_->setText(fieldText(axis_, "from"));
    to_->setText(fieldText(axis_, "to"));
    const auto steps = axis_.fields.find("steps");
    steps_->setValue(steps != axis_.fields.end() && steps->is_number_integer() ? steps->get<int>() : defaultSteps);
    scale_->setCurrentIndex(std::max(0, scale_->findData(fieldText(axis_, "scale"))));
    const auto values = parameter ? project::tickedOf(*parameter) : std::vector<Json>();
    ticked_->setText(values.empty() ? tr("No alternative is ticked in the panel “Generic parameters”.")
                                    : listText(Json(values)));
    ticked_->setToolTip(ticked_->text());
}

void AxisRow::chooseParameter()
{
    if (const Parameter* parameter = project::findParameter(*project_, parameter_->currentText().toStdString()))
        emit changed(project::usualAxis(*parameter));
}

void AxisRow::chooseKind()
{
    const Parameter* parameter = project::findParameter(*project_, axis_.parameter);
    if (!parameter)
        return;
    StudyAxis axis{axis_.parameter, "ticked", Json::object()};
    const auto values = valuesOf(*parameter, axis_);
    if (kind_->currentData() == list)
        axis.values = Json(values);
    if (kind_->currentData() == range) {
        axis.values = nullptr;
        axis.fields = rangeOver(*parameter, values);
    }
    emit changed(axis);
}

void AxisRow::pick()
{
    const Parameter* parameter = project::findParameter(*project_, axis_.parameter);
    if (!parameter || !components_)
        return;
    ValuePicker picker(*parameter, *components_, axis_.values, this);
    if (picker.exec() != QDialog::Accepted || picker.values() == axis_.values)
        return;
    StudyAxis axis = axis_;
    axis.values = picker.values();
    emit changed(axis);
}

void AxisRow::takeList()
{
    const Parameter* parameter = project::findParameter(*project_, axis_.parameter);
    if (!parameter || values_->currentIndex() != list)
        return;
    StudyAxis axis = axis_;
    axis.values = listOf(*parameter, list_->text());
    if (axis.values != axis_.values)
        emit changed(axis);
}

void AxisRow::takeRange()
{
    const Parameter* parameter = project::findParameter(*project_, axis_.parameter);
    if (!parameter || values_->currentIndex() != range)
        return;
    StudyAxis axis = axis_;
    axis.fields["from"] = project::valueFromText(*parameter, from_->text().trimmed().toStdString());
    axis.fields["to"] = project::valueFromText(*parameter, to_->text().trimmed().toStdString());
    axis.fields["steps"] = steps_->value();
    if (scale_->currentData() == "log")
        axis.fields["scale"] = "log";
    else
        axis.fields.erase("scale");
    if (axis.fields != axis_.fields)
        emit changed(axis);
}

} // namespace headroom::app
