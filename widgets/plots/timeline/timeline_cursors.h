// Two time cursors on the timeline, with the values of the curves and their differences.
#pragma once

#include "widgets/plots/timeline/timeline_view.h"

#include <qcustomplot.h>

namespace headroom::widgets {

class TimelineCursors : public QCPLayerable
{
public:
    TimelineCursors(TimelineView& view, const QString& layer);

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    void draw(QCPPainter* painter) override;

private:
    TimelineView& view_;
};

} // namespace headroom::widgets
