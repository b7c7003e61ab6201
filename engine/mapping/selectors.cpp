#include "mapping/selectors.h"

#include <algorithm>
#include <array>

namespace headroom::mapping {

namespace {

Choice inTurn(const Question& question)
{
    return {question.candidates.inPart((*question.turns)++)};
}

Choice drawn(const Question& question)
{
    return {question.candidates.inPart(question.draws.below(question.candidates.count))};
}

/// Among equally loaded candidates, the first one after that chosen last, so that the next one does not get the share
/// of those that are down; if all are down, the one whose turn it is.
Choice leastLoaded(const Question& question)
{
    const Candidates& candidates = question.candidates;
    const std::size_t turn = *question.turns;
    std::size_t chosen = turn;
    std::uint32_t least = nobody;
    for (std::size_t i = 0; i < candidates.count; ++i) {
        const Load& load = candidates.loads[candidates.inPart(turn + i)];
        if (const std::uint32_t requests = load.inFlight + load.waiting; requests < least && !load.down) {
            least = requests;
            chosen = turn + i;
        }
    }
    *question.turns = static_cast<std::uint32_t>(Candidates::within(candidates.count, chosen + 1));
    return {candidates.inPart(chosen)};
}

/// If several are there, takes the one of the caller's device; without such a device, one in turn.
Choice onCallersNode(const Question& question)
{
    const Candidates& candidates = question.candidates;
    const std::uint32_t first = candidates.onNode(question.callerNode);
    if (candidates.nodeOf.empty())
        return {first};
    if (question.callerDevice < candidates.ofDevice.size() && candidates.ofDevice[question.callerDevice] != nobody)
        return {candidates.ofDevice[question.callerDevice]};
    return {first + (*question.turns)++ % candidates.besides(first)};
}

Choice atIndex(const Question& question)
{
    return {question.candidates.at(question.index)};
}

Choice atDevice(const Question& question)
{
    return {question.candidates.atDevice(static_cast<std::uint32_t>(question.device))};
}

Choice whereDeviceIs(const Question& question, std::uint32_t device)
{
    return {question.candidates.atDevice(device), device};
}

/// The candidate given by the call, where hand-offs follow the replicas; else any replica.
Choice onRing(const Question& question)
{
    return whereDeviceIs(question, question.candidate
                                       ? *question.candidate
                                       : question.replicas[question.draws.below(question.replicas.size())]);
}

/// The replica on the caller's node, else the first replica.
Choice closestOnRing(const Question& question)
{
    const auto replicas = question.replicas;
    const auto here = std::find_if(replicas.begin(), replicas.end(), [&](std::uint32_t device) {
        return question.nodeOfDevice[device] == question.callerNode;
    });
    return whereDeviceIs(question, here == replicas.end() ? replicas.front() : *here);
}

Choice byHash(const Question& question)
{
    const Candidates& candidates = question.candidates;
    return {candidates.at(
        consistentPlace(kernel::mix(question.key, question.salt), static_cast<std::uint32_t>(candidates.all)))};
}

constexpr auto table = std::to_array<Selector>({
    {.word = "round robin", .choose = inTurn, .part = true},
    {.word = "random", .choose = drawn, .part = true},
    {.word = "least loaded", .choose = leastLoaded, .part = true},
    {.word = "same node", .choose = onCallersNode, .certain = true},
    {.word = "here", .choose = onCallersNode, .inPlace = true},
    {.word = "index", .choose = atIndex, .index = true, .certain = true},
    {.word = "at device", .choose = atDevice, .device = true, .certain = true},
    {.word = "ring", .choose = onRing, .key = true, .ring = true, .candidate = true},
    {.word = "locality", .choose = closestOnRing, .key = true, .ring = true},
    {.word = "hash", .choose = byHash, .key = true, .certain = true},
});

} // namespace

std::span<const Selector> selectors()
{
    return table;
}

const Selector* findSelector(std::string_view word)
{
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Selector& selector) { return word == selector.word; });
    return found == table.end() ? nullptr : &*found;
}

} // namespace headroom::mapping
