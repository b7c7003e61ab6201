// The hold model: our calendar against a plain loop over std::priority_queue, and against SystemC threads that wait.
#include "hold_model.h"
#include "kernel/calendar.h"
#include "kernel/systemc_host.h"
#include "markdown_table.h"
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
using test::MarkdownTable;
using test::number;

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

void compare(const MarkdownTable& table, std::size_t pending, const char* name, double theirs, const char* aim)
{
    const double ours = median([&] { return onSystemC(pending); });
    table.row({std::to_string(pending), name, number(theirs), number(ours), number(theirs / ours, 1), aim});
}

/// Threads that wait on time are what SystemC offers to a modeller in the calendar's place.
void compareWithThreads(const MarkdownTable& table, std::size_t threads)
{
    std::string fault;
    const double theirs = median([&] {
        const bench::PeerAnswer answer = bench::askPeer("hold-threads", std::to_string(threads));
        fault = answer.fault;
        return answer.figures.empty() ? 0 : answer.figures.front();
    });
    if (!fault.empty())
        std::fprintf(stderr, "SystemC threads left out: %s\n", fault.c_str());
    else
        compare(table, threads, "SystemC threads that wait", theirs, "5");
}

} // namespace

int main()
{
    test::printHeading("Event calendar", "The hold model on SystemC against another calendar, medians of 3.");
    const MarkdownTable table(
        {"pending events", "other", "other, ns per event", "Headroom, ns per event", "times as fast", "aim"});
    for (const std::size_t pending : {std::size_t{1000}, std::size_t{100'000}, std::size_t{1'000'000}})
        compare(table, pending, "std::priority_queue", median([&] { return plainQueue(pending); }), "1");
    compareWithThreads(table, 10'000);
    return 0;
}
