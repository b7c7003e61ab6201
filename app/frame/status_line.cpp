#include "app/frame/status_line.h"

#include "app/runs/run_controller.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/severity_sign.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QMainWindow>
#include <QStatusBar>
#include <QTime>
#include <QToolButton>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int readingMs = 8000; // display time of a message

struct Said
{
    QString text;
    QColor mark;
};

Said ended(const Run& run, const Colours& colours)
{
    if (*run.ending == Ending::crashed)
        return {StatusLine::tr("%1: the engine ended unexpectedly").arg(run.title()), colours.bad};
    const bool good = !isFailure(*run.ending) && troubleText(run).isEmpty();
    return {StatusLine::tr("%1: %2").arg(run.title(), statusText(run)), good ? colours.dimText : colours.bad};
}

/// The state of a run as text, and the colour of the dot before it.
Said stateOf(const Run* run, RunController::State state, const Colours& colours)
{
    if (run && run->queued)
        return {StatusLine::tr("%1 waits for another run to end").arg(run->title()), colours.dimText};
    switch (state) {
    case RunController::State::starting:
        return {StatusLine::tr("Starting run %1").arg(run->number), colours.dimText};
    case RunController::State::running:
        return {StatusLine::tr("Running: %1").arg(run->title()), colours.good};
    case RunController::State::paused:
        return {StatusLine::tr("Paused: %1").arg(run->title()), colours.good};
    case RunController::State::stopping:
        return {StatusLine::tr("Stopping: %1").arg(run->title()), colours.good};
    case RunController::State::idle:
        break;
    }
    return run && run->ending ? ended(*run, colours) : Said{StatusLine::tr("Ready"), colours.dimText};
}

} // namespace

StatusLine::StatusLine(QMainWindow& window)
    : window_(window), state_(named(new QLabel, "state")), saved_(new QLabel),
      problems_(named(new QToolButton, "problemCount")), detail_(new QLabel)
{
    problems_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    problems_->setToolTip(tr("Show what the checks found"));
    setLook(problems_, Look::flat);
    connect(problems_, &QToolButton::clicked, this, &StatusLine::problemsWanted);
    QStatusBar& bar = *window.statusBar();
    for (QWidget* part : std::initializer_list<QWidget*>{state_, saved_, problems_})
        bar.addWidget(part);
    bar.addPermanentWidget(detail_);
    bar.setSizeGripEnabled(false);
}

void StatusLine::follow(RunController& runs)
{
    runs_ = &runs;
    connect(&runs, &RunController::stateChanged, this, &StatusLine::showRun);
    connect(&runs, &RunController::begun, this, &StatusLine::showRun);
    window_.installEventFilter(this);
    showRun();
}

void StatusLine::say(const QString& sentence)
{
    show(sentence, readingMs);
}

void StatusLine::sayLong(const QString& sentence)
{
    show(sentence, 0);
}

/// The bar keeps its height: without the widgets that a message hides it would be lower, and all views would move.
void StatusLine::show(const QString& sentence, int milliseconds)
{
    QStatusBar& bar = *window_.statusBar();
    if (bar.currentMessage().isEmpty() && bar.isVisible())
        bar.setMinimumHeight(bar.height());
    bar.showMessage(sentence, milliseconds);
}

void StatusLine::setSaved(bool saved)
{
    saved_->setText(saved ? tr("Saved %1").arg(QTime::currentTime().toString("HH:mm")) : QString());
}

void StatusLine::setFindings(const project::Findings& findings, bool complete)
{
    const auto toDo = std::count_if(findings.begin(), findings.end(), widgets::isToDo);
    const auto others = static_cast<std::ptrdiff_t>(findings.size()) - toDo;
    QStringList parts;
    if (others > 0)
        parts += others == 1 ? tr("1 problem") : tr("%1 problems").arg(others);
    if (toDo > 0)
        parts += tr("%1 still to do").arg(toDo);
    if (findings.empty())
        parts += complete ? tr("No problems") : tr("Not ready to run");
    problems_->setText(parts.join(QStringLiteral(", ")));
    const bool anyError = std::any_of(findings.begin(), findings.end(), [](const project::Finding& finding) {
        return finding.severity == project::Severity::error && !widgets::isToDo(finding);
    });
    problems_->setIcon(anyError                       ? severityIcon(project::Severity::error)
                       : findings.empty() && complete ? icon("dialog-ok")
                       : others > 0                   ? severityIcon(project::Severity::warning)
                                                      : severityIcon(project::Severity::note));
}

void StatusLine::showProblemCount(bool shown)
{
    problems_->setVisible(shown);
}

/// Updates the colours after a theme change.
bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showRun();
    return QObject::eventFilter(watched, event);
}

void StatusLine::showRun()
{
    const Run* run = std::as_const(runs_->history()).current();
    const auto [text, mark] = stateOf(run, runs_->state(), colours(window_.palette()));
    state_->setText(QString("<span style='color:%1'>●</span>&nbsp; %2").arg(mark.name(), text.toHtmlEscaped()));
    detail_->setText(
        run && run->summary
            ? tr("Seed %1 · %2 events").arg(run->summary->seed).arg(tickText(double(run->summary->events), "1"))
            : QString());
}

} // namespace headroom::app
