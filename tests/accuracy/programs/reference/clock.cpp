#include "accuracy/programs/reference/clock.h"

namespace headroom::accuracy::programs::reference {

Event Clock::after(double seconds, std::function<void()> what)
{
    const Event::Key key{now_ + seconds, seconds > 0, ++number_};
    due_.emplace(key, std::move(what));
    return {*this, key};
}

void Clock::next(std::function<void()> what)
{
    due_.emplace(Event::Key{now_, false, ++number_}, std::move(what));
}

void Clock::run(double until)
{
    while (!due_.empty() && std::get<double>(due_.begin()->first) <= until) {
        const auto event = due_.extract(due_.begin());
        now_ = std::get<double>(event.key());
        event.mapped()();
    }
    now_ = until;
}

} // namespace headroom::accuracy::programs::reference
