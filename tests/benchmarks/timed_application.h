// Measures how long the window's thread works at a stretch.
#pragma once

#include <QApplication>

#include <algorithm>
#include <ctime>
#include <vector>

namespace headroom::bench {

/// Processor time of the calling thread.
inline double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Times every piece of work of the window's thread; those in which a plot was painted are frames.
class TimedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (depth_++ > 0) {
            const bool done = QApplication::notify(receiver, event);
            --depth_;
            return done;
        }
        const double begin = threadMs();
        painted = false;
        const bool done = QApplication::notify(receiver, event);
        const double spent = threadMs() - begin;
        if (painted)
            frames.push_back(spent);
        longest = std::max(longest, spent);
        --depth_;
        return done;
    }

    bool painted = false;
    std::vector<double> frames;
    double longest = 0;

private:
    int depth_ = 0;
};

} // namespace headroom::bench
