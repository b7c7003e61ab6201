// The receiver's side of a stream: bytes received in order, and ranges after a gap.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// Stores the ranges after the first gap; nothing is allocated once the list has grown to what losses require.
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
    /// Whether no segment has arrived since the last acknowledgement.
    bool acknowledgedAll() const { return waiting_ == 0; }

private:
    struct Stretch
    {
        std::uint64_t first;
        std::uint64_t end;
    };

    void keep(std::uint64_t first, std::uint64_t end);
    void joinStretches();

    std::uint64_t inOrder_ = 0;
    std::uint32_t waiting_ = 0;   ///< segments since the last acknowledgement
    std::vector<Stretch> beyond_; ///< in ascending order, separated by gaps
};

} // namespace headroom::resources
