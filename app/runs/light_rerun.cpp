#include "app/runs/light_rerun.h"

#include "app/document/document_files.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/theme.h"

#include <QAction>

#include <algorithm>

namespace headroom::app {

namespace {

constexpr int calmMs = 600;
constexpr double lightShare = 0.2;
constexpr double fewestSamples = 20;

} // namespace

project::Project lightProject(project::Project project, const Run& like)
{
    const double warmUp = like.summary ? like.summary->warmUpS : like.warmUpS;
    const double measured = (like.durationS - warmUp) * lightShare;
    const double least = like.intervalS * fewestSamples;
    const double duration = std::min(like.durationS, warmUp + std::max(measured, least));
    project.run["duration"] = project::Json(duration).dump() + " s";
    project.run["replications"] = 1;
    project.run["trace_share"] = 0;
    project.run.erase("precision");
    return project;
}

LightRerun::LightRerun(widgets::DocumentModel& model, RunController& controller, DocumentFiles& files, QObject* parent)
    : QObject(parent), model_(model), controller_(controller), files_(files),
      action_(new QAction(widgets::icon("view-refresh"), tr("Run again after a &change"), this))
{
    action_->setCheckable(true);
    action_->setToolTip(
        tr("After a change of a generic parameter a light run starts by itself: it measures a fifth of the "
           "time, once. The former run stays behind it for comparison."));
    calm_.setSingleShot(true);
    calm_.setInterval(calmMs);
    connect(&calm_, &QTimer::timeout, this, &LightRerun::rerun);
    connect(action_, &QAction::toggled, &calm_, &QTimer::stop);
    connect(&model_, &widgets::DocumentModel::changed, this, &LightRerun::noteChange);
    connect(&files_, &DocumentFiles::opened, this, [this] {
        calm_.stop();
        going_.reset();
    });
}

void LightRerun::noteChange(const widgets::ElementRef& element)
{
    if (action_->isChecked() && element.kind == widgets::ElementKind::parameter && lastWhole())
        calm_.start();
}

const Run* LightRerun::lastWhole() const
{
    const auto& runs = controller_.history().runs();
    const auto last = std::find_if(runs.rbegin(), runs.rend(),
                                   [](const Run& run) { return run.ending == Ending::finished && !run.light; });
    return last == runs.rend() ? nullptr : &*last;
}

void LightRerun::rerun()
{
    const Run* like = lastWhole();
    if (!like)
        return;
    // The results of a light run that is outdated are not needed.
    if (going_) {
        const Run* before = controller_.history().find(*going_);
        if (before && (before->queued || before->isActive()))
            controller_.stop(*going_);
    }
    const project::Project light = lightProject(model_.project(), *like);
    const QString shorter = QString::fromStdString(light.run["duration"].get<std::string>());
    const double whole = like->durationS;
    going_ = controller_.startLight(light, *files_.library());
    emit message("info", tr("Run %1 is light: it ends at %2 instead of %3, is not repeated.")
                             .arg(*going_)
                             .arg(shorter)
                             .arg(widgets::tickText(whole, "s")));
}

} // namespace headroom::app
