// Two instants on the timeline, and what lies between them in numbers.
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
