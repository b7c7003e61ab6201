#include "widgets/diagram/topology/panels/rack_view.h"

#include "project/document/hardware.h"
#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/diagram/view/overlays.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int usualWidth = 152, widest = 240; // of a rack
constexpr int narrowest = 36;                 // where all are shown at once
constexpr int rackGap = 24, closeGap = 8;     // with and without room for it
constexpr int rackMargin = 24;
constexpr int titleHeight = 24;
constexpr int rackSwitchHeight = 24;
constexpr int post = 6; // width of the rack's sides
constexpr int smallestUnit = 4, smallestOfAll = 2;
constexpr int largestUnit = 24;
constexpr int readableUnit = 13;
constexpr int roomForCount = 52, roomForIcon = 24;

/// The height of the row that begins with a rack, in nodes.
int tallestOf(const TopologyPlan& plan, int first, int perRow)
{
    int tallest = 0;
    for (int i = first; i < std::min<int>(first + perRow, static_cast<int>(plan.racks.size())); ++i)
        tallest = std::max(tallest, plan.racks[i].nodes());
    return tallest;
}

} // namespace

RackView::RackView(QWidget* parent)
    : QAbstractScrollArea(parent), rackWidth_(usualWidth), legend_(named(new LoadLegend(this), "rackLegend"))
{
    setObjectName("racks");
    setAccessibleName(tr("Racks"));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    legend_->setCaption(tr("Busiest of processor, disks and network of each node"));
    legend_->hide();
}

void RackView::setRacks(const TopologyPlan& plan, const std::vector<project::NodeGroup>& groups)
{
    plan_ = plan;
    groups_.clear();
    for (const auto& group : groups)
        groups_.append(QString::fromStdString(group.id));
    if (!unitOf(current_))
        current_ = {};
    arrange();
}

void RackView::setLoads(const QHash<QString, GroupLoads>& loads)
{
    loads_ = loads;
    legend_->setVisible(!loads_.isEmpty());
    arrange();
}

void RackView::setUnitHeight(int height)
{
    unitHeight_ = std::clamp(height, smallestUnit, largestUnit);
    arrange();
}

/// As the user zooms.
void RackView::chooseUnitHeight(int height)
{
    setShowsAll(false);
    setUnitHeight(height);
}

void RackView::setShowsAll(bool all)
{
    if (showsAll_ == all)
        return;
    showsAll_ = all;
    if (!all)
        unitHeight_ = std::max(unitHeight_, smallestUnit);
    arrange();
    emit showsAllChanged(all);
}

/// Chooses how many racks stand in a row so that the nodes are as high as possible.
void RackView::fitAll()
{
    const int racks = static_cast<int>(plan_.racks.size());
    const int width = viewport()->width() - 2 * rackMargin;
    const int height = viewport()->height() - 2 * rackMargin - (legend_->isHidden() ? 0 : legend_->height());
    perRow_ = std::max(1, width / (narrowest + closeGap)); // if there is no room for all
    unitHeight_ = smallestOfAll;
    for (int perRow = 1; perRow <= racks && perRow <= std::max(1, width / (narrowest + closeGap)); ++perRow) {
        int nodes = 0, rows = 0;
        for (int first = 0; first < racks; first += perRow, ++rows)
            nodes += tallestOf(plan_, first, perRow);
        const int room = height - rows * (titleHeight + rackSwitchHeight + 2 * post) - (rows - 1) * closeGap;
        const int unit = std::min(largestUnit, room / std::max(1, nodes));
        if (unit <= unitHeight_)
            continue;
        unitHeight_ = unit;
        perRow_ = perRow;
    }
    rackWidth_ = std::clamp(width / std::min(perRow_, std::max(1, racks)) - closeGap, narrowest, widest);
}

/// Places the racks side by side in as many rows as necessary; the racks of a row are aligned at the bottom.
void RackView::arrange()
{
    legend_->adjustSize();
    legend_->move(rackMargin, height() - legend_->height() - post);
    const int gap = showsAll_ ? closeGap : rackGap;
    if (showsAll_) {
        fitAll();
    } else {
        const int room = viewport()->width() - 2 * rackMargin + rackGap;
        perRow_ = std::max(1, room / (usualWidth + rackGap));
        rackWidth_ = std::clamp(room / perRow_ - rackGap, usualWidth, widest); // the row takes the whole width
    }
    frames_.clear();
    int y = rackMargin;
    for (int first = 0; first < plan_.racks.size(); first += perRow_) {
        const int last = std::min<int>(first + perRow_, static_cast<int>(plan_.racks.size()));
        const int tallest = tallestOf(plan_, first, perRow_) * unitHeight_;
        const int rowHeight = titleHeight + rackSwitchHeight + tallest + 2 * post;
        for (int i = first; i < last; ++i) {
            const int height = rowHeight - tallest + plan_.racks[i].nodes() * unitHeight_;
            frames_.append({rackMargin + (i - first) * (rackWidth_ + gap), y + rowHeight - height, rackWidth_, height});
        }
        y += rowHeight + gap;
    }
    contentHeight_ = y - gap + rackMargin + (legend_->isHidden() ? 0 : legend_->height());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(24);
    verticalScrollBar()->setRange(0, std::max(0, contentHeight_ - viewport()->height()));
    viewport()->update();
}

std::optional<RackView::Unit> RackView::unitOf(const Node& node) const
{
    if (node.rack < 0 || node.rack >= plan_.racks.size() || node.unit < 0)
        return {};
    int left = node.unit;
    for (const RackSpan& span : plan_.racks[node.rack].spans) {
        if (left < span.count)
            return Unit{span.group, span.first + left};
        left -= span.count;
    }
    return {};
}

QRect RackView::unitRect(const Node& node) const
{
    const QRect& frame = frames_[node.rack];
    return {frame.left() + post,
            frame.top() + titleHeight + rackSwitchHeight + post + node.unit * unitHeight_ -
                verticalScrollBar()->value(),
            rackWidth_ - 2 * post, unitHeight_};
}

RackView::Node RackView::nodeAt(const QPoint& point) const
{
    for (int i = 0; i < frames_.size(); ++i) {
        const QRect frame = frames_[i].translated(0, -verticalScrollBar()->value());
        const int below = point.y() - frame.top() - titleHeight - rackSwitchHeight - post;
        if (frame.contains(point) && below >= 0 && unitOf({i, below / unitHeight_}))
            return {i, below / unitHeight_};
    }
    return {};
}

QRect RackView::placeOf(int group, int node) const
{
    for (int i = 0; i < plan_.racks.size(); ++i) {
        int unit = 0;
        for (const RackSpan& span : plan_.racks[i].spans) {
            if (span.group == group && node >= span.first && node < span.first + span.count)
                return unitRect({i, unit + node - span.first});
            unit += span.count;
        }
    }
    return {};
}

QString RackView::nameOf(const Unit& unit) const
{
    const int count = plan_.nodes.value(unit.group);
    const QString group = groups_.value(unit.group);
    return count == 1 ? group : QStringLiteral("%1-%2").arg(group).arg(unit.node + 1);
}

QString RackView::currentName() const
{
    const auto unit = unitOf(current_);
    return unit ? nameOf(*unit) : QString();
}

std::optional<NodeLoad> RackView::loadOf(const Unit& unit) const
{
    const auto found = loads_.constFind(groups_.value(unit.group));
    if (found == loads_.constEnd() || unit.node >= found->nodes.size())
        return {};
    return found->nodes[unit.node];
}

void RackView::setCurrent(const Node& node)
{
    const auto unit = unitOf(node);
    current_ = unit ? node : Node{};
    viewport()->update();
    if (!unit)
        return;
    const QRect rect = unitRect(node);
    if (rect.top() < 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - rackMargin);
    else if (rect.bottom() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.bottom() - viewport()->height() + rackMargin);
    emit groupChosen(groups_.value(unit->group));
}

void RackView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    const Colours& colours = widgets::colours(palette());
    painter.fillRect(event->rect(), colours.canvas);
    if (plan_.racks.isEmpty()) {
        painter.setPen(colours.dimText);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No nodes yet. Add node groups in the drawing; a group's rack is one of its properties."));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < frames_.size(); ++i)
        if (frames_[i].translated(0, -verticalScrollBar()->value()).intersects(event->rect()))
            paintRack(painter, i, event->rect());
}

void RackView::paintRack(QPainter& painter, int rack, const QRect& exposed) const
{
    const Colours& colours = widgets::colours(palette());
    const Rack& shown = plan_.racks[rack];
    const QRect frame = frames_[rack].translated(0, -verticalScrollBar()->value());
    const bool narrow = rackWidth_ < usualWidth / 2; // its number of nodes and its switch are seen, not written
    painter.setFont(narrow ? labelFont() : titleFont());
    painter.setPen(colours.text);
    const QRect title(frame.left(), frame.top(), rackWidth_, titleHeight - 4);
    painter.drawText(
        title, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(shown.name, Qt::ElideMiddle, rackWidth_ - (narrow ? 0 : roomForCount)));
    painter.setFont(labelFont());
    painter.setPen(colours.dimText);
    if (!narrow)
        painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter,
                         shown.nodes() == 1 ? tr("1 node") : tr("%1 nodes").arg(shown.nodes()));
    const QRect body = frame.adjusted(0, titleHeight, 0, 0);
    painter.setPen(QPen(colours.fieldBorder, 1.2));
    painter.setBrush(colours.box);
    painter.drawRoundedRect(QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QRect top(body.left() + post, body.top() + post - 2, rackWidth_ - 2 * post, rackSwitchHeight - 2);
    painter.setPen(QPen(colours.fieldBorder, 1));
    painter.setBrush(colours.band);
    painter.drawRoundedRect(QRectF(top).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    icon("network-wired").paint(&painter, QRect(top.left() + 4, top.top() + 3, 16, 16));
    painter.setPen(colours.text);
    painter.setFont(labelFont());
    if (!narrow)
        painter.drawText(top.adjusted(roomForIcon, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         shown.switchName.isEmpty()
                             ? tr("no switch")
                             : QFontMetrics(labelFont())
                                   .elidedText(shown.switchName, Qt::ElideRight, top.width() - roomForIcon - 4));
    for (int unit = 0; unit < shown.nodes(); ++unit) {
        const QRect rect = unitRect({rack, unit});
        if (rect.intersects(exposed))
            paintUnit(painter, {rack, unit}, rect);
    }
}

void RackView::paintUnit(QPainter& painter, const Node& node, const QRect& rect) const
{
    const Colours& colours = widgets::colours(palette());
    const Unit unit = *unitOf(node);
    const auto load = loadOf(unit);
    const auto busiest = load ? load->busiest() : std::nullopt;
    const QRect face = rect.adjusted(0, 0, 0, unitHeight_ > smallestUnit ? -1 : 0);
    const double used = busiest.value_or(0);
    painter.fillRect(face, busiest ? loadColour(used, palette()) : colours.fieldBorder);
    // A colour for each group, which is the same in all racks.
    painter.fillRect(QRect(face.left(), face.top(), 4, face.height()), seriesColour(unit.group, palette()));
    if (unitHeight_ >= readableUnit && rackWidth_ >= usualWidth / 2) {
        painter.setFont(labelFont());
        painter.setPen(colours.text);
        const QString share = busiest ? percentText(used) : QString();
        painter.drawText(face.adjusted(9, 0, -5, 0), Qt::AlignRight | Qt::AlignVCenter, share);
        const int room = face.width() - 18 - (share.isEmpty() ? 0 : QFontMetrics(labelFont()).horizontalAdvance(share));
        painter.drawText(face.adjusted(9, 0, -5, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(labelFont()).elidedText(nameOf(unit), Qt::ElideMiddle, room));
    }
    if (node == current_) {
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(face).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void RackView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void RackView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setCurrent(nodeAt(event->pos()));
}

void RackView::keyPressEvent(QKeyEvent* event)
{
    Node next = unitOf(current_) ? current_ : Node{0, -1};
    switch (event->key()) {
    case Qt::Key_Down:
        ++next.unit;
        break;
    case Qt::Key_Up:
        --next.unit;
        break;
    case Qt::Key_Right:
    case Qt::Key_Left:
        next.rack += event->key() == Qt::Key_Right ? 1 : -1;
        if (next.rack >= 0 && next.rack < plan_.racks.size())
            next.unit = std::clamp(next.unit, 0, std::max(0, plan_.racks[next.rack].nodes() - 1));
        break;
    case Qt::Key_Plus:
        return chooseUnitHeight(unitHeight_ + 2);
    case Qt::Key_Minus:
        return chooseUnitHeight(unitHeight_ - 2);
    default:
        return QAbstractScrollArea::keyPressEvent(event);
    }
    if (unitOf(next))
        setCurrent(next);
}

void RackView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    chooseUnitHeight(unitHeight_ + (event->angleDelta().y() > 0 ? 2 : -2));
    event->accept();
}

bool RackView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto unit = unitOf(nodeAt(help->pos()));
    if (!unit) {
        QToolTip::hideText();
        return true;
    }
    const auto load = loadOf(*unit);
    const QString loads = load ? loadText(*load) : QString();
    QToolTip::showText(help->globalPos(), loads.isEmpty() ? nameOf(*unit) : nameOf(*unit) + ": " + loads, this);
    return true;
}

} // namespace headroom::widgets
