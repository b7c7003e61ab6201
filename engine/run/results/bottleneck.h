// What limits a run, by operational analysis of what was measured.
#pragma once

#include "record/summary.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::run {

/// One kind of resource of a node group, over the measured window.
struct ResourceDemand
{
    std::string resource;   ///< "storage.disk data"
    double utilisation = 0; ///< of the busiest device, in parts of what it can do (processors: of their all-core speed)
    double busyS = 0;       ///< time in use of all devices together for each operation (processors: of their threads)
    double presenceS = 0;   ///< time at all of them for each operation, waiting included
    /// Waiting is part of presenceS; a link's, and what waits for a slot or to be accepted, is not measured.
    bool measuresWaiting = true;
    /// Held while others serve (workers, slots): its demand is made of theirs and falls with them.
    bool held = false;
};

/// Who asks.
struct Users
{
    double throughput = 0; ///< completed operations per second
    double count = 0;      ///< of a closed loop; infinite for an open one
    double thinkS = 0;
    double meanS = 0;          ///< latency, mean
    bool otherWaiting = false; ///< there is waiting that no demand tells of (for slots by key)
};

/// The busiest resource and what doubling its speed would give.
///
/// With D = U/X for each resource (Denning & Buzen 1978), at most: the asymptotic bounds
/// X' ≤ min(1/Dmax', N/(R0' + Z)), with the limiting demand halved; held resources do not count, since what holds them
/// may fall to nothing. R0 is the latency without the waiting, R − ΣW; where waiting is not measured all of the rest is
/// taken to be stretched by it as by an M/M/1 queue, 1/(1 − U). R0' is half of R0 (all of it, if held).
/// At least: the balanced-job bound's simpler,
/// pessimistic form X' ≥ N/(R0' + Z + (N − 1) Dmax') (Zahorjan, Sevcik, Eager & Galler, "Balanced job bound analysis of
/// queueing networks", CACM 25, 1982), R0' being all demands one after the other, as if nothing ran in parallel, and
/// the delay that no resource explains; nothing is promised (1) if that bound does not hold for the run as it is, which
/// happens where paths fork or hold one resource while they wait for another.
///
/// A held resource gives way to the busiest one that serves if doubling that one may give more: when a share s of the
/// holding is its service, U_held falls to (1 − s/2) U_held, while more of what is held ends at the other's 1/D.
std::optional<record::Bottleneck> findBottleneck(std::vector<ResourceDemand> demands, const Users& users);

} // namespace headroom::run
