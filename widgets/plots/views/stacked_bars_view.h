// Stacked bars: the parts of each of several things, as the costs of years.
#pragma once

#include "widgets/plots/chart/chart_widget.h"

#include <QStringList>
#include <QVector>

#include <vector>

namespace headroom::widgets {

struct StackedBar
{
    QString name;
    QVector<double> values; ///< of each part, not negative
    bool atLeast = false;   ///< something of unknown size belongs to it, too

    double total() const;
};

struct StackedBars
{
    QString title;
    QString nameColumn; ///< kind of the names of bars, for tables: "year"
    QString unit;       ///< of the values
    QStringList parts;  ///< the same part has the same place, and so the same colour, in every chart of its kind
    std::vector<StackedBar> bars;
};

/// One bar below the other, with its total. A legend names the parts that some bar has.
class StackedBarsView : public ChartWidget
{
    Q_OBJECT
public:
    /// `whatFillsIt` is shown as long as there are no bars.
    explicit StackedBarsView(const QString& whatFillsIt, QWidget* parent = nullptr);

    void setContent(StackedBars content);
    const StackedBars& content() const { return content_; }

    DataTable table() const override;
    bool isFilled() const override { return !content_.bars.empty(); }
    /// Area of a bar with its name and its total, in pixels of the plot.
    QRectF row(std::size_t bar) const;

protected:
    void applyColours(const Colours& colours) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class StackedBarsDrawing;
    void updateHeight();
    bool isUsed(int part) const;
    /// The places of the legend's entries within so much width, by part; the rectangle is empty for a part that no bar
    /// has.
    QVector<QRectF> legend(double width) const;
    double legendHeight(double width) const;

    StackedBars content_;
    const Colours* colours_;
};

} // namespace headroom::widgets
