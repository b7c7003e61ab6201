// 128-bit integers: exact time integrals, packed keys, wide products.
#pragma once

namespace headroom::kernel {

// Known to GCC and Clang on every 64-bit target; __extension__ marks the intended use of a non-ISO type.
__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

} // namespace headroom::kernel
