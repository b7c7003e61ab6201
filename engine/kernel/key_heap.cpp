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
    std::copy(keys_ + (keys_ ? root : 0), keys_ + (keys_ ? end_ : 0), keys + root);
    std::fill(keys + end_, keys + wider, none);
    std::fill(keys, keys + root, none);
    if (keys_)
        largePages().deallocate(keys_, capacity_ * sizeof(Key), cacheLine);
    keys_ = keys;
    capacity_ = wider;
}

} // namespace headroom::kernel
