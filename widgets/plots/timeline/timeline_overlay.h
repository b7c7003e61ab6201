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

/// The labels of a panel, and between which heights they may lie (pixels from the top).
struct PanelLabels
{
    double top = 0, bottom = 0;
    std::vector<PlacedLabel> labels;
};

/// Moves labels so that their centres are at least `height` apart, those of neighbouring panels too, as close to their
/// preferred positions as their order permits. The panels come from top to bottom. Without space for all its labels a
/// panel keeps the topmost, whose curves are the most important.
void spreadLabels(std::vector<PanelLabels>& panels, double height);

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
    /// Full text of a label: name, mean, extremes and last value.
    QString labelTip(const TimelineView::Curve& curve) const;
    const QStringList& captions() const { return captions_; }

protected:
    void draw(QCPPainter* painter) override;

private:
    double roomEnd() const; ///< where texts at the right have to end
    void drawTitles(QCPPainter* painter, int panel);
    void drawWarmUp(QCPPainter* painter);
    void drawCaptions(QCPPainter* painter);
    void drawNow(QCPPainter* painter);
    void drawIntervals(QCPPainter* painter, int panel);
    void drawGoals(QCPPainter* painter, int panel);
    void drawLabels(QCPPainter* painter);
    void drawLabel(QCPPainter* painter, const PlacedLabel& label, double left);
    PanelLabels labelsOf(int panel, double& end) const;
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
