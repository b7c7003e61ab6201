// The instant of the run that is shown at which everything is looked at: drawings and readings are in step with it. It
// follows the run until someone takes it.
#pragma once

#include <QObject>

#include <optional>

namespace headroom::app {

class TimeCursor : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Simulated seconds.
    double time() const { return taken_.value_or(latest_); }
    /// How far the run is.
    double latest() const { return latest_; }
    bool isFollowing() const { return !taken_; }

    /// Looks at this instant, within what there is of the run.
    void take(double time);
    /// Goes with the run again.
    void follow();
    /// The run is so far now; nothing else of it is known after a reset.
    void advance(double latest);
    void reset(double latest);

signals:
    void changed(double time);

private:
    double latest_ = 0;
    std::optional<double> taken_;
};

} // namespace headroom::app
