// A figure of each point as its difference in per cent from a baseline point, best first, with its interval.
#pragma once

#include "widgets/plots/studies/study_chart.h"

class QComboBox;

namespace headroom::widgets {

/// A difference from the baseline, as a share of its value.
struct StudyDifference
{
    const StudyPoint* point = nullptr;
    StudyValue share; ///< with the 95 % interval, if both figures have one
    /// The interval excludes zero.
    bool isCertain() const { return share.hasInterval() && (share.low > 0 || share.high < 0); }
};

/// The difference of two positive figures. The relative half-widths of both intervals are added as squares, which takes
/// their errors as independent: with the same random numbers for both, the interval is rather too wide. Nothing known
/// if a figure is not positive.
StudyValue differenceOf(const StudyValue& value, const StudyValue& baseline);

class StudyBarsView : public StudyChart
{
    Q_OBJECT
public:
    explicit StudyBarsView(QWidget* parent = nullptr);

    /// Those that are drawn, the best first. The baseline is one of them.
    const std::vector<StudyDifference>& bars() const { return bars_; }
    /// The point that the others are compared with; null if there is none.
    const StudyPoint* baseline() const { return baseline_; }

    DataTable table() const override;
    std::optional<QPointF> placeOf(qulonglong number) const override;

protected:
    void rebuild() override;
    void clear() override;
    void showSelection() override {}
    const StudyPoint* pointAt(const QPointF& at) const override;
    void applyColours(const Colours& colours) override;

private:
    friend class StudyBarsDrawing;
    /// Entries of the choice of the baseline.
    enum
    {
        present,
        selectedPoint,
        keptPoint
    };
    void takeBaseline(int entry);
    const StudyPoint* findBaseline() const;
    std::size_t figure() const;
    void setScale();
    QRectF row(std::size_t index) const;

    QComboBox *figure_, *against_;
    std::optional<qulonglong> kept_; ///< the point that was chosen as the baseline
    const StudyPoint* baseline_ = nullptr;
    std::vector<StudyDifference> bars_;
    double least_ = 0, most_ = 0; ///< of the scale
    const Colours* colours_;
};

} // namespace headroom::widgets
