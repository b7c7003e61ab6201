// Loads memory into the processor's cache before it is needed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom::kernel {

/// Prefetches the cache line at the address, which need not be valid. It avoids __builtin_prefetch where possible: GCC
/// 12 removes that, and the code that computes its address, from code that has no other effect.
inline void fetch(const void* address)
{
#if defined(__x86_64__)
    asm volatile("prefetcht0 (%0)" : : "r"(address));
#else
    __builtin_prefetch(address);
#endif
}

inline constexpr int cacheLine = 64; ///< bytes

/// Prefetches all cache lines of an object that begins at the start of one. The size is a parameter, because reading
/// the object itself would wait for memory. The address is computed as a number, since there need be no object at it.
inline void fetch(const void* object, std::size_t bytes)
{
    const auto address = reinterpret_cast<std::uintptr_t>(object);
    for (std::size_t line = 0; line < bytes; line += cacheLine)
        fetch(reinterpret_cast<const void*>(address + line));
}

} // namespace headroom::kernel
