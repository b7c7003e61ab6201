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
    free_.resize(slabs_.size() * framesPerSlab);
    for (std::uint32_t i = framesPerSlab; i-- > 0;)
        free_[freeFrames_++] = slab + i * stride();
}

double* FramePool::takeFree()
{
    if (freeFrames_ == 0) [[unlikely]]
        grow();
    double* frame = free_[--freeFrames_];
    ASAN_UNPOISON_MEMORY_REGION(frame, slots_ * sizeof(double));
    return frame;
}

double* FramePool::take()
{
    double* frame = takeFree();
    std::fill(frame, frame + slots_, 0.0);
    return frame;
}

double* FramePool::copy(const double* other)
{
    double* frame = takeFree();
    std::copy(other, other + slots_, frame);
    return frame;
}

} // namespace headroom::behaviour
