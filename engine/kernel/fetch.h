// Bringing memory towards the processor before it is needed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom::kernel {

/// Asks for the cache line at the address, which need not be valid. Not by __builtin_prefetch alone where it can be
/// helped: GCC 12 removes that, with what leads to it, from code that has no other effect.
inline void fetch(const void* address)
{
#if defined(__x86_64__)
    asm volatile("prefetcht0 (%0)" : : "r"(address));
#else
    __builtin_prefetch(address);
#endif
}

inline constexpr int cacheLine = 64; ///< bytes

/// The same of all the cache lines of an object that begins at one. Its size is given: a look at the object itself
/// would be waited for. The address is a number meanwhile, since there need be no object at it.
inline void fetch(const void* object, std::size_t bytes)
{
    const auto address = reinterpret_cast<std::uintptr_t>(object);
    for (std::size_t line = 0; line < bytes; line += cacheLine)
        fetch(reinterpret_cast<const void*>(address + line));
}

} // namespace headroom::kernel
