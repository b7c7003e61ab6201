#include "app/decide/question_view.h"

#include "app/base/plain_table.h"
#include "app/sizing/other_owners.h"
#include "app/sizing/sized_load.h"
#include "app/sizing/sized_prices.h"
#include "project/expression/quantity.h"
#include "project/goals/goal_limits.h"
#include "project/validations.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int soonMs = 200, widest = 900, rowHeight = 28, mostGoalsShown = 12, mostParts = 4;
enum Column
{
    goalColumn,
    limitColumn,
    underColumn,
    verdictColumn
};

QLabel* paragraph(const char* name)
{
    auto* label = named(new QLabel, name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString limitOf(const project::GoalLimits& goal, const project::Project& project)
{
    const std::string limits = project::limitsInWords(
        goal.atLeast, goal.atMost, project::unitOfMetric(project, goal.metric).value_or(std::string()));
    return limits.empty() ? QuestionView::tr("against a baseline") : text(limits);
}

const record::GoalVerdict* verdictOf(const Run* run, const std::string& goal)
{
    if (!run || !run->summary)
        return nullptr;
    const auto found = std::ranges::find(run->summary->goals, goal, &record::GoalVerdict::id);
    return found == run->summary->goals.end() ? nullptr : &*found;
}

/// The first names, and how many more there are.
QString listed(const QStringList& names)
{
    const qsizetype more = names.size() - mostParts;
    return more > 0 ? QuestionView::tr("%1 and %2 more").arg(names.mid(0, mostParts).join(", ")).arg(more)
                    : names.join(", ");
}

/// "Exos X20 20TB 350 USD (2026-11-29)".
QString priceInWords(const project::PartPrice& price, const project::ComponentLibrary& components)
{
    const project::Component* component = components.find(price.id);
    QString said = component ? titleOf(*component) : text(price.id);
    if (const auto usd = price.fields.find("usd"); usd != price.fields.end() && usd->is_number())
        said += ' ' + text(project::formatQuantity(usd->get<double>(), "USD"));
    if (price.fields.value("per", project::Json()) == "GB")
        said += QuestionView::tr(" a GB");
    if (const auto date = price.fields.find("date"); date != price.fields.end() && date->is_string())
        said += " (" + text(date->get<std::string>()) + ')';
    return said;
}

} // namespace

QuestionView::QuestionView(DocumentModel& model, DocumentFiles& files, RunController& runs, QWidget* parent)
    : QWidget(parent), model_(model), files_(files), runs_(runs), title_(new QLabel), load_(paragraph("questionLoad")),
      none_(paragraph("questionWithoutGoals")), money_(paragraph("questionMoney")), trust_(paragraph("questionTrust")),
      goals_(plainTable({tr("Figure"), tr("Limit"), tr("Under"), tr("In the displayed run")}, "questionGoals",
                        tr("Goals")))
{
    setObjectName("questionView");
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    column->setSpacing(rhythm::step);
    auto* head = new QHBoxLayout;
    setLook(title_, Look::strong);
    auto* size = named(new QPushButton(icon("edit-find"), tr("Size a cluster …")), "sizeAnother");
    size->setToolTip(tr("Asks another question, of this or another system, and searches its answer in a new project"));
    head->addWidget(title_, 1);
    head->addWidget(size);
    column->addLayout(head);
    column->addWidget(load_);
    column->addWidget(makeGoals());
    column->addSpacing(rhythm::step);
    column->addWidget(sectionHeading(tr("Money")));
    column->addWidget(money_);
    column->addSpacing(rhythm::step);
    column->addWidget(sectionHeading(tr("How sure is the model?")));
    column->addWidget(trust_);
    column->addStretch();
    content->setMaximumWidth(widest);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled(content));

    soon_.setSingleShot(true);
    soon_.setInterval(soonMs);
    connect(&soon_, &QTimer::timeout, this, &QuestionView::fill);
    const auto later = [this] { soon_.start(); };
    connect(&model_, &DocumentModel::changed, this, later);
    connect(&model_, &DocumentModel::structureChanged, this, later);
    connect(&model_, &DocumentModel::replaced, this, later);
    connect(&files_, &DocumentFiles::libraryChanged, this, later);
    connect(&runs_, &RunController::begun, this, later);
    connect(&runs_, &RunController::finished, this, later);
    connect(&runs_, &RunController::stateChanged, this, later);
    connect(size, &QPushButton::clicked, this, &QuestionView::sizeWanted);
}

QWidget* QuestionView::makeGoals()
{
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, rhythm::step, 0, 0);
    column->setSpacing(rhythm::step);
    auto* head = new QHBoxLayout;
    auto* add = named(new QPushButton(icon("list-add"), tr("Add a goal")), "addGoal");
    head->addWidget(sectionHeading(tr("Goals")), 1);
    head->addWidget(add);
    column->addLayout(head);
    none_->setText(tr("No goal is set. Without one a study names what is best by a figure, and nothing says what is "
                      "good enough: a latency, a throughput, a capacity, a budget."));
    column->addWidget(none_);
    column->addWidget(goals_);
    goals_->setSelectionBehavior(QAbstractItemView::SelectRows);
    goals_->setToolTip(tr("A double click or Enter shows the fields of the goal"));
    for (const Column each : {limitColumn, underColumn, verdictColumn})
        goals_->horizontalHeaderItem(each)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(goals_, &QTableWidget::activated, this, [this](const QModelIndex& at) {
        const auto& all = model_.project().goals;
        if (at.row() < static_cast<int>(all.size()))
            emit elementWanted({project::ElementKind::goal, {text(all[static_cast<std::size_t>(at.row())].id)}});
    });
    connect(add, &QPushButton::clicked, this, &QuestionView::addGoal);
    return area;
}

void QuestionView::addGoal()
{
    const QString added = addElement(model_, project::ElementKind::goal);
    if (!added.isEmpty())
        emit elementWanted({project::ElementKind::goal, {added}});
}

void QuestionView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fill();
}

QString QuestionView::inShort() const
{
    const auto& goals = model_.project().goals;
    if (goals.empty())
        return tr("no goal yet");
    const Run* run = std::as_const(runs_.history()).current();
    const auto count = [&](const char* word) {
        return std::ranges::count_if(goals, [&](const project::Goal& goal) {
            const record::GoalVerdict* verdict = verdictOf(run, goal.id);
            return verdict && verdict->verdict == word;
        });
    };
    const QString all = goals.size() == 1 ? tr("1 goal") : tr("%1 goals").arg(goals.size());
    const auto met = count("met"), missed = count("missed");
    if (missed > 0)
        return tr("%1, %2 missed").arg(all).arg(missed);
    return met > 0 ? tr("%1, %2 met").arg(all).arg(met) : all;
}

/// Not while nobody sees it, except for what the bar above shows.
void QuestionView::fill()
{
    if (isVisible()) {
        title_->setText(text(model_.project().name));
        load_->setText(load());
        fillGoals();
        money_->setText(money());
        trust_->setText(trust());
    }
    emit answerChanged();
}

void QuestionView::fillGoals()
{
    const project::Project& project = model_.project();
    project::Findings findings; // the checks report them
    project::Resolver resolver(project, *files_.library(), findings);
    const Run* run = std::as_const(runs_.history()).current();
    goals_->setRowCount(0);
    for (const project::GoalLimits& goal : project::goalLimits(project, resolver)) {
        const record::GoalVerdict* verdict = verdictOf(run, goal.id);
        QString said = verdict ? text(verdict->verdict) : tr("not judged");
        if (verdict && verdict->value)
            said += ", " + text(project::figureText(*verdict->value, verdict->unit));
        setPlainRow(*goals_, goals_->rowCount(),
                    {text(goal.metric), limitOf(goal, project),
                     goal.conditions.empty() ? tr("the present values") : text(goal.conditions), said});
        const Colours& c = colours(palette());
        auto* cell = goals_->item(goals_->rowCount() - 1, verdictColumn);
        if (verdict && verdict->verdict != "not yet known")
            cell->setForeground(verdict->verdict == "met" ? c.good : c.bad);
        if (verdict)
            cell->setToolTip(text(verdict->sentence));
        for (const Column column : {limitColumn, underColumn, verdictColumn})
            goals_->item(goals_->rowCount() - 1, column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }
    const int rows = goals_->rowCount();
    goals_->setVisible(rows > 0);
    none_->setVisible(rows == 0);
    goals_->setFixedHeight((std::min(rows, mostGoalsShown) + 1) * rowHeight + rhythm::step);
}

QString QuestionView::load() const
{
    QStringList said;
    for (const SizedLoad& load : loadsOf(model_.project(), *files_.library()))
        said += text(inWords(load));
    return said.isEmpty() ? tr("Nothing asks this system for anything all the time.")
                          : tr("It serves %1.").arg(said.join("; "));
}

QString QuestionView::money() const
{
    const project::Project& project = model_.project();
    const std::set<std::string> others = groupsOfOthers(project, *files_.library());
    QStringList sentences, names;
    for (const std::string& group : others)
        names += text(group);
    sentences += names.isEmpty() ? tr("All hardware is ours: it counts in price and power.")
                                 : tr("Not ours, and in neither price nor power: %1.").arg(names.join(", "));
    QStringList own;
    for (const project::PartPrice& price : project.prices)
        own += priceInWords(price, *files_.library());
    if (!own.empty())
        sentences += own.size() == 1 ? tr("One price is the project's own: %1.").arg(own.front())
                                     : tr("%1 prices are the project's own: %2.").arg(own.size()).arg(listed(own));
    QStringList parts;
    for (const UnpricedPart& part : unpricedParts(project, {}, others, *files_.library()))
        parts += text(part.title);
    sentences += parts.isEmpty()
                     ? tr("All parts have a price.")
                     : tr("No price is known for %1: what costs are said is a lower bound. A list with your "
                          "prices is taken in the step “Cost”.")
                           .arg(listed(parts));
    return sentences.join(' ');
}

QString QuestionView::trust() const
{
    const auto errors = project::modelErrorsOf(model_.project());
    QStringList lines{text(project::sentenceOf(errors))};
    for (const project::ModelError& error : errors)
        lines += text(project::sentenceOf(error));
    return lines.join('\n');
}

} // namespace headroom::app
