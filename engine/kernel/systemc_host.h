// Drives a calendar from SystemC.
//
// Linking: Debian's libsystemc contains a `main` that calls `sc_main`. A program with an ordinary `main` (the engine,
// or Catch2's) just links headroom_kernel: its `main` is found before the shared library's, and the `sc_main` that the
// library needs is defined beside SystemCHost. SystemC needs nothing that its own `main` does. Code that includes
// <systemc> itself (SystemC processes beside the calendar) links the target `systemc` too and defines
// SC_CPLUSPLUS=201703L, as engine/kernel/CMakeLists.txt does.
#pragma once

#include "kernel/calendar.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace headroom::kernel {

/// Runs a calendar inside SystemC's simulation, in one SC_METHOD that asks SystemC to wake it for the next event.
///
/// As long as no other SystemC process is due earlier, the method runs on through later instants within one
/// activation (temporal decoupling), so SystemC's scheduling is paid for each activation, not for each event.
/// Hence `sc_time_stamp()` lags inside handlers: the calendar's clock is the model's clock. Handlers must not
/// notify SystemC events. SystemC processes see all calendar events before their own instant done, and none after
/// it; within one instant the order is unspecified, but the same in each run.
///
/// SystemC elaborates once per process, so there is one SystemCHost at a time; another one, with a calendar of its own,
/// may follow after the first is destroyed. SystemC's banner is kept off the standard streams.
class SystemCHost
{
public:
    /// Throws std::logic_error if there is a host already.
    explicit SystemCHost(Calendar& calendar);
    ~SystemCHost();
    SystemCHost(const SystemCHost&) = delete;
    SystemCHost& operator=(const SystemCHost&) = delete;

    /// Simulates up to and including `end` and calls `betweenQuanta` (if any) after each `quantumEvents` calendar
    /// events. If that returns false, or Calendar::stop is called, the run stops there and can be continued. Returns
    /// whether the end was reached; then the calendar's now() is `end`. An exception thrown by a handler or by
    /// `betweenQuanta` is passed on. SystemC's own processes that are due at `end` belong to the next run, as with
    /// sc_start.
    bool runUntil(Time end, std::uint64_t quantumEvents, const std::function<bool()>& betweenQuanta);

    /// For SystemC processes: schedules a calendar event and makes sure that the host wakes in time. A time before
    /// SystemC's counts as now.
    EventId schedule(Time at, Handler handler, void* self, std::uint64_t context = 0);

    /// SystemC's clock in the calendar's time.
    Time systemCTime() const;

    /// Number of times SystemC has activated the method: temporal decoupling keeps it below the number of events.
    std::uint64_t activations() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::kernel
