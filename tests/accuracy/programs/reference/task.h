// A coroutine that does a part of a path's work.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

namespace headroom::accuracy::programs::reference {

/// Begins when it is awaited or started; what awaits it goes on when it has ended. Destroying it cancels it, with all
/// that it awaits: what its local variables hold is given back, and its place in a queue is given up.
class [[nodiscard]] Task
{
public:
    struct promise_type
    {
        std::coroutine_handle<> awaiting = std::noop_coroutine();

        Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct GoOn
        {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> ended) noexcept
            {
                return ended.promise().awaiting;
            }
            void await_resume() noexcept {}
        };
        GoOn final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };

    Task() = default;
    Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
    Task& operator=(Task&& other) noexcept
    {
        std::swap(coroutine_, other.coroutine_);
        return *this;
    }
    ~Task()
    {
        if (coroutine_)
            coroutine_.destroy();
    }

    /// Runs on its own, until it waits for the first time.
    void start() { coroutine_.resume(); }

    bool await_ready() const { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting)
    {
        coroutine_.promise().awaiting = awaiting;
        return coroutine_;
    }
    void await_resume() {}

private:
    explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}

    std::coroutine_handle<promise_type> coroutine_;
};

} // namespace headroom::accuracy::programs::reference
