#include "app/cost/cost_form.h"

#include "app/base/settings.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/workload_types.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr double fewestYears = 0.5, mostYearsOfUse = 50, usualYearsOfUse = 5;
constexpr double mostGrowthPercent = 1000, boldGrowthPercent = 100;
constexpr double mostUsd = 1e9, mostUsdPerKWh = 100, highestFacilityFactor = 5;
constexpr int mostJobs = 1000000000, shownLoads = 4, loadHeight = 22, labelWidth = 112;
constexpr const char* allArrivals = "arrivals";

/// The wheel scrolls the form; it turns a number only in the field that has the focus.
class CalmWheel : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* field = qobject_cast<QWidget*>(watched);
        if (event->type() != QEvent::Wheel || !field || field->hasFocus())
            return false;
        event->ignore();
        return true;
    }
};

QDoubleSpinBox* numberBox(const char* name, double least, double most, int decimals, const QString& suffix)
{
    auto* box = named(new QDoubleSpinBox, name);
    box->setDecimals(decimals);
    box->setRange(least, most);
    box->setSuffix(suffix);
    box->setFocusPolicy(Qt::StrongFocus);
    return box;
}

/// Zero means that it is not counted.
QDoubleSpinBox* priceBox(const char* name, int decimals, double most, const QString& suffix)
{
    QDoubleSpinBox* box = numberBox(name, 0, most, decimals, suffix);
    box->setSpecialValueText(CostForm::tr("left out"));
    return box;
}

QFormLayout* formIn(QWidget& area)
{
    auto* form = new QFormLayout(&area);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(rhythm::step);
    form->setVerticalSpacing(rhythm::half);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

void addField(QFormLayout& form, const QString& title, QWidget* editor, const QString& tip)
{
    editor->setAccessibleName(title);
    editor->setToolTip(tip);
    auto* name = new QLabel(title);
    name->setMinimumWidth(labelWidth);
    name->setBuddy(editor);
    form.addRow(name, editor);
}

QString plain(double number)
{
    return QString::number(number, 'g', 12);
}

} // namespace

CostForm::CostForm(DocumentModel& model, QWidget* parent) : QWidget(parent), model_(model)
{
    setObjectName("costForm");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, rhythm::step, 0);
    column->setSpacing(rhythm::step);
    column->addWidget(sectionHeading(tr("Years")));
    column->addWidget(makeGrowth());
    column->addWidget(sectionHeading(tr("Prices")));
    column->addWidget(makePrices());
    column->addWidget(sectionHeading(tr("Basis")));
    column->addWidget(makeRuns());
    column->addStretch();
    load();
    connectFields();
    refresh();
}

QWidget* CostForm::makeGrowth()
{
    years_ = numberBox("costYears", fewestYears, mostYearsOfUse, 1, tr(" years"));
    years_->setValue(usualYearsOfUse);
    yearly_ = numberBox("costYearly", 0, mostGrowthPercent, 1, tr(" % a year"));
    yearly_->setSpecialValueText(tr("no growth"));
    yearly_->setSingleStep(10);
    growth_ = named(new QLabel, "costGrowth");
    growth_->setWordWrap(true);
    loads_ = named(new QListWidget, "costLoads", tr("What grows"));
    loads_->setToolTip(
        tr("Figures that are larger in each further year: generic parameters, or the rates of all arrivals. Each year "
           "is run as the project is then, and the further parts that it needs are bought."));
    loads_->setFixedHeight(shownLoads * loadHeight);
    auto* area = new QWidget;
    QFormLayout* form = formIn(*area);
    addField(*form, tr("Years of use"), years_, tr("The costs of so many years are added up; nothing is discounted"));
    addField(*form, tr("Growth"), yearly_, tr("By how much what is ticked below is larger in each year"));
    form->addRow(loads_);
    form->addRow(growth_);
    return area;
}

QWidget* CostForm::makePrices()
{
    energy_ = priceBox("costEnergy", 3, mostUsdPerKWh, tr(" USD/kWh"));
    energy_->setSingleStep(0.01);
    facility_ = numberBox("costFacility", 1, highestFacilityFactor, 2, {});
    facility_->setSingleStep(0.1);
    support_ = priceBox("costSupport", 1, 100, tr(" % a year"));
    licence_ = priceBox("costLicence", 0, mostUsd, tr(" USD"));
    rackUnit_ = priceBox("costRackUnit", 0, mostUsd, tr(" USD"));
    waiting_ = priceBox("costWaiting", 2, mostUsd, tr(" USD"));
    auto* area = new QWidget;
    QFormLayout* form = formIn(*area);
    addField(*form, tr("Energy"), energy_, tr("The price of a kWh. The power is that of the run."));
    addField(*form, tr("PUE"), facility_,
             tr("Power of the whole facility over that of the machines, for cooling and conversion"));
    addField(*form, tr("Support"), support_, tr("Each year, as a share of the purchase of all that is owned"));
    addField(*form, tr("Licences a node"), licence_, tr("Each year, for each node"));
    addField(*form, tr("Rent a rack unit"), rackUnit_, tr("Each year, for each rack unit of the chassis"));
    waitingArea_ = new QWidget;
    jobsForm_ = formIn(*waitingArea_);
    addField(*jobsForm_, tr("Hour of waiting"), waiting_,
             tr("Cost of an hour in which somebody waits for a job. A job is as long as those of the run."));
    form->addRow(waitingArea_);
    return area;
}

QWidget* CostForm::makeRuns()
{
    prices_ = named(new QLineEdit, "costPrices", tr("Part prices"));
    prices_->setPlaceholderText(tr("libraries"));
    prices_->setClearButtonEnabled(true);
    auto* choose = named(new QToolButton, "chooseCostPrices", tr("Choose a price list"));
    choose->setIcon(icon("document-open"));
    choose->setToolTip(tr("Choose a price list"));
    connect(choose, &QToolButton::clicked, this, &CostForm::chooseList);
    keep_ = named(new QToolButton, "keepCostPrices", tr("Keep these prices in the project"));
    keep_->setIcon(icon("document-save"));
    keep_->setToolTip(tr("Keep these prices in the project, where they count in runs, goals and studies, too"));
    keep_->setEnabled(false);
    connect(keep_, &QToolButton::clicked, this, [this] { emit keepWanted(priceList()); });
    connect(prices_, &QLineEdit::textChanged, this, [this] { keep_->setEnabled(!priceList().isEmpty()); });
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(rhythm::half);
    line->addWidget(prices_, 1);
    line->addWidget(choose);
    line->addWidget(keep_);
    duration_ = named(new QLineEdit, "costDuration");
    duration_->setPlaceholderText(tr("as in the project"));
    auto* area = new QWidget;
    QFormLayout* form = formIn(*area);
    addField(
        *form, tr("Part prices"), row,
        tr("Your own prices in USD instead of those of the libraries: CSV with the columns part and price. Prices of "
           "the project that were given in another currency say so in the bill."));
    addField(*form, tr("Simulated time"), duration_,
             tr("Duration of each run, as in “60 s”. Power, writes and times of jobs are those of the run."));
    return area;
}

void CostForm::connectFields()
{
    auto* calm = new CalmWheel(this);
    for (QDoubleSpinBox* const box : findChildren<QDoubleSpinBox*>()) {
        box->installEventFilter(calm);
        connect(box, &QDoubleSpinBox::valueChanged, this, &CostForm::showGrowth);
        connect(box, &QDoubleSpinBox::valueChanged, this, &CostForm::changed);
    }
    for (QLineEdit* const line : {prices_, duration_})
        connect(line, &QLineEdit::textChanged, this, &CostForm::changed);
    connect(loads_, &QListWidget::itemChanged, this, &CostForm::changed);
    for (QDoubleSpinBox* const box : {years_, yearly_})
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] { emit growthChosen(yearly_->value(), years()); });
}

int CostForm::years() const
{
    return static_cast<int>(std::ceil(years_->value()));
}

void CostForm::setGrowth(double yearly, int years, const QString& parameter)
{
    refresh();
    years_->setValue(years);
    yearly_->setValue(yearly);
    const QString load = parameter.isEmpty() ? QString(allArrivals) : parameter;
    for (int i = 0; yearly > 0 && i < loads_->count() && growing().isEmpty(); ++i)
        if (loads_->item(i)->data(Qt::UserRole).toString() == load)
            loads_->item(i)->setCheckState(Qt::Checked);
    scrollToTicked();
}

void CostForm::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    scrollToTicked();
}

/// The list has a row for each parameter, and what grows may be the last.
void CostForm::scrollToTicked()
{
    for (int i = 0; i < loads_->count(); ++i)
        if (loads_->item(i)->checkState() == Qt::Checked)
            return loads_->scrollToItem(loads_->item(i), QAbstractItemView::PositionAtTop);
}

void CostForm::load()
{
    const QSettings settings = openSettings();
    const auto take = [&](const char* key, QDoubleSpinBox* box) {
        box->setValue(settings.value(QString("cost/") + key, box->value()).toDouble());
    };
    take("years", years_);
    take("energy", energy_);
    take("facility", facility_);
    take("support", support_);
    take("licence", licence_);
    take("rackUnit", rackUnit_);
    prices_->setText(settings.value("cost/prices").toString());
}

void CostForm::store() const
{
    QSettings settings = openSettings();
    settings.setValue("cost/years", years_->value());
    settings.setValue("cost/energy", energy_->value());
    settings.setValue("cost/facility", facility_->value());
    settings.setValue("cost/support", support_->value());
    settings.setValue("cost/licence", licence_->value());
    settings.setValue("cost/rackUnit", rackUnit_->value());
    settings.setValue("cost/prices", priceList());
}

void CostForm::chooseList()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Choose a price list"), QFileInfo(priceList()).path(),
                                                      tr("Comma-separated values (*.csv);;All files (*)"));
    if (!path.isEmpty())
        prices_->setText(path);
}

void CostForm::forgetList()
{
    prices_->clear();
}

QString CostForm::priceList() const
{
    return prices_->text().trimmed();
}

QStringList CostForm::offeredLoads() const
{
    QStringList offered;
    if (project::hasArrivals(model_.project()))
        offered.append(allArrivals);
    for (const project::Parameter& each : model_.project().parameters)
        if (each.type != project::ParameterType::flag && project::numberOf(each, each.value).value_or(0) > 0)
            offered.append(text(each.name));
    return offered;
}

void CostForm::refresh()
{
    const QStringList offered = offeredLoads();
    QStringList shown;
    for (int i = 0; i < loads_->count(); ++i)
        shown.append(loads_->item(i)->data(Qt::UserRole).toString());
    if (shown != offered) {
        const QStringList ticked = growing();
        const QSignalBlocker quiet(loads_);
        loads_->clear();
        for (const QString& name : offered) {
            auto* item = new QListWidgetItem(name == allArrivals ? tr("all arrivals") : name, loads_);
            item->setData(Qt::UserRole, name);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(ticked.contains(name) ? Qt::Checked : Qt::Unchecked);
        }
    }
    refreshJobs();
    showGrowth();
}

void CostForm::refreshJobs()
{
    const std::vector<std::string> workloads = project::workloadsOfType(model_.project(), "jobs");
    std::erase_if(jobs_, [&](const auto& each) {
        const bool gone = std::find(workloads.begin(), workloads.end(), each.first) == workloads.end();
        if (gone)
            jobsForm_->removeRow(each.second);
        return gone;
    });
    for (const std::string& workload : workloads) {
        if (jobs_.contains(workload))
            continue;
        auto* box = named(new QSpinBox, "costJobs " + text(workload));
        box->setRange(0, mostJobs);
        box->setSuffix(tr(" a year"));
        box->setSpecialValueText(tr("none"));
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(new CalmWheel(box));
        connect(box, &QSpinBox::valueChanged, this, &CostForm::changed);
        addField(*jobsForm_, tr("Jobs %1").arg(text(workload)), box,
                 tr("Number of jobs of this workload that somebody waits for in a year"));
        jobs_.emplace(workload, box);
    }
    waitingArea_->setVisible(!jobs_.empty());
}

void CostForm::forget()
{
    const QSignalBlocker quiet(this);
    yearly_->setValue(0);
    waiting_->setValue(0);
    duration_->clear();
    loads_->clear();
    for (const auto& [workload, box] : jobs_)
        jobsForm_->removeRow(box);
    jobs_.clear();
    refresh();
}

QStringList CostForm::growing() const
{
    QStringList ticked;
    for (int i = 0; i < loads_->count(); ++i)
        if (loads_->item(i)->checkState() == Qt::Checked)
            ticked.append(loads_->item(i)->data(Qt::UserRole).toString());
    return ticked;
}

/// A growth is a percentage, which is easily mistaken by a factor of ten; so what it amounts to is always shown.
void CostForm::showGrowth()
{
    const bool grows = yearly_->value() > 0;
    loads_->setVisible(grows);
    growth_->setVisible(grows);
    const double factor = 1 + yearly_->value() / 100, lastYear = std::ceil(years_->value());
    const bool bold = yearly_->value() > boldGrowthPercent;
    growth_->setText((bold ? tr("Is %1 meant? ").arg(yearly_->text()) : QString()) +
                     tr("That is ×%1 from year to year and ×%2 in year %3.")
                         .arg(valueText(factor, {}), valueText(std::pow(factor, lastYear - 1), {}))
                         .arg(lastYear));
    setLook(growth_, bold ? Look::warning : Look::dim);
}

double CostForm::jobsPerYear() const
{
    double sum = 0;
    for (const auto& [workload, box] : jobs_)
        sum += box->value();
    return sum;
}

QString CostForm::problem()
{
    QString problem;
    const auto judge = [&](QWidget* editor, bool faulty, const QString& sentence) {
        setFaulty(editor, faulty);
        if (faulty && problem.isEmpty())
            problem = sentence;
    };
    judge(loads_, yearly_->value() > 0 && growing().isEmpty(),
          loads_->count() > 0
              ? tr("Tick what grows, or set no growth.")
              : tr("Nothing of this project can grow: it has no parameter that is a number above zero."));
    const QFileInfo list(priceList());
    judge(prices_, !priceList().isEmpty() && !(list.isFile() && list.isReadable()),
          tr("The price list cannot be read: %1.").arg(priceList()));
    const auto time = project::parseQuantity(duration_->text().trimmed().toStdString());
    judge(duration_, !duration_->text().trimmed().isEmpty() && (!time || time->unit != "s" || !(time->value > 0)),
          tr("The simulated time is a time above zero, as in “60 s”."));
    const bool priced = waiting_->value() > 0, counted = jobsPerYear() > 0;
    judge(waiting_, !jobs_.empty() && counted && !priced, tr("Say what an hour of waiting costs, or set no jobs."));
    for (const auto& [workload, box] : jobs_)
        judge(box, priced && !counted, tr("Say how many jobs are waited for in a year, or leave waiting out."));
    return problem;
}

QVector<QStringList> CostForm::inWords() const
{
    QVector<QStringList> rows;
    for (const QAbstractSpinBox* box : findChildren<QAbstractSpinBox*>())
        if (box->isVisibleTo(this))
            rows.append({box->accessibleName(), box->text().trimmed()});
    if (yearly_->value() > 0) {
        QStringList names = growing();
        names.replaceInStrings(allArrivals, tr("all arrivals"));
        rows.append({tr("What grows"), names.join(", ")});
    }
    rows.append({prices_->accessibleName(), priceList().isEmpty() ? prices_->placeholderText() : priceList()});
    const QString time = duration_->text().trimmed();
    rows.append({duration_->accessibleName(), time.isEmpty() ? duration_->placeholderText() : time});
    return rows;
}

QStringList CostForm::arguments() const
{
    QStringList all{"--years", plain(years_->value())};
    const auto add = [&](const char* option, const QDoubleSpinBox* box, double factor) {
        if (box->value() > 0)
            all << option << plain(box->value() * factor);
    };
    add("--energy-price", energy_, 1);
    add("--pue", facility_, 1);
    add("--support", support_, 0.01);
    add("--licence", licence_, 1);
    add("--rack-unit", rackUnit_, 1);
    if (jobsPerYear() > 0) {
        add("--waiting-hour", waiting_, 1);
        for (const auto& [workload, box] : jobs_)
            if (box->value() > 0)
                all << "--jobs-a-year" << text(workload) + '=' + QString::number(box->value());
    }
    if (yearly_->value() > 0) {
        all << "--yearly" << plain(yearly_->value()) + " %";
        for (const QString& name : growing())
            all << "--scale-with" << name;
    }
    if (!priceList().isEmpty())
        all << "--prices" << QFileInfo(priceList()).absoluteFilePath();
    if (!duration_->text().trimmed().isEmpty())
        all << "--duration" << duration_->text().trimmed();
    return all;
}

} // namespace headroom::app
