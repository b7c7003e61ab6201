#include "behaviour/targets/call_targets.h"

#include "project/document/hardware.h"
#include "project/expression/quantity.h"

#include <numeric>
#include <optional>

namespace headroom::behaviour {

double* argumentsFor(Core& core, const Target& target, const Path& p)
{
    double* frame = core.frames.take();
    for (const Assignment& argument : target.arguments)
        frame[argument.slot] = core.evaluate(argument.value, p);
    return frame;
}

CallTargets::CallTargets(const Core& core, const Deployment& deployment, const RingMembers& members)
    : core_(core), deployment_(deployment), members_(members), turns_(core.software.blocks.size())
{
    for (const DeviceHardware& device : core.cluster.devices)
        nodeOfDevice_.push_back(device.node);
}

std::uint32_t CallTargets::chooseOtherwise(Path& p, const Target& target, const Instruction& code)
{
    const mapping::Selector& selector = *target.selector;
    mapping::Question question;
    question.candidates = candidatesFor(p, target);
    question.callerNode = p.node;
    question.callerDevice = deployment_.deviceOf(core_.requests[p.request].role);
    question.draws = {core_.drawKey(code), p.key, &p.draws};
    question.turns = &turnsOf(p, code);
    question.salt = target.role;
    question.nodeOfDevice = nodeOfDevice_;
    if (selector.key)
        question.key = core_.keyOf(target.key, p);
    if (selector.index)
        question.index = whole(core_.evaluate(target.index, p));
    if (selector.device)
        question.device = deviceOf(p, target);
    std::vector<std::uint32_t> room;
    if (selector.ring) {
        const std::uint64_t partition = core_.software.rings[target.ring].partitionOf(question.key);
        question.replicas = members_.devicesOf(target.ring, partition, room);
        if (question.replicas.empty()) // all are known to be down: whoever asks has no better one to try
            question.replicas = core_.software.rings[target.ring].devicesOf(partition);
        if (target.candidate)
            question.candidate =
                members_.candidate(target.ring, partition, whole(core_.evaluate(*target.candidate, p)));
        if (target.partitionSlot != nowhere)
            p.frame[target.partitionSlot] = static_cast<double>(partition);
    }
    const mapping::Choice choice = selector.choose(question);
    if (selector.ring)
        p.frame[target.deviceSlot] = choice.device;
    return choice.candidate;
}

/// Every caller counts for itself, as it does not know where the others call. They begin with different candidates.
std::uint32_t& CallTargets::turnsOf(const Path& p, const Instruction& code)
{
    const std::uint32_t role = core_.programOf(p).role, first = deployment_.firstOf(role);
    std::vector<std::uint32_t>& turns = turns_[code.monitor];
    if (turns.empty()) {
        turns.resize(deployment_.countOf(role));
        std::iota(turns.begin(), turns.end(), 0u);
    }
    std::uint32_t caller = core_.requests[p.request].role;
    if (caller - first >= turns.size()) // it executes the operation of another role
        caller = deployment_.roleOn(role, p.node);
    return turns[caller - first];
}

/// A number that is no device's, or one of a node without the role, would silently mean the role's first node.
std::uint32_t CallTargets::deviceOf(const Path& p, const Target& target) const
{
    const double number = core_.evaluate(target.device, p);
    const bool known = number >= 0 && number < static_cast<double>(nodeOfDevice_.size());
    if (known && deployment_.candidates(target.role).ofDevice[static_cast<std::size_t>(number)] != nowhere)
        return static_cast<std::uint32_t>(number);
    const BlockName& block = core_.software.blocks[core_.codeOf(p).monitor];
    throw LimitReached("the " + block.inWords() + " calls the node of device " + project::formatNumber(number) +
                       (known ? ", " + core_.settings.names.device(static_cast<std::uint32_t>(number)) +
                                    ", which does not carry the role \""
                              : ", which does not exist; it calls the role \"") +
                       core_.software.roles[target.role].id + '"');
}

/// All instances of the role, or a number of them from a given one on.
CallTargets::Part CallTargets::partOf(const Path& p, const Target& target) const
{
    const std::size_t all = deployment_.countOf(target.role);
    if (const std::uint64_t among = whole(core_.evaluate(target.among, p)); among >= 1 && among < all)
        return {mapping::Candidates::within(all, whole(core_.evaluate(target.first, p))), among};
    return {0, all};
}

/// The same as the selector "random".
std::uint32_t CallTargets::draw(Path& p, const Target& target, const Instruction& code) const
{
    const Part part = partOf(p, target);
    return deployment_.instance(target.role, part.first + core_.drawBelow(part.count, code, p));
}

mapping::Candidates CallTargets::candidatesFor(const Path& p, const Target& target) const
{
    mapping::Candidates candidates = deployment_.candidates(target.role);
    if (target.selector->part) {
        const Part part = partOf(p, target);
        candidates.first = part.first;
        candidates.count = part.count;
    }
    return candidates;
}

} // namespace headroom::behaviour
