// Prefetches the memory that the interpreter is about to use: a large model would wait for each piece.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/base/stages.h"
#include "kernel/calendar.h"

#include <cstdint>

namespace headroom::behaviour {

class InlineBranches;
struct Parts;

/// The calendar informs it of the next events.
class Prefetch
{
public:
    explicit Prefetch(const Parts& parts);
    ~Prefetch();
    Prefetch(const Prefetch&) = delete;
    Prefetch& operator=(const Prefetch&) = delete;

private:
    static void prefetch(void* self, kernel::Handler handler, void* object, std::uint64_t context, unsigned before);
    void prefetchFor(const Path& p, const Instruction& code) const;
    void prefetchStation(const Path& p, const Instruction& code) const;
    void prefetchForAnswer(const Path& p) const;
    void prefetchCaller(const Path& p) const;

    const Core& core_;
    kernel::Calendar& calendar_;
    const InlineBranches& branches_;
    const Deployment& deployment_;
    const Stages& stages_;
};

} // namespace headroom::behaviour
