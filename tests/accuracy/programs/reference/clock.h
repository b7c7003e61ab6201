// Simulated time, and what is to happen in it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace headroom::accuracy::programs::reference {

class Clock;

/// Something that is due. It does not happen if this is destroyed before.
class Event
{
public:
    Event() = default;
    Event(Event&& other) noexcept : clock_(std::exchange(other.clock_, nullptr)), key_(other.key_) {}
    Event& operator=(Event&& other) noexcept
    {
        std::swap(clock_, other.clock_);
        std::swap(key_, other.key_);
        return *this;
    }
    ~Event();

private:
    friend class Clock;
    using Key = std::tuple<double, bool, std::uint64_t>; ///< when, whether it was asked for before, and in which order
    Event(Clock& clock, Key key) : clock_(&clock), key_(key) {}

    Clock* clock_ = nullptr;
    Key key_;
};

class Clock
{
public:
    double now() const { return now_; }
    /// At the same time happens first what follows from what has happened at that time, then what was asked for before;
    /// otherwise in the order in which it was asked for.
    [[nodiscard]] Event after(double seconds, std::function<void()> what);
    /// Happens now, but not within what is happening, and in any case.
    void next(std::function<void()> what);
    /// Lets happen what is due until then.
    void run(double until);

private:
    friend class Event;

    double now_ = 0;
    std::uint64_t number_ = 0;
    std::map<Event::Key, std::function<void()>> due_;
};

inline Event::~Event()
{
    if (clock_)
        clock_->due_.erase(key_);
}

} // namespace headroom::accuracy::programs::reference
