// A queue that does not allocate once it has grown to the size it needs.
#pragma once

#include <cstddef>
#include <vector>

namespace headroom::behaviour {

/// First in, first out, in a ring that doubles when it is full. (std::deque frees and allocates blocks as it moves on.)
template <typename T>
class Fifo
{
public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    T& front() { return ring_[head_]; }
    const T& front() const { return ring_[head_]; }
    const T& back() const { return ring_[(head_ + size_ - 1) & mask_]; }
    /// The i-th from the front.
    T& operator[](std::size_t i) { return ring_[(head_ + i) & mask_]; }
    const T& operator[](std::size_t i) const { return ring_[(head_ + i) & mask_]; }

    void push_back(const T& value)
    {
        if (size_ == room_)
            grow();
        ring_[(head_ + size_++) & mask_] = value;
    }
    void pop_front()
    {
        head_ = (head_ + 1) & mask_;
        --size_;
    }
    void clear() { head_ = size_ = 0; }

private:
    void grow()
    {
        std::vector<T> larger(ring_.empty() ? 4 : ring_.size() * 2);
        for (std::size_t i = 0; i < size_; ++i)
            larger[i] = (*this)[i];
        ring_.swap(larger);
        room_ = ring_.size();
        mask_ = room_ - 1;
        head_ = 0;
    }

    std::vector<T> ring_; ///< its size is a power of two
    std::size_t room_ = 0, mask_ = 0;
    std::size_t head_ = 0;
    std::size_t size_ = 0;
};

} // namespace headroom::behaviour
