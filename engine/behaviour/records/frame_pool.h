// The variables of requests and paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <sanitizer/asan_interface.h>
#include <vector>

namespace headroom::behaviour {

/// Frames of one size, allocated from slabs. No frame crosses more cache lines than it needs. A frame that was returned
/// must not be accessed (see Pool).
class FramePool
{
public:
    FramePool(std::uint32_t slots, std::pmr::memory_resource* memory) : slots_(slots ? slots : 1), memory_(memory) {}
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;
    ~FramePool();
    std::uint32_t slots() const { return slots_; }
    double* take();
    double* copy(const double* other);
    /// Returns the frame to the pool, if there is one.
    void drop(double*& frame)
    {
        if (!frame)
            return;
        free_[freeFrames_++] = frame;
        ASAN_POISON_MEMORY_REGION(frame, slots_ * sizeof(double));
        frame = nullptr;
    }
    std::size_t inUse() const { return slabs_.size() * framesPerSlab - freeFrames_; }

private:
    static constexpr std::uint32_t framesPerSlab = 256;
    static constexpr std::size_t line = 64; ///< bytes of a cache line
    std::size_t stride() const;             ///< from one frame to the next, in doubles
    void grow();
    double* takeFree();

    std::uint32_t slots_;
    std::pmr::memory_resource* memory_;
    std::vector<double*> slabs_;
    std::vector<double*> free_; ///< the first so many of as many as there are frames
    std::size_t freeFrames_ = 0;
};

} // namespace headroom::behaviour
