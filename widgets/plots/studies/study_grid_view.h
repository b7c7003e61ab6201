// A figure over two parameters as a heat map: a cell for each pair of values, coloured and with its number.
#pragma once

#include "widgets/plots/studies/study_chart.h"

namespace headroom::widgets {

class StudyGridView : public StudyChart
{
    Q_OBJECT
public:
    explicit StudyGridView(QWidget* parent = nullptr);

    const std::vector<QString>& columns() const { return columns_; } ///< values of the horizontal parameter
    const std::vector<QString>& rows() const { return rows_; }       ///< of the vertical one, from below
    /// The point of a cell; null if it is not finished or not part of the study.
    const StudyPoint* at(std::size_t column, std::size_t row) const;

    DataTable table() const override;
    std::optional<QPointF> placeOf(qulonglong number) const override;

protected:
    void rebuild() override;
    void clear() override { cells_.clear(); }
    const StudyPoint* pointAt(const QPointF& at) const override;
    void applyColours(const Colours& colours) override;

private:
    friend class StudyGridDrawing;
    /// Where the cells are drawn, in pixels of the plot.
    QRectF area() const;
    QRectF cell(std::size_t column, std::size_t row) const;
    std::size_t figure() const;
    std::size_t across() const;
    std::size_t up() const;
    double valueOf(const StudyPoint& point) const { return point.figures[figure()].value; }

    QComboBox *figure_, *across_, *up_;
    std::vector<QString> columns_, rows_;
    std::vector<const StudyPoint*> cells_; ///< row by row
    double least_ = 0, most_ = 1;
    const Colours* colours_;
};

} // namespace headroom::widgets
