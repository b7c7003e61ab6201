#include "widgets/plots/studies/study_bars_view.h"

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/horizontal_bars.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr int differenceRow = 24, differenceHead = 8;
constexpr double differenceBar = 10, whiskerEnd = 4;
constexpr double percentWidth = 64;                     // pixels
constexpr double usualNames = 0.42, largestNames = 0.6; // of the width
constexpr std::size_t mostBars = 1000;
constexpr double widestWhisker = 2; // of the largest difference; longer ones are cut at the edge

QString percentText(double share)
{
    const double percent = 100 * share;
    const int digits = std::fabs(percent) < 9.995 ? 1 : 0;
    const QString number = QString::number(std::fabs(percent), 'f', digits);
    const bool zero = number.toDouble() == 0;
    return (zero ? QString() : percent > 0 ? QStringLiteral("+") : QStringLiteral("−")) + number + QStringLiteral(" %");
}

double halfWidthOf(const StudyValue& value)
{
    return std::max(value.high - value.value, value.value - value.low) / value.value;
}

} // namespace

StudyValue differenceOf(const StudyValue& value, const StudyValue& baseline)
{
    StudyValue result;
    if (!(value.value > 0) || !(baseline.value > 0))
        return result;
    const double ratio = value.value / baseline.value;
    result.value = ratio - 1;
    if (!value.hasInterval() || !baseline.hasInterval())
        return result;
    // On a logarithmic scale, so that the interval does not depend on which of the two is the baseline.
    const double half = std::hypot(halfWidthOf(value), halfWidthOf(baseline));
    result.low = ratio * std::exp(-half) - 1;
    result.high = ratio * std::exp(half) - 1;
    return result;
}

class StudyBarsDrawing : public ChartDrawing<StudyBarsView>
{
public:
    explicit StudyBarsDrawing(StudyBarsView& view) : ChartDrawing(view, "main") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        if (!view_.isFilled())
            return;
        painter->setFont(smallFont());
        if (view_.bars_.empty()) {
            painter->setPen(view_.colours_->dimText);
            painter->drawText(view_.plot()->viewport().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                              StudyBarsView::tr("The baseline has no positive %1, so there is no difference in per "
                                                "cent. Choose another figure or another baseline.")
                                  .arg(view_.figure_->currentText()));
            return;
        }
        const QRectF all = view_.plot()->viewport();
        arrangeNames(all.width());
        for (std::size_t i = 0; i < view_.bars_.size(); ++i)
            if (const QRectF row = view_.row(i); row.bottom() >= all.top() && row.top() <= all.bottom())
                drawRow(*painter, view_.bars_[i], row);
        if (const StudyPoint* near = view_.hovered())
            drawReading(*painter, *near);
    }

private:
    /// Names have the room that the longest one needs, within limits. If that is not enough, they are short ones.
    void arrangeNames(double width)
    {
        const QFontMetricsF metrics(smallFont());
        for (const bool isShort : {false, true}) {
            shortNames_ = isShort;
            double longest = 0;
            for (const StudyDifference& bar : view_.bars_)
                longest = std::max(longest, metrics.horizontalAdvance(nameOf(*bar.point)));
            namesWidth_ = std::clamp(longest + 2 * rhythm::step, usualNames * width, largestNames * width);
            if (longest + 2 * rhythm::step <= namesWidth_)
                return;
        }
    }

    /// Bars are drawn between names and numbers.
    HorizontalBars barsWith(QCPPainter& painter) const
    {
        const QRectF all = view_.plot()->viewport();
        const double width = std::max(1.0, all.width() - namesWidth_ - percentWidth - 44);
        return {painter, *view_.colours_, {all.left() + namesWidth_, width, view_.least_, view_.most_}, differenceBar};
    }

    QColor colourOf(const StudyDifference& bar) const
    {
        if (!bar.isCertain())
            return view_.colours_->ghost;
        const auto& larger = view_.study().figures[view_.figure()].largerIsBetter;
        if (!larger)
            return view_.colours_->accent;
        return *larger == (bar.share.value > 0) ? view_.colours_->good : view_.colours_->bad;
    }

    void drawRow(QCPPainter& painter, const StudyDifference& bar, const QRectF& row) const
    {
        const Colours& colours = *view_.colours_;
        const HorizontalBars bars = barsWith(painter);
        if (view_.selected() == bar.point->number)
            painter.fillRect(row, colours.selection);
        const bool isBaseline = bar.point == view_.baseline_;
        bars.name(QRectF(row.left() + rhythm::step, row.top(), namesWidth_ - 2 * rhythm::step, row.height()),
                  nameOf(*bar.point), isBaseline ? colours.dimText : colours.text, Qt::ElideRight);
        const double middle = row.center().y();
        bars.zero(row);
        bars.bar(middle, 0, bar.share.value, colourOf(bar));
        if (bar.share.hasInterval() && !isBaseline)
            bars.whisker(middle, bar.share.low, bar.share.high, whiskerEnd);
        bars.number(
            QRectF(bars.right() + 6, row.top(), percentWidth, row.height()),
            isBaseline ? valueText(bar.point->figures[view_.figure()].value, view_.study().figures[view_.figure()].unit)
                       : percentText(bar.share.value));
    }

    /// Names the differences from the baseline. A short name has only the values of parameters that are no numbers.
    QString nameOf(const StudyPoint& point) const
    {
        if (&point == view_.baseline_)
            return StudyBarsView::tr("baseline: point %1").arg(point.number);
        if (shortNames_) {
            QStringList values;
            for (std::size_t i = 0; i < point.settings.size(); ++i)
                if (const StudyColumn& column = view_.study().parameters[i];
                    point.settings[i] != view_.baseline_->settings[i])
                    values += column.isNumeric ? column.name + ' ' + point.settings[i] : point.settings[i];
            return values.join(", ");
        }
        std::vector<std::size_t> same;
        for (std::size_t i = 0; i < point.settings.size(); ++i)
            if (point.settings[i] == view_.baseline_->settings[i])
                same.push_back(i);
        return othersInWords(view_.study(), point, same);
    }

    void drawReading(QCPPainter& painter, const StudyPoint& point) const
    {
        const auto found = std::find_if(view_.bars_.begin(), view_.bars_.end(),
                                        [&](const StudyDifference& bar) { return bar.point == &point; });
        const StudyColumn& column = view_.study().figures[view_.figure()];
        const StudyValue& value = point.figures[view_.figure()];
        QVector<ReadingRow> rows = {{QColor(), column.name, valueText(value.value, column.unit)},
                                    {QColor(), StudyBarsView::tr("baseline"),
                                     valueText(view_.baseline_->figures[view_.figure()].value, column.unit)},
                                    {QColor(), StudyBarsView::tr("difference"), percentText(found->share.value)}};
        rows.append(
            {QColor(), StudyBarsView::tr("95 % interval"),
             found->share.hasInterval()
                 ? StudyBarsView::tr("%1 to %2").arg(percentText(found->share.low), percentText(found->share.high))
                 : StudyBarsView::tr("not known")});
        drawReadingBox(painter, *view_.colours_, *view_.pointer(), view_.plot()->viewport(), view_.titleOf(point),
                       rows);
    }

    double namesWidth_ = 0;
    bool shortNames_ = false;
};

StudyBarsView::StudyBarsView(QWidget* parent)
    : StudyChart(parent), figure_(addChoice("barsFigure", tr("Figure"))),
      against_(named(new QComboBox, "barsBaseline", tr("Baseline"))), colours_(&colours(palette()))
{
    setWindowTitle(tr("Against a baseline"));
    against_->setToolTip(tr("The point that the others are compared with"));
    against_->addItem(tr("Present values"), present);
    against_->addItem(tr("Selected point"), selectedPoint);
    against_->setMinimumContentsLength(8);
    choices()->addWidget(against_, 1);
    connect(against_, &QComboBox::activated, this, [this] { takeBaseline(against_->currentData().toInt()); });
    new StudyBarsDrawing(*this);
    connect(plot(), &QCustomPlot::mouseWheel, this,
            [this](const QWheelEvent* event) { scrollBy(-event->angleDelta().y() / 2); });
    applyColours(*colours_);
}

/// The selected point is kept as the baseline while others are selected.
void StudyBarsView::takeBaseline(int entry)
{
    if (entry == present)
        kept_.reset();
    if (entry == selectedPoint && selected())
        kept_ = selected();
    for (int i = against_->count() - 1; i > selectedPoint; --i)
        against_->removeItem(i);
    if (kept_)
        against_->addItem(tr("Point %1").arg(*kept_), keptPoint);
    against_->setCurrentIndex(kept_ ? static_cast<int>(keptPoint) : static_cast<int>(present));
    if (isFilled())
        rebuild();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

const StudyPoint* StudyBarsView::findBaseline() const
{
    const auto& points = study().points;
    const auto numbered = [&](std::optional<qulonglong> number) {
        const auto found =
            std::find_if(points.begin(), points.end(), [&](const auto& each) { return number == each.number; });
        return found == points.end() ? nullptr : &*found;
    };
    if (const StudyPoint* point = numbered(kept_ ? kept_ : study().present))
        return point;
    return &points.front();
}

std::size_t StudyBarsView::figure() const
{
    return static_cast<std::size_t>(figure_->currentData().toInt());
}

void StudyBarsView::rebuild()
{
    offer(*figure_, study().figures, true, 0);
    clear();
    if (figure_->count() == 0)
        return showNote({}, {});
    baseline_ = findBaseline();
    for (const StudyPoint& point : study().points) {
        StudyDifference bar{&point, differenceOf(point.figures[figure()], baseline_->figures[figure()])};
        if (&point == baseline_ && std::isfinite(bar.share.value))
            bar.share = {0, 0, 0};
        if (std::isfinite(bar.share.value))
            bars_.push_back(bar);
    }
    const bool smallerFirst = !study().figures[figure()].largerIsBetter.value_or(true);
    std::stable_sort(bars_.begin(), bars_.end(), [smallerFirst](const auto& a, const auto& b) {
        return smallerFirst ? a.share.value < b.share.value : a.share.value > b.share.value;
    });
    QString note = tr("against point %1: %2").arg(baseline_->number).arg(othersInWords(study(), *baseline_, {}));
    if (!kept_ && study().present != baseline_->number)
        note = tr("the present values are no finished point; %1").arg(note);
    if (bars_.size() > mostBars) {
        note = tr("the best %1 of %2; %3").arg(mostBars).arg(bars_.size()).arg(note);
        bars_.resize(mostBars);
    }
    showNote(note, tr("A bar is coloured if its 95 % interval excludes zero. The errors of both points are taken as "
                      "independent; they have the same random numbers, so the interval is rather too wide."));
    setScale();
}

void StudyBarsView::setScale()
{
    double farthest = 0;
    for (const StudyDifference& bar : bars_)
        farthest = std::max(farthest, std::fabs(bar.share.value));
    const double limit = farthest > 0 ? widestWhisker * farthest : HUGE_VAL;
    for (const StudyDifference& bar : bars_) {
        const bool known = bar.share.hasInterval();
        least_ = std::min({least_, bar.share.value, known ? std::max(bar.share.low, -limit) : 0.0});
        most_ = std::max({most_, bar.share.value, known ? std::min(bar.share.high, limit) : 0.0});
    }
    setContentHeight(static_cast<int>(bars_.size()) * differenceRow + 2 * differenceHead);
}

void StudyBarsView::clear()
{
    baseline_ = nullptr;
    bars_.clear();
    least_ = most_ = 0;
    setContentHeight(0);
}

QRectF StudyBarsView::row(std::size_t index) const
{
    const QRectF all = plot()->viewport();
    return {all.left(), all.top() + differenceHead + differenceRow * static_cast<double>(index) - scrolledBy(),
            all.width(), differenceRow};
}

std::optional<QPointF> StudyBarsView::placeOf(qulonglong number) const
{
    for (std::size_t i = 0; i < bars_.size(); ++i)
        if (bars_[i].point->number == number)
            return row(i).center();
    return {};
}

const StudyPoint* StudyBarsView::pointAt(const QPointF& at) const
{
    for (std::size_t i = 0; i < bars_.size(); ++i)
        if (row(i).contains(at))
            return bars_[i].point;
    return nullptr;
}

void StudyBarsView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
}

DataTable StudyBarsView::table() const
{
    DataTable result{windowTitle(), {{"point", {}}, {"parameters", {}}}, {}};
    if (bars_.empty())
        return result;
    const StudyColumn& column = study().figures[figure()];
    result.columns += {
        {column.name, column.unit}, {"difference", "share"}, {"difference low", "share"}, {"difference high", "share"}};
    for (const StudyDifference& bar : bars_)
        result.rows.push_back({QString::number(bar.point->number), othersInWords(study(), *bar.point, {}),
                               bar.point->figures[figure()].value, DataTable::cell(bar.share.value),
                               DataTable::cell(bar.share.low), DataTable::cell(bar.share.high)});
    return result;
}

} // namespace headroom::widgets
