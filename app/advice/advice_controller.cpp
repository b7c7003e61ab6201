#include "app/advice/advice_controller.h"

#include "app/base/settings.h"
#include "app/runs/run_store.h"
#include "study/advice/advice_text.h"
#include "study/advice/candidates.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/theme/number_text.h"

#include <QThread>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::app {

namespace {

constexpr int idleMs = 2000;
constexpr const char* automaticKey = "advice/automatic";

QString stateText(study::WhatIf::State state)
{
    using State = study::WhatIf::State;
    switch (state) {
    case State::waiting:
        return AdviceController::tr("not yet simulated");
    case State::running:
        return AdviceController::tr("being simulated");
    case State::notYetKnown:
        return AdviceController::tr("not yet known");
    case State::failed:
        return AdviceController::tr("failed");
    case State::known:
        break;
    }
    return {};
}

/// "+1 200 USD"; empty if it is not known or is the same.
QString differenceText(double changed, double present, const QString& text)
{
    if (!std::isfinite(changed) || !std::isfinite(present) || std::abs(changed - present) < 1e-3 * std::abs(present))
        return {};
    return (changed > present ? QStringLiteral("+") : QStringLiteral("−")) + text;
}

QString noteOf(const study::WhatIf& what, const study::Figures& present)
{
    using Kind = study::WhatIf::Kind;
    QStringList parts;
    if (what.kind == Kind::part)
        parts += AdviceController::tr("part");
    else if (what.kind == Kind::setting)
        parts += AdviceController::tr("setting");
    else if (what.kind == Kind::load)
        return AdviceController::tr("a change of the load");
    else
        return {};
    if (what.kind == Kind::part && (what.figures.pricesMissing || present.pricesMissing))
        parts += AdviceController::tr("price not known");
    else
        parts += differenceText(what.figures.priceUsd, present.priceUsd,
                                widgets::usdText(std::abs(what.figures.priceUsd - present.priceUsd)));
    parts += differenceText(what.figures.powerW, present.powerW,
                            widgets::valueText(std::abs(what.figures.powerW - present.powerW), "W"));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

widgets::AdviceRow rowOf(const study::WhatIf& what, const study::Advice& advice)
{
    widgets::AdviceRow row;
    const QString id = QString::fromStdString(what.words.empty() ? what.resource : what.words);
    row.resource = what.kind == study::WhatIf::Kind::resource ? widgets::resourceWords(id) : id;
    row.note = noteOf(what, advice.figures);
    row.throughput = measuredGain(advice.jobs ? what.throughput.inverse() : what.throughput);
    row.p99 = measuredGain(what.p99);
    if (what.highestRate.hasInterval())
        row.highestRate = measuredGain(what.highestRate);
    row.state = stateText(what.state);
    row.detail =
        what.problem.empty()
            ? AdviceController::tr("%1: its figure over the present one, with the 95 % interval over %2 of runs.")
                  .arg(what.kind == study::WhatIf::Kind::resource
                           ? AdviceController::tr("%1, scaled by %2").arg(id).arg(what.factor)
                           : id,
                       what.runs == 1 ? AdviceController::tr("a pair")
                                      : AdviceController::tr("%1 pairs").arg(what.runs))
            : QString::fromStdString(what.problem);
    return row;
}

bool measured(const study::WhatIf& what)
{
    return what.throughput.hasInterval() || what.mean.hasInterval();
}

} // namespace

widgets::MeasuredGain measuredGain(const study::Gain& gain)
{
    if (std::isnan(gain.low)) // a single pair is no measurement
        return {};
    const auto number = [](double value) { return QString::number(value, 'f', value < 9.995 ? 2 : 1); };
    return {number(gain.ratio) + QStringLiteral("×"), number(gain.low) + QStringLiteral(" … ") + number(gain.high)};
}

widgets::AdviceContent adviceContent(const Run& run)
{
    widgets::AdviceContent content;
    if (run.advice) {
        if (run.advice->complete || std::ranges::any_of(run.advice->whatIfs, measured))
            content.sentence = QString::fromStdString(study::sentenceOf(*run.advice));
        content.byRate = run.advice->arrivalsGiven;
        content.byTime = run.advice->jobs;
        content.done = static_cast<int>(run.advice->runsDone);
        content.planned = static_cast<int>(run.advice->runsPlanned);
        for (const study::WhatIf& what : run.advice->whatIfs)
            content.rows.append(rowOf(what, *run.advice));
    }
    if (!content.rows.isEmpty() || !run.summary)
        return content;
    for (const std::string& resource : study::candidates(*run.summary)) {
        study::WhatIf what;
        what.resource = resource;
        content.rows.append(rowOf(what, study::Advice()));
    }
    return content;
}

AdviceController::AdviceController(RunController& runs, widgets::DocumentModel& model,
                                   QList<widgets::AdviceView*> views, QObject* parent)
    : QObject(parent), runs_(runs), views_(std::move(views)), process_(this)
{
    for (widgets::AdviceView* const view : views_)
        connectView(*view);
    idle_.setSingleShot(true);
    idle_.setInterval(idleMs);
    connect(&idle_, &QTimer::timeout, this, &AdviceController::start);
    connect(&model, &widgets::DocumentModel::changed, this, &AdviceController::cancel);
    connect(&runs_, &RunController::begun, this, &AdviceController::show);
    connect(&runs_, &RunController::stateChanged, this, [this] {
        if (runs_.isActive())
            cancel();
        else
            show();
    });
    connect(&runs_, &RunController::finished, this, [this] {
        show();
        startSoon();
    });
    connect(&process_, &AdviceProcess::changed, this, &AdviceController::take);
    connect(&process_, &AdviceProcess::ended, this, &AdviceController::conclude);
    show();
}

void AdviceController::connectView(widgets::AdviceView& view)
{
    view.setAutomatic(openSettings().value(automaticKey, false).toBool());
    connect(&view, &widgets::AdviceView::startWanted, this, &AdviceController::start);
    connect(&view, &widgets::AdviceView::cancelWanted, this, &AdviceController::cancel);
    connect(&view, &widgets::AdviceView::automaticChosen, this, [this](bool automatic) {
        openSettings().setValue(automaticKey, automatic);
        for (widgets::AdviceView* const each : views_)
            each->setAutomatic(automatic);
        automatic ? startSoon() : idle_.stop();
    });
}

QString AdviceController::whyNot(const Run& run) const
{
    if (runs_.isActive())
        return tr("A run is active.");
    if (run.ending != Ending::finished)
        return tr("This run did not reach its end.");
    if (run.file.isEmpty())
        return tr("This run has no result file.");
    return {};
}

void AdviceController::show()
{
    const Run* run = std::as_const(runs_.history()).current();
    widgets::AdviceContent content = run ? adviceContent(*run) : widgets::AdviceContent();
    content.running = isRunning() && run && run->number == number_;
    if (run)
        content.whyNot = isRunning() ? tr("Another run is being simulated.") : whyNot(*run);
    content.mayStart = run && content.whyNot.isEmpty();
    for (widgets::AdviceView* const view : views_)
        view->setContent(content);
}

void AdviceController::startSoon()
{
    const Run* run = std::as_const(runs_.history()).current();
    if (run && !run->advice && openSettings().value(automaticKey, false).toBool())
        idle_.start();
}

void AdviceController::start()
{
    idle_.stop();
    const Run* run = std::as_const(runs_.history()).current();
    if (!run || !whyNot(*run).isEmpty())
        return;
    QString problem;
    const QString text = RunStore::projectText(*run, problem);
    if (text.isEmpty()) {
        emit message("error", problem);
        return;
    }
    number_ = run->number;
    process_.start(text.toUtf8(), runs_.folder(), std::max(1, QThread::idealThreadCount() - 1));
    show();
}

void AdviceController::cancel()
{
    idle_.stop();
    if (!isRunning())
        return;
    process_.cancel();
    conclude(tr("The simulations of what would help were cancelled."));
}

void AdviceController::take(const study::Advice& advice)
{
    if (Run* run = runs_.history().find(*number_))
        run->advice = advice;
    show();
}

/// Stores what is known.
void AdviceController::conclude(const QString& problem)
{
    if (!problem.isEmpty())
        emit message("info", problem);
    Run* run = runs_.history().find(*number_);
    if (run && run->advice) {
        for (study::WhatIf& what : run->advice->whatIfs)
            if (what.state == study::WhatIf::State::running)
                what.state = study::WhatIf::State::notYetKnown;
        runs_.history().keepAdvice(*number_);
    }
    show();
}

} // namespace headroom::app
