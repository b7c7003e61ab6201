// The items that the timeline draws over its curves: titles, captions, direct labels, warm-up, the current time, the
// reading under the pointer.
#pragma once

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/plots/timeline/timeline_view.h"

#include <qcustomplot.h>

namespace headroom::widgets {

/// A direct label with its preferred and its actual position.
struct PlacedLabel
{
    std::uint32_t series = 0;
    QString text;
    double wish = 0; ///< centre, pixels from the top
    double y = 0;
    bool dim = false;
};

/// Moves labels so that their centres are at least `height` apart between `top` and `bottom`, as close to their
/// preferred positions as their order permits. The list must fit: (bottom − top) ≥ size · height.
void spreadLabels(std::vector<PlacedLabel>& labels, double height, double top, double bottom);

class TimelineOverlay : public ChartDrawing<TimelineView>
{
public:
    TimelineOverlay(TimelineView& view, const QString& layer);

    struct DrawnLabel
    {
        QRectF rect;
        std::uint32_t series = 0;
        QString text;
    };
    const std::vector<DrawnLabel>& drawnLabels() const { return drawn_; }
    /// Width of the labels to the right of the axes.
    double labelWidth() const;
    QString labelText(const TimelineView::Curve& curve, double room) const;
    /// What a label says in full: name, mean, extremes and last value.
    QString labelTip(const TimelineView::Curve& curve) const;
    const QStringList& captions() const { return captions_; }

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawTitles(QCPPainter* painter, int panel);
    void drawWarmUp(QCPPainter* painter);
    void drawCaptions(QCPPainter* painter);
    void drawNow(QCPPainter* painter);
    void drawIntervals(QCPPainter* painter, int panel);
    void drawGoals(QCPPainter* painter, int panel);
    void drawLabels(QCPPainter* painter, int panel);
    double lastShown(const TimelineView::Curve& curve) const;

    std::vector<DrawnLabel> drawn_;
    QStringList captions_;
};

/// The line and the reading under the pointer, on a separate layer that is repainted alone.
class TimelineReading : public ChartDrawing<TimelineView>
{
public:
    TimelineReading(TimelineView& view, const QString& layer);

protected:
    void draw(QCPPainter* painter) override;

private:
    QVector<ReadingRow> rows(double time, double reach) const;
};

} // namespace headroom::widgets
