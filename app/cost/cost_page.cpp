#include "app/cost/cost_page.h"

#include "app/base/search_progress.h"
#include "app/cost/cost_form.h"
#include "app/cost/cost_results.h"
#include "project/file/json_writer.h"
#include "project/library/price_list.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/plots/chart/chart_widget.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>

#include <algorithm>
#include <stdexcept>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int formWidth = 300;

} // namespace

CostPage::CostPage(DocumentModel& model, DocumentFiles& files, QWidget* parent)
    : QWidget(parent), model_(model), files_(files), command_(this), form_(new CostForm(model)),
      results_(new CostResults), pages_(new QStackedLayout), problem_(named(new QLabel, "costProblem")),
      progress_(new SearchProgress("cost", tr("Progress of the costs")))
{
    setObjectName("costPage");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(makeBar());
    problem_->setWordWrap(true);
    setLook(problem_, Look::error);
    column->addWidget(problem_);
    auto* halves = new QHBoxLayout;
    halves->setSpacing(rhythm::margin);
    halves->addWidget(makeForm());
    pages_->addWidget(emptyPage(tr("What does the cluster cost over the years: its parts, energy, support, and the "
                                   "solid-state devices that wear out? Set the prices on the left, then compute. Power "
                                   "and wear come from a run of the project.")));
    pages_->addWidget(results_);
    halves->addLayout(pages_, 1);
    column->addLayout(halves, 1);
    column->addWidget(progress_);
    connect(progress_, &SearchProgress::stopWanted, this, &CostPage::stop);
    next_.setSingleShot(true);
    connect(&next_, &QTimer::timeout, this, &CostPage::startNext);
    connect(&command_, &StreamedCommand::lines, this, &CostPage::take);
    connect(&command_, &StreamedCommand::ended, this, &CostPage::conclude);
    connect(form_, &CostForm::changed, this, [this] {
        outdate(tr("The fields have changed since; compute again."));
        updateState();
    });
    connect(form_, &CostForm::growthChosen, this, &CostPage::growthChosen);
    connect(form_, &CostForm::keepWanted, this, &CostPage::keepPrices);
    connect(&model_, &DocumentModel::changed, this, &CostPage::followDocument);
    connect(&model_, &DocumentModel::replaced, this, &CostPage::followDocument);
    updateState();
}

QWidget* CostPage::makeBar()
{
    compare_ = named(new QCheckBox, "compareCosts");
    compare_->setToolTip(tr("Each ticked alternative of a generic parameter, alone, beside the present values"));
    compute_ = named(new QPushButton(icon("media-playback-start"), tr("Compute")), "computeCosts");
    export_ = named(new QPushButton(icon("document-export"), tr("Export")), "exportCosts");
    export_->setToolTip(tr("The costs as tables or as a report"));
    export_->setMenu(makeExports());
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(rhythm::step);
    row->addWidget(compare_);
    row->addStretch();
    row->addWidget(compute_);
    row->addWidget(export_);
    connect(compute_, &QPushButton::clicked, this, &CostPage::start);
    return bar;
}

QMenu* CostPage::makeExports()
{
    auto* menu = new QMenu(this);
    menu->addAction(tr("Tables as XLSX or CSV …"), this, [this] { tell(results_->exportWithDialog()); })
        ->setObjectName("exportCostTables");
    menu->addAction(tr("Report as PDF or HTML …"), this, &CostPage::reportWanted)->setObjectName("reportCosts");
    return menu;
}

void CostPage::keepPrices(const QString& list)
{
    try {
        const auto prices = project::readPriceList(list.toStdString(), *files_.library());
        widgets::takePrices(model_, prices);
        form_->forgetList();
        const std::size_t all = model_.project().prices.size();
        emit message("info", (all == 1 ? tr("The project has one price of its own now.")
                                       : tr("The project has %1 prices of its own now.").arg(all)) +
                                 ' ' + tr("Own prices count in runs, goals and studies, too."));
    } catch (const std::runtime_error& fault) {
        emit message("error", QString::fromUtf8(fault.what()) + '.');
    }
}

void CostPage::tell(const SavedFile& saved)
{
    if (!saved.path.isEmpty())
        emit message(saved.level(), saved.sentence());
}

QWidget* CostPage::makeForm()
{
    QScrollArea* area = scrolled(form_, Qt::ScrollBarAlwaysOff);
    area->setFixedWidth(formWidth);
    return area;
}

void CostPage::updateState()
{
    const qsizetype alternatives = static_cast<qsizetype>(costSystems(model_.project(), true).size()) - 1;
    compare_->setText(alternatives == 0   ? tr("Compare ticked alternatives (none is ticked)")
                      : alternatives == 1 ? tr("Compare the ticked alternative")
                                          : tr("Compare %1 ticked alternatives").arg(alternatives));
    compare_->setEnabled(alternatives > 0 && !running_);
    const QString problem = form_->problem();
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    compute_->setEnabled(problem.isEmpty() && !running_);
    form_->setEnabled(!running_);
    export_->setEnabled(!running_ &&
                        std::ranges::any_of(systems_, [](const CostSystem& each) { return each.account.has_value(); }));
    emit answerChanged();
}

QString CostPage::inShort() const
{
    if (running_)
        return tr("simulating");
    if (systems_.empty() || !systems_.front().account)
        return {};
    return stale_ ? tr("out of date")
                  : tr("%1 in %2 years").arg(totalText(systems_.front()), valueText(systems_.front().years(), {}));
}

int CostPage::years() const
{
    return form_->years();
}

void CostPage::setGrowth(double yearly, int years, const QString& parameter)
{
    form_->setGrowth(yearly, years, parameter);
}

/// The answer is that of other fields, or of the project as it was.
void CostPage::outdate(const QString& sentence)
{
    if (running_ || systems_.empty())
        return;
    stale_ = true;
    progress_->say(sentence);
}

void CostPage::start()
{
    clear();
    if (!form_->problem().isEmpty())
        return;
    form_->store();
    systems_ = costSystems(model_.project(), compare_->isEnabled() && compare_->isChecked());
    project_ = QByteArray::fromStdString(project::toText(model_.project()));
    const project::Project& project = model_.project();
    basis_ = {text(project.name), text(project.description),
              model_.isClean() ? QFileInfo(files_.path()).fileName() : QString(), form_->inWords(), form_->arguments()};
    results_->setFolder(files_.folder());
    results_->show(systems_, files_.library());
    results_->say(tr("The project is being simulated."), false);
    pages_->setCurrentIndex(1);
    progress_->begin();
    stale_ = false;
    running_ = true;
    startNext();
    updateState();
}

void CostPage::startNext()
{
    command_.start("cost", project_, files_.folder(),
                   QStringList{"--stream"} + basis_.arguments + systems_[current_].arguments);
}

void CostPage::take(const QByteArrayList& lines)
{
    const auto newest = newestIn(lines, study::costRecordFromText);
    if (!newest)
        return;
    if (const auto* account = std::get_if<study::Account>(&*newest)) {
        systems_[current_].account = *account;
        return;
    }
    const auto& [runsDone, runs] = std::get<study::CostProgress>(*newest);
    const double share = static_cast<double>(runsDone) / static_cast<double>(std::max<std::uint64_t>(1, runs));
    progress_->show(static_cast<double>(current_) + share, static_cast<double>(systems_.size()),
                    tr("%1: run %2 of %3").arg(systems_[current_].name).arg(std::min(runsDone + 1, runs)).arg(runs));
}

void CostPage::conclude(const QString& said)
{
    CostSystem& system = systems_[current_];
    system.said = system.account || !said.isEmpty() ? said : tr("The engine ended before the costs were known.");
    if (!system.account)
        emit message("warning", systems_.size() > 1 ? system.name + ": " + system.said : system.said);
    results_->show(systems_, files_.library());
    if (++current_ < systems_.size())
        return next_.start(0);
    finish();
}

void CostPage::finish()
{
    running_ = false;
    const auto known = std::ranges::count_if(systems_, [](const CostSystem& each) { return each.account.has_value(); });
    if (known == 0)
        results_->say(systems_.front().said, true);
    else
        results_->say(costSentence(systems_), false);
    progress_->end(known == static_cast<std::ptrdiff_t>(systems_.size())
                       ? QString()
                       : tr("%1 of %2 systems could not be computed.")
                             .arg(static_cast<qlonglong>(systems_.size()) - known)
                             .arg(systems_.size()));
    updateState();
}

void CostPage::stop()
{
    command_.cancel();
    next_.stop();
    running_ = false;
    results_->say(tr("It was stopped before all was known."), false);
    progress_->end({});
    updateState();
}

void CostPage::forget()
{
    clear();
    form_->forget();
}

void CostPage::clear()
{
    command_.cancel();
    next_.stop();
    running_ = false;
    systems_.clear();
    current_ = 0;
    stale_ = false;
    progress_->end({});
    pages_->setCurrentIndex(0);
    updateState();
}

void CostPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    form_->refresh();
    updateState();
}

/// Not while nobody sees it: each edit of a large project would fill the lists anew.
void CostPage::followDocument()
{
    if (isVisible()) {
        form_->refresh();
        updateState();
    }
    outdate(tr("The project has changed since; compute again."));
    emit answerChanged();
}

} // namespace headroom::app
