#include "resources/memory/memory.h"

#include <algorithm>

namespace headroom::resources {

namespace {

/// Number of times that a copied byte crosses the bus.
constexpr double crossings = 2;

} // namespace

Memory::Memory(kernel::Calendar& calendar, const MemorySpec& spec) : calendar_(calendar), spec_(spec) {}

double Memory::rate() const
{
    return std::min(spec_.copyBps, spec_.bandwidthBps / crossings / static_cast<double>(copies_.size()));
}

void Memory::advance()
{
    const kernel::Time now = calendar_.now();
    if (!copies_.empty()) {
        const double moved = rate() * kernel::toSeconds(now - last_);
        progress_ += moved;
        traffic_ += crossings * moved * static_cast<double>(copies_.size());
    }
    last_ = now;
}

void Memory::copy(double bytes, const kernel::Completion& done)
{
    advance();
    if (copies_.empty())
        progress_ = 0;
    copies_.push({progress_ + bytes, copiesSoFar_++, done});
    expect();
}

void Memory::expect()
{
    calendar_.cancel(next_);
    next_ = kernel::noEvent;
    if (copies_.empty())
        return;
    const double left = std::max(0.0, copies_.top().end - progress_);
    next_ =
        calendar_.schedule(kernel::later(calendar_.now(), kernel::fromSeconds(left / rate())), &Memory::onDone, this);
}

/// The first copy is done, even if rounding the time to picoseconds leaves a small rest.
void Memory::onDone(void* self, std::uint64_t)
{
    Memory& memory = *static_cast<Memory*>(self);
    memory.next_ = kernel::noEvent;
    memory.advance();
    const Copy first = memory.copies_.top();
    memory.progress_ = std::max(memory.progress_, first.end);
    memory.copies_.pop();
    memory.expect();
    first.done();
}

void Memory::reset()
{
    settle();
    held_.reset(last_);
    windowStart_ = last_;
    traffic_ = 0;
}

void Memory::settle()
{
    advance();
    held_.advance(last_);
}

double Memory::utilisation() const
{
    const double span = kernel::toSeconds(last_ - windowStart_);
    return span > 0 ? traffic_ / (span * spec_.bandwidthBps) : 0.0;
}

} // namespace headroom::resources
