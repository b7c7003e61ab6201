#include "study/execute/search.h"

#include <chrono>
#include <utility>

namespace headroom::study {

bool execute(Search& search, Executor& executor, const AskWish& wish)
{
    using Clock = std::chrono::steady_clock;
    bool paused = false;
    Clock::time_point then = Clock::now();
    const auto tellTime = [&] {
        const Clock::time_point now = Clock::now();
        if (!paused)
            search.passed(std::chrono::duration<double>(now - then).count());
        then = now;
    };
    for (;;) {
        const Wish wanted = wish ? wish() : Wish::goOn;
        if (wanted == Wish::stop) {
            executor.cancel();
            return false;
        }
        if (paused != (wanted == Wish::pause)) {
            tellTime();
            paused = wanted == Wish::pause;
            executor.pause(paused);
        }
        if (!paused) {
            for (const WantedRun& run : search.propose(executor.room()))
                executor.add(run.number, run.simulation);
            if (executor.pending() == 0)
                return true;
        }
        search.running(executor.running());
        executor.advance(Executor::betweenNews, [&](std::uint64_t number, RunOutcome outcome) {
            tellTime();
            search.take(number, std::move(outcome));
        });
        tellTime();
    }
}

} // namespace headroom::study
