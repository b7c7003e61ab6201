#include "behaviour/core/core.h"

#include "behaviour/cluster/deployment.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <string>

namespace headroom::behaviour {

namespace {

constexpr std::int64_t stepsBetweenLooks = 65536;

} // namespace

Core::Core(kernel::Calendar& calendarOfRun, const Software& softwareOfRun, Cluster& clusterOfRun,
           const Deployment& deploymentOfRun, const InterpreterSettings& settingsOfRun)
    : calendar(calendarOfRun), software(softwareOfRun), cluster(clusterOfRun), settings(settingsOfRun),
      random(settingsOfRun.seed), deployment(deploymentOfRun), followers(calendarOfRun, softwareOfRun),
      blocks(softwareOfRun.blocks.size()), frames(softwareOfRun.slots, &memory),
      placeInExpressions_(softwareOfRun.placeInExpressions), drawKeys_(softwareOfRun.blocks.size(), 0)
{
    for (const NodeHardware& node : cluster.nodes)
        processors.push_back(node.processor.get());
    for (const Program& program : software.operations) {
        programs_.push_back({&program, program.code.data()});
        for (const Instruction& code : program.code)
            drawKeys_[code.monitor] = random.keyOf(code.source);
    }
}

/// The count of steps continues from one instant to the next between calls; if the instant has changed since the last
/// call, the count of this instant starts here.
void Core::checkSteps()
{
    if (stepsAt_ != calendar.now()) {
        stepsAt_ = calendar.now();
        stepsLeft_ = settings.stepsAtInstant;
    } else {
        stepsLeft_ -= stepsBetween_ - stepsToLook_ - 1;
        if (stepsLeft_ <= 0)
            throw LimitReached("more than " + std::to_string(settings.stepsAtInstant) +
                               " steps without time passing (wires that form a circle, or requests that take no time)");
        if (settings.watch)
            settings.watch();
    }
    stepsBetween_ = std::min(stepsLeft_, stepsBetweenLooks);
    stepsToLook_ = stepsBetween_ - 1;
}

/// A simple call has no request of its own, and its role has one instance on each node.
void Core::tellPlace(const Program& program, std::uint32_t request, std::uint32_t node, double* frame) const
{
    if (!frame)
        return; // a path that has forgotten its variables looks at none of these either
    if (program.nowSlot != nowhere)
        frame[program.nowSlot] = kernel::toSeconds(calendar.now());
    if (program.nodeSlot != nowhere)
        frame[program.nodeSlot] =
            (software.roles[program.role].eachDeviceOf == nowhere ? deployment.roleOn(program.role, node)
                                                                  : requests[request].role) -
            deployment.firstOf(program.role);
    for (const Program::SharedName& each : program.shared)
        frame[each.slot] = sharedValue(each.state, request);
}

double Core::noteZeroed(const Path& p) const
{
    ++zeroed_[codeOf(p).monitor];
    return 0;
}

void Core::refuseKey(double key, const Path& p) const
{
    const BlockName& block = software.blocks[codeOf(p).monitor];
    throw LimitReached("the key of the " + block.inWords() + " is " + project::formatNumber(key) +
                       ", and beyond 2^53 (9e15) different keys become one; hash(a, b) makes a key of several numbers");
}

} // namespace headroom::behaviour
