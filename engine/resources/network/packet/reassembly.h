// The receiver's side of a stream: bytes received in order, and ranges after a gap.
#pragma once

#include "resources/network/packet/stretches.h"

#include <cstdint>

namespace headroom::resources {

/// Stores the stretches after the first gap.
///
/// Acknowledgements are delayed as in RFC 5681 (section 4.2): one for every second segment, and at once if a segment is
/// out of order, fills a gap or requests it. A sender requests one with its last segment and with everything it
/// retransmits; Linux acknowledges these at once too (pushed data that was read; quick acknowledgements after a gap).
/// So no delay timer is needed.
class Reassembly
{
public:
    void start();

    /// Receives a segment; returns true if an acknowledgement is due.
    bool take(std::uint64_t first, std::uint32_t bytes, bool asks);

    /// Bytes from the start without a gap: the number sent in an acknowledgement.
    std::uint64_t inOrder() const { return inOrder_; }
    /// The stretch beyond a gap to which data were added last; empty if there is none. It is the first block of a
    /// selective acknowledgement (RFC 2018, section 4). The others, which matter where acknowledgements are lost, are
    /// left out.
    Stretch newest() const { return newest_.end > inOrder_ ? newest_ : Stretch{}; }
    /// True if no segment has arrived since the last acknowledgement.
    bool acknowledgedAll() const { return waiting_ == 0; }

private:
    std::uint64_t inOrder_ = 0;
    std::uint32_t waiting_ = 0; ///< segments since the last acknowledgement
    Stretches beyond_;
    Stretch newest_;
};

} // namespace headroom::resources
