// Resources that paths share: each grants turns.
#pragma once

#include "accuracy/programs/reference/wait.h"

#include <cstddef>
#include <list>
#include <utility>

namespace headroom::accuracy::programs::reference {

class Resource;

/// A grant: so many, or the one with this number. It is given back when this is destroyed, at the latest.
class Held
{
public:
    Held() = default;
    Held(Resource& of, int amount) : of_(&of), amount_(amount) {}
    Held(Held&& other) noexcept : of_(std::exchange(other.of_, nullptr)), amount_(other.amount_) {}
    Held& operator=(Held&& other) noexcept
    {
        std::swap(of_, other.of_);
        std::swap(amount_, other.amount_);
        return *this;
    }
    ~Held() { giveBack(); }

    void giveBack();
    explicit operator bool() const { return of_ != nullptr; }
    Resource& of() const { return *of_; }
    int amount() const { return amount_; }

private:
    Resource* of_ = nullptr;
    int amount_ = 0;
};

/// For co_await: a place in a resource's queue, which is left when this is destroyed.
class Turn final : public Wait
{
public:
    Turn(Resource& resource, int amount, int priority);
    ~Turn();

    int amount() const { return amount_; }
    void grant(Held held)
    {
        queued_ = false;
        held_ = std::move(held);
        wake();
    }

    bool await_ready();
    void await_suspend(std::coroutine_handle<> path);
    Held await_resume() { return std::move(held_); }

private:
    Resource& resource_;
    int amount_, priority_;
    bool queued_ = false;
    std::list<Turn*>::iterator place_; ///< if queued
    Held held_;
};

class Resource
{
public:
    explicit Resource(Clock& clock) : clock_(clock) {}
    Resource(const Resource&) = delete;
    Resource& operator=(const Resource&) = delete;
    virtual ~Resource() = default;

    /// The waiting path with the largest priority is next, first come first served among equals.
    Turn take(int amount = 1, int priority = 0) { return Turn(*this, amount, priority); }
    bool hasAtOnce(int amount = 1) { return queue_.empty() && available(amount); }
    std::size_t waiting() const { return queue_.size(); }
    /// Empty if one has to wait for it.
    Held takeNow(int amount = 1) { return hasAtOnce(amount) ? remove(amount) : Held(); }
    virtual void giveBack(int amount) = 0;

protected:
    friend class Turn;

    virtual bool available(int amount) = 0;
    virtual Held remove(int amount) = 0;
    /// To be called when more is available: grants turns.
    virtual void serve();

    bool waited() const { return !queue_.empty(); }
    Turn& first() const { return *queue_.front(); }
    void grantFirst(Held held);

    Clock& clock_;

private:
    std::list<Turn*> queue_;
};

/// Threads, slots, stations, cores. A turn that asks for many of them holds up those behind it.
class Slots final : public Resource
{
public:
    Slots(Clock& clock, int count) : Resource(clock), free_(count) {}
    void giveBack(int amount) override;

private:
    bool available(int amount) override { return free_ >= amount; }
    Held remove(int amount) override;

    int free_;
};

/// Tokens come at a steady rate, up to a burst of them. They are used up.
class TokenBucket final : public Resource
{
public:
    TokenBucket(Clock& clock, double perSecond, int burst)
        : Resource(clock), perSecond_(perSecond), burst_(burst), tokens_(burst)
    {
    }
    void giveBack(int) override {}

private:
    bool available(int amount) override;
    Held remove(int amount) override;
    void serve() override;

    double perSecond_, burst_, tokens_;
    double since_ = 0; ///< when there were so many tokens
    Event next_;
};

/// A queue with room for some messages: its turns are those of who puts one.
class MessageQueue final : public Resource
{
public:
    MessageQueue(Clock& clock, int entries) : Resource(clock), messages_(*this), room_(entries) {}
    void giveBack(int) override {}

    /// Grants a message.
    Turn get() { return messages_.take(); }

private:
    class Messages final : public Resource
    {
    public:
        explicit Messages(MessageQueue& queue) : Resource(queue.clock_), queue_(queue) {}
        void giveBack(int) override {}
        void put();

    private:
        bool available(int amount) override { return count_ >= amount; }
        Held remove(int amount) override;
        MessageQueue& queue_;
        int count_ = 0;
    };

    bool available(int amount) override { return room_ >= amount; }
    Held remove(int amount) override;
    void makeRoom();

    Messages messages_;
    int room_;
};

} // namespace headroom::accuracy::programs::reference
