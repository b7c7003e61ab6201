// What devices made of devices have in common: a pool of requests, a meter, the answers.
#pragma once

#include "resources/storage_device.h"
#include "resources/window_sum.h"

#include <vector>

namespace headroom::resources {

/// A request to a composite device is answered when the I/Os that it was turned into are answered. The meter: present
/// from submit to answer; busy while at least one request is present, which is what serviceTimeSum adds up; flushes
/// are not counted.
class CompositeDevice : public StorageDevice
{
public:
    using Time = kernel::Time;
    using Integral = monitoring::Meter::Integral;

    explicit CompositeDevice(kernel::Calendar& calendar) : calendar_(calendar) {}

    const monitoring::Meter& meter() const override { return meter_; }
    monitoring::Meter& meter() override { return meter_; }
    Integral serviceTimeSum() const override;
    Integral responseTimeSum() const override;

protected:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Request
    {
        kernel::Completion done;
        DeviceRequest io;
        Time arrived = 0;
        std::uint32_t pending = 0; ///< I/Os that it waits for
        std::uint32_t next = none;
        bool error = false;
        bool flush = false;
        bool used = false;
    };

    /// Throws std::out_of_range for a range beyond the capacity.
    std::uint32_t take(const DeviceRequest& io, kernel::Completion done);
    std::uint32_t takeFlush(kernel::Completion done);
    Request& request(std::uint32_t index) { return requests_[index]; }
    /// Answers a request; from a completion, never from within submit.
    void answerNow(std::uint32_t index);
    /// Answers a request in this instant, from the calendar.
    void answerSoon(std::uint32_t index);

    kernel::Calendar& calendar_;

private:
    std::uint32_t takeSlot(kernel::Completion done);

    monitoring::Meter meter_;
    WindowSum busy_;
    WindowSum response_;
    Time busySince_ = 0;
    std::vector<Request> requests_;
    std::uint32_t unused_ = none;
};

} // namespace headroom::resources
