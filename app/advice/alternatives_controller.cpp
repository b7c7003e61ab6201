#include "app/advice/alternatives_controller.h"

#include "app/advice/advice_controller.h"
#include "project/file/json_writer.h"
#include "project/resolve/parameter_values.h"
#include "widgets/theme/number_text.h"

#include <QThread>

#include <cmath>

namespace headroom::app {

namespace {

/// "from 51 200 USD · 1.22 kW · 31.4 TB usable", as far as it is known.
QString figuresLine(const study::Figures& figures)
{
    QStringList parts;
    if (figures.priceUsd > 0)
        parts += (figures.pricesMissing ? AlternativesController::tr("from %1") : QStringLiteral("%1"))
                     .arg(widgets::usdText(figures.priceUsd));
    if (std::isfinite(figures.powerW))
        parts += widgets::valueText(figures.powerW, "W");
    if (std::isfinite(figures.usableBytes))
        parts += AlternativesController::tr("%1 usable").arg(widgets::valueText(figures.usableBytes, "B"));
    return parts.join(QStringLiteral(" · "));
}

QString changeLine(const study::WhatIf& what)
{
    if (!what.problem.empty())
        return AlternativesController::tr("cannot be simulated: %1").arg(QString::fromStdString(what.problem));
    const auto part = [](const QString& name, const study::Gain& gain) {
        const widgets::MeasuredGain shown = measuredGain(gain);
        return shown.value.isEmpty() ? AlternativesController::tr("%1 not yet known").arg(name)
                                     : QString("%1 %2 (%3)").arg(name, shown.value, shown.interval);
    };
    if (what.runs < 2)
        return what.state == study::WhatIf::State::waiting ? AlternativesController::tr("not yet simulated")
                                                           : AlternativesController::tr("being simulated");
    return part(AlternativesController::tr("throughput"), what.throughput) + QStringLiteral(" · ") +
           (what.settles ? part(AlternativesController::tr("p99"), what.p99)
                         : AlternativesController::tr("does not settle"));
}

} // namespace

AlternativesController::AlternativesController(RunController& runs, widgets::DocumentModel& model,
                                               widgets::ParameterPanel& panel, QObject* parent)
    : QObject(parent), runs_(runs), model_(model), panel_(panel), process_(this)
{
    connect(&panel_, &widgets::ParameterPanel::alternativesOpen, this, &AlternativesController::open);
    connect(&panel_, &widgets::ParameterPanel::alternativesClosed, this, &AlternativesController::close);
    connect(&model_, &widgets::DocumentModel::changed, this, &AlternativesController::close);
    connect(&process_, &AdviceProcess::changed, this, &AlternativesController::take);
    connect(&process_, &AdviceProcess::ended, this, &AlternativesController::conclude);
}

void AlternativesController::open(const QString& parameter, const QStringList& values)
{
    close();
    const project::Parameter* known = project::findParameter(model_.project(), parameter.toStdString());
    if (!known || model_.project().workloads.empty())
        return;
    parameter_ = parameter;
    values_ = values;
    present_ = QString::fromStdString(project::settingText(known->value));
    QStringList settings;
    for (const QString& value : values)
        if (value != present_)
            settings += parameter + '=' + value;
    if (settings.isEmpty())
        return;
    showAll(tr("price and capacity are being computed") + '\n' + tr("not yet simulated")); // keeps room for the lines
    const int jobs = runs_.isActive() ? 1 : std::max(1, QThread::idealThreadCount() - 1);
    process_.start(QByteArray::fromStdString(project::toText(model_.project())), runs_.folder(), jobs, settings);
}

void AlternativesController::close()
{
    process_.cancel();
    showAll({});
    parameter_.clear();
    values_.clear();
}

void AlternativesController::take(const study::Advice& advice)
{
    panel_.showFigures(parameter_, present_, figuresLine(advice.figures) + '\n' + tr("the present value"));
    const qsizetype name = parameter_.size() + 1; // with the sign
    for (const study::WhatIf& what : advice.whatIfs)
        panel_.showFigures(parameter_, QString::fromStdString(what.resource).mid(name),
                           figuresLine(what.figures) + '\n' + changeLine(what));
}

void AlternativesController::conclude(const QString& problem)
{
    if (!problem.isEmpty())
        showAll(tr("The project cannot be simulated.") + '\n' + problem.section('\n', 0, 0));
}

void AlternativesController::showAll(const QString& lines)
{
    for (const QString& value : values_)
        panel_.showFigures(parameter_, value, lines);
}

} // namespace headroom::app
