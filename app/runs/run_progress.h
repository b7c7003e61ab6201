// How far the run is that is shown, and the handle by which one goes through its time: the time cursor follows mouse
// and keys.
#pragma once

#include "app/base/time_cursor.h"

#include <QProgressBar>

namespace headroom::app {

class RunProgress : public QProgressBar
{
    Q_OBJECT
public:
    explicit RunProgress(TimeCursor& cursor, QWidget* parent = nullptr);

    /// Simulated seconds: how long the run lasts, what of it does not count, and what one step of the keys is.
    void setSpan(double durationS, double warmUpS, double intervalS);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool canScrub() const { return durationS_ > 0 && cursor_.latest() > 0; }
    double xOf(double time) const;
    void takeAt(double x);

    TimeCursor& cursor_;
    double durationS_ = 0, warmUpS_ = 0, intervalS_ = 0;
};

} // namespace headroom::app
