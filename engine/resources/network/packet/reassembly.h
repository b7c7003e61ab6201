// The receiver's side of a stream: what has arrived in order, and what beyond a gap.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// Keeps the stretches beyond the first gap; once they have grown to what losses demand, nothing is allocated.
///
/// Acknowledgements are delayed as RFC 5681 (section 4.2) says: for every second segment, and at once when a segment
/// comes out of order, fills a gap or asks for it. A sender asks with the last segment that it has and with whatever
/// it repeats, for which Linux acknowledges at once too (pushed data that was read; quick acknowledgements after a
/// gap); so no delay timer is needed.
class Reassembly
{
public:
    void start();

    /// Takes a segment; true if an acknowledgement is due.
    bool take(std::uint64_t first, std::uint32_t bytes, bool asks);

    /// Bytes from the start without a gap: what an acknowledgement says.
    std::uint64_t inOrder() const { return inOrder_; }
    /// Whether no segment has come since the last acknowledgement.
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
    std::vector<Stretch> beyond_; ///< rising, apart
};

} // namespace headroom::resources
