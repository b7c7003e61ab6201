// An instance of a role and its workers. Internal to behaviour/.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/fifo.h"
#include "behaviour/records/records.h"
#include "kernel/calendar.h"
#include "monitoring/level.h"
#include "monitoring/meter.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// An event loop, or the thread of a request whose paths share it.
struct Worker
{
    bool busy = false;
    kernel::Time since = -1; ///< when it became busy or idle
    std::uint32_t clients = 0;
    Fifo<Handle> queue;     ///< paths that wait to run
    Fifo<Handle> accepting; ///< calls over its kept connections, which wait as it serves as many clients as it may
    // For an event loop that serves in rounds, the rest of the present one:
    std::size_t round = 0;       ///< number of paths, from the front of the queue
    std::size_t kept = 0;        ///< number of requests over kept connections, from the front of theirs
    std::size_t connections = 0; ///< number of new connections to be accepted
    std::uint64_t turns = 0;     ///< drawn so far
    std::uint32_t chunks = 0;    ///< further chunks of streams that its present turn has taken
};

/// The helper threads of a worker, which wait for devices or compute while the worker serves others.
struct HelperThreads
{
    std::uint32_t busy = 0;
    Fifo<Handle> queue; ///< paths that wait for one
};

/// A role on a node, or for a device of it.
struct RoleInstance
{
    std::uint32_t role = nowhere;
    std::uint32_t node = 0;
    std::vector<Worker> workers;
    std::vector<Worker> threadsOfRequests;  ///< by thread number, if paths share their request's thread
    std::vector<HelperThreads> helpers;     ///< by event loop; one for all threads of the instance
    monitoring::Meter helperMeter;          ///< of all of them: work that waits for one, or has one
    std::uint32_t threads = 0;              ///< numbered so far
    std::vector<std::uint32_t> idleThreads; ///< numbers of the idle threads
    std::uint32_t threadsBusy() const { return threads - static_cast<std::uint32_t>(idleThreads.size()); }
    Fifo<Handle> accepting;                  ///< calls that wait to be accepted; calls abandoned meanwhile are stale
                                             ///< handles
    Fifo<kernel::Completion> admissionQueue; ///< workloads' operations to repeat when there is room
    std::vector<kernel::Completion> awaitingReturn; ///< workloads' clients, while the instance is down
    std::uint32_t admitted = 0;              ///< of them, from the front: places are reserved for them until they are
                                             ///< repeated
    monitoring::Level queued;                ///< requests that wait to be accepted
    monitoring::Meter meter;                 ///< the workers: waiting to run, running
    monitoring::Meter::Integral heldSum = 0; ///< of the holds that ended, within the window

    /// Updates the meters.
    void advance(kernel::Time now)
    {
        meter.advance(now);
        helperMeter.advance(now);
        queued.advance(now);
    }
    /// Starts a new window.
    void reset(kernel::Time window)
    {
        meter.reset(window);
        helperMeter.reset(window);
        queued.reset(window);
        heldSum = 0;
    }
    /// Time that event loops were held in the window, including holds that have not ended: the other side of the
    /// utilisation law.
    monitoring::Meter::Integral heldTime(kernel::Time window) const
    {
        auto sum = heldSum;
        for (const Worker& worker : workers)
            if (worker.busy)
                sum += meter.lastUpdate() - std::max(worker.since, window);
        return sum;
    }
};

} // namespace headroom::behaviour
