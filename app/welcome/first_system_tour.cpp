#include "app/welcome/first_system_tour.h"

#include <QCoreApplication>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>
#include <array>

namespace headroom::app {

namespace {

using project::Project;

template <typename Test>
bool anyBlock(const Project& project, const Test& test)
{
    for (const project::Behaviour& behaviour : project.behaviours)
        for (const project::Operation& operation : behaviour.role.operations)
            for (const project::Diagram& diagram : operation.diagrams)
                if (std::any_of(diagram.blocks.begin(), diagram.blocks.end(), test))
                    return true;
    return false;
}

bool hasOperation(const Project& project)
{
    return std::any_of(project.behaviours.begin(), project.behaviours.end(),
                       [](const project::Behaviour& each) { return !each.role.operations.empty(); });
}

bool isStorage(const project::Block& block)
{
    return block.type == "read" || block.type == "write";
}

bool hasBlocks(const Project& project)
{
    return anyBlock(project, [](const project::Block& block) { return block.type == "compute"; }) &&
           anyBlock(project, isStorage);
}

bool hasWork(const Project& project)
{
    return anyBlock(
        project, [](const project::Block& block) { return block.type == "compute" && block.fields.contains("work"); });
}

bool hasVolume(const Project& project)
{
    return anyBlock(project, [](const project::Block& block) {
        return isStorage(block) && block.fields.contains("volume") && block.fields.contains("bytes");
    });
}

bool hasNodes(const Project& project)
{
    const auto& groups = project.topology.groups;
    return std::any_of(groups.begin(), groups.end(),
                       [](const project::NodeGroup& group) { return !group.roles.empty(); });
}

bool hasDisks(const Project& project)
{
    const auto& groups = project.topology.groups;
    return std::any_of(groups.begin(), groups.end(), [](const project::NodeGroup& group) {
        return !group.volumes.empty() &&
               std::any_of(group.devices.begin(), group.devices.end(),
                           [](const auto& device) { return device.fields.contains("component"); });
    });
}

struct Step
{
    const char* what;
    bool (*isDone)(const Project& project);
};

const std::array<Step, 9>& allSteps()
{
    static const std::array<Step, 9> steps = {{
        {QT_TRANSLATE_NOOP("FirstSystemTour", "Press “New role …” and name it, for example "
                                              "server: a role is a piece of software."),
         [](const Project& project) { return !project.behaviours.empty(); }},
        {QT_TRANSLATE_NOOP("FirstSystemTour",
                           "Press “New operation …” and name it, for example query: what others ask of the role."),
         hasOperation},
        {QT_TRANSLATE_NOOP("FirstSystemTour", "Click the drawing and type compute, Enter, read, Enter: each block is "
                                              "added behind the last one."),
         hasBlocks},
        {QT_TRANSLATE_NOOP(
             "FirstSystemTour",
             "Click Compute in the drawing and type its work into the properties at the right, for example "
             "2 ms, then Enter."),
         hasWork},
        {QT_TRANSLATE_NOOP("FirstSystemTour",
                           "Click Read; type data as its volume, Enter, then 8 KiB and Enter: software "
                           "speaks of volumes, not of disks."),
         hasVolume},
        {QT_TRANSLATE_NOOP("FirstSystemTour", "Press “Add nodes” and “Place …”: the machines that run the role."),
         hasNodes},
        {QT_TRANSLATE_NOOP("FirstSystemTour", "Press “Disks for …”, then “Pick disk …”: where the volume lies."),
         hasDisks},
        {QT_TRANSLATE_NOOP("FirstSystemTour",
                           "Press “Add workload”: the requests of users, 64 of them or as you like."),
         [](const Project& project) { return !project.workloads.empty(); }},
        {QT_TRANSLATE_NOOP("FirstSystemTour",
                           "Press Run (F5). If the list of problems is not empty, a click on one leads "
                           "to its place."),
         nullptr}, // a run that has ended
    }};
    return steps;
}

} // namespace

FirstSystemTour::FirstSystemTour(widgets::DocumentModel& model, std::function<bool()> hasRun, NoticeBar& notices,
                                 std::function<void()> showPage, QObject* parent)
    : QObject(parent), model_(model), hasRun_(std::move(hasRun)), notices_(notices), showPage_(std::move(showPage))
{
    // Queued: a notice that comes must not move what the edit comes from while it is being made.
    connect(model_.undoStack(), &QUndoStack::indexChanged, this, &FirstSystemTour::follow, Qt::QueuedConnection);
}

int FirstSystemTour::steps()
{
    return static_cast<int>(allSteps().size());
}

void FirstSystemTour::start()
{
    on_ = true;
    shown_ = 0;
    follow();
}

void FirstSystemTour::follow()
{
    if (!on_)
        return;
    const auto next = std::find_if(allSteps().begin(), allSteps().end(), [&](const Step& step) {
        return step.isDone ? !step.isDone(model_.project()) : !hasRun_();
    });
    const int number = static_cast<int>(next - allSteps().begin()) + 1;
    if (number == shown_)
        return;
    shown_ = number;
    show();
}

void FirstSystemTour::show()
{
    const bool done = shown_ > steps();
    const QString text =
        done ? tr("This is your first system. Change one thing, the disk or the number of users, and run again: the "
                  "earlier run stays beside it.")
             : tr("Step %1 of %2: %3")
                   .arg(shown_)
                   .arg(steps())
                   .arg(QCoreApplication::translate("FirstSystemTour",
                                                    allSteps()[static_cast<std::size_t>(shown_) - 1].what));
    const auto page = [this] {
        showPage_();
        QTimer::singleShot(0, this, [this] { show(); }); // the notice goes with the click
    };
    notices_.showNotice("tour", done ? "dialog-ok" : "help-hint", text,
                        {{tr("All steps"), page}, {done ? tr("Close") : tr("End the tour"), [this] { end(); }}});
}

void FirstSystemTour::end()
{
    on_ = false;
    notices_.withdraw("tour");
}

} // namespace headroom::app
