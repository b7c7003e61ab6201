#include "app/base/search_progress.h"

#include "widgets/controls/elided_label.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int barWidth = 180, barSteps = 1000;
constexpr double leastS = 1; ///< before which too little has passed to say what is left

} // namespace

SearchProgress::SearchProgress(const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), bar_(named(new QProgressBar, name + "Progress", title)),
      stand_(named(new ElidedLabel, name + "Stand")),
      pause_(named(new QPushButton(icon("media-playback-pause"), tr("Pause")), name + "Pause")),
      stop_(named(new QPushButton(icon("media-playback-stop"), tr("Stop")), name + "Stop"))
{
    bar_->setTextVisible(false);
    bar_->setFixedWidth(barWidth);
    setLook(stand_, Look::dim);
    stand_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(rhythm::step);
    row->addWidget(bar_);
    row->addWidget(stand_, 1);
    row->addWidget(pause_);
    row->addWidget(stop_);
    setMinimumHeight(rhythm::control); // what is above keeps its height when the buttons come and go
    connect(stop_, &QPushButton::clicked, this, &SearchProgress::stopWanted);
    connect(pause_, &QPushButton::clicked, this, &SearchProgress::pauseWanted);
    showState();
}

void SearchProgress::begin()
{
    active_ = true;
    paused_ = false;
    beforeS_ = 0;
    doneThen_.reset();
    since_.start();
    bar_->setRange(0, 0);
    stand_->setText({});
    showState();
}

void SearchProgress::show(double done, double all, const QString& words, std::optional<double> leftS)
{
    if (!doneThen_)
        doneThen_ = done;
    const bool known = all > 0;
    bar_->setRange(0, known ? barSteps : 0);
    bar_->setValue(known ? static_cast<int>(barSteps * std::min(1.0, done / all)) : 0);
    QString text = words;
    if (const QString left = timeLeft(done, all, leftS); !left.isEmpty())
        text += tr(" · about %1 left").arg(left);
    stand_->setText(paused_ ? tr("%1 · paused").arg(text) : text);
    stand_->setToolTip(stand_->text());
}

QString SearchProgress::timeLeft(double done, double all, std::optional<double> leftS) const
{
    if (!active_)
        return {};
    if (leftS)
        return std::isfinite(*leftS) && *leftS > 0 ? valueText(*leftS, "s") : QString();
    const double since = done - *doneThen_, passed = elapsedS();
    if (!(since > 0) || !(all > done) || passed < leastS)
        return {};
    return valueText(passed * (all - done) / since, "s");
}

void SearchProgress::end(const QString& words)
{
    active_ = false;
    say(words);
    showState();
}

void SearchProgress::say(const QString& words)
{
    stand_->setText(words);
    stand_->setToolTip(words);
}

void SearchProgress::offerPause()
{
    mayPause_ = true;
    showState();
}

void SearchProgress::setPaused(bool paused)
{
    if (paused == paused_)
        return;
    if (paused)
        beforeS_ = elapsedS();
    else
        since_.restart();
    paused_ = paused;
    showState();
}

double SearchProgress::elapsedS() const
{
    return paused_ ? beforeS_ : beforeS_ + static_cast<double>(since_.elapsed()) / 1000;
}

void SearchProgress::showState()
{
    bar_->setVisible(active_);
    stop_->setVisible(active_);
    pause_->setVisible(active_ && mayPause_);
    pause_->setText(paused_ ? tr("Resume") : tr("Pause"));
    pause_->setIcon(icon(paused_ ? "media-playback-start" : "media-playback-pause"));
}

} // namespace headroom::app
