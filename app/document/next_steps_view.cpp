#include "app/document/next_steps_view.h"

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::app {

using namespace widgets;
using Kind = NextStep::Kind;

namespace {

/// The field that names a component says what needs it: adapters by a field of the fabric, switches and devices by
/// their own.
bool isAdapter(const NextStep& step)
{
    return step.field.endsWith("/nic");
}

bool isDevice(const NextStep& step)
{
    return step.field.contains("/devices/");
}

/// `group`: the title of the step's nodes.
QString sentenceOf(const NextStep& step, const QString& group)
{
    switch (step.kind) {
    case Kind::role:
        return NextStepsView::tr("Software: a role says what a piece of it does.");
    case Kind::operation:
        return NextStepsView::tr("Software: the role %1 needs an operation.").arg(step.role);
    case Kind::nodes:
        return NextStepsView::tr("Hardware: nodes to run the software on.");
    case Kind::roleNodes:
        return NextStepsView::tr("Hardware and mapping: nodes of its own for each of %1, linked by a switch.")
            .arg(step.roles.join(", "));
    case Kind::placement:
        return NextStepsView::tr("Mapping: the nodes that run %1.").arg(step.role);
    case Kind::network:
        return NextStepsView::tr("Network: some nodes have no link to the others.");
    case Kind::storage:
        return step.devices.isEmpty()
                   ? NextStepsView::tr("Storage: the nodes %1 need disks for %2.").arg(group, step.volumes.join(", "))
                   : NextStepsView::tr("Storage: the disks of %1 that hold %2.").arg(group, step.volumes.join(", "));
    case Kind::component:
        return isDevice(step)    ? NextStepsView::tr("Storage: the kind of a disk says how fast it is.")
               : isAdapter(step) ? NextStepsView::tr("Network: nodes need a network adapter to reach their switch.")
                                 : NextStepsView::tr("Network: the kind of a switch says how fast its ports are.");
    case Kind::workload:
        return step.role.isEmpty() ? NextStepsView::tr("Workload: the requests of users.")
                                   : NextStepsView::tr("Workload: the requests of users to %1.").arg(step.role);
    }
    return {};
}

QString topicOf(const NextStep& step)
{
    switch (step.kind) {
    case Kind::role:
    case Kind::operation:
        return NextStepsView::tr("software");
    case Kind::nodes:
    case Kind::roleNodes:
    case Kind::placement:
        return NextStepsView::tr("nodes");
    case Kind::storage:
        return NextStepsView::tr("disks");
    case Kind::network:
        return NextStepsView::tr("a network");
    case Kind::component:
        return isDevice(step) ? NextStepsView::tr("disks") : NextStepsView::tr("a network");
    case Kind::workload:
        return NextStepsView::tr("a workload");
    }
    return {};
}

/// "software, nodes and a workload". A number of steps would rise while they are done, since one step can reveal
/// several others.
QString topicsOf(const QVector<NextStep>& steps)
{
    QStringList topics;
    for (const NextStep& step : steps)
        topics += topicOf(step);
    topics.removeDuplicates();
    const QString last = topics.isEmpty() ? QString() : topics.takeLast();
    return topics.isEmpty() ? last : NextStepsView::tr("%1 and %2").arg(topics.join(", "), last);
}

QString buttonOf(const NextStep& step, const QString& group)
{
    switch (step.kind) {
    case Kind::role:
        return NextStepsView::tr("New role …");
    case Kind::operation:
        return NextStepsView::tr("New operation …");
    case Kind::nodes:
        return NextStepsView::tr("Add nodes");
    case Kind::roleNodes:
        return NextStepsView::tr("Nodes for each role");
    case Kind::placement:
        return NextStepsView::tr("Place %1").arg(step.role);
    case Kind::network:
        return NextStepsView::tr("Link nodes");
    case Kind::storage:
        return step.devices.isEmpty() ? NextStepsView::tr("Disks for %1").arg(group)
                                      : NextStepsView::tr("Place %1").arg(step.volumes.join(", "));
    case Kind::component:
        return isDevice(step)    ? NextStepsView::tr("Pick disk …")
               : isAdapter(step) ? NextStepsView::tr("Pick adapter …")
                                 : NextStepsView::tr("Pick switch …");
    case Kind::workload:
        return NextStepsView::tr("Add workload");
    }
    return {};
}

} // namespace

NextStepsView::NextStepsView(QWidget* parent)
    : QWidget(parent), heading_(named(new QToolButton, "foldSteps")), column_(new QVBoxLayout(this))
{
    setObjectName("nextSteps");
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    heading_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading_->setIconSize({12, 12});
    heading_->setFont(strongFont());
    setLook(heading_, Look::flat);
    connect(heading_, &QToolButton::clicked, this, [this] { setFolded(!folded_); });
    column_->setContentsMargins(rhythm::step, rhythm::half, rhythm::margin, rhythm::half);
    column_->setSpacing(rhythm::half);
    column_->addWidget(heading_, 0, Qt::AlignLeft);
    showHeading();
    hide();
}

void NextStepsView::setFolded(bool folded)
{
    folded_ = folded;
    if (rows_)
        rows_->setVisible(!folded_);
    showHeading();
}

void NextStepsView::showHeading()
{
    heading_->setIcon(icon(folded_ ? "arrow-right" : "arrow-down"));
    heading_->setText(folded_ ? tr("Before this project can run, it needs %1").arg(topicsOf(steps_))
                              : tr("Before this project can run, it needs:"));
    heading_->setToolTip(folded_ ? tr("Show the steps") : tr("Hide the steps"));
}

void NextStepsView::setSteps(const QVector<NextStep>& steps, const QVector<std::pair<QString, QString>>& groups)
{
    if (steps_ == steps && groups_ == groups)
        return;
    steps_ = steps;
    groups_ = groups;
    if (rows_) { // later, since one of its buttons may be the cause
        rows_->hide();
        rows_->deleteLater();
    }
    rows_ = new QWidget;
    auto* rows = new QVBoxLayout(rows_);
    rows->setContentsMargins(rhythm::half, 0, 0, rhythm::half);
    rows->setSpacing(rhythm::half);
    column_->addWidget(rows_);
    rows_->setVisible(!folded_);
    showHeading();
    for (const NextStep& step : steps)
        addStep(step);
    setVisible(!steps.isEmpty());
    emit stepsChanged();
}

bool NextStepsView::isPossible(const NextStep& step) const
{
    return (step.kind != Kind::placement || !groups_.isEmpty()) &&
           (step.kind != Kind::workload || !step.role.isEmpty());
}

/// The name of the step's nodes, not their id.
QString NextStepsView::nodesOf(const NextStep& step) const
{
    const auto group =
        std::find_if(groups_.begin(), groups_.end(), [&](const auto& one) { return one.first == step.group; });
    return group == groups_.end() ? QString() : group->second;
}

/// A step that needs another one first is shown without effect.
void NextStepsView::addStep(const NextStep& step)
{
    auto* line = new QHBoxLayout;
    line->setSpacing(rhythm::margin);
    QPushButton* button = makeButton(step);
    button->setIcon(icon("list-add"));
    button->setMinimumWidth(150);
    line->addWidget(button);
    line->addWidget(new QLabel(sentenceOf(step, nodesOf(step))), 1);
    static_cast<QVBoxLayout*>(rows_->layout())->addLayout(line);
}

NextStepsView::FirstStep NextStepsView::makeFirstStep()
{
    const auto first =
        std::find_if(steps_.begin(), steps_.end(), [this](const auto& step) { return isPossible(step); });
    if (first == steps_.end())
        return {};
    QPushButton* button = makeButton(*first);
    setLook(button, Look::primary);
    button->setIcon(accentIcon("list-add"));
    const QString needed = tr("Before this project can run, it needs %1. Next:").arg(topicsOf(steps_));
    return {needed + '\n' + sentenceOf(*first, nodesOf(*first)), button};
}

QPushButton* NextStepsView::makeButton(const NextStep& step)
{
    const QString action = buttonOf(step, nodesOf(step));
    auto* button = named(new QPushButton(action), "step/" + action);
    button->setEnabled(isPossible(step));
    if (step.kind == Kind::placement && groups_.size() > 1) {
        auto* menu = new QMenu(button);
        for (const auto& [id, title] : groups_)
            menu->addAction(tr("on %1").arg(title), this,
                            [this, role = step.role, group = id] { emit placementChosen(role, group); });
        button->setMenu(menu);
    } else if (step.kind == Kind::storage && step.devices.size() > 1) {
        auto* menu = new QMenu(button);
        for (const QString& devices : step.devices) {
            NextStep chosen = step;
            chosen.devices = {devices};
            menu->addAction(tr("on %1").arg(devices), this, [this, chosen] { emit stepChosen(chosen); });
        }
        button->setMenu(menu);
    } else if (step.kind == Kind::placement) {
        const QString group = groups_.isEmpty() ? QString() : groups_.front().first;
        connect(button, &QPushButton::clicked, this,
                [this, role = step.role, group] { emit placementChosen(role, group); });
    } else {
        connect(button, &QPushButton::clicked, this, [this, step] { emit stepChosen(step); });
    }
    return button;
}

} // namespace headroom::app
