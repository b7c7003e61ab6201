// Base of the layers that a view draws on its plot by itself.
#pragma once

#include <qcustomplot.h>

namespace headroom::widgets {

/// Drawn with smooth edges unless it says otherwise, whatever the plot's settings are.
template <class View>
class ChartDrawing : public QCPLayerable
{
protected:
    ChartDrawing(View& view, const QString& layer) : QCPLayerable(view.plot(), layer), view_(view)
    {
        setAntialiased(true);
    }

    void applyDefaultAntialiasingHint(QCPPainter*) const override {}

    View& view_;
};

} // namespace headroom::widgets
