#include "study/execute/search.h"

#include <chrono>
#include <utility>

namespace headroom::study {

bool execute(Search& search, Executor& executor, const AskWish& wish)
{
    using Clock = std::chrono::steady_clock;
    bool paused = false;
    for (;;) {
        const Clock::time_point began = Clock::now();
        const Wish wanted = wish ? wish() : Wish::goOn;
        if (wanted == Wish::stop) {
            executor.cancel();
            return false;
        }
        if (paused != (wanted == Wish::pause)) {
            paused = wanted == Wish::pause;
            executor.pause(paused);
        }
        if (!paused) {
            for (const WantedRun& run : search.propose(executor.room()))
                executor.add(run.number, run.simulation);
            if (executor.pending() == 0)
                return true;
        }
        executor.advance(Executor::betweenNews, [&search](std::uint64_t number, RunOutcome outcome) {
            search.take(number, std::move(outcome));
        });
        if (!paused)
            search.passed(std::chrono::duration<double>(Clock::now() - began).count());
    }
}

} // namespace headroom::study
