#include "kernel/systemc_host.h"

#include <systemc>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <stdexcept>

/// The shared library's `main`, which is not used, refers to it.
int sc_main(int /*argc*/, char* /*argv*/[])
{
    return EXIT_FAILURE;
}

namespace headroom::kernel {

namespace {

/// Runs before any static initialiser of a file that includes SystemC's headers; that would print the banner.
[[gnu::constructor(101)]] void silenceBanner()
{
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
}

sc_core::sc_time toSystemC(Time duration)
{
    return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(std::max<Time>(duration, 0)));
}

/// The only SystemC module: it outlives its hosts, because SystemC accepts no new modules once it has run.
class Driver : public sc_core::sc_module
{
public:
    SC_HAS_PROCESS(Driver);

    explicit Driver(const sc_core::sc_module_name& name) : sc_module(name)
    {
        SC_METHOD(activate);
        sensitive << wake_;
        dont_initialize();
    }

    static Driver& instance()
    {
        static auto* const driver = new Driver("calendar"); // SystemC's registry refers to it until the process ends
        return *driver;
    }

    std::function<void()> activation;

    /// An earlier notification has precedence over a later one: this is SystemC's rule.
    void wakeIn(Time duration) { wake_.notify(toSystemC(duration)); }
    void forgetWake() { wake_.cancel(); }

private:
    void activate()
    {
        if (activation)
            activation();
    }

    sc_core::sc_event wake_;
};

Time systemCTicks()
{
    return static_cast<Time>(sc_core::sc_time_stamp().value());
}

} // namespace

struct SystemCHost::State
{
    explicit State(Calendar& hosted) : calendar(hosted), origin(systemCTicks() - hosted.now()) {}

    Time systemCTime() const { return systemCTicks() - origin; }

    /// The time up to which the calendar may run: SystemC processes due at `horizon` come after it.
    Time horizon() const
    {
        const Time present = systemCTime();
        const auto gap = static_cast<std::uint64_t>(sc_core::sc_time_to_pending_activity().value());
        const Time room = end - present;
        return gap < static_cast<std::uint64_t>(std::max<Time>(room, 0)) ? present + static_cast<Time>(gap) : end;
    }

    /// Runs events due at or before `limit`, quantum by quantum. False if the run is to stop.
    bool runQuanta(Time limit)
    {
        for (;;) {
            quantumLeft -= calendar.runSome(limit, quantumLeft);
            if (calendar.stopped())
                return false;
            if (quantumLeft > 0)
                return true;
            quantumLeft = quantum;
            if (*betweenQuanta && !(*betweenQuanta)())
                return false;
        }
    }

    void activate()
    {
        ++activations;
        try {
            Driver::instance().forgetWake();
            if (!runQuanta(horizon())) {
                stopRequested = true;
                sc_core::sc_pause();
            } else if (calendar.nextTime() <= end) {
                Driver::instance().wakeIn(calendar.nextTime() - systemCTime());
            }
        } catch (...) {
            error = std::current_exception();
            stopRequested = true;
            sc_core::sc_pause();
        }
    }

    Calendar& calendar;
    Time origin; ///< SystemC's time minus the calendar's
    Time end = 0;
    std::uint64_t quantum = 1;
    std::uint64_t quantumLeft = 1;
    const std::function<bool()>* betweenQuanta = nullptr;
    bool stopRequested = false;
    std::exception_ptr error;
    std::uint64_t activations = 0;
};

SystemCHost::SystemCHost(Calendar& calendar)
{
    Driver& driver = Driver::instance();
    if (driver.activation)
        throw std::logic_error("SystemC hosts a calendar already");
    state_ = std::make_unique<State>(calendar);
    driver.activation = [state = state_.get()] { state->activate(); };
}

SystemCHost::~SystemCHost()
{
    Driver::instance().forgetWake();
    Driver::instance().activation = nullptr;
}

bool SystemCHost::runUntil(Time end, std::uint64_t quantumEvents, const std::function<bool()>& betweenQuanta)
{
    State& state = *state_;
    state.end = end;
    state.quantum = state.quantumLeft = std::max<std::uint64_t>(quantumEvents, 1);
    state.betweenQuanta = &betweenQuanta;
    state.stopRequested = false;
    state.error = nullptr;

    const Time duration = end - state.systemCTime();
    if (duration > 0) {
        Driver::instance().forgetWake();
        Driver::instance().wakeIn(0);
        sc_core::sc_start(toSystemC(duration), sc_core::SC_RUN_TO_TIME);
    }
    if (state.error)
        std::rethrow_exception(state.error);
    // Events that a SystemC process scheduled for the last instant, or that were left because SystemC was already
    // there.
    if (state.stopRequested || !state.runQuanta(end))
        return false;
    state.calendar.runUntil(end);
    return true;
}

EventId SystemCHost::schedule(Time at, Handler handler, void* self, std::uint64_t context)
{
    const Time present = state_->systemCTime();
    const Time due = std::max(at, present);
    const EventId event = state_->calendar.schedule(due, handler, self, context);
    Driver::instance().wakeIn(due - present);
    return event;
}

Time SystemCHost::systemCTime() const
{
    return state_->systemCTime();
}

std::uint64_t SystemCHost::activations() const
{
    return state_->activations;
}

} // namespace headroom::kernel
