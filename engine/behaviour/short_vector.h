// A vector that keeps a few elements in itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace headroom::behaviour {

/// The first `inside` elements lie in the object, so that the common short one is no further memory access; a longer
/// one lies elsewhere as a whole, whose capacity is kept from one use to the next.
template <typename T, std::size_t inside>
class ShortVector
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() { return size_ <= inside ? few_.data() : many_.data(); }
    T* end() { return begin() + size_; }
    const T* begin() const { return size_ <= inside ? few_.data() : many_.data(); }
    const T* end() const { return begin() + size_; }
    T& operator[](std::size_t i) { return begin()[i]; }
    const T& operator[](std::size_t i) const { return begin()[i]; }

    void clear() { size_ = 0; }
    void push_back(const T& value)
    {
        const T copy = value; // it may be one of its own
        resize(size_ + 1);
        begin()[size_ - 1] = copy;
    }
    /// New elements are value-initialised.
    void resize(std::size_t size)
    {
        const std::size_t before = size_;
        if (size > inside && before <= inside) {
            many_.resize(std::max(size, many_.size()));
            std::copy_n(few_.data(), before, many_.data());
        } else if (size <= inside && before > inside) {
            std::copy_n(many_.data(), size, few_.data());
        } else if (size > inside && size > many_.size()) {
            many_.resize(std::max(size, 2 * many_.size()));
        }
        size_ = size;
        if (size > before)
            std::fill(begin() + before, end(), T{});
    }

private:
    std::size_t size_ = 0;
    std::array<T, inside> few_{};
    std::vector<T> many_;
};

} // namespace headroom::behaviour
