// The common part of devices composed of others: their requests, busy time and answers.
#pragma once

#include "resources/storage/booked_device.h"

namespace headroom::resources {

/// A request to a composite device.
struct CompositeRequest : BookedRequest
{
    DeviceRequest io;
    std::uint32_t pending = 0; ///< I/Os that it waits for
    bool error = false;
};

/// A request to a composite device is answered when all I/Os created for it are answered. The device is busy while at
/// least one request is present, or it works on its own; serviceTimeSum adds up these times. Flushes are not counted.
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
    /// A piece of work for no request begins and ends.
    void beginWork();
    void endWork();

private:
    void beginBusy();
    void endBusy();

    WindowSum busy_;
    Time busySince_ = 0;
    std::uint32_t work_ = 0;
};

} // namespace headroom::resources
