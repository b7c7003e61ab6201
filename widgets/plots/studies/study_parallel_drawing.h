// Draws a StudyParallelView: its axes with their names and steps, the layers of lines, ranges, and the reading.
#pragma once

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/studies/study_points.h"
#include "widgets/theme/theme.h"

#include <qcustomplot.h>

namespace headroom::widgets {

class StudyParallelView;
struct ParallelAxis;

/// The name of an axis as it is drawn: its left edge in pixels, and its row from the top.
struct PlacedName
{
    QString text;
    double left = 0;
    int row = 0;
};

/// Names over their axes, in as few rows as hold them. One that no row has room for is moved to the right and
/// shortened, so that names never cover each other.
std::vector<PlacedName> placedNames(const QRectF& plot, const std::vector<ParallelAxis>& axes);

class StudyParallelDrawing : public ChartDrawing<StudyParallelView>
{
public:
    explicit StudyParallelDrawing(StudyParallelView& view);

    /// Between the names above and the legend below.
    static QRectF areaIn(const QRectF& plot, const std::vector<ParallelAxis>& axes);
    static QColor verdictColour(StudyVerdict verdict, const Colours& colours);
    static QColor scaleColour(double share, const Colours& colours);

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawLines(QCPPainter& painter) const;
    void drawAxes(QCPPainter& painter) const;
    void drawSteps(QCPPainter& painter, std::size_t axis) const;
    void drawNames(QCPPainter& painter) const;
    void drawRanges(QCPPainter& painter) const;
    void drawLegend(QCPPainter& painter) const;
    void drawMarked(QCPPainter& painter, const StudyPoint& point, const QColor& colour) const;
    void drawReading(QCPPainter& painter, const StudyPoint& point) const;
};

} // namespace headroom::widgets
