// Shows the progress of the displayed run. With mouse and keys the user moves the time cursor.
#pragma once

#include "app/base/time_cursor.h"

#include <QProgressBar>

namespace headroom::app {

class RunProgress : public QProgressBar
{
    Q_OBJECT
public:
    explicit RunProgress(TimeCursor& cursor, QWidget* parent = nullptr);

    /// In simulated seconds: the duration of the run, its warm-up, and the step of the arrow keys.
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
