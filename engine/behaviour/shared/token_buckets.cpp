#include "behaviour/shared/token_buckets.h"

#include "behaviour/cluster/deployment.h"
#include "behaviour/paths/paths.h"
#include "behaviour/shared/wait_queues.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::behaviour {

TokenBuckets::TokenBuckets(Core& core, BlockTable& blocks, SharedItems& items, WaitQueues& waiting)
    : core_(core), items_(items), waiting_(waiting)
{
    blocks.add(this, {.code = Code::takeTokens,
                      .enter = enterBy<&TokenBuckets::take>,
                      .cancel = cancelBy<&TokenBuckets::cancelTake>,
                      .waitsFor = "queue for tokens"});
}

double TokenBuckets::tokensNow(const Bucket& bucket) const
{
    const StateInfo& info = infoOf(bucket);
    return std::min(static_cast<double>(info.burst),
                    bucket.tokens + info.tokensPerS * kernel::toSeconds(core_.calendar.now() - bucket.since));
}

void TokenBuckets::count(Bucket& bucket)
{
    bucket.tokens = tokensNow(bucket);
    bucket.since = core_.calendar.now();
}

TokenBuckets::Bucket& TokenBuckets::bucketOf(const Path& p, const StateStep& step, std::uint64_t instance)
{
    if (buckets_.size() >= dropAt_)
        dropFull();
    const auto [entry, fresh] = buckets_.try_emplace(instance);
    Bucket& bucket = entry->second;
    if (fresh) {
        bucket.of = items_.instanceOf(p, step.state);
        bucket.tokens = static_cast<double>(infoOf(bucket).burst);
        bucket.since = core_.calendar.now();
    }
    return bucket;
}

/// A full bucket for which nobody waits is like one that was never used.
void TokenBuckets::dropFull()
{
    std::erase_if(buckets_, [this](const auto& entry) {
        return entry.second.waiting.empty() &&
               tokensNow(entry.second) >= static_cast<double>(infoOf(entry.second).burst);
    });
    dropAt_ = std::max<std::size_t>(1024, 2 * buckets_.size());
}

/// More than the bucket holds are taken from a full one, and the next path waits until what is owed has come: the rate
/// holds, and a request larger than the burst passes. Hypervisors throttle like this (QEMU, util/throttle.c).
double TokenBuckets::neededFor(const Bucket& bucket, std::uint64_t amount) const
{
    return static_cast<double>(std::min(amount, infoOf(bucket).burst));
}

bool TokenBuckets::take(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const StateStep& step = program.states[code.detail];
    const std::uint64_t amount = whole(core_.evaluate(step.amount, p));
    const std::uint64_t instance = items_.instanceKey(p, step.state, step.key);
    Bucket& bucket = bucketOf(p, step, instance);
    count(bucket);
    if (bucket.waiting.empty() && bucket.tokens >= neededFor(bucket, amount)) {
        bucket.tokens -= static_cast<double>(amount);
        items_.countTaken(step.state, amount);
        core_.advance(p, code, code.next);
        return true;
    }
    const std::uint32_t w = waiting_.enqueue(bucket.waiting, step.state, instance);
    waiting_[w].amount = amount;
    waiting_.wait(path, p, w);
    if (bucket.waiting.length == 1)
        setTimer(instance, bucket);
    return false;
}

void TokenBuckets::setTimer(std::uint64_t instance, Bucket& bucket)
{
    core_.calendar.cancel(bucket.timer);
    bucket.timer = kernel::noEvent;
    if (bucket.waiting.empty())
        return;
    const double missing = neededFor(bucket, waiting_[bucket.waiting.first].amount) - bucket.tokens;
    const double seconds = std::max(0.0, missing) / infoOf(bucket).tokensPerS;
    bucket.timer = core_.calendar.schedule(core_.after(seconds), &TokenBuckets::onTokens, this, instance);
}

/// The tokens for the first path are there, whatever rounding of the instant says.
void TokenBuckets::onTokens(void* self, std::uint64_t instance)
{
    TokenBuckets& buckets = *static_cast<TokenBuckets*>(self);
    Bucket& bucket = buckets.buckets_.at(instance);
    bucket.timer = kernel::noEvent;
    buckets.count(bucket);
    bucket.tokens = std::max(bucket.tokens, buckets.neededFor(bucket, buckets.waiting_[bucket.waiting.first].amount));
    buckets.serve(instance, bucket);
    buckets.core_.drain();
}

void TokenBuckets::serve(std::uint64_t instance, Bucket& bucket)
{
    while (!bucket.waiting.empty()) {
        const std::uint32_t w = bucket.waiting.first;
        const std::uint64_t amount = waiting_[w].amount;
        if (bucket.tokens < neededFor(bucket, amount))
            break;
        bucket.tokens -= static_cast<double>(amount);
        items_.countTaken(bucket.of.state, amount);
        const Path& p = waiting_.pathOf(w);
        waiting_.goOn(w, core_.codeOf(p).next);
    }
    setTimer(instance, bucket);
}

/// Those behind may want fewer tokens.
void TokenBuckets::cancelTake(Path& p)
{
    if (p.wait != Wait::queue)
        return;
    const std::uint64_t instance = waiting_.abandon(p).store;
    Bucket& bucket = buckets_.at(instance);
    count(bucket);
    setTimer(instance, bucket);
}

void TokenBuckets::forget(const Failed& failed)
{
    std::erase_if(buckets_, [&](const auto& entry) {
        return core_.deployment.within(failed, entry.second.of.role) && entry.second.waiting.empty();
    });
}

} // namespace headroom::behaviour
