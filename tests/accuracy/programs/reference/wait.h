// Waiting that nobody has to end: for a time, for a signal.
#pragma once

#include "accuracy/programs/reference/clock.h"

#include <coroutine>

namespace headroom::accuracy::programs::reference {

/// For co_await: the path goes on when it is woken. It is not woken if this is destroyed before.
class Wait
{
public:
    explicit Wait(Clock& clock) : clock_(clock) {}
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    void wakeAfter(double seconds)
    {
        woken_ = clock_.after(seconds, [path = path_] { path.resume(); });
    }
    /// Now, but not within what is happening.
    void wake() { wakeAfter(0); }
    double since() const { return since_; }

protected:
    ~Wait() = default;

    void waits(std::coroutine_handle<> path)
    {
        path_ = path;
        since_ = clock_.now();
    }

    Clock& clock_;

private:
    std::coroutine_handle<> path_;
    double since_ = 0;
    Event woken_;
};

/// Waits for some time.
class Pause final : public Wait
{
public:
    Pause(Clock& clock, double seconds) : Wait(clock), seconds_(seconds) {}

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> path)
    {
        waits(path);
        wakeAfter(seconds_);
    }
    void await_resume() {}

private:
    double seconds_;
};

/// Given once or more often; the path that awaits it goes on at the first time.
class Signal
{
public:
    explicit Signal(Clock& clock) : clock_(clock) {}

    void give()
    {
        if (wait_ && !given_)
            wait_->wake();
        given_ = true;
    }

    class Given final : public Wait
    {
    public:
        explicit Given(Signal& signal) : Wait(signal.clock_), signal_(signal) {}
        ~Given() { signal_.wait_ = nullptr; }

        bool await_ready() const { return signal_.given_; }
        void await_suspend(std::coroutine_handle<> path)
        {
            waits(path);
            signal_.wait_ = this;
        }
        void await_resume() {}

    private:
        Signal& signal_;
    };
    Given given() { return Given(*this); }

private:
    Clock& clock_;
    Given* wait_ = nullptr;
    bool given_ = false;
};

} // namespace headroom::accuracy::programs::reference
