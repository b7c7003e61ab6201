// The bookkeeping that all storage devices share: the requests without an answer.
#pragma once

#include "resources/record_pool.h"
#include "resources/storage/storage_device.h"
#include "resources/storage/window_sum.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace headroom::resources {

/// The common data of every I/O and flush in progress; a device adds its own.
struct BookedRequest
{
    kernel::Completion done;
    kernel::Time arrived = 0;
    std::uint64_t bytes = 0;
    kernel::EventId event = kernel::noEvent; ///< its next event, if one is scheduled
    std::uint32_t next = Chain::none;
    bool underWay = false;
    bool flush = false;
    bool lost = false; ///< waits to be answered with an error
};

/// The requests of a device and the meter that follows from them. An I/O is present from its arrival to its answer; its
/// bytes count when it is answered without error; the sum of response times is the other side of Little's law. Flushes
/// are recorded here, but not counted by the meter.
template <typename Request>
class BookedDevice : public StorageDevice
{
public:
    using Time = kernel::Time;
    using Integral = monitoring::Meter::Integral;

    const monitoring::Meter& meter() const override { return meter_; }
    monitoring::Meter& meter() override { return meter_; }
    Integral responseTimeSum() const override
    {
        Integral sum = response_.ended(meter_);
        for (std::uint32_t index = 0; index < requests_.size(); ++index)
            if (requests_.peek(index, &Request::underWay) && !requests_[index].flush)
                sum += WindowSum::underway(requests_[index].arrived, meter_);
        return sum;
    }
    ByteBalance byteBalance() const override
    {
        ByteBalance balance{asked_, meter_.bytesEver(), failed_, 0};
        for (std::uint32_t index = 0; index < requests_.size(); ++index)
            if (requests_.peek(index, &Request::underWay))
                balance.present += requests_[index].bytes;
        return balance;
    }
    WriteCount writesAsked() const override { return writes_; }

protected:
    static constexpr std::uint32_t none = Chain::none;

    /// `name` identifies the device in error messages.
    BookedDevice(kernel::Calendar& calendar, std::string name, std::uint32_t servers = 1)
        : calendar_(calendar), meter_(servers), name_(std::move(name))
    {
    }

    /// Throws std::out_of_range for a range beyond the capacity.
    std::uint32_t enter(const DeviceRequest& io, kernel::Completion done)
    {
        if (io.offset > capacityBytes() || io.bytes > capacityBytes() - io.offset)
            throw std::out_of_range(name_ + ": I/O beyond the end of the device");
        meter_.arrive(calendar_.now());
        const std::uint32_t index = book(done);
        requests_[index].bytes = io.bytes;
        asked_ += io.bytes;
        writes_.writes += io.write;
        writes_.bytes += io.write ? io.bytes : 0;
        return index;
    }
    std::uint32_t enterFlush(kernel::Completion done)
    {
        const std::uint32_t index = book(done);
        requests_[index].flush = true;
        return index;
    }
    /// Removes a request and answers it. Must be called from the calendar, never from within submit. The completion may
    /// reuse the record for the host's next request.
    void leave(std::uint32_t index, bool error = false)
    {
        Request& request = requests_[index];
        const kernel::Completion done = request.done;
        if (!request.flush) {
            const Time now = calendar_.now();
            meter_.depart(now);
            if (error)
                failed_ += request.bytes;
            else
                meter_.addBytes(request.bytes);
            response_.add(request.arrived, now, meter_);
            left();
        }
        request.underWay = false;
        requests_.give(index);
        answer(done, error);
    }

    kernel::Calendar& calendar_;
    monitoring::Meter meter_;
    RecordPool<Request> requests_;

private:
    /// Called after an I/O has left.
    virtual void left() {}

    std::uint32_t book(kernel::Completion done)
    {
        const std::uint32_t index = requests_.take({});
        requests_[index].done = done;
        requests_[index].arrived = calendar_.now();
        requests_[index].underWay = true;
        return index;
    }

    std::string name_;
    WindowSum response_;
    std::uint64_t asked_ = 0, failed_ = 0; ///< bytes
    WriteCount writes_;
};

/// A device that is not composed of others: it fails as a whole, and can be slowed down.
template <typename Request>
class Drive : public BookedDevice<Request>
{
    using Book = BookedDevice<Request>;

public:
    void setSpeedFactor(double factor) override
    {
        if (!(factor > 0))
            throw std::invalid_argument("a device's speed factor must be positive");
        speed_ = factor;
    }
    void fail() override
    {
        if (failed_)
            return;
        failed_ = true;
        stop();
        for (std::uint32_t index = 0; index < this->requests_.size(); ++index)
            if (this->requests_.peek(index, &Request::underWay))
                lose(index);
    }
    void restore() override
    {
        if (std::exchange(failed_, false))
            this->tellRestored();
    }
    bool failed() const override { return failed_; }

protected:
    using Book::Book;

    /// The duration of work that takes `time` at full speed.
    kernel::Time slowed(kernel::Time time) const
    {
        return speed_ == 1 ? time : kernel::fromTicks(static_cast<double>(time) / speed_);
    }
    /// Answers the request with an error at this instant, from the calendar; nothing else happens to it.
    void lose(std::uint32_t index)
    {
        Request& request = this->requests_[index];
        if (request.lost)
            return;
        request.lost = true;
        this->calendar_.cancel(request.event);
        this->calendar_.schedule(
            this->calendar_.now(),
            [](void* self, std::uint64_t context) {
                static_cast<Drive*>(self)->leave(static_cast<std::uint32_t>(context), true);
            },
            this, index);
    }

private:
    /// Ends all work at once and discards what is queued, cached or in progress; the requests themselves stay recorded.
    virtual void stop() = 0;

    bool failed_ = false;
    double speed_ = 1;
};

} // namespace headroom::resources
