// The time cursor: the instant of the displayed run that all drawings and readings show. It follows the run until the
// user moves it.
#pragma once

#include <QObject>

#include <optional>

namespace headroom::app {

class TimeCursor : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// In simulated seconds.
    double time() const { return taken_.value_or(latest_); }
    /// The simulated time that the run has reached, in seconds.
    double latest() const { return latest_; }
    bool isFollowing() const { return !taken_; }

    /// Moves the cursor to this time, limited to the simulated range. The cursor no longer follows the run.
    void take(double time);
    /// The cursor follows the run again.
    void follow();
    /// advance() reports how far the run is now, in simulated seconds. reset() does this for another run and follows
    /// it.
    void advance(double latest);
    void reset(double latest);

signals:
    void changed(double time);

private:
    double latest_ = 0;
    std::optional<double> taken_;
};

} // namespace headroom::app
