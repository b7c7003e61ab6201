#include "widgets/plots/studies/study_parallel_view.h"

#include "widgets/plots/studies/study_parallel_drawing.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr double axisReach = 9, parallelReach = 8; // of the pointer, in pixels
constexpr double leastDrag = 4;                    // pixels; less is a click
constexpr std::size_t usualAxes = 8;
constexpr std::chrono::milliseconds paintingTurn(12);
constexpr int turnsBetweenPictures = 6;
constexpr double faintFrom = 400; // more lines are the fainter the more they are
constexpr float faintest = 0.06F;
constexpr float fadedOpacity = 0.4F; // of that of the others
constexpr float placeTolerance = 1e-5F;

float opacityOf(std::size_t lines)
{
    return std::clamp(static_cast<float>(0.8 * std::sqrt(faintFrom / (faintFrom + static_cast<double>(lines)))),
                      faintest, 0.8F);
}

} // namespace

bool StudyParallelView::Drag::moved() const
{
    return std::fabs(to - from) >= leastDrag;
}

StudyParallelView::StudyParallelView(QWidget* parent)
    : StudyChart(parent), colour_(addChoice("parallelColour", tr("Colour of the lines"))),
      tickedAxes_(named(new QToolButton, "parallelAxes")), colours_(&colours(palette()))
{
    setWindowTitle(tr("Parallel axes"));
    colour_->addItem(tr("One colour"), oneColour);
    tickedAxes_->setText(tr("Axes"));
    tickedAxes_->setToolTip(tr("Which parameters and figures have an axis"));
    tickedAxes_->setPopupMode(QToolButton::InstantPopup);
    tickedAxes_->setMenu(new QMenu(tickedAxes_));
    choices()->addWidget(tickedAxes_);
    new StudyParallelDrawing(*this);
    connect(plot(), &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) {
        if (event->button() == Qt::LeftButton && isFilled())
            beginDrag(event->pos());
    });
    connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) { drag(event->pos()); });
    connect(plot(), &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* event) {
        if (event->button() == Qt::LeftButton)
            endDrag(event->pos());
    });
    connect(&painting_, &QTimer::timeout, this, &StudyParallelView::advance);
    applyColours(*colours_);
}

void StudyParallelView::rebuild()
{
    offerColours();
    offerAxes();
    takeTickedAxes();
}

void StudyParallelView::clear()
{
    axes_.clear();
    ranges_.clear();
    inRanges_.clear();
    countInRanges_ = 0;
    drag_.reset();
    painting_.stop();
    lit_.clear();
    faded_.clear();
    stale_ = true;
}

/// Verdicts of goals are a choice where the project has goals.
void StudyParallelView::offerColours()
{
    const bool judged = std::any_of(study().points.begin(), study().points.end(),
                                    [](const StudyPoint& point) { return point.goals != StudyVerdict::none; });
    const int known = colour_->findData(byGoals);
    const QSignalBlocker quiet(colour_);
    if (judged && known < 0)
        colour_->insertItem(1, tr("Goals"), byGoals);
    if (!judged && known >= 0)
        colour_->removeItem(known);
    const bool first = colour_->count() <= 2 && colour_->findData(0) < 0;
    offer(*colour_, study().figures, true, judged ? -1 : 0);
    if (first)
        colour_->setCurrentIndex(judged ? colour_->findData(byGoals) : std::max(0, colour_->findData(0)));
    least_ = HUGE_VAL;
    most_ = -HUGE_VAL;
    if (const int figure = colour_->currentData().toInt(); figure >= 0)
        for (const StudyPoint& point : study().points)
            if (const double value = point.figures[static_cast<std::size_t>(figure)].value; std::isfinite(value)) {
                least_ = std::min(least_, value);
                most_ = std::max(most_, value);
            }
}

/// At first all parameters that differ between points, and figures as long as there is room for them, at least one.
void StudyParallelView::offerAxes()
{
    QStringList names, shown;
    for (const auto* columns : {&study().parameters, &study().figures})
        for (const StudyColumn& column : *columns)
            names.append(column.name);
    QMenu& menu = *tickedAxes_->menu();
    for (const QAction* action : menu.actions())
        shown.append(action->text());
    if (names == shown)
        return;
    menu.clear();
    std::size_t ticked = 0;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto number = static_cast<std::size_t>(i);
        const bool isFigure = number >= study().parameters.size();
        const auto& points = study().points;
        const bool differs = isFigure || std::any_of(points.begin(), points.end(), [&](const StudyPoint& point) {
                                 return point.settings[number] != points.front().settings[number];
                             });
        const bool wanted = differs && (!isFigure || ticked < usualAxes || number == study().parameters.size());
        ticked += wanted ? 1 : 0;
        QAction* const action = menu.addAction(names[i]);
        action->setCheckable(true);
        action->setChecked(wanted);
        connect(action, &QAction::toggled, this, [this] {
            if (isFilled())
                takeTickedAxes();
            plot()->replot(QCustomPlot::rpQueuedReplot);
        });
    }
}

void StudyParallelView::takeTickedAxes()
{
    axes_.clear();
    std::size_t number = 0;
    for (const QAction* action : tickedAxes_->menu()->actions()) {
        const std::size_t parameters = study().parameters.size();
        if (action->isChecked())
            axes_.push_back(number < parameters ? parameterAxis(study(), number)
                                                : figureAxis(study(), number - parameters));
        ++number;
    }
    std::erase_if(ranges_, [this](const AxisRange& range) {
        return std::none_of(axes_.begin(), axes_.end(), [&](const auto& axis) { return axis.name == range.axis; });
    });
    applyRanges();
}

void StudyParallelView::applyRanges()
{
    const std::size_t points = study().points.size();
    inRanges_.assign(points, 1);
    for (const ParallelAxis& axis : axes_)
        for (const AxisRange& range : ranges_)
            if (range.axis == axis.name) {
                const auto [low, high] = sharesOf(axis, range);
                const auto least = static_cast<float>(low) - placeTolerance,
                           most = static_cast<float>(high) + placeTolerance;
                for (std::size_t i = 0; i < points; ++i) // a point without a value lies in no range
                    inRanges_[i] &= axis.places[i] >= least && axis.places[i] <= most ? 1 : 0;
            }
    countInRanges_ = static_cast<std::size_t>(std::count(inRanges_.begin(), inRanges_.end(), 1));
    showNote(ranges_.empty() ? QString() : tr("%1 of %2 points are in all ranges").arg(countInRanges_).arg(points),
             tr("A click on an axis removes its range."));
    stale_ = true;
}

QPointF StudyParallelView::placeOn(std::size_t axis, double share) const
{
    const double part = axes_.size() < 2 ? 0.5 : static_cast<double>(axis) / static_cast<double>(axes_.size() - 1);
    return {area_.left() + part * area_.width(), area_.bottom() - share * area_.height()};
}

double StudyParallelView::shareAt(double y) const
{
    return std::clamp((area_.bottom() - y) / std::max(1.0, area_.height()), 0.0, 1.0);
}

std::optional<std::size_t> StudyParallelView::axisAt(const QPointF& at) const
{
    if (at.y() < area_.top() - axisReach || at.y() > area_.bottom() + axisReach)
        return {};
    for (std::size_t i = 0; i < axes_.size(); ++i)
        if (std::fabs(placeOn(i, 0).x() - at.x()) <= axisReach)
            return i;
    return {};
}

void StudyParallelView::beginDrag(const QPointF& at)
{
    if (const auto axis = axisAt(at))
        drag_ = {*axis, at.y(), at.y()};
}

void StudyParallelView::drag(const QPointF& at)
{
    plot()->setCursor(drag_ || axisAt(at) ? Qt::SplitVCursor : Qt::ArrowCursor);
    if (!drag_ || drag_->axis >= axes_.size())
        return;
    drag_->to = at.y();
    if (!drag_->moved())
        return;
    const double one = shareAt(drag_->from), other = shareAt(drag_->to);
    setRange(drag_->axis, std::pair(std::min(one, other), std::max(one, other)));
}

/// A click removes the range of the axis; where there is none it chooses the point, as elsewhere.
void StudyParallelView::endDrag(const QPointF& at)
{
    drag(at);
    const auto ended = std::exchange(drag_, std::nullopt);
    if (!ended || ended->moved() || ended->axis >= axes_.size() || !isFilled())
        return;
    const std::size_t before = ranges_.size();
    setRange(ended->axis, {});
    if (ranges_.size() == before)
        choose(at);
}

void StudyParallelView::setRange(std::size_t axis, std::optional<std::pair<double, double>> shares)
{
    const ParallelAxis& on = axes_[axis];
    std::erase_if(ranges_, [&](const AxisRange& range) { return range.axis == on.name; });
    if (shares) {
        const AxisRange range = rangeOn(on, shares->first, shares->second);
        if (!on.isOfNames || !range.first.isNull())
            ranges_.push_back(range);
    }
    applyRanges();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void StudyParallelView::extendMenu(QMenu& menu, const QPoint&)
{
    menu.addAction(tr("Remove all ranges"), this,
                   [this] {
                       ranges_.clear();
                       applyRanges();
                       plot()->replot(QCustomPlot::rpQueuedReplot);
                   })
        ->setEnabled(!ranges_.empty());
}

void StudyParallelView::beginLayers(QSize size, qreal pixelRatio)
{
    if (!stale_ && lit_.size() == size && qFuzzyCompare(lit_.pixelRatio(), pixelRatio))
        return;
    stale_ = false;
    for (const bool lit : {false, true}) {
        LineLayer& layer = lit ? lit_ : faded_;
        const bool any = lit ? countInRanges_ > 0 : countInRanges_ < inRanges_.size();
        layer.begin(size, pixelRatio, any ? inRanges_.size() : 0, [this, lit, &layer](std::size_t index) {
            if ((inRanges_[index] != 0) != lit)
                return;
            const QColor colour = lineColour(index);
            forEachSegment(index, [&](const QPointF& from, const QPointF& to) { layer.drawSegment(from, to, colour); });
        });
    }
    lit_.advance(paintingTurn);
    if (lit_.isComplete())
        faded_.advance(paintingTurn);
    if (!isComplete())
        painting_.start(0);
}

void StudyParallelView::advance()
{
    if (!isFilled() || stale_ || isComplete()) // the next picture begins anew
        return painting_.stop();
    (lit_.isComplete() ? faded_ : lit_).advance(paintingTurn);
    if (isComplete())
        painting_.stop();
    if (isComplete() || ++turn_ % turnsBetweenPictures == 0)
        plot()->replot(QCustomPlot::rpQueuedReplot);
}

void StudyParallelView::paintAllLines(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool lit : {false, true})
        for (std::size_t i = 0; i < inRanges_.size(); ++i)
            if ((inRanges_[i] != 0) == lit) {
                painter.setPen(QPen(lineColour(i), 1));
                paintLine(painter, i);
            }
}

QColor StudyParallelView::lineColour(std::size_t index) const
{
    const bool lit = inRanges_[index] != 0;
    QColor colour = lit ? colourOf(study().points[index]) : colours_->ghost;
    const std::size_t others = lit ? countInRanges_ : inRanges_.size() - countInRanges_;
    colour.setAlphaF(opacityOf(others) * (lit ? 1 : fadedOpacity));
    return colour;
}

/// From axis to axis, with gaps where the point has no value.
template <typename Segment>
void StudyParallelView::forEachSegment(std::size_t index, Segment segment) const
{
    for (std::size_t axis = 0; axis + 1 < axes_.size(); ++axis) {
        const float from = axes_[axis].places[index], to = axes_[axis + 1].places[index];
        if (std::isfinite(from) && std::isfinite(to))
            segment(placeOn(axis, from), placeOn(axis + 1, to));
    }
}

void StudyParallelView::paintLine(QPainter& painter, std::size_t index) const
{
    forEachSegment(index, [&](const QPointF& from, const QPointF& to) { painter.drawLine(from, to); });
}

QColor StudyParallelView::colourOf(const StudyPoint& point) const
{
    const int by = colour_->currentData().toInt();
    if (by == byGoals)
        return StudyParallelDrawing::verdictColour(point.goals, *colours_);
    if (by < 0)
        return colours_->accent;
    const double value = point.figures[static_cast<std::size_t>(by)].value;
    return std::isfinite(value) ? StudyParallelDrawing::scaleColour(
                                      most_ > least_ ? (value - least_) / (most_ - least_) : 0.5, *colours_)
                                : colours_->ghost;
}

std::size_t StudyParallelView::indexOf(const StudyPoint& point) const
{
    return static_cast<std::size_t>(&point - study().points.data());
}

std::optional<QPointF> StudyParallelView::placeOf(qulonglong number) const
{
    if (!isFilled())
        return {};
    const auto& points = study().points;
    const auto found =
        std::find_if(points.begin(), points.end(), [&](const auto& each) { return each.number == number; });
    if (found == points.end())
        return {};
    for (std::size_t axis = axes_.size(); axis-- > 0;)
        if (const float place = axes_[axis].places[indexOf(*found)]; std::isfinite(place))
            return placeOn(axis, place);
    return {};
}

/// The nearest line that has not faded.
const StudyPoint* StudyParallelView::pointAt(const QPointF& at) const
{
    const QRectF whole = area_.adjusted(-parallelReach, -parallelReach, parallelReach, parallelReach);
    if (axes_.size() < 2 || !whole.contains(at) || drag_)
        return nullptr;
    std::size_t left = 0;
    while (left + 2 < axes_.size() && placeOn(left + 1, 0).x() <= at.x())
        ++left;
    const QPointF low = placeOn(left, 0), next = placeOn(left + 1, 0);
    const double gap = next.x() - low.x(), height = area_.height();
    const double share = std::clamp((at.x() - low.x()) / gap, 0.0, 1.0);
    const StudyPoint* best = nullptr;
    double least = parallelReach;
    for (std::size_t i = 0; i < study().points.size(); ++i) {
        const double from = axes_[left].places[i], to = axes_[left + 1].places[i];
        if (!inRanges_[i] || !std::isfinite(from) || !std::isfinite(to))
            continue;
        const double rise = (to - from) * height;
        const double above = std::fabs(low.y() - from * height - share * rise - at.y());
        if (const double away = above * gap / std::sqrt(gap * gap + rise * rise); away < least) {
            least = away;
            best = &study().points[i];
        }
    }
    return best;
}

void StudyParallelView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    stale_ = true;
}

DataTable StudyParallelView::table() const
{
    DataTable result{windowTitle(), {{"point", {}}, {"in all ranges", {}}}, {}};
    for (const ParallelAxis& axis : axes_)
        result.columns.append({axis.name, axis.isOfNames ? QString() : axis.unit});
    if (!isFilled())
        return result;
    for (const StudyPoint& point : study().points) {
        std::vector<DataTable::Cell> cells = {QString::number(point.number),
                                              inRanges_[indexOf(point)] ? QString("yes") : QString("no")};
        for (const ParallelAxis& axis : axes_)
            cells.push_back(axis.isOfNames ? DataTable::Cell(axis.textOf(point))
                                           : DataTable::cell(axis.valueOf(point)));
        result.rows.push_back(std::move(cells));
    }
    return result;
}

} // namespace headroom::widgets
