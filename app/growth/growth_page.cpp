#include "app/growth/growth_page.h"

#include "app/base/plain_table.h"
#include "app/base/search_progress.h"
#include "project/file/json_writer.h"
#include "project/goals/goal_limits.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/workload_types.h"
#include "project/structure/parameter_uses.h"
#include "study/growth/growth_json.h"
#include "study/growth/growth_text.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/plots/views/load_limit_view.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableWidget>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

/// Pages below the bar.
enum Page
{
    beforePage,
    filledPage,
    nothingPage
};

constexpr int gainColumn = 4;    // of the upgrades
constexpr double mostExact = 10; // value of a parameter below which it is not shown as a whole number
constexpr int mostGrowth = 1000, usualYears = 5, mostYears = 30; // percent a year

/// Parameters with a number.
std::vector<std::string> loadsOf(const project::Project& project)
{
    std::vector<std::string> names;
    for (const project::Parameter& each : project.parameters)
        if (each.type != project::ParameterType::flag && project::numberOf(each, each.value))
            names.push_back(each.name);
    return names;
}

/// The parameter that says how many users a closed loop has; empty: none does. One on which the hardware depends too
/// is the last choice.
std::string usersOf(const project::Project& project)
{
    std::string users, withHardware;
    for (const std::string& name : loadsOf(project)) {
        const project::LoadUse use = project::loadUse(project, name);
        std::string& found = use.hardware ? withHardware : users;
        if (use.users && found.empty())
            found = name;
    }
    return users.empty() ? withHardware : users;
}

/// The goals for latencies that were measured under the raised load, for the chart.
std::vector<LoadLimitView::Goal> latencyGoals(const project::Project& project, const std::vector<study::LoadRun>& runs)
{
    project::Findings findings; // the checks report them
    const project::ComponentLibrary none;
    project::Resolver resolver(project, none, findings);
    std::vector<LoadLimitView::Goal> goals;
    for (const project::GoalLimits& limits : project::goalLimits(project, resolver))
        if (limits.atMost && limits.metric.find(".latency.") != std::string::npos &&
            std::ranges::any_of(runs,
                                [&](const study::LoadRun& run) { return run.goalFigures.contains(limits.metric); }))
            goals.push_back({text(limits.metric),
                             GrowthPage::tr("goal %1 ≤ %2").arg(text(limits.metric), valueText(*limits.atMost, "s")),
                             *limits.atMost});
    return goals;
}

/// In seconds; NaN where it is not known.
std::vector<double> figuresOf(const std::vector<LoadLimitView::Goal>& goals, const study::LoadRun& run)
{
    std::vector<double> figures;
    for (const LoadLimitView::Goal& goal : goals) {
        const auto found = run.goalFigures.find(goal.metric.toStdString());
        figures.push_back(found == run.goalFigures.end() ? std::numeric_limits<double>::quiet_NaN() : found->second);
    }
    return figures;
}

/// In values of the parameter that is raised, of which the present one is `present`.
QString loadOf(const study::LoadLimit& limit, double present)
{
    if (!limit.problem.empty())
        return GrowthPage::tr("not known");
    if (limit.none)
        return GrowthPage::tr("none");
    if (!limit.known())
        return {};
    const QString load = valueText(limit.load * present, {});
    return limit.beyond ? GrowthPage::tr("%1 or more").arg(load) : load;
}

/// "+4.2 %" for 1000 USD.
QString gainOf(const study::Upgrade& upgrade)
{
    const double gain = upgrade.gainPerThousandUsd();
    return std::isfinite(gain) ? (gain < 0 ? QString() : QString('+')) + valueText(gain, "share") : QString();
}

} // namespace

QString upgradePrice(const study::Upgrade& upgrade)
{
    const QString price = usdText(upgrade.costUsd);
    return upgrade.pricesMissing ? GrowthPage::tr("from %1").arg(price) : price;
}

GrowthPage::GrowthPage(DocumentModel& model, QWidget* parent)
    : QWidget(parent), model_(model), command_(this), pages_(new QStackedLayout),
      sentence_(named(new QLabel, "growthSentence")),
      progress_(new SearchProgress("growth", tr("Progress of the search"))), chart_(new LoadLimitView)
{
    setObjectName("growthPage");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(makeBar());
    pages_->addWidget(
        emptyPage(tr("How far can the load rise before a goal is missed or the system no longer keeps up, "
                     "what is full then, and which upgrade has to be there when? The search runs the "
                     "project under more and more load.")));
    auto* filled = new QWidget;
    auto* below = new QVBoxLayout(filled);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(rhythm::step);
    sentence_->setWordWrap(true);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    below->addWidget(sentence_);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(chart_);
    split->addWidget(makeTables());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    below->addWidget(split, 1);
    pages_->addWidget(filled);
    auto* nothing =
        emptyPage(tr("This project has no load that could be raised yet. Select its workload and choose “Make "
                     "a generic parameter” beside what makes the load: the number of workers, or the rate."));
    nothing->setObjectName("nothingToRaise");
    pages_->addWidget(nothing);
    column->addLayout(pages_, 1);
    column->addWidget(progress_);

    connect(progress_, &SearchProgress::stopWanted, this, [this] {
        command_.cancel();
        conclude(tr("The search was stopped early; some limits are unknown."));
    });
    connect(&command_, &StreamedCommand::lines, this, &GrowthPage::take);
    connect(&command_, &StreamedCommand::ended, this, &GrowthPage::conclude);
    connect(&model_, &DocumentModel::changed, this, &GrowthPage::followDocument);
    connect(&model_, &DocumentModel::replaced, this, &GrowthPage::updateLoads);
    updateLoads();
    updateButtons();
}

QWidget* GrowthPage::makeBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(rhythm::step);
    load_ = named(new QComboBox, "growthLoad", tr("Load that is raised"));
    load_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    yearly_ = named(new QDoubleSpinBox, "growthYearly", tr("Growth in a year"));
    yearly_->setDecimals(1);
    yearly_->setRange(0, mostGrowth);
    yearly_->setSuffix(tr(" % a year"));
    yearly_->setSpecialValueText(tr("no growth"));
    yearly_->setToolTip(
        tr("With a growth, the ticked alternatives of the generic parameters are compared as upgrades"));
    years_ = named(new QSpinBox, "growthYears", tr("Years to look ahead"));
    years_->setRange(1, mostYears);
    years_->setValue(usualYears);
    years_->setPrefix(tr("for "));
    years_->setSuffix(tr(" years"));
    search_ = named(new QPushButton(icon("media-playback-start"), tr("Find the limit")), "searchGrowth");
    row->addWidget(new QLabel(tr("Raise")));
    row->addWidget(load_);
    row->addSpacing(rhythm::step);
    row->addWidget(new QLabel(tr("It grows by")));
    row->addWidget(yearly_);
    row->addWidget(years_);
    row->addStretch();
    row->addWidget(search_);
    connect(search_, &QPushButton::clicked, this, &GrowthPage::start);
    const auto chosen = [this] {
        updateButtons();
        emit growthChosen(yearly_->value(), years_->value(), load_->currentData().toString());
    };
    connect(yearly_, &QDoubleSpinBox::valueChanged, this, chosen);
    connect(years_, &QSpinBox::valueChanged, this, chosen);
    connect(load_, &QComboBox::activated, this, chosen);
    return bar;
}

QWidget* GrowthPage::makeTables()
{
    resources_ = plainTable({tr("Resource"), tr("Now"), tr("At the limit"), tr("Full at")}, "growthResources",
                            tr("Use of the resources"));
    resources_->setTextElideMode(Qt::ElideMiddle); // links differ at the end of their names
    resources_->horizontalHeaderItem(3)->setToolTip(tr(
        "The load at which its busiest device is full; beyond the simulated loads as if its use went on to grow as it "
        "did last. “Not before”: its use no longer grows, because something else limits the load"));
    upgrades_ = plainTable({tr("Upgrade"), tr("When"), tr("Costs"), tr("Load"), tr("For 1 000 USD"), tr("Until year")},
                           "growthUpgrades", tr("Upgrades"));
    upgrades_->horizontalHeaderItem(gainColumn)
        ->setToolTip(
            tr("By how much each 1 000 USD raise the limit of the load; the upgrade that is best in this is taken"));
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(rhythm::step, 0, 0, 0);
    column->setSpacing(rhythm::half);
    column->addWidget(sectionHeading(tr("Resources")));
    column->addWidget(resources_, 1);
    upgradesTitle_ = sectionHeading(tr("Upgrades"));
    column->addWidget(upgradesTitle_);
    column->addWidget(upgrades_, 1);
    return area;
}

void GrowthPage::updateLoads()
{
    const QString was = load_->currentText();
    const QSignalBlocker quiet(load_);
    load_->clear();
    if (project::hasArrivals(model_.project()))
        load_->addItem(tr("all arrivals"), QString());
    for (const std::string& name : loadsOf(model_.project()))
        load_->addItem(text(name), text(name));
    int chosen = load_->findText(was);
    if (chosen < 0 && !project::hasArrivals(model_.project())) // "all arrivals" is the first
        chosen = load_->findText(text(usersOf(model_.project())));
    load_->setCurrentIndex(std::max(0, chosen));
    if (pages_->currentIndex() != filledPage)
        pages_->setCurrentIndex(load_->count() > 0 ? beforePage : nothingPage);
    updateButtons();
}

void GrowthPage::updateButtons()
{
    search_->setEnabled(load_->count() > 0 && !isRunning());
    years_->setEnabled(yearly_->value() > 0 && !isRunning());
    yearly_->setEnabled(!isRunning());
    load_->setEnabled(!isRunning() && load_->count() > 0);
    upgradesTitle_->setVisible(growth_.yearly > 0);
    upgrades_->setVisible(growth_.yearly > 0);
    emit answerChanged();
}

QString GrowthPage::inShort() const
{
    if (isRunning())
        return tr("simulating");
    if (growth_.runs == 0)
        return {};
    if (stale_)
        return tr("out of date");
    const study::LoadLimit& limit = growth_.limit;
    if (!limit.known())
        return tr("not known");
    if (limit.none)
        return tr("not the present load");
    return (limit.beyond ? tr("%1× or more") : tr("up to %1×")).arg(valueText(limit.load, {}));
}

void GrowthPage::setGrowth(double yearly, int years, const QString& parameter)
{
    if (!parameter.isEmpty()) {
        updateLoads();
        load_->setCurrentIndex(std::max(0, load_->findData(parameter)));
    }
    yearly_->setValue(yearly);
    years_->setValue(years);
}

void GrowthPage::start()
{
    forget();
    QStringList arguments{"--stream"};
    if (const QString parameter = load_->currentData().toString(); !parameter.isEmpty())
        arguments << "--load" << parameter;
    if (yearly_->value() > 0)
        arguments << "--yearly" << QStringLiteral("%1 %").arg(yearly_->value()) << "--years"
                  << QString::number(years_->value());
    sentence_->setText(tr("The present load is being simulated."));
    progress_->begin();
    pages_->setCurrentIndex(filledPage);
    command_.start("grow", QByteArray::fromStdString(project::toText(model_.project())), folder_, arguments);
    updateButtons();
}

void GrowthPage::forget()
{
    command_.cancel();
    stale_ = false;
    show({});
    progress_->end({});
    pages_->setCurrentIndex(load_->count() > 0 ? beforePage : nothingPage);
}

void GrowthPage::take(const QByteArrayList& lines)
{
    if (const auto newest = newestIn(lines, study::growthFromText))
        show(*newest);
}

void GrowthPage::conclude(const QString& said)
{
    if (!growth_.complete) {
        const QString problem = said.isEmpty() ? tr("The engine stopped early; some limits are unknown.") : said;
        sentence_->setText(growth_.limit.known() ? sentence_->text() + ' ' + problem : problem);
        emit message("warning", problem);
    } else if (!said.isEmpty()) {
        emit message("warning", said);
    }
    progress_->end(runsInWords());
    updateButtons();
}

void GrowthPage::show(const study::Growth& growth)
{
    growth_ = growth;
    sentence_->setText(text(study::sentenceOf(growth)));
    showProgress();
    const std::vector<LoadLimitView::Goal> goals = latencyGoals(model_.project(), growth.limit.runs);
    std::vector<LoadTrial> trials;
    for (const study::LoadRun& run : growth.limit.runs)
        trials.push_back({run.load, run.perSecond, run.p99Ms / 1000, figuresOf(goals, run), run.holds, text(run.why)});
    std::optional<LoadLimitView::Limit> limit;
    if (growth.limit.known() && !growth.limit.none)
        limit = {growth.limit.load, growth.limit.low, growth.limit.high};
    chart_->setParameter(text(growth.parameter), growth.present);
    chart_->setGoals(goals);
    chart_->setContent(std::move(trials), limit);
    resources_->setRowCount(0);
    for (const study::ResourceUse& each : growth.resources)
        setPlainRow(*resources_, resources_->rowCount(),
                    {resourceWords(text(each.resource)), valueText(each.now, "share"), valueText(each.atLimit, "share"),
                     std::isfinite(each.fullAt) ? inItsUnit(each.fullAt) : tr("not before")});
    showUpgrades();
    updateButtons();
}

/// The values of the parameter that is raised; of all arrivals, times the present ones.
QString GrowthPage::inItsUnit(double load) const
{
    const double value = load * growth_.present;
    return valueText(growth_.parameter.empty() || value < mostExact ? value : std::round(value), {});
}

/// The runs so far, of those that there may be.
void GrowthPage::showProgress()
{
    if (isRunning() && !growth_.complete && growth_.runs > 0)
        progress_->show(static_cast<double>(growth_.runs), static_cast<double>(growth_.expected), runsInWords());
}

QString GrowthPage::runsInWords() const
{
    return growth_.runs == 0 ? QString()
                             : tr("%1 runs of %2 each, with several seeds for each load")
                                   .arg(growth_.runs)
                                   .arg(valueText(growth_.simulatedS, "s"));
}

/// The steps that were taken, then what was compared last and does not help.
void GrowthPage::showUpgrades()
{
    upgrades_->setRowCount(0);
    const auto add = [&](const study::Upgrade& upgrade, const QString& when) {
        const study::LoadLimit& limit = upgrade.limit;
        const bool known = limit.known() && !limit.none;
        const double until = known ? std::min(growth_.years, growth_.yearsUntil(limit.load)) : NAN;
        setPlainRow(*upgrades_, upgrades_->rowCount(),
                    {text(upgrade.setting), when, upgradePrice(upgrade), loadOf(limit, growth_.present),
                     known ? gainOf(upgrade) : QString(), known ? valueText(until, {}) : QString()});
        if (!limit.problem.empty())
            upgrades_->item(upgrades_->rowCount() - 1, 3)->setToolTip(text(limit.problem));
    };
    for (std::size_t step = 0; step < growth_.compared.size(); ++step) {
        const bool taken = step < growth_.steps.size();
        for (const study::Upgrade& each : growth_.compared[step])
            if (taken && each.setting == growth_.steps[step].upgrade.setting)
                add(each, growth_.steps[step].afterYears > 0
                              ? tr("year %1").arg(valueText(growth_.steps[step].afterYears, {}))
                              : tr("now"));
            else if (step + 1 == growth_.compared.size())
                add(each, tr("not taken"));
    }
}

void GrowthPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateLoads();
}

/// Not while nobody sees it: each edit of a large project would fill the list anew.
void GrowthPage::followDocument()
{
    if (isVisible())
        updateLoads();
    if (isRunning() || growth_.runs == 0 || std::exchange(stale_, true))
        return;
    progress_->say(tr("The project has changed since; search again."));
    emit answerChanged();
}

} // namespace headroom::app
