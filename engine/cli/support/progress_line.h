// One line on a terminal that says how far something is.
#pragma once

#include <iostream>
#include <unistd.h>

namespace headroom::cli {

/// A line on standard error that each call replaces. Shows nothing if that is no terminal.
class ProgressLine
{
public:
    explicit ProgressLine(bool wanted = true) : shown_(wanted && ::isatty(STDERR_FILENO) != 0) {}

    /// `words` makes the text; it is not called if nothing is shown.
    template <class Words>
    void show(const Words& words) const
    {
        if (shown_)
            std::cerr << "\r\x1b[K" << words() << std::flush;
    }
    void erase() const
    {
        if (shown_)
            std::cerr << "\r\x1b[K" << std::flush;
    }
    ~ProgressLine() { erase(); }

private:
    bool shown_;
};

} // namespace headroom::cli
