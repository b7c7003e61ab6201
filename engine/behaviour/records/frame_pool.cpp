#include "behaviour/records/frame_pool.h"

#include <algorithm>
#include <bit>

namespace headroom::behaviour {

FramePool::~FramePool()
{
    for (double* slab : slabs_) {
        ASAN_UNPOISON_MEMORY_REGION(slab, stride() * framesPerSlab * sizeof(double));
        memory_->deallocate(slab, stride() * framesPerSlab * sizeof(double), line);
    }
}

std::size_t FramePool::stride() const
{
    constexpr std::size_t doubles = line / sizeof(double);
    return slots_ < doubles ? std::bit_ceil(slots_) : (slots_ + doubles - 1) / doubles * doubles;
}

void FramePool::grow()
{
    auto* slab = static_cast<double*>(memory_->allocate(stride() * framesPerSlab * sizeof(double), line));
    slabs_.push_back(slab);
    ASAN_POISON_MEMORY_REGION(slab, stride() * framesPerSlab * sizeof(double));
    for (std::uint32_t i = framesPerSlab; i-- > 0;)
        free_.push_back(slab + i * stride());
}

double* FramePool::take()
{
    if (free_.empty()) [[unlikely]]
        grow();
    double* frame = free_.back();
    free_.pop_back();
    ASAN_UNPOISON_MEMORY_REGION(frame, slots_ * sizeof(double));
    std::fill(frame, frame + slots_, 0.0);
    return frame;
}

double* FramePool::copy(const double* other)
{
    if (free_.empty()) [[unlikely]]
        grow();
    double* frame = free_.back();
    free_.pop_back();
    ASAN_UNPOISON_MEMORY_REGION(frame, slots_ * sizeof(double));
    std::copy(other, other + slots_, frame);
    return frame;
}

} // namespace headroom::behaviour
