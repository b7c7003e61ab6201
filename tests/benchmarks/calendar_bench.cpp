// The hold model: our calendar against a plain loop over std::priority_queue, and against SystemC threads that wait.
#include "hold_model.h"
#include "kernel/calendar.h"
#include "kernel/systemc_host.h"
#include "peer.h"

#include <algorithm>
#include <cstdio>
#include <queue>
#include <string>
#include <vector>

namespace {

using namespace headroom;
using namespace headroom::kernel;
using bench::holdEvents;
using bench::holdStep;

struct Hold
{
    Calendar& calendar;
    std::uint64_t next = 0;
    std::uint64_t left = holdEvents;
    static void run(void* self, std::uint64_t)
    {
        Hold& hold = *static_cast<Hold*>(self);
        if (--hold.left == 0)
            hold.calendar.stop();
        hold.calendar.schedule(hold.calendar.now() + holdStep(hold.next++), &Hold::run, self);
    }
};

double onSystemC(std::size_t pending)
{
    Calendar calendar;
    Hold hold{calendar};
    for (std::size_t i = 0; i < pending; ++i)
        calendar.schedule(holdStep(i), &Hold::run, &hold);
    SystemCHost host(calendar);
    const bench::Watch watch;
    host.runUntil(never / 4, 1 << 20, {});
    return watch.nanosecondsPerEvent();
}

double plainQueue(std::size_t pending)
{
    struct Event
    {
        Time time;
        std::uint64_t sequence;
        std::uint64_t context;
        bool operator>(const Event& o) const { return time != o.time ? time > o.time : sequence > o.sequence; }
    };
    std::priority_queue<Event, std::vector<Event>, std::greater<>> queue;
    std::uint64_t sequence = 0;
    for (std::size_t i = 0; i < pending; ++i)
        queue.push({holdStep(i), sequence++, i});
    const bench::Watch watch;
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < holdEvents; ++i) {
        const Event event = queue.top();
        queue.pop();
        queue.push({event.time + holdStep(next++), sequence++, event.context});
    }
    return watch.nanosecondsPerEvent();
}

template <typename Measure>
double median(Measure measure)
{
    std::vector<double> values;
    for (int i = 0; i < 3; ++i)
        values.push_back(measure());
    std::sort(values.begin(), values.end());
    return values[1];
}

/// Threads that wait on time are what SystemC offers to a modeller in the calendar's place.
void compareWithThreads(std::size_t threads)
{
    std::string fault;
    const double theirs = median([&] {
        const bench::PeerAnswer answer = bench::askPeer("hold-threads", std::to_string(threads));
        fault = answer.fault;
        return answer.figures.empty() ? 0 : answer.figures.front();
    });
    if (!fault.empty()) {
        std::printf("  SystemC threads left out: %s\n", fault.c_str());
        return;
    }
    const double ours = median([&] { return onSystemC(threads); });
    std::printf("  %zu SystemC threads that wait: %.0f; the calendar: %.0f, %.1f x as fast (at least 5 is the aim)\n",
                threads, theirs, ours, theirs / ours);
}

} // namespace

int main()
{
    std::printf("Event calendar, hold model, ns per event (median of 3):\n");
    std::printf("  pending    calendar on SystemC    std::priority_queue    ratio\n");
    for (const std::size_t pending : {std::size_t{1000}, std::size_t{100'000}, std::size_t{1'000'000}}) {
        const double ours = median([&] { return onSystemC(pending); });
        const double plain = median([&] { return plainQueue(pending); });
        std::printf("  %7zu    %19.0f    %19.0f    %5.2f\n", pending, ours, plain, plain / ours);
    }
    compareWithThreads(10'000);
    return 0;
}
