#include "kernel/random.h"

namespace headroom::kernel {

std::uint64_t hashText(const char* text, std::uint64_t length)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint64_t i = 0; i < length; ++i)
        hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3ULL;
    return finish(hash);
}

} // namespace headroom::kernel
