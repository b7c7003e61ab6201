#include "app/studies/value_picker.h"

#include "project/library/component_power.h"
#include "project/resolve/parameter_values.h"
#include "widgets/components/component_table.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>

namespace headroom::app {

using namespace widgets;
using project::Component;
using project::Json;
using project::Parameter;
using project::ParameterType;

namespace {

constexpr QSize usualSize(860, 520);
constexpr int searchRole = Qt::UserRole;

enum Column
{
    nameColumn,
    figuresColumn,
    priceColumn,
    powerColumn
};

bool isIn(const Json& list, const Json& value)
{
    return list.is_array() && std::find(list.begin(), list.end(), value) != list.end();
}

const Component* componentOf(const Parameter& parameter, const project::ComponentLibrary& components, const Json& value)
{
    return parameter.type == ParameterType::component && value.is_string() ? components.find(value.get<std::string>())
                                                                           : nullptr;
}

QString titleFor(const Parameter& parameter, const project::ComponentLibrary& components, const Json& value)
{
    const Component* component = componentOf(parameter, components, value);
    if (component)
        return titleOf(*component);
    return value.is_boolean() ? (value.get<bool>() ? ValuePicker::tr("on") : ValuePicker::tr("off"))
                              : text(project::settingText(value));
}

QString priceOf(const Component& component)
{
    for (const char* const figure : {"price_usd", "price_usd_per_GB"}) {
        if (!component.has(figure))
            continue;
        const QString usd = (isEstimated(component, figure) ? "≈ " : "") + usdText(component.figure(figure));
        return figure == std::string_view("price_usd") ? usd : ValuePicker::tr("%1 a GB").arg(usd);
    }
    return ValuePicker::tr("no price");
}

/// Orders the columns of numbers by their numbers.
class PartRow : public QTreeWidgetItem
{
public:
    using QTreeWidgetItem::QTreeWidgetItem;
    bool operator<(const QTreeWidgetItem& other) const override
    {
        const int column = treeWidget()->sortColumn();
        const QVariant mine = data(column, searchRole), theirs = other.data(column, searchRole);
        if (column == nameColumn || (!mine.isValid() && !theirs.isValid()))
            return text(column).localeAwareCompare(other.text(column)) < 0;
        return mine.isValid() && (!theirs.isValid() || mine.toDouble() < theirs.toDouble());
    }
};

} // namespace

std::vector<Json> ValuePicker::offered(const Parameter& parameter, const project::ComponentLibrary& components)
{
    if (parameter.type == ParameterType::flag)
        return {Json(true), Json(false)};
    if (parameter.type == ParameterType::choice)
        return parameter.alternatives;
    std::vector<Json> values;
    if (parameter.type != ParameterType::component)
        return values;
    for (const Component* component : components.ofKinds(parameter.kinds))
        values.emplace_back(component->id);
    for (const Json& value : parameter.alternatives)
        if (std::find(values.begin(), values.end(), value) == values.end())
            values.push_back(value);
    return values;
}

QString ValuePicker::summary(const Parameter& parameter, const project::ComponentLibrary& components,
                             const Json& chosen)
{
    QStringList titles;
    for (const Json& value : chosen.is_array() ? chosen : Json::array())
        titles.append(titleFor(parameter, components, value));
    return tr("%1 of %2: %3")
        .arg(titles.size())
        .arg(offered(parameter, components).size())
        .arg(titles.isEmpty() ? tr("choose …") : titles.join(", "));
}

ValuePicker::ValuePicker(const Parameter& parameter, const project::ComponentLibrary& components, const Json& chosen,
                         QWidget* parent)
    : Dialog(parent), search_(named(new QLineEdit, "valueSearch", tr("Search"))),
      list_(named(new QTreeWidget, "valueList", tr("Values"))), stand_(named(new QLabel, "valueCount")),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName("valuePicker");
    setWindowTitle(tr("Values of %1").arg(text(parameter.name)));
    const bool parts = parameter.type == ParameterType::component;
    search_->setPlaceholderText(tr("Search: a maker, a model, 20TB, nvme …"));
    search_->setClearButtonEnabled(true);
    search_->setVisible(parts);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAllColumnsShowFocus(true);
    list_->setHeaderLabels(parts ? QStringList{tr("Part"), tr("Figures"), tr("Price"), tr("Power")}
                                 : QStringList{tr("Value")});
    // Those that are chosen come first.
    const auto all = offered(parameter, components);
    for (const bool ticked : {true, false})
        for (const Json& value : all)
            if (isIn(chosen, value) == ticked)
                add(parameter, components, value, ticked);
    if (parts) {
        list_->header()->setSectionResizeMode(nameColumn, QHeaderView::Stretch);
        for (const int column : {figuresColumn, priceColumn, powerColumn})
            list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
        list_->header()->setStretchLastSection(false);
        list_->setSortingEnabled(true);
        list_->sortByColumn(-1, Qt::AscendingOrder);
        resize(usualSize);
    }
    setLook(stand_, Look::dim);
    auto* foot = new QHBoxLayout;
    foot->addWidget(stand_, 1);
    foot->addWidget(buttons_);
    auto* column = new QVBoxLayout(this);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    column->addLayout(foot);
    connect(search_, &QLineEdit::textChanged, this, &ValuePicker::filter);
    connect(list_, &QTreeWidget::itemChanged, this, &ValuePicker::count);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    count();
}

void ValuePicker::add(const Parameter& parameter, const project::ComponentLibrary& components, const Json& value,
                      bool ticked)
{
    auto* row = new PartRow(list_);
    row->setText(nameColumn, titleFor(parameter, components, value));
    row->setCheckState(nameColumn, ticked ? Qt::Checked : Qt::Unchecked);
    row->setData(nameColumn, Qt::UserRole + 1, static_cast<int>(values_.size()));
    values_.push_back(value);
    QString words = row->text(nameColumn);
    if (const Component* component = componentOf(parameter, components, value)) {
        row->setText(figuresColumn, text(project::keyFigures(*component)));
        row->setText(priceColumn, priceOf(*component));
        if (component->has("price_usd"))
            row->setData(priceColumn, searchRole, component->figure("price_usd"));
        row->setToolTip(priceColumn, priceBasisText(*component));
        const auto power = project::fullPower(*component);
        row->setText(powerColumn, power ? valueText(*power, "W") : tr("not known"));
        if (power)
            row->setData(powerColumn, searchRole, *power);
        row->setToolTip(nameColumn, text(component->notes.empty() ? component->source : component->notes));
        words += ' ' + text(component->id + ' ' + component->kind) + ' ' + row->text(figuresColumn);
    }
    row->setData(nameColumn, searchRole, words);
}

void ValuePicker::filter(const QString& words)
{
    const QStringList all = words.split(' ', Qt::SkipEmptyParts);
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* row = list_->topLevelItem(i);
        const QString said = row->data(nameColumn, searchRole).toString();
        row->setHidden(!std::all_of(all.begin(), all.end(),
                                    [&](const QString& word) { return said.contains(word, Qt::CaseInsensitive); }));
    }
}

void ValuePicker::count()
{
    const std::size_t chosen = values().size();
    stand_->setText(tr("%1 of %2 chosen").arg(chosen).arg(values_.size()));
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(chosen > 0);
}

Json ValuePicker::values() const
{
    Json chosen = Json::array();
    for (int i = 0; i < list_->topLevelItemCount(); ++i)
        if (const QTreeWidgetItem* row = list_->topLevelItem(i); row->checkState(nameColumn) == Qt::Checked)
            chosen.push_back(values_[static_cast<std::size_t>(row->data(nameColumn, Qt::UserRole + 1).toInt())]);
    return chosen;
}

} // namespace headroom::app
