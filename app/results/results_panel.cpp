#include "app/results/results_panel.h"

#include "app/charts/charts_controller.h"
#include "app/document/help_pages.h"
#include "app/runs/run_difference.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTime>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::app {

using namespace widgets;

namespace {
constexpr int messagesKept = 5000;
constexpr int liveMs =
    500; // between two updates of the figures of a run that goes on: slower, so that they can be read
constexpr int leastHeight = 120; // pixels

QString readySentence()
{
    return ResultsPanel::tr("No problems: the project is ready to run.");
}

/// The steps above the problems, or beside them in a low panel, where they would leave no room below. The page can be
/// scrolled.
class ProblemsPage : public QScrollArea
{
public:
    ProblemsPage(QWidget* steps, QWidget* problems) : column_(new QBoxLayout(QBoxLayout::TopToBottom))
    {
        auto* page = new QWidget;
        page->setLayout(column_);
        column_->setContentsMargins(0, 0, 0, 0);
        column_->setSpacing(0);
        column_->addWidget(steps, 0, Qt::AlignTop);
        column_->addWidget(problems, 1);
        setWidget(page);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setAccessibleName(ResultsPanel::tr("Steps and problems"));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        const bool low = height() < lowPanel && width() > lowPanel * 3;
        column_->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        QScrollArea::resizeEvent(event);
    }

private:
    static constexpr int lowPanel = 300; // pixels

    QBoxLayout* column_;
};
} // namespace

ResultsPanel::ResultsPanel(RunController& controller, QWidget* parent)
    : QDockWidget(tr("Results"), parent), controller_(controller), tabs_(named(new QTabBar, "resultTabs")),
      fold_(named(new QToolButton, "foldResults")), pages_(new QStackedWidget), timeline_(new TimelineView),
      comparison_(new ComparisonPanel), bars_(new BarsView), charts_(new ChartsController(controller, this)),
      split_(new QSplitter), steady_(named(new QLabel, "steadyFigure", tr("Steady throughput"))),
      problems_(new FindingsView(readySentence())), steps_(new NextStepsView),
      messages_(named(new QPlainTextEdit, "messages", tr("Messages")))
{
    setObjectName("results");
    messages_->setReadOnly(true);
    messages_->setMaximumBlockCount(messagesKept);
    messages_->setFrameShape(QFrame::NoFrame);
    messages_->setStyleSheet("border: none; border-radius: 0;");
    messages_->setPlaceholderText(tr("Messages of the studio and the engine appear here."));
    setWidget(pages_); // from the outside inwards, as in MainWindow::makeCentre
    QList<std::pair<QString, QWidget*>> entries = {{tr("Timeline"), split_}};
    entries += charts_->pages();
    entries += {
        {tr("Utilisation"), bars_}, {tr("Problems"), new ProblemsPage(steps_, problems_)}, {tr("Messages"), messages_}};
    for (const auto& [title, page] : std::as_const(entries)) {
        tabs_->addTab(title);
        pages_->addWidget(page);
    }
    split_->addWidget(timeline_);
    split_->addWidget(comparison_);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 0);
    split_->setSizes({1100, 360});
    split_->setChildrenCollapsible(false);
    setManualPage(*this, "timeline"); // of everything in it that has none of its own
    setManualPage(*comparison_, "comparison");
    setManualPage(*bars_, "utilisation");
    setManualPage(*pages_->widget(problemsTab), "problems");
    setManualPage(*messages_, "messages");
    tabs_->setExpanding(false);
    // The user sets the height: more lines on a page must not raise it.
    pages_->setMinimumHeight(leastHeight);
    connect(tabs_, &QTabBar::currentChanged, pages_, &QStackedWidget::setCurrentIndex);
    connect(steps_, &NextStepsView::stepsChanged, timeline_, [this] {
        const auto [sentence, button] = steps_->makeFirstStep();
        timeline_->setFirstStep(button ? emptyPage(sentence, button) : nullptr);
    });
    setTitleBarWidget(makeTitleBar());
    live_.setSingleShot(true);
    live_.setInterval(liveMs);
    connect(&live_, &QTimer::timeout, this, &ResultsPanel::showSummaries);
    for (const auto shown : {&RunController::stateChanged, &RunController::begun})
        connect(&controller_, shown, this, &ResultsPanel::showSteady);
    connect(&controller_, &RunController::samplesArrived, this, [this] {
        showSteady();
        if (!live_.isActive())
            live_.start();
    });
    connect(&controller_, &RunController::finished, this, &ResultsPanel::showSummaries);
    connect(&controller_, &RunController::begun, this, &ResultsPanel::showSummaries);
    connect(&controller_.history(), &RunHistory::baselineChanged, this, &ResultsPanel::showSummaries);
    connect(&controller_, &RunController::message, this, &ResultsPanel::addMessage);
    connect(charts_, &ChartsController::message, this, &ResultsPanel::addMessage);
}

QWidget* ResultsPanel::makeTitleBar()
{
    auto* bar = named(new QWidget, "resultsTitle");
    bar->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(rhythm::step, 0, rhythm::step, 0);
    auto* close = named(new QToolButton, "hideResults");
    close->setText(QStringLiteral("×"));
    close->setAccessibleName(tr("Hide the results"));
    close->setToolTip(tr("Hide (View menu shows it again)"));
    setLook(close, Look::flat);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    setLook(fold_, Look::flat);
    connect(fold_, &QToolButton::clicked, this, [this] { foldByUser(!folded_); });
    connect(tabs_, &QTabBar::tabBarClicked, this, [this](int tab) {
        if (tab >= 0)
            foldByUser(false);
    });
    connect(toggleViewAction(), &QAction::triggered, this, [this](bool shown) {
        if (shown)
            foldByUser(false);
    });
    showFold();
    steady_->setToolTip(tr("Requests a second that the run serves once its warm-up is over, with the 95 % interval; it "
                           "goes when the run changes"));
    row->addWidget(tabs_);
    row->addStretch();
    row->addWidget(steady_);
    row->addWidget(fold_);
    row->addWidget(close);
    return bar;
}

void ResultsPanel::showFold()
{
    fold_->setIcon(icon(folded_ ? "go-up" : "go-down"));
    const QString what = folded_ ? tr("Open the results") : tr("Fold the results to their tabs");
    fold_->setAccessibleName(what);
    fold_->setToolTip(what);
}

void ResultsPanel::foldByUser(bool folded)
{
    if (folded == folded_)
        return;
    setFolded(folded);
    emit foldedByUser(folded);
}

void ResultsPanel::setFolded(bool folded)
{
    if (folded == folded_)
        return;
    folded_ = folded;
    showFold();
    if (folded)
        openHeight_ = isVisible() ? height() : 0;
    // Not hidden, as the title of a panel without content is only as wide as it must be.
    pages_->setMinimumHeight(folded ? 0 : leastHeight);
    pages_->setMaximumHeight(folded ? 0 : QWIDGETSIZE_MAX);
    setMaximumHeight(folded ? titleBarWidget()->sizeHint().height() : QWIDGETSIZE_MAX);
    if (auto* window = qobject_cast<QMainWindow*>(parentWidget()); window && !folded && openHeight_ > 0)
        window->resizeDocks({this}, {openHeight_}, Qt::Vertical);
}

void ResultsPanel::showTab(Tab tab)
{
    setFolded(false);
    show();
    raise();
    tabs_->setCurrentIndex(tab);
}

ChartWidget& ResultsPanel::currentChart()
{
    auto* chart = qobject_cast<ChartWidget*>(pages_->currentWidget());
    return chart ? *chart : *timeline_;
}

void ResultsPanel::setFindings(const project::Findings& findings)
{
    problems_->setFindings(findings);
    tabs_->setTabText(problemsTab, findings.empty() ? tr("Problems") : tr("Problems %1").arg(findings.size()));
}

void ResultsPanel::setNextSteps(const QVector<NextStep>& steps, const project::Project& project)
{
    QVector<std::pair<QString, QString>> groups;
    for (const project::NodeGroup& group : project.topology.groups)
        groups.append({text(group.id), text(group.name.empty() ? group.id : group.name)});
    steps_->setSteps(steps, groups);
    problems_->setEmptySentence(steps.isEmpty() ? readySentence() : tr("Nothing is wrong in what there is so far."));
}

void ResultsPanel::addMessage(const QString& level, const QString& text)
{
    const QString mark = level == "error" ? tr("Error: ") : level == "warning" ? tr("Warning: ") : QString();
    // A finding comes as a line of the terminal, with its severity before it and its JSON pointer behind it.
    static const QRegularExpression severity("^(error|warning|note): "), pointer(" \\(/[^ )]*\\)$");
    messages_->appendPlainText(QTime::currentTime().toString("HH:mm:ss") + "  " + mark +
                               QString(text).remove(severity).remove(pointer));
}

void ResultsPanel::showSummaries()
{
    const Run* now = std::as_const(controller_.history()).current();
    const Run* former = controller_.history().baseline();
    const auto none = std::optional<record::Summary>();
    const auto formerSummary = former && former != now ? former->summary : none;
    const QString name = formerSummary ? tr("run %1").arg(former->number) : QString();
    QStringList differences = now && formerSummary ? differencesOf(*now, *former) : QStringList();
    comparison_->setOrigin(now ? originOf(*now) : QString());
    const PredictionText predicted = now && now->summary && predictor_ ? predictor_(*now->summary) : PredictionText();
    comparison_->setPrediction(predicted.ranges, predicted.parts);
    if (!now || now->summary || !showSoFar(*now, former, differences))
        comparison_->setSummaries(now ? now->summary : none, formerSummary, name, differences);
    bars_->setSummaries(now ? now->summary : none, formerSummary);
}

void ResultsPanel::showSteady()
{
    const auto& steady = controller_.progress().steady;
    steady_->setText(steady ? steadyText(*steady) : QString());
}

/// False if there is no sample yet.
bool ResultsPanel::showSoFar(const Run& now, const Run* former, const QStringList& differences)
{
    const bool compared = former && former != &now && former->hasCurves();
    const auto figures = figuresSoFar(now.series, *now.curves, now.warmUpS, compared ? former->curves.get() : nullptr);
    if (!figures)
        return false;
    const QString broken = now.ending
                               ? tr("The run broke off at %1 of %2. %3")
                                     .arg(tickText(figures->until, "s"), tickText(now.durationS, "s"), now.sentence)
                               : QString();
    comparison_->setSoFar(*figures, broken, compared ? tr("run %1").arg(former->number) : QString(), differences);
    return true;
}

} // namespace headroom::app
