#include "widgets/parameters/panel/parameter_details.h"

#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declarations.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/parameters/fields/quantity_check.h"
#include "widgets/parameters/fields/searchable_combo.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace headroom::widgets {

using project::Json;
using project::Parameter;
using project::ParameterType;

namespace {

constexpr int usesShownAtMost = 12;
constexpr int kindsWidth = 112; ///< width of the button's text in the narrowest panel

bool isNumber(ParameterType type)
{
    return type == ParameterType::integer || type == ParameterType::number || type == ParameterType::quantity;
}

QString typeWord(ParameterType type)
{
    switch (type) {
    case ParameterType::component:
        return ParameterDetails::tr("Component");
    case ParameterType::integer:
        return ParameterDetails::tr("Whole number");
    case ParameterType::number:
        return ParameterDetails::tr("Number");
    case ParameterType::quantity:
        return ParameterDetails::tr("Quantity");
    case ParameterType::choice:
        return ParameterDetails::tr("Choice");
    case ParameterType::flag:
        return ParameterDetails::tr("Switch");
    }
    return {};
}

/// The value to use if the previous one does not fit.
Json plainValue(const Parameter& parameter, const project::ComponentLibrary& library)
{
    switch (parameter.type) {
    case ParameterType::component: {
        const auto fitting = library.ofKinds(parameter.kinds);
        return fitting.empty() ? std::string() : fitting.front()->id;
    }
    case ParameterType::choice:
        return "A";
    case ParameterType::flag:
        return false;
    case ParameterType::quantity:
        return "1 " + parameter.unit;
    default:
        return 1;
    }
}

QString boundText(const Parameter& parameter, const std::optional<double>& bound)
{
    return bound ? QString::fromStdString(project::exactText(*bound, parameter.unit)) : QString();
}

bool contains(const std::vector<Json>& list, const Json& value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

} // namespace

std::vector<Json> offeredBy(const Parameter& parameter)
{
    if (parameter.type == ParameterType::flag && parameter.alternatives.empty())
        return {false, true};
    return parameter.alternatives;
}

Parameter withTicks(Parameter parameter, const std::vector<Json>& ticked)
{
    parameter.alternatives = offeredBy(parameter);
    project::setTicked(parameter, ticked);
    return parameter;
}

Parameter withMore(Parameter parameter, bool more)
{
    parameter.more = more ? std::optional(true) : std::nullopt;
    return parameter;
}

QString whatOfMore(const Parameter& parameter)
{
    const QString name = QString::fromStdString(parameter.name);
    return parameter.more ? ParameterDetails::tr("Fold %1 away").arg(name)
                          : ParameterDetails::tr("Show %1 above the fold").arg(name);
}

Parameter withType(Parameter parameter, ParameterType type, const project::ComponentLibrary& library)
{
    const std::string unit = parameter.unit;
    parameter.type = type;
    parameter.unit = type != ParameterType::quantity ? "" : parameter.unit.empty() ? "s" : parameter.unit;
    parameter.kinds = type != ParameterType::component ? std::vector<std::string>()
                      : parameter.kinds.empty()        ? project::kindsOf(project::ComponentKind::Part::device)
                                                       : parameter.kinds;
    if (!isNumber(type) || parameter.unit != unit)
        parameter.minimum = parameter.maximum = std::nullopt;
    const auto alternatives = std::exchange(parameter.alternatives, {});
    if (type != ParameterType::choice)
        for (const Json& value : alternatives)
            if (!project::faultOf(parameter, value, library))
                parameter.alternatives.push_back(value);
    if (project::faultOf(parameter, parameter.value, library))
        parameter.value = plainValue(parameter, library);
    if (type == ParameterType::choice)
        parameter.alternatives =
            parameter.value == "A" ? std::vector<Json>{"A", "B"} : std::vector<Json>{parameter.value};
    project::setTicked(parameter, project::tickedOf(parameter));
    return parameter;
}

ParameterDetails::ParameterDetails(const Parameter& parameter, const project::ComponentLibrary* library,
                                   QWidget* parent)
    : QWidget(parent), parameter_(parameter), library_(library)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, rhythm::half, 0, rhythm::step);
    column->setSpacing(rhythm::half);
    auto* form = new QFormLayout;
    form->setSpacing(rhythm::half);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form);

    name_ = addLine(*form, tr("Name"), "name");
    connect(name_, &QLineEdit::editingFinished, this, [this] {
        if (name_->text().trimmed() != QString::fromStdString(parameter_.name))
            emit renameRequested(name_->text().trimmed());
        else
            setNameProblem({});
    });
    nameProblem_ = new QLabel;
    nameProblem_->setWordWrap(true);
    nameProblem_->hide();
    setLook(nameProblem_, Look::error);
    form->addRow(nameProblem_);
    description_ = named(new QPlainTextEdit, part("description"));
    description_->setAccessibleName(tr("Meaning of %1").arg(name_->text()));
    description_->setPlaceholderText(tr("What it means, and why it has this value"));
    description_->setTabChangesFocus(true);
    description_->setFixedHeight(4 * QFontMetrics(font()).lineSpacing());
    connect(description_, &QPlainTextEdit::textChanged, this, [this] {
        Parameter changed = parameter_;
        changed.description = description_->toPlainText().toStdString();
        propose(std::move(changed), tr("Describe %1").arg(QString::fromStdString(parameter_.name)), typing_);
    });
    form->addRow(description_);
    addType(*form);
    addUnitOrKinds(*form);
    if (isNumber(parameter_.type))
        addRange(*form);
    addMore(*form);
    addAlternatives(*column);
    addUses(*column);
    refresh(parameter);
}

QString ParameterDetails::part(const QString& name) const
{
    return QString::fromStdString(parameter_.name) + '/' + name;
}

QLineEdit* ParameterDetails::addLine(QFormLayout& form, const QString& label, const QString& name)
{
    auto* line = named(new QLineEdit, part(name));
    line->setAccessibleName(label);
    auto* words = new QLabel(label);
    setLook(words, Look::dim);
    form.addRow(words, line);
    return line;
}

void ParameterDetails::addType(QFormLayout& form)
{
    auto* types = named(new QComboBox, part("type"), tr("Type"));
    for (const auto type : {ParameterType::component, ParameterType::integer, ParameterType::number,
                            ParameterType::quantity, ParameterType::choice, ParameterType::flag})
        types->addItem(typeWord(type), static_cast<int>(type));
    types->setCurrentIndex(types->findData(static_cast<int>(parameter_.type)));
    connect(types, &QComboBox::activated, this, [this, types] {
        const auto type = static_cast<ParameterType>(types->currentData().toInt());
        if (type != parameter_.type)
            propose(withType(parameter_, type, library_ ? *library_ : project::ComponentLibrary()),
                    tr("Change the type of %1").arg(QString::fromStdString(parameter_.name)));
    });
    auto* words = new QLabel(tr("Type"));
    setLook(words, Look::dim);
    form.addRow(words, types);
}

void ParameterDetails::addUnitOrKinds(QFormLayout& form)
{
    const QString step =
        parameter_.type == ParameterType::quantity ? tr("Change the unit of %1") : tr("Change the kinds of %1");
    const QString what = step.arg(QString::fromStdString(parameter_.name));
    auto* words = new QLabel(parameter_.type == ParameterType::quantity ? tr("Unit") : tr("Kinds"));
    setLook(words, Look::dim);
    if (parameter_.type == ParameterType::quantity) {
        auto* units = named(new QComboBox, part("unit"), tr("Unit"));
        for (const char* unit : {"s", "B", "B/s", "1/s", "Hz", "W", "USD"})
            units->addItem(unit);
        units->setCurrentText(QString::fromStdString(parameter_.unit));
        connect(units, &QComboBox::activated, this, [this, units, what] {
            Parameter changed = parameter_;
            changed.unit = units->currentText().toStdString();
            changed.minimum = changed.maximum = std::nullopt;
            propose(withType(std::move(changed), ParameterType::quantity,
                             library_ ? *library_ : project::ComponentLibrary()),
                    what);
        });
        form.addRow(words, units);
    } else if (parameter_.type == ParameterType::component) {
        auto* kinds = named(new QToolButton, part("kinds"));
        QStringList chosen;
        auto* menu = new QMenu(kinds);
        for (const auto& each : project::componentKinds()) {
            QAction* kind = menu->addAction(kindHeading(each.name));
            kind->setCheckable(true);
            const auto& present = parameter_.kinds;
            kind->setChecked(std::find(present.begin(), present.end(), each.name) != present.end());
            if (kind->isChecked())
                chosen.append(kindHeading(each.name));
            connect(kind, &QAction::triggered, this, [this, word = each.name, what](bool on) {
                Parameter changed = parameter_;
                std::erase(changed.kinds, word);
                if (on)
                    changed.kinds.push_back(word);
                propose(std::move(changed), what);
            });
        }
        kinds->setMenu(menu);
        kinds->setPopupMode(QToolButton::InstantPopup);
        const QString all = chosen.isEmpty() ? tr("none") : chosen.join(", ");
        kinds->setText(kinds->fontMetrics().elidedText(all, Qt::ElideRight, kindsWidth));
        kinds->setToolTip(all);
        kinds->setMinimumWidth(0);
        kinds->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long list is elided; the panel is not
                                                                        // widened
        form.addRow(words, kinds);
    } else
        delete words;
}

void ParameterDetails::addRange(QFormLayout& form)
{
    minimum_ = addLine(form, tr("At least"), "minimum");
    maximum_ = addLine(form, tr("At most"), "maximum");
    connect(minimum_, &QLineEdit::editingFinished, this,
            [this] { takeBound(*minimum_, &Parameter::minimum, tr("Change the minimum of %1")); });
    connect(maximum_, &QLineEdit::editingFinished, this,
            [this] { takeBound(*maximum_, &Parameter::maximum, tr("Change the maximum of %1")); });
}

void ParameterDetails::addMore(QFormLayout& form)
{
    more_ = named(new QCheckBox(tr("Rarely changed")), part("more"));
    more_->setToolTip(tr("Folds it away below the others"));
    connect(more_, &QCheckBox::clicked, this, [this](bool on) {
        const Parameter changed = withMore(parameter_, on);
        propose(changed, whatOfMore(changed));
    });
    form.addRow(more_);
}

void ParameterDetails::takeBound(QLineEdit& line, std::optional<double> Parameter::*bound, const QString& what)
{
    if (line.text().trimmed() == boundText(parameter_, parameter_.*bound))
        return;
    Parameter unbounded = parameter_;
    unbounded.minimum = unbounded.maximum = std::nullopt;
    Parameter changed = parameter_;
    changed.*bound = std::nullopt;
    if (!line.text().trimmed().isEmpty()) {
        const TypedValue typed = parseTyped(unbounded, line.text());
        setFaulty(&line, !typed.value);
        line.setToolTip(typed.problem);
        if (!typed.value)
            return;
        changed.*bound = project::numberOf(parameter_, *typed.value);
    }
    setFaulty(&line, false);
    propose(std::move(changed), what.arg(QString::fromStdString(parameter_.name)));
}

void ParameterDetails::addAlternatives(QVBoxLayout& column)
{
    auto* heading = new QLabel(tr("Alternatives; a study runs those that are ticked"));
    heading->setWordWrap(true);
    setLook(heading, Look::dim);
    column.addWidget(heading);
    alternatives_ = new QVBoxLayout;
    alternatives_->setSpacing(0);
    column.addLayout(alternatives_);
    for (const Json& value : offeredBy(parameter_))
        addAlternative(value);
    if (parameter_.type == ParameterType::flag)
        return;
    const auto add = [this](const Json& value) {
        Parameter changed = parameter_;
        if (contains(changed.alternatives, value))
            return;
        changed.alternatives.push_back(value);
        propose(std::move(changed),
                tr("Add alternative %1 to %2").arg(alternativeText(value), QString::fromStdString(parameter_.name)));
    };
    if (parameter_.type == ParameterType::component) {
        auto* more = named(new SearchableCombo, part("alternative"));
        more->setAccessibleName(tr("Add an alternative"));
        if (library_)
            addComponents(*more, library_->ofKinds(parameter_.kinds));
        more->showData({}, {});
        more->lineEdit()->setPlaceholderText(tr("Add a component …"));
        connect(more, &SearchableCombo::chosen, this, [add](const QVariant& id) { add(id.toString().toStdString()); });
        column.addWidget(more);
        return;
    }
    auto* more = named(new QLineEdit, part("alternative"), tr("Add an alternative"));
    more->setPlaceholderText(tr("Add a value …"));
    connect(more, &QLineEdit::returnPressed, this, [this, more, add] {
        const TypedValue typed = parameter_.type == ParameterType::choice
                                     ? TypedValue{Json(more->text().trimmed().toStdString()), {}}
                                     : parseTyped(parameter_, more->text());
        setFaulty(more, !typed.value);
        more->setToolTip(typed.problem);
        if (typed.value && !more->text().trimmed().isEmpty())
            add(*typed.value);
    });
    column.addWidget(more);
}

QString ParameterDetails::alternativeText(const Json& value) const
{
    if (const auto* component = library_ && value.is_string() ? library_->find(value.get<std::string>()) : nullptr)
        return titleOf(*component);
    if (parameter_.type == ParameterType::flag)
        return value == true ? tr("on") : tr("off");
    return editorText(value);
}

void ParameterDetails::addAlternative(const Json& value)
{
    auto* line = new QHBoxLayout;
    line->setSpacing(rhythm::half);
    auto* tick = named(new QCheckBox(alternativeText(value)), part("tick/") + editorText(value));
    tick->setProperty("value", QString::fromStdString(value.dump()));
    tick->setMinimumWidth(0);
    tick->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name is elided; the panel is not widened
    tick->setToolTip(tick->text());
    connect(tick, &QCheckBox::clicked, this, &ParameterDetails::takeTicks);
    line->addWidget(tick, 1);
    if (parameter_.type != ParameterType::flag) {
        auto* remove = named(new QToolButton, part("remove/") + editorText(value));
        remove->setIcon(icon("list-remove"));
        remove->setIconSize({12, 12});
        remove->setFixedSize(20, 20);
        setLook(remove, Look::flat);
        remove->setAccessibleName(tr("Remove alternative %1").arg(tick->text()));
        remove->setToolTip(remove->accessibleName());
        connect(remove, &QToolButton::clicked, this, [this, value, step = remove->accessibleName()] {
            Parameter changed = parameter_;
            std::erase(changed.alternatives, value);
            project::setTicked(changed, project::tickedOf(changed));
            propose(std::move(changed), step);
        });
        line->addWidget(remove);
    }
    alternatives_->addLayout(line);
}

void ParameterDetails::takeTicks()
{
    std::vector<Json> ticked;
    for (const auto* tick : findChildren<QCheckBox*>())
        if (tick != more_ && tick->isChecked())
            ticked.push_back(Json::parse(tick->property("value").toString().toStdString()));
    propose(withTicks(parameter_, ticked), tr("Tick values of %1").arg(QString::fromStdString(parameter_.name)));
}

void ParameterDetails::addUses(QVBoxLayout& column)
{
    usesHeading_ = new QLabel;
    usesHeading_->setWordWrap(true);
    setLook(usesHeading_, Look::dim);
    column.addWidget(usesHeading_);
    uses_ = new QVBoxLayout;
    uses_->setSpacing(0);
    column.addLayout(uses_);
    showUses({});
}

void ParameterDetails::showUses(const QStringList& uses)
{
    usesHeading_->setText(uses.isEmpty()     ? tr("Not used yet: write its name into any field.")
                          : uses.size() == 1 ? tr("Used in one place")
                                             : tr("Used in %1 places").arg(uses.size()));
    if (uses == usesShown_)
        return;
    usesShown_ = uses;
    while (QLayoutItem* old = uses_->takeAt(0)) {
        old->widget()->deleteLater();
        delete old;
    }
    for (int i = 0; i < std::min<int>(static_cast<int>(uses.size()), usesShownAtMost); ++i) {
        auto* go = named(new QPushButton(uses[i]), part("use/") + QString::number(i));
        setLook(go, Look::flat);
        go->setStyleSheet("text-align: left");
        go->setCursor(Qt::PointingHandCursor);
        go->setMinimumWidth(0);
        go->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        go->setToolTip(tr("Go to %1").arg(uses[i]));
        connect(go, &QPushButton::clicked, this, [this, i] { emit useChosen(i); });
        uses_->addWidget(go);
    }
    if (uses.size() > usesShownAtMost) {
        auto* more = new QLabel(tr("and %1 more").arg(uses.size() - usesShownAtMost));
        setLook(more, Look::dim);
        uses_->addWidget(more);
    }
}

void ParameterDetails::refresh(const Parameter& parameter)
{
    parameter_ = parameter;
    const auto put = [](QLineEdit* line, const QString& text) {
        if (line && !(line->hasFocus() && line->isModified()) && line->text() != text) {
            line->setText(text);
            line->setModified(false);
        }
    };
    put(name_, QString::fromStdString(parameter.name));
    put(minimum_, boundText(parameter, parameter.minimum));
    put(maximum_, boundText(parameter, parameter.maximum));
    if (const QString text = QString::fromStdString(parameter.description); description_->toPlainText() != text) {
        const QSignalBlocker quiet(description_);
        description_->setPlainText(text);
    }
    static int visits = 0;
    if (!description_->hasFocus() || typing_ == 0)
        typing_ = ++visits;
    const auto ticked = project::tickedOf(parameter);
    more_->setChecked(parameter.more.value_or(false));
    for (auto* tick : findChildren<QCheckBox*>()) {
        if (tick == more_)
            continue;
        const QSignalBlocker quiet(tick);
        tick->setChecked(contains(ticked, Json::parse(tick->property("value").toString().toStdString())));
    }
}

void ParameterDetails::setNameProblem(const QString& problem)
{
    nameProblem_->setText(problem);
    nameProblem_->setVisible(!problem.isEmpty());
    setFaulty(name_, !problem.isEmpty());
}

void ParameterDetails::propose(Parameter changed, const QString& what, int typing)
{
    parameter_ = changed;
    emit this->changed(changed, what, typing);
}

} // namespace headroom::widgets
