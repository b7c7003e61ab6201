// Bringing memory towards the processor before it is needed.
#pragma once

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

} // namespace headroom::kernel
