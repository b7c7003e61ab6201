// What devices made of devices have in common: a book of requests, when they are busy, the answers.
#pragma once

#include "resources/storage/booked_device.h"

namespace headroom::resources {

struct CompositeRequest : BookedRequest
{
    DeviceRequest io;
    std::uint32_t pending = 0; ///< I/Os that it waits for
    bool error = false;
};

/// A request to a composite device is answered when the I/Os that it was turned into are answered. It is busy while at
/// least one request is present, which is what serviceTimeSum adds up; flushes are not counted.
class CompositeDevice : public BookedDevice<CompositeRequest>
{
public:
    using BookedDevice::BookedDevice;

    Integral serviceTimeSum() const override;

protected:
    /// Throws std::out_of_range for a range beyond the capacity.
    std::uint32_t take(const DeviceRequest& io, kernel::Completion done);
    CompositeRequest& request(std::uint32_t index) { return requests_[index]; }
    /// Answers a request; from a completion, never from within submit.
    void answerNow(std::uint32_t index);
    /// Answers a request in this instant, from the calendar.
    void answerSoon(std::uint32_t index);

private:
    WindowSum busy_;
    Time busySince_ = 0;
};

} // namespace headroom::resources
