#include "app/decide/decide_page.h"

#include "app/advice/advice_controller.h"
#include "app/decide/path_bar.h"
#include "app/document/help_pages.h"
#include "app/report/cost_report.h"
#include "app/report/decision_report.h"
#include "app/report/study_report.h"
#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/views/load_limit_view.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr QSize growthChart(820, 300); ///< in a report, as wide as the text of a page
constexpr int adviceWidth = 720;       ///< beyond which its columns are too far from each other

} // namespace

DecidePage::DecidePage(DocumentModel& model, DocumentFiles& files, RunController& runs, QWidget* parent)
    : QWidget(parent), model_(model), files_(files), runs_(runs), report_(makeReportButton()),
      path_(new PathBar(titles(), report_)), views_(named(new QStackedWidget, "decideViews")),
      question_(new QuestionView(model, files, runs)), advice_(new QWidget),
      adviceView_(new AdviceView("adviceToDecide")), study_(new StudyPage(model)), growth_(new GrowthPage(model)),
      cost_(new CostPage(model, files))
{
    setObjectName("decidePage");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(path_);
    column->addWidget(views_, 1);
    makeAdvice();
    for (QWidget* const view : std::initializer_list<QWidget*>{question_, advice_, study_, growth_, cost_})
        views_->addWidget(view);
    setManualPage(*question_, "question");
    setManualPage(*advice_, "advice");
    setManualPage(*study_, "study");
    setManualPage(*growth_, "growth");
    setManualPage(*cost_, "cost");
    setManualPage(*this, "question");
    connect(path_, &PathBar::chosen, views_, &QStackedWidget::setCurrentIndex);
    connectViews();
    shareGrowth();
    path_->choose(question);
    showAnswers();
}

QStringList DecidePage::titles()
{
    return {tr("Question"), tr("What would help"), tr("Study"), tr("Growth"), tr("Cost")};
}

void DecidePage::showView(View view)
{
    path_->choose(view);
    emit shown();
}

/// The figures of a run are simulated anew under single changes; without a run there is nothing to compare with.
void DecidePage::makeAdvice()
{
    auto* pages = new QStackedLayout(advice_);
    pages->addWidget(
        emptyPage(tr("Which single change would help most: a resource twice as fast, another part, another "
                     "setting? Press Run (F5) first; then each is simulated and compared with that run.")));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    column->addWidget(adviceView_);
    column->addStretch();
    adviceView_->setMaximumWidth(adviceWidth);
    pages->addWidget(scrolled(content));
    connect(adviceView_, &AdviceView::filled, this, [this, pages](bool filled) {
        pages->setCurrentIndex(filled ? 1 : 0);
        showAnswers();
    });
}

void DecidePage::connectViews()
{
    connect(study_, &StudyPage::message, this, &DecidePage::message);
    connect(growth_, &GrowthPage::message, this, &DecidePage::message);
    connect(cost_, &CostPage::message, this, &DecidePage::message);
    connect(question_, &QuestionView::answerChanged, this, &DecidePage::showAnswers);
    connect(study_, &StudyPage::answerChanged, this, &DecidePage::showAnswers);
    connect(growth_, &GrowthPage::answerChanged, this, &DecidePage::showAnswers);
    connect(cost_, &CostPage::answerChanged, this, &DecidePage::showAnswers);
    connect(study_, &StudyPage::runWanted, this, &DecidePage::runWanted);
    connect(study_, &StudyPage::reportWanted, this, [this](const study::Table& table) {
        report(saveStudyReport(*this, table, model_.project(), *files_.library(), files_.folder()));
    });
    connect(cost_, &CostPage::reportWanted, this, [this] {
        report(saveCostReport(*this, cost_->systems(), cost_->basis(), *files_.library(), files_.folder()));
    });
    connect(study_, &StudyPage::completed, this, [this] {
        if (std::exchange(sizing_, false) && study_->useDecision())
            growth_->start();
    });
    connect(&files_, &DocumentFiles::libraryChanged, this, [this] { study_->setComponents(files_.library()); });
    connect(&files_, &DocumentFiles::opened, this, [this] {
        sizing_ = false;
        study_->setFolder(files_.folder());
        study_->forget();
        growth_->setFolder(files_.folder());
        growth_->forget();
        growth_->setGrowth(0, cost_->years());
        cost_->forget();
        path_->choose(question);
    });
    connect(&files_, &DocumentFiles::saved, this, [this] {
        study_->setFolder(files_.folder());
        growth_->setFolder(files_.folder());
    });
}

/// How the load grows is one thing, whichever view it is said in.
void DecidePage::shareGrowth()
{
    connect(growth_, &GrowthPage::growthChosen, this, [this](double yearly, int years, const QString& parameter) {
        if (sharing_)
            return;
        const QScopedValueRollback sharing(sharing_, true);
        cost_->setGrowth(yearly, years, parameter);
    });
    connect(cost_, &CostPage::growthChosen, this, [this](double yearly, int years) {
        if (sharing_)
            return;
        const QScopedValueRollback sharing(sharing_, true);
        growth_->setGrowth(yearly, years);
    });
    const QScopedValueRollback sharing(sharing_, true);
    growth_->setGrowth(0, cost_->years());
}

void DecidePage::showAnswers()
{
    path_->step(question).setAnswer(question_->inShort());
    path_->step(advice).setAnswer(adviceInShort());
    path_->step(study).setAnswer(study_->inShort());
    path_->step(growth).setAnswer(growth_->inShort());
    path_->step(cost).setAnswer(cost_->inShort());
    report_->setEnabled(!study_->process().isRunning() && !growth_->isRunning() && !cost_->isRunning());
}

/// "throughput 8.6×: storage disks (data)", of the first change that was measured.
QString DecidePage::adviceInShort() const
{
    const Run* run = std::as_const(runs_.history()).current();
    if (!run || !run->advice)
        return {};
    const AdviceContent content = adviceContent(*run);
    for (const AdviceRow& row : content.rows) {
        const MeasuredGain& gain = content.gainOf(row);
        if (!gain.value.isEmpty())
            return tr("%1 %2: %3").arg(content.figure(), gain.value, row.resource);
    }
    return {};
}

void DecidePage::decide(const Sizing& asked)
{
    showView(study);
    const int yearly = asked.yearly > 0 ? asked.yearly : asked.dataYearly;
    growth_->setGrowth(yearly, asked.years, text(growthParameterOf(model_.project())));
    study_->findCheapest(sizingStudy);
    sizing_ = true;
}

QPushButton* DecidePage::makeReportButton()
{
    auto* button = named(new QPushButton(icon("document-print-preview"), tr("Report …")), "reportDecision");
    button->setToolTip(
        tr("A report of what all steps have answered, when no step is simulating; its first page is the decision"));
    connect(button, &QPushButton::clicked, this, &DecidePage::reportDecision);
    return button;
}

void DecidePage::reportDecision()
{
    DecisionAnswers answers;
    answers.project = &model_.project();
    answers.library = files_.library().get();
    answers.load = question_->load();
    if (const study::Table& table = study_->points().table(); table.count(study::PointState::done) > 0) {
        answers.study = &table;
        answers.point = study_->decision();
        answers.studyAnswer = study_->sentence();
    }
    if (growth_->growth().runs > 0) {
        answers.growth = &growth_->growth();
        answers.growthChart = {tr("Runs under more and more load; filled points hold all goals."),
                               growth_->chart().picture(growthChart), growthChart};
    }
    if (!cost_->isRunning() && !cost_->systems().empty() && cost_->systems().front().account) {
        answers.costs = &cost_->systems();
        answers.costBasis = &cost_->basis();
    }
    if (const Run* run = std::as_const(runs_.history()).current())
        answers.advice = adviceContent(*run);
    for (const auto& [view, stale] : {std::pair(study, study_->isStale()), std::pair(growth, growth_->isStale()),
                                      std::pair(cost, cost_->isStale())})
        if (stale)
            answers.outdated += titles()[view];
    report(saveDecisionReport(*this, answers, files_.folder()));
}

void DecidePage::report(const SavedFile& saved)
{
    if (!saved.path.isEmpty())
        emit message(saved.level(), saved.sentence());
}

} // namespace headroom::app
