// Work that is done a piece in each turn of the event loop, so that the window answers in between.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <utility>

namespace headroom::app {

class Turns
{
public:
    /// `some` does a small piece and says whether there is more; it is called for some milliseconds in each turn.
    explicit Turns(std::function<bool()> some) : some_(std::move(some))
    {
        timer_.setSingleShot(true);
        timer_.callOnTimeout([this] {
            if (work())
                timer_.start();
        });
    }

    /// Works in this turn as well, and goes on until nothing is left.
    void start()
    {
        if (!timer_.isActive() && work())
            timer_.start();
    }
    void stop() { timer_.stop(); }

private:
    bool work()
    {
        constexpr int turnMs = 8;
        QElapsedTimer spent;
        spent.start();
        while (spent.elapsed() < turnMs)
            if (!some_())
                return false;
        return true;
    }

    std::function<bool()> some_;
    QTimer timer_;
};

} // namespace headroom::app
