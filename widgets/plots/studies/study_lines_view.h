// A figure over a numeric parameter, with its intervals as a band: one line for each value of another parameter.
#pragma once

#include "widgets/plots/studies/study_chart.h"

class QCPAxisRect;

namespace headroom::widgets {

class StudyLinesView : public StudyChart
{
    Q_OBJECT
public:
    explicit StudyLinesView(QWidget* parent = nullptr);

    struct Line
    {
        QString name;                          ///< "DISK = X"; empty if it is the only one
        std::vector<const StudyPoint*> points; ///< by ascending parameter
    };
    /// Those that are drawn.
    const std::vector<Line>& lines() const { return lines_; }

    DataTable table() const override;
    std::optional<QPointF> placeOf(qulonglong number) const override;

protected:
    void rebuild() override;
    void clear() override { lines_.clear(); }
    const StudyPoint* pointAt(const QPointF& at) const override;
    void applyColours(const Colours& colours) override;

private:
    friend class StudyLinesOverlay;
    void chooseLines();
    void drawLines();
    void setRanges();
    QPointF place(const StudyPoint& point) const;
    std::size_t over() const;
    std::size_t figure() const;
    std::optional<std::size_t> each() const;

    QComboBox *figure_, *over_, *each_;
    QCPAxisRect* rect_;
    std::vector<Line> lines_;
    const Colours* colours_;
};

} // namespace headroom::widgets
