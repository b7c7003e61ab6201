#include "widgets/plots/chart/axis_style.h"

#include "widgets/theme/axis_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace headroom::widgets {

namespace {

template <class Base>
class QuantityTicker : public Base
{
public:
    QuantityTicker(QString unit, int ticks, std::function<double()> fitting, ThinLabels thin)
        : unit_(std::move(unit)), ticks_(ticks), fitting_(std::move(fitting)), thin_(std::move(thin))
    {
        this->setTickCount(ticks);
    }
    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* labels) override
    {
        if (fitting_ && !thin_) // which would leave even fewer labels
            this->setTickCount(std::clamp(static_cast<int>(fitting_()), 1, ticks_));
        Base::generate(range, locale, format, precision, ticks, subTicks, labels);
        if (thin_ && labels)
            thin_(ticks, *labels);
    }

protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override
    {
        return tickTexts(ticks, unit_, thin_ ? FarFromZero::inFull : FarFromZero::byDistance);
    }
    const std::function<double()>& fitting() const { return fitting_; }
    const QString& unit() const { return unit_; }

private:
    QString unit_;
    int ticks_;
    std::function<double()> fitting_;
    ThinLabels thin_;
};

/// Over few decades, ticks at 1, 2 and 5 of each: QCustomPlot falls back to equal steps there, which crowd at the end.
/// With less room there are ticks at 1 and 3, or at 1 only.
class LogTicker : public QuantityTicker<QCPAxisTickerLog>
{
public:
    LogTicker(const QString& unit, int ticks, std::function<double()> fitting, ThinLabels thin)
        : QuantityTicker(unit, ticks, std::move(fitting), std::move(thin))
    {
    }

protected:
    /// Each has the unit in which it is readable itself: no unit suits all decades.
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override
    {
        QVector<QString> labels;
        for (const double tick : ticks)
            labels.append(tickText(tick, unit()));
        return labels;
    }
    QVector<double> createTickVector(double step, const QCPRange& range) override
    {
        constexpr int fewDecades = 3;
        if (!(range.lower > 0) || std::log10(range.upper / range.lower) > fewDecades)
            return thinned(QuantityTicker::createTickVector(step, range), range);
        const QVector<double> dense = ticksAt({1.0, 2.0, 5.0}, range);
        if (dense.size() < 2)
            return QuantityTicker::createTickVector(step, range);
        for (const auto& factors : {std::vector{1.0, 2.0, 5.0}, std::vector{1.0, 3.0}, std::vector{1.0}})
            if (const auto ticks = ticksAt(factors, range); ticks.size() > 1 && fit(ticks, range))
                return ticks;
        return {dense.front(), dense.back()};
    }

private:
    static QVector<double> ticksAt(const std::vector<double>& factors, const QCPRange& range)
    {
        QVector<double> ticks;
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        for (int decade = first; std::pow(10, decade) <= range.upper; ++decade)
            for (const double factor : factors)
                if (const double tick = factor * std::pow(10, decade); range.contains(tick))
                    ticks += tick;
        return ticks;
    }
    /// Every second, third ... one, so that they fit.
    QVector<double> thinned(const QVector<double>& all, const QCPRange& range) const
    {
        QVector<double> ticks = all;
        for (int each = 2; ticks.size() > 2 && !fit(ticks, range); ++each) {
            ticks.clear();
            for (int i = 0; i < all.size(); i += each)
                ticks += all[i];
        }
        return ticks;
    }
    bool fit(const QVector<double>& ticks, const QCPRange& range) const
    {
        if (!fitting())
            return true;
        double closest = std::numeric_limits<double>::infinity();
        for (int i = 1; i < ticks.size(); ++i)
            closest = std::min(closest, std::log(ticks[i] / ticks[i - 1]));
        return closest >= std::log(range.upper / range.lower) / fitting()();
    }
};

class TimeTicker : public QCPAxisTicker
{
public:
    TimeTicker() { setTickCount(7); }

protected:
    /// The least of 1, 2, 5, 10 … seconds that makes no more than this number of ticks: nobody counts in steps of 2.5.
    double getTickStep(const QCPRange& range) override
    {
        const double least = range.size() / tickCount();
        const double decade = std::pow(10, std::floor(std::log10(least)));
        for (const double factor : {1, 2, 5})
            if (factor * decade >= least)
                return factor * decade;
        return 10 * decade;
    }
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override
    {
        return tickTexts(ticks, "s");
    }
};

class TimeSinceTicker : public QCPAxisTicker
{
public:
    explicit TimeSinceTicker(double origin)
    {
        setTickCount(7);
        setTickOrigin(origin);
    }

protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override
    {
        QVector<double> since;
        for (const double tick : ticks)
            since.append(tick - tickOrigin());
        return tickTexts(since, "s");
    }
};

void styleAxis(QCPAxis& axis, const Colours& colours)
{
    axis.setTickLabelFont(smallFont());
    axis.setTickLabelColor(colours.dimText);
    axis.setLabelFont(smallFont());
    axis.setLabelColor(colours.dimText);
    axis.setBasePen(axis.axisType() == QCPAxis::atBottom ? QPen(colours.border, 1) : QPen(Qt::NoPen));
    axis.setTickPen(Qt::NoPen);
    axis.setSubTicks(false);
    axis.grid()->setPen(QPen(colours.grid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

} // namespace

QSharedPointer<QCPAxisTicker> timeSinceTicker(double origin)
{
    return QSharedPointer<QCPAxisTicker>(new TimeSinceTicker(origin));
}

QSharedPointer<QCPAxisTicker> timeTicker()
{
    return QSharedPointer<QCPAxisTicker>(new TimeTicker);
}

QString axisTitle(const QString& name, const QString& unit)
{
    const bool isSaid = unit.isEmpty() || unit == "1" || unit == "1/s" || unit == "share" || tickText(1, unit) != "1";
    return isSaid ? name : QStringLiteral("%1, %2").arg(name, unit);
}

std::function<double()> labelsBeside(const QCPAxisRect& rect)
{
    // Not by the height of the rect, which is that of the last picture while a new one is laid out.
    return [&rect] {
        const QCustomPlot& plot = *rect.parentPlot();
        const double row = static_cast<double>(plot.viewport().height()) / plot.plotLayout()->rowCount();
        const QMargins margins = rect.margins();
        return (row - margins.top() - margins.bottom()) / (1.2 * QFontMetricsF(smallFont()).height());
    };
}

QSharedPointer<QCPAxisTicker> quantityTicker(const QString& unit, bool logarithmic, int ticks,
                                             std::function<double()> fitting, ThinLabels thin)
{
    if (logarithmic)
        return QSharedPointer<QCPAxisTicker>(new LogTicker(unit, ticks, std::move(fitting), std::move(thin)));
    return QSharedPointer<QCPAxisTicker>(
        new QuantityTicker<QCPAxisTicker>(unit, ticks, std::move(fitting), std::move(thin)));
}

void styleAxes(QCPAxisRect& rect, const Colours& colours)
{
    for (const auto side : {QCPAxis::atLeft, QCPAxis::atBottom})
        styleAxis(*rect.axis(side), colours);
}

QCPAxisRect* plainAxisRect(QCustomPlot& plot, int row, int column)
{
    auto* rect = new QCPAxisRect(&plot, true);
    plot.plotLayout()->addElement(row, column, rect);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight})
        rect->axis(side)->setVisible(false);
    for (const auto side : {QCPAxis::atLeft, QCPAxis::atBottom}) {
        rect->axis(side)->setLayer("main");
        rect->axis(side)->grid()->setLayer("grid");
        rect->axis(side)->setTickLength(0, 0);
        rect->axis(side)->setTickLabelPadding(6);
    }
    return rect;
}

QCPAxisRect* timeAxisRect(QCustomPlot& plot, const QMargins& margins)
{
    plot.plotLayout()->clear();
    plot.setMinimumSize(400, leastChartHeight);
    plot.setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot.setMouseTracking(true);
    QCPAxisRect* rect = plainAxisRect(plot, 0, 0);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins(margins);
    rect->setRangeDrag(Qt::Horizontal);
    rect->setRangeZoom(Qt::Horizontal);
    rect->axis(QCPAxis::atLeft)->setTickLabels(false);
    rect->axis(QCPAxis::atLeft)->grid()->setVisible(false);
    rect->axis(QCPAxis::atBottom)->setTicker(timeTicker());
    return rect;
}

QCPRange visibleTime(const QCPRange& wanted, double begin, double end, double shortest)
{
    const double size = std::clamp(wanted.size(), shortest, std::max(shortest, end - begin));
    const double lower = std::clamp(wanted.lower, begin, std::max(begin, end - size));
    return {lower, lower + size};
}

void setSteps(QCPGraph& graph, const QVector<double>& x, const QVector<double>& y)
{
    graph.setLineStyle(QCPGraph::lsStepLeft);
    graph.setData(x, y, true);
}

} // namespace headroom::widgets
