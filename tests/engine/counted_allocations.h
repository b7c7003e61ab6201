// Counts what the program allocates. To be included by one file of a test program: it replaces operator new.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

namespace headroom::test {

inline std::uint64_t allocations = 0;

} // namespace headroom::test

// Not inlined: the compiler would see free() take what it believes an operator new to have given.
[[gnu::noinline]] void* operator new(std::size_t size)
{
    ++headroom::test::allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    ++headroom::test::allocations;
    return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
