// Places the panels of the timeline: one above the other, with the time axis below the last one.
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace headroom::widgets {

/// A panel, whose share of the height for curves depends on their number.
struct PanelPlace
{
    QCPAxisRect* rect = nullptr;
    int curves = 0; ///< with many curves it gets more, for their labels
};

/// Sets margins, heights and numbers of ticks. `height` is what is seen and `right` the room for labels, in pixels.
/// Where the room is short the panels move together. Returns the least height at which they can be read.
int arrangePanels(const std::vector<PanelPlace>& panels, int height, int right);

/// Ticks of a panel's values. A low panel leaves out the labels that would touch another one, of this panel or of the
/// next one below.
QSharedPointer<QCPAxisTicker> valueTicker(const QCPAxis& axis, const QString& unit, bool logarithmic);

} // namespace headroom::widgets
