// The hold model as SystemC is commonly written: threads that wait for an exponential time, again and again.
//
//     hold_threads THREADS     prints nanoseconds per wait
#include "../hold_model.h"
#include "systemc_program.h"

#include <cstdio>
#include <cstdlib>

namespace {

std::uint64_t next = 0, waits = 0;

void holdOn()
{
    for (;;) {
        sc_core::wait(sc_core::sc_time(static_cast<double>(headroom::bench::holdStep(next++)), sc_core::SC_PS));
        if (++waits == headroom::bench::holdEvents)
            sc_core::sc_pause();
    }
}

} // namespace

int sc_main(int argc, char** argv)
{
    const int threads = argc > 1 ? std::atoi(argv[1]) : 10'000;
    for (int i = 0; i < threads; ++i)
        sc_core::sc_spawn(&holdOn);
    sc_core::sc_start(sc_core::SC_ZERO_TIME); // starts every thread, which is not measured
    const headroom::bench::Watch watch;
    sc_core::sc_start();
    std::printf("%.1f\n", watch.nanosecondsPerEvent());
    return 0;
}
