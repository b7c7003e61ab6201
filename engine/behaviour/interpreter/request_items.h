// State that belongs to single requests: it is gone when they end.
#pragma once

#include "behaviour/base/core.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class Caches;
class TokenBuckets;
struct Parts;

class RequestItems
{
public:
    RequestItems(Parts& parts, Caches& caches, TokenBuckets& buckets);

private:
    static void onEnd(void* self, std::uint32_t request);

    Parts& parts_;
    Caches& caches_;
    TokenBuckets& buckets_;
    std::vector<std::uint32_t> items_; ///< of all roles
};

} // namespace headroom::behaviour
