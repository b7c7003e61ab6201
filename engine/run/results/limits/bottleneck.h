// Finds what limits a run, by operational analysis of the measurements.
#pragma once

#include "record/summary/summary.h"
#include "run/results/limits/path_times.h"

#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::run {

/// One kind of resource of a node group, over the measured window.
struct ResourceDemand
{
    std::string resource;    ///< "storage.disk data"
    std::string place = {};  ///< where requests spend the time for it, see record::TimePart
    std::string brings = {}; ///< event loops: their helper threads, of which there are more with more of them
    double servers = 1;      ///< of one device: those that it serves at the same time
    double utilisation = 0; ///< of the busiest device, as a share of its capacity (processors: of their all-core speed)
    double busyS = 0;       ///< busy time of all devices together for each operation (processors: of their threads)
    double presenceS = 0;   ///< time at all of them for each operation, waiting included
    /// True if presenceS includes waiting. It is not measured for links, for slots and for requests to be accepted.
    bool measuresWaiting = true;
    /// Held while others serve (workers, slots): its demand consists of theirs and falls with them.
    bool held = false;
    /// Does more in a second the more waits (a hard disk sorts, gathers and shares flushes), so that what it has done
    /// bounds nothing.
    bool elastic = false;
    /// Has a cache: if requests hardly spend time there, its work does not limit their rate.
    bool absorbs = false;
    /// Limits a rate only (tokens): busyS is 0.
    bool takesNoTime = false;
    /// Held: the names of what may serve meanwhile; none: anything.
    std::optional<std::set<std::string>> servedBy = {};
    double calls = 0; ///< networks of nodes: calls of these nodes and messages to them for each operation; else 0
    std::set<std::string> takes = {}; ///< held: names of what else its holders take, and wait for
    /// Upper bound of what it costs of an operation's latency that there is no more of it, or no faster one: the time
    /// that requests spend there, or if it is held the time that they wait for it. Infinite if it is not measured.
    double delayS = std::numeric_limits<double>::infinity();
};

/// The users of the system and their latency.
struct Users
{
    double throughput = 0; ///< completed operations per second
    double count = 0;      ///< of a closed loop; infinite for an open one
    double thinkS = 0;
    double meanS = 0; ///< latency, mean
    /// If there are only jobs: the mean number of their tasks that are under way. Tasks come with their job, whatever
    /// the throughput, and a job that waits for them is a closed loop of as many users. 0: there are others.
    double tasks = 0;
    bool otherWaiting = false; ///< there is waiting that no demand includes (for slots by key)
    /// Requests a second that come whether or not others are answered; infinite where some do not.
    double offered = std::numeric_limits<double>::infinity();
};

/// The busiest resource, and the effect of doubling its speed.
///
/// Upper bound, with D = U/X for each resource (Denning & Buzen 1978): the asymptotic bounds X' ≤ min(1/Dmax', N/(R0' +
/// Z)), with the limiting demand halved. Held resources are left out, since the time for which they are held may fall
/// to nothing, and so are elastic ones. R0 is the latency without the waiting, R − ΣW. If waiting is not measured, all
/// of the rest is assumed to be stretched by it as by an M/M/1 queue, 1/(1 − U). R0' is R0 without half of the time for
/// which an operation keeps the resource busy, at least half of R0 (all of it, if held). No part makes more than twice
/// as much of the whole when it is twice as fast, and nothing makes more of what arrives than there is.
///
/// Lower bound: the simpler, pessimistic form of the balanced-job bound X' ≥ N/(R0' + Z + (N − 1) Dmax') (Zahorjan,
/// Sevcik, Eager & Galler, "Balanced job bound analysis of queueing networks", CACM 25, 1982). Here R0' is the sum of
/// all demands, as if nothing ran in parallel, and the delay that no resource explains. The result is 1 if that bound
/// does not hold for the run as it is, which happens where paths fork or hold one resource while they wait for another.
///
/// A resource that requests of closed loops hardly wait for does not limit them, however busy it is: a disk that
/// destages behind its cache, or threads that are as many as the users. Without its delay W an operation would take R −
/// W and, if others wait for something that is held meanwhile, H − W instead of H. If neither is a twentieth less, the
/// resource is passed over, and counts only for the lower bound. It is not where there is waiting that no demand
/// includes. With open loops only elastic resources are passed over: others that are nearly used up leave no room for a
/// higher rate. Jobs are like closed loops: slots that hold all tasks of a job while these wait for others, or for
/// a resource that is full, are taken and yet no limit.
///
/// A held resource is replaced by the busiest one that serves if doubling that one may give more: if a share s of the
/// holding is spent there, U_held falls to (1 − s/2) U_held, while more of what is held ends at the other's 1/D.
/// Nothing of the holding is spent at a resource that does not serve meanwhile. Where its holders take something else
/// that is taken as much, that is looked at: the queue in front of it is what keeps them.
///
/// Where it is known where the time of requests goes (`times`), the resource is named that brings most by
/// ClosedLoopModel.
std::optional<record::Bottleneck> findBottleneck(const std::vector<ResourceDemand>& demands, const Users& users,
                                                 const std::vector<PathTime>& times = {});

} // namespace headroom::run
