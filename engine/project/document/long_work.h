// Loops that may take long while a model is built. Whoever builds it watches the limits and requests to stop.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace headroom::project {

/// Counts what a loop makes: `LongWork made("devices"); for (...) made.step();`
class LongWork
{
public:
    /// The kind of the work, the count so far, and that at the end; 0 if it is not known.
    struct State
    {
        const char* what;
        std::uint64_t made, of;
    };
    /// Called now and then. An exception from it ends the loop.
    using Watch = std::function<void(const State& state)>;

    explicit LongWork(const char* what, std::uint64_t of = 0) : what_(what), of_(of) {}
    void step(std::uint64_t more = 1)
    {
        made_ += more;
        if (made_ < next_)
            return;
        next_ = made_ + between;
        if (watch())
            watch()({what_, made_, of_});
    }

    /// Watches the loops of this thread during its life.
    class Watching
    {
    public:
        explicit Watching(Watch by) : before_(std::exchange(watch(), std::move(by))) {}
        Watching(const Watching&) = delete;
        Watching& operator=(const Watching&) = delete;
        ~Watching() { watch() = std::move(before_); }

    private:
        Watch before_;
    };

private:
    static constexpr std::uint64_t between = 4096;
    static Watch& watch()
    {
        thread_local Watch present;
        return present;
    }

    const char* what_;
    std::uint64_t of_;
    std::uint64_t made_ = 0, next_ = between;
};

} // namespace headroom::project
