// State that belongs to single requests: it is gone when they end.
#pragma once

#include "behaviour/core/core.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class Caches;
class MessageQueues;
class Requests;
class SharedValues;
class TokenBuckets;

class RequestItems
{
public:
    RequestItems(const Core& core, Requests& requests, SharedValues& values, MessageQueues& queues, Caches& caches,
                 TokenBuckets& buckets);

private:
    void end(std::uint32_t request);

    const Core& core_;
    SharedValues& values_;
    MessageQueues& queues_;
    Caches& caches_;
    TokenBuckets& buckets_;
    std::vector<std::uint32_t> items_; ///< of all roles
};

} // namespace headroom::behaviour
