// Prefetches the memory that the interpreter is about to use: a large model would wait for each piece.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/work/stages.h"
#include "kernel/calendar.h"

#include <cstdint>

namespace headroom::behaviour {

class InlineBranches;

/// The calendar informs it of the next events.
class Prefetch
{
public:
    Prefetch(const Core& core, const InlineBranches& branches, const Deployment& deployment, const Stages& stages);
    ~Prefetch();
    Prefetch(const Prefetch&) = delete;
    Prefetch& operator=(const Prefetch&) = delete;

private:
    using Event = kernel::Calendar::Event;
    static void prefetch(void* self, const Event& soon, const Event& later);
    void prefetchRecords(const Event& event) const;
    void prefetchFurther(const Event& event) const;
    const Path* servedBy(const Event& event) const;
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
