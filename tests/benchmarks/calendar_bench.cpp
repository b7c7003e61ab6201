// The hold model: take the next event, schedule another one an exponential time later; ours against a plain loop over
// std::priority_queue.
#include "kernel/calendar.h"
#include "kernel/systemc_host.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <queue>
#include <random>
#include <vector>

namespace {

using namespace headroom::kernel;

/// Exponential steps drawn beforehand, so that all contenders pay the same.
const std::vector<Time>& steps()
{
    static const std::vector<Time> values = [] {
        std::mt19937_64 generator(1);
        std::exponential_distribution<double> distribution(1e-6);
        std::vector<Time> v(1 << 16);
        for (Time& step : v)
            step = static_cast<Time>(distribution(generator)) + 1;
        return v;
    }();
    return values;
}

constexpr std::uint64_t events = 3'000'000;

double seconds(std::chrono::steady_clock::time_point since)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

struct Hold
{
    Calendar& calendar;
    std::uint64_t next = 0;
    std::uint64_t left = events;
    static void run(void* self, std::uint64_t)
    {
        Hold& hold = *static_cast<Hold*>(self);
        if (--hold.left == 0)
            hold.calendar.stop();
        hold.calendar.schedule(hold.calendar.now() + steps()[hold.next++ & 0xffff], &Hold::run, self);
    }
};

double onSystemC(std::size_t pending)
{
    Calendar calendar;
    Hold hold{calendar};
    for (std::size_t i = 0; i < pending; ++i)
        calendar.schedule(steps()[i & 0xffff], &Hold::run, &hold);
    SystemCHost host(calendar);
    const auto began = std::chrono::steady_clock::now();
    host.runUntil(never / 4, 1 << 20, {});
    return seconds(began) / events * 1e9;
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
        queue.push({steps()[i & 0xffff], sequence++, i});
    const auto began = std::chrono::steady_clock::now();
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < events; ++i) {
        const Event event = queue.top();
        queue.pop();
        queue.push({event.time + steps()[next++ & 0xffff], sequence++, event.context});
    }
    return seconds(began) / events * 1e9;
}

double median(double (*measure)(std::size_t), std::size_t pending)
{
    std::vector<double> values;
    for (int i = 0; i < 3; ++i)
        values.push_back(measure(pending));
    std::sort(values.begin(), values.end());
    return values[1];
}

} // namespace

int main()
{
    std::printf("Event calendar, hold model, ns per event (median of 3):\n");
    std::printf("  pending    calendar on SystemC    std::priority_queue    ratio\n");
    for (const std::size_t pending : {std::size_t{1000}, std::size_t{100'000}, std::size_t{1'000'000}}) {
        const double ours = median(&onSystemC, pending), plain = median(&plainQueue, pending);
        std::printf("  %7zu    %19.0f    %19.0f    %5.2f\n", pending, ours, plain, plain / ours);
    }
    return 0;
}
