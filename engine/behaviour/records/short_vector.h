// A vector that stores a few elements within itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace headroom::behaviour {

/// The first `inside` elements are stored in the object, so a short vector needs no further memory access. A longer one
/// is stored elsewhere as a whole, in memory that is kept from one use to the next.
template <typename T, std::uint32_t inside>
class ShortVector
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    ShortVector() = default;
    ShortVector(const ShortVector&) = delete;
    ShortVector& operator=(const ShortVector&) = delete;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() { return size_ <= inside ? few_.data() : many_.get(); }
    T* end() { return begin() + size_; }
    const T* begin() const { return size_ <= inside ? few_.data() : many_.get(); }
    const T* end() const { return begin() + size_; }
    T& operator[](std::size_t i) { return begin()[i]; }
    const T& operator[](std::size_t i) const { return begin()[i]; }

    void clear() { size_ = 0; }
    void push_back(const T& value)
    {
        const T copy = value; // the value may be an element of this vector
        resize(size_ + 1);
        begin()[size_ - 1] = copy;
    }
    /// New elements are value-initialised.
    void resize(std::size_t size)
    {
        const std::uint32_t before = size_;
        if (size > inside && (before <= inside || size > capacity_))
            useMany(size);
        else if (size <= inside && before > inside)
            std::copy_n(many_.get(), size, few_.data());
        size_ = static_cast<std::uint32_t>(size);
        if (size > before)
            std::fill(begin() + before, end(), T{});
    }

private:
    void useMany(std::size_t size)
    {
        const T* const now = begin();
        if (size <= capacity_) {
            std::copy_n(now, size_, many_.get());
            return;
        }
        const std::size_t wider = std::max<std::size_t>(size, 2 * std::size_t{capacity_});
        auto more = std::make_unique_for_overwrite<T[]>(wider);
        std::copy_n(now, size_, more.get());
        many_ = std::move(more);
        capacity_ = static_cast<std::uint32_t>(wider);
    }

    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 0; ///< of `many_`
    std::array<T, inside> few_{};
    std::unique_ptr<T[]> many_;
};

} // namespace headroom::behaviour
