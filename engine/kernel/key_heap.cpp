#include "kernel/key_heap.h"

namespace headroom::kernel {

KeyHeap::~KeyHeap()
{
    if (keys_)
        largePages().deallocate(keys_, capacity_ * sizeof(Key), cacheLine);
}

void KeyHeap::grow()
{
    constexpr std::size_t smallest = 64;
    const std::size_t wider = std::max(smallest, 2 * capacity_);
    auto* keys = static_cast<Key*>(largePages().allocate(wider * sizeof(Key), cacheLine));
    std::fill(keys, keys + wider, none);
    if (keys_) {
        std::copy(keys_ + root, keys_ + end_, keys + root);
        largePages().deallocate(keys_, capacity_ * sizeof(Key), cacheLine);
    }
    keys_ = keys;
    capacity_ = wider;
}

} // namespace headroom::kernel
