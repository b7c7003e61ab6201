// The parallel paths of a "for each".
#pragma once

#include "accuracy/programs/reference/task.h"
#include "accuracy/programs/reference/wait.h"
#include "accuracy/programs/system.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

namespace headroom::accuracy::programs::reference {

/// Destroyed, it cancels them.
class Fork
{
public:
    using MakePath = std::function<Task(Fork&)>;

    Fork(Clock& clock, const ForEach& block, MakePath makePath)
        : joined(clock), block_(block), makePath_(std::move(makePath)), missing_(block.needed)
    {
    }

    void start()
    {
        for (int i = 0; i < (block_.atOnce > 0 ? std::min(block_.atOnce, block_.paths) : block_.paths); ++i)
            startNext();
    }
    void startNext()
    {
        if (started_ == block_.paths || (block_.cancelsRest && missing_ <= 0))
            return;
        ++started_;
        paths_.push_back(makePath_(*this));
        if (started_ == block_.paths)
            makePath_ = {}; // and with it what it holds
        paths_.back().start();
    }
    /// The next path starts before what follows the join goes on.
    void arrived()
    {
        --missing_;
        startNext();
        if (missing_ == 0)
            joined.give();
    }
    const ForEach& block() const { return block_; }

    Signal joined; ///< enough of them have ended

private:
    const ForEach& block_;
    MakePath makePath_;
    int missing_;
    int started_ = 0;
    std::deque<Task> paths_;
};

} // namespace headroom::accuracy::programs::reference
