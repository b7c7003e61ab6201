#include "app/run_bar.h"

#include "widgets/look/look.h"
#include "widgets/plots/number_text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int barSteps = 1000;
constexpr int progressMs = 100; // between two paintings of the figures

QString rateText(double rate)
{
    return RunBar::tr("%1× real time").arg(rate, 0, 'f', rate < 10 ? 1 : 0);
}

} // namespace

RunBar::RunBar(RunController& controller, const Actions& actions, QMenu* exportMenu, QWidget* parent)
    : QToolBar(tr("Run"), parent), controller_(controller), time_(new QLabel), figures_(new QLabel),
      bar_(new QProgressBar), baseline_(new QComboBox)
{
    setObjectName("runBar");
    setMovable(false);
    setIconSize({16, 16});
    auto* run = addButton(actions.run);
    run->setObjectName("runButton");
    run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLook(run, Look::primary);
    for (QAction* action : {actions.pause, actions.stop, actions.step})
        addButton(action)->setToolButtonStyle(Qt::ToolButtonIconOnly);

    time_->setObjectName("runTime");
    time_->setTextFormat(Qt::RichText);
    time_->setMinimumWidth(120);
    time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    bar_->setObjectName("runProgress");
    bar_->setRange(0, barSteps);
    bar_->setTextVisible(false);
    bar_->setMinimumWidth(80);
    bar_->setMaximumWidth(260);
    figures_->setObjectName("runFigures");
    figures_->setMinimumWidth(60);
    figures_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    baseline_->setObjectName("baseline");
    baseline_->setFixedWidth(190);
    baseline_->setToolTip(tr("The run that the current one is held against"));
    auto* baselineLabel = new QLabel(tr("Baseline"));
    setLook(baselineLabel, Look::dim);
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
    row->addWidget(baselineLabel);
    row->addWidget(baseline_);
    row->addWidget(exportButton);
    addWidget(middle);

    connect(&controller_, &RunController::stateChanged, this, &RunBar::showState);
    connect(&controller_.history(), &RunHistory::baselineChanged, this, &RunBar::fillBaselines);
    connect(&controller_, &RunController::finished, this, &RunBar::fillBaselines);
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
    fillBaselines();
    showState();
}

QToolButton* RunBar::addButton(QAction* action)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    addWidget(button);
    return button;
}

void RunBar::showState()
{
    showProgress();
}

void RunBar::showProgress()
{
    const Progress& progress = controller_.progress();
    bar_->setValue(progress.durationS > 0 ? qRound(barSteps * progress.simulatedS / progress.durationS) : 0);
    if (progress.durationS > 0)
        time_->setText(tr("<b>%1 s</b> of %2 s")
                           .arg(progress.simulatedS, 0, 'f', 1)
                           .arg(QString::number(progress.durationS, 'g', 6)));
    else
        time_->setText(controller_.isActive() ? tr("starting …") : tr("no run yet"));
    QStringList figures;
    if (progress.rate > 0) {
        figures += rateText(progress.rate);
        if (controller_.state() == RunController::State::paused)
            figures += tr("paused");
        else if (controller_.isActive())
            figures += tr("%1 left").arg(valueText(progress.leftS, "s"));
        figures += tr("%1 M events/s").arg(progress.eventsPerSecond / 1e6, 0, 'f', 1);
    }
    figures_->setText(figures.join(" · "));
    figures_->setToolTip(figures_->text());
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
