#include "app/runs/run_bar.h"

#include "app/runs/run_progress.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <QTimer>
#include <QToolButton>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int progressMs = 100;    // between two updates of the figures
constexpr double longSilenceS = 5; // of the engine: longer than between two samples of a large model
constexpr int narrowBar = 1400;    // pixels; a narrower bar hides the least important figures
constexpr double paces[] = {0, 1, 2, 5, 10, 30, 100};

QString rateText(double rate)
{
    const QString times = rate < 1 ? QString::number(rate, 'g', 2) : QString::number(rate, 'f', rate < 10 ? 1 : 0);
    return RunBar::tr("%1× real time").arg(times);
}

constexpr QStringView figureGap(u" · ");

/// The first figures, each whole: a part of a number would be another one. Only the first may be cut.
QString thoseThatFit(const QStringList& figures, const QLabel& label)
{
    for (qsizetype count = figures.size(); count > 1; --count)
        if (const QString text = figures.mid(0, count).join(figureGap);
            label.fontMetrics().horizontalAdvance(text) <= label.width())
            return text;
    return label.fontMetrics().elidedText(figures.value(0), Qt::ElideRight, label.width());
}

/// Its icon has the colour of its text; that of its action has the colour of a menu's text.
class RunButton : public QToolButton
{
protected:
    void initStyleOption(QStyleOptionToolButton* option) const override
    {
        QToolButton::initStyleOption(option);
        option->icon = accentIcon(icon().name());
    }
};

} // namespace

RunBar::RunBar(RunController& controller, const Actions& actions, QMenu* exportMenu, QWidget* parent)
    : QToolBar(tr("Run"), parent), controller_(controller), time_(new QLabel), figures_(new QLabel),
      bar_(new RunProgress(controller.cursor())), baselineLabel_(new QLabel(tr("Baseline"))),
      baseline_(new widgets::ElidedComboBox)
{
    setObjectName("runBar");
    setMovable(false);
    setIconSize({16, 16});
    addButtons(actions);
    addWidget(makeFigures(exportMenu));
    connectRuns();
    fillBaselines();
    showProgress();
}

void RunBar::addButtons(const Actions& actions)
{
    auto* run = named(new RunButton, "runButton");
    run->setDefaultAction(actions.run);
    run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLook(run, Look::primary);
    addWidget(run);
    addButton(actions.rerun)->setObjectName("rerunButton");
    addButton(actions.pause);
    addButton(actions.stop);
    addStepButton(actions);
    addWidget(makePace());
}

/// The progress of the run, its baseline, and the export menu.
QWidget* RunBar::makeFigures(QMenu* exportMenu)
{
    time_->setObjectName("runTime");
    time_->setTextFormat(Qt::RichText);
    time_->setMinimumWidth(112);
    time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    bar_->setMinimumWidth(96);
    bar_->setMaximumWidth(320);
    figures_->setObjectName("runFigures");
    figures_->setMinimumWidth(60);
    figures_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    baseline_->setObjectName("baseline");
    baseline_->setAccessibleName(tr("Baseline"));
    baseline_->setToolTip(tr("The run that the current one is compared with"));
    setLook(baselineLabel_, Look::dim);
    auto* exportButton = new QToolButton;
    exportButton->setText(tr("Export"));
    exportButton->setMenu(exportMenu);
    exportButton->setPopupMode(QToolButton::InstantPopup);

    auto* middle = new QWidget;
    auto* row = new QHBoxLayout(middle);
    row->setContentsMargins(rhythm::step, 0, 0, 0);
    row->setSpacing(rhythm::step);
    row->addWidget(time_);
    row->addWidget(bar_, 2);
    row->addSpacing(rhythm::half);
    row->addWidget(figures_, 3);
    row->addWidget(baselineLabel_);
    row->addWidget(baseline_);
    row->addWidget(exportButton);
    return middle;
}

void RunBar::connectRuns()
{
    connect(&controller_, &RunController::stateChanged, this, &RunBar::showProgress);
    connect(&controller_, &RunController::begun, this, &RunBar::showProgress);
    connect(&controller_.cursor(), &TimeCursor::changed, this, [this] {
        if (!controller_.cursor().isFollowing() || !controller_.isActive())
            showProgress(); // otherwise the timer does it
    });
    connect(&controller_.history(), &RunHistory::baselineChanged, this, &RunBar::fillBaselines);
    connect(baseline_, &QComboBox::activated, this, [this](int index) {
        const QVariant number = baseline_->itemData(index);
        controller_.history().chooseBaseline(number.isValid() ? std::optional(number.toInt()) : std::nullopt);
    });
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, [this] {
        if (controller_.isActive())
            showProgress();
    });
    timer->start(progressMs);
}

QToolButton* RunBar::addButton(QAction* action)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    addWidget(button);
    return button;
}

void RunBar::addStepButton(const Actions& actions)
{
    auto* button = addButton(actions.step);
    button->setObjectName("stepButton");
    auto* menu = new QMenu(button);
    menu->addAction(actions.step);
    menu->addActions(actions.steps);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::MenuButtonPopup);
}

QComboBox* RunBar::makePace()
{
    auto* pace = named(new QComboBox, "pace", tr("Speed limit"));
    pace->setToolTip(tr("How fast simulated time may pass"));
    for (const double factor : paces)
        pace->addItem(factor > 0 ? factor == 1 ? tr("Real time") : tr("%1 ×").arg(factor) : tr("Full speed"), factor);
    connect(pace, &QComboBox::activated, this,
            [this, pace](int index) { controller_.setPace(pace->itemData(index).toDouble()); });
    return pace;
}

void RunBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    const bool small = width() < narrowBar;
    baselineLabel_->setVisible(!small);
    baseline_->setFixedWidth(small ? 150 : 190);
}

void RunBar::showProgress()
{
    const Run* run = controller_.history().current();
    const Progress& progress = controller_.progress();
    const TimeCursor& cursor = controller_.cursor();
    const bool waits = run && run->queued;
    const double duration = run ? run->durationS : 0;
    bar_->setSpan(duration, run ? run->warmUpS : 0, run ? run->intervalS : 0);
    if (duration > 0)
        time_->setText(tr("<b>%1</b> of %2")
                           .arg(textAmong(cursor.isFollowing() && controller_.state() != RunController::State::idle
                                              ? progress.simulatedS
                                              : cursor.time(),
                                          duration, "s", 1),
                                tickText(duration, "s")));
    else
        time_->setText(waits ? tr("waiting …") : run && run->isActive() ? tr("starting …") : tr("no run yet"));
    showFigures();
}

void RunBar::showFigures()
{
    const Progress& progress = controller_.progress();
    QStringList figures;
    if (!controller_.cursor().isFollowing())
        figures += tr("looking back");
    const double silent = controller_.silentS();
    if (silent >= longSilenceS) // an earlier measurement would be stale
        figures += tr("nothing heard from the engine for %1 s").arg(silent, 0, 'f', 0);
    else if (!progress.building.isEmpty() && controller_.state() == RunController::State::starting)
        figures += progress.building;
    else if (progress.rate > 0) {
        if (progress.steady)
            figures += steadyText(*progress.steady);
        figures += rateText(progress.rate);
        if (controller_.state() == RunController::State::paused)
            figures += tr("paused");
        else if (controller_.state() != RunController::State::idle)
            figures += tr("%1 left").arg(valueText(progress.leftS, "s"));
        figures += tr("%1 M events/s").arg(progress.eventsPerSecond / 1e6, 0, 'f', 1);
    }
    const auto& runs = controller_.history().runs();
    const auto count = [&runs](auto which) { return std::count_if(runs.begin(), runs.end(), which); };
    if (const auto others = count([](const Run& run) { return run.isActive(); }); others > 1)
        figures += tr("%1 runs at once").arg(others);
    if (const auto waiting = count([](const Run& run) { return run.queued; }); waiting > 0)
        figures += tr("%1 waiting").arg(waiting);
    figures_->setToolTip(figures.join(figureGap));
    figures_->setText(thoseThatFit(figures, *figures_));
}

void RunBar::fillBaselines()
{
    const QSignalBlocker quiet(baseline_);
    baseline_->clear();
    baseline_->addItem(tr("Previous run"));
    const RunHistory& history = controller_.history();
    for (const Run& run : history.runs())
        if (run.summary)
            baseline_->addItem(run.title(), run.number);
    const auto chosen = history.chosenBaseline();
    baseline_->setCurrentIndex(chosen ? std::max(0, baseline_->findData(*chosen)) : 0);
    baseline_->setEnabled(baseline_->count() > 1);
    baseline_->view()->setTextElideMode(Qt::ElideRight);
}

} // namespace headroom::app
