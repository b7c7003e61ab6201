// All points of a study at once, in parallel coordinates: an axis for each chosen parameter and figure, and a line for
// each point through its values. A range dragged on an axis selects lines, and the others fade.
#pragma once

#include "widgets/plots/studies/line_layer.h"
#include "widgets/plots/studies/parallel_axes.h"
#include "widgets/plots/studies/study_chart.h"

#include <QTimer>

class QToolButton;

namespace headroom::widgets {

class StudyParallelView : public StudyChart
{
    Q_OBJECT
public:
    explicit StudyParallelView(QWidget* parent = nullptr);

    const std::vector<ParallelAxis>& axes() const { return axes_; }
    const std::vector<AxisRange>& ranges() const { return ranges_; }
    /// True if the point with this index lies in all ranges.
    bool isInRanges(std::size_t index) const { return inRanges_[index] != 0; }
    std::size_t countInRanges() const { return countInRanges_; }
    /// True if all lines are painted; a large study takes several turns.
    bool isComplete() const { return lit_.isComplete() && faded_.isComplete(); }
    std::size_t paintedLines() const { return lit_.painted(); }
    /// A place on an axis, in pixels of the plot.
    QPointF placeOn(std::size_t axis, double share) const;

    DataTable table() const override;
    /// Where its line meets the last axis on which it has a value.
    std::optional<QPointF> placeOf(qulonglong number) const override;

protected:
    void rebuild() override;
    void clear() override;
    void showSelection() override {}
    const StudyPoint* pointAt(const QPointF& at) const override;
    bool takesPress(const QPointF& at) const override { return axisAt(at).has_value(); }
    void applyColours(const Colours& colours) override;
    void extendMenu(QMenu& menu, const QPoint& at) override;

private:
    friend class StudyParallelDrawing;
    /// Choices of colours beside the figures.
    enum
    {
        oneColour = -1,
        byGoals = -2
    };
    struct Drag
    {
        std::size_t axis;
        double from, to; ///< in pixels from the top of the plot
        bool moved() const;
    };

    void offerColours();
    void offerAxes();
    void takeTickedAxes();
    void applyRanges();
    std::optional<std::size_t> axisAt(const QPointF& at) const;
    double shareAt(double y) const;
    void beginDrag(const QPointF& at);
    void drag(const QPointF& at);
    void endDrag(const QPointF& at);
    void setRange(std::size_t axis, std::optional<std::pair<double, double>> shares);

    void beginLayers(QSize size, qreal pixelRatio);
    void paintAllLines(QPainter& painter) const;
    /// The colour of the line of a point.
    QColor lineColour(std::size_t index) const;
    template <typename Segment>
    void forEachSegment(std::size_t index, Segment segment) const;
    void advance();
    void paintLine(QPainter& painter, std::size_t index) const;
    QColor colourOf(const StudyPoint& point) const;
    std::size_t indexOf(const StudyPoint& point) const;

    QComboBox* colour_;
    QToolButton* tickedAxes_;
    std::vector<ParallelAxis> axes_;
    std::vector<AxisRange> ranges_;
    std::vector<char> inRanges_; ///< of each point
    std::size_t countInRanges_ = 0;
    std::optional<Drag> drag_;
    double least_ = 0, most_ = 1; ///< of the figure that gives the colours
    QRectF area_;                 ///< of the axes, in pixels of the plot
    LineLayer lit_, faded_;
    bool stale_ = true; ///< the layers do not show what is chosen
    QTimer painting_;
    int turn_ = 0;
    const Colours* colours_;
};

} // namespace headroom::widgets
