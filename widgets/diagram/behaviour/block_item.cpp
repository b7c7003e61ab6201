#include "widgets/diagram/behaviour/block_item.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/lookup/block_summary.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

struct BlockWords
{
    Q_DECLARE_TR_FUNCTIONS(BlockItem)
};

constexpr qreal blockHeight = 48;
constexpr qreal blockInset = 10;
constexpr qreal blockIconSize = 16;
constexpr qreal titleTop = 7, titleHeight = 18;
constexpr qreal lineStep = 2 * gridSize; // from a line of the title to the next one
constexpr double leastShown = 0.0005;    // share of the load of an operation
constexpr double leastPresent = 0.05;    // requests at the block
constexpr qreal portPitch = 16;          // distance between ports on a side with many ports
constexpr qreal portLane = 12;           // between the wires that run along a side

/// The ports, inputs first; their places depend on the size.
QVector<Port> portsOf(const project::BlockCatalogue& types, const project::Block& block)
{
    QVector<Port> ports;
    const auto add = [&](const project::PortDeclaration& declared, bool output) {
        Port port;
        port.name = text(declared.name);
        port.label = text(declared.label);
        port.meaning = text(declared.meaning);
        port.output = output;
        ports.append(port);
    };
    for (const auto& input : types.inputsOf(block))
        add(input, false);
    for (const auto& output : types.outputsOf(block))
        add(output, true);
    return ports;
}

} // namespace

BlockItem::BlockItem(const project::BlockCatalogue& types, const project::Block& block, const project::Diagram& diagram,
                     const project::Operation* operation)
    : BoxItem(text(block.id)), summary_(blockSummary(types, block, diagram, operation)), isFork_(block.type == "fork")
{
    const auto* type = types.find(block.type);
    title_ = !block.name.empty() ? text(block.name) : type ? text(type->label) : text(block.type);
    icon_ = type ? text(type->icon) : QString();
    const QVector<Port> ports = portsOf(types, block);
    const auto outputs = std::count_if(ports.begin(), ports.end(), [](const Port& port) { return port.output; });
    severalOutputs_ = outputs > 1;
    usualHeight_ = std::max(blockHeight, isFork_ ? static_cast<qreal>(outputs) * portPitch : 0);
    setGeometry({}, ports);
    arrange(BlockWidth::usual);
}

void BlockItem::setWidth(int width)
{
    if (width != size().width())
        arrange(width);
}

int BlockItem::fittingWidth() const
{
    const qreal title = QFontMetricsF(titleFont()).horizontalAdvance(title_);
    return BlockWidth::nearest(std::ceil((titleLeft() + title + blockInset) / gridSize) * gridSize);
}

void BlockItem::arrange(int width)
{
    titleLines_ = QFontMetricsF(titleFont()).horizontalAdvance(title_) > titleRoom(width) ? 2 : 1;
    const QSizeF size(width, std::max(usualHeight_, blockHeight + (titleLines_ - 1) * lineStep));
    QVector<Port> placed = ports();
    placePorts(placed, size);
    setGeometry(size, placed);
}

/// Inputs are on the left; the second one (of a loop) is below. The first output is on the right and the others below,
/// so that the usual successor stays in line. All paths of a fork leave on the right.
void BlockItem::placePorts(QVector<Port>& ports, const QSizeF& size) const
{
    const qreal line = usualHeight_ / 2;
    const auto count =
        static_cast<qreal>(std::count_if(ports.begin(), ports.end(), [](const Port& port) { return port.output; }));
    qreal input = 0, output = 0;
    for (Port& port : ports) {
        qreal& index = port.output ? output : input;
        if (port.output && isFork_)
            port.place = {size.width(), line + (index - (count - 1) / 2) * portPitch};
        else if (index == 0)
            port.place = {port.output ? size.width() : 0, line};
        else if (!port.output)
            port.place = {portPitch * index, size.height()};
        else
            port.place = {size.width() * index / count, size.height()};
        port.side = index > 0 && !(port.output && isFork_) ? Side::bottom : port.output ? Side::right : Side::left;
        ++index;
    }
    // Below a loop, the way back and the way out would otherwise share a line.
    if (input > 1)
        for (Port& port : ports)
            if (port.side == Side::bottom)
                port.straight = port.output ? 2 * portLane : portLane;
}

qreal BlockItem::titleLeft() const
{
    return icon_.isEmpty() ? blockInset : blockInset + blockIconSize + 5;
}

qreal BlockItem::titleRoom(qreal width) const
{
    return width - blockInset - titleLeft();
}

QString BlockItem::cutText() const
{
    QStringList cut;
    if (shownTitle_.isCut())
        cut += title_;
    if (shownSummary_.isCut())
        cut += summary_;
    return cut.join('\n');
}

void BlockItem::setPresent(std::optional<double> requests)
{
    if (present_ == requests)
        return;
    present_ = requests;
    update();
}

QString BlockItem::spokenDetails() const
{
    QStringList parts;
    if (!summary_.isEmpty())
        parts += summary_;
    if (load() && *load() >= leastShown)
        parts += BlockWords::tr("%1 of the time").arg(percentText(*load()));
    if (present_ && *present_ >= leastPresent)
        parts += BlockWords::tr("%1 requests at it").arg(meanText(*present_));
    return parts.join(QStringLiteral(", "));
}

void BlockItem::paintContent(QPainter* painter, const Colours& colours) const
{
    QVector<qreal> rooms(titleLines_, titleRoom(size().width()));
    if (load() && *load() >= leastShown) { // an idle block needs no number, and its title needs the room
        const QString share = percentText(*load());
        painter->setFont(summaryFont());
        painter->setPen(colours.text);
        const qreal width = QFontMetricsF(summaryFont()).horizontalAdvance(share);
        painter->drawText(QRectF(size().width() - blockInset - width, titleTop, width, titleHeight),
                          Qt::AlignRight | Qt::AlignVCenter, share);
        rooms.first() -= width + 6;
    }
    if (!icon_.isEmpty())
        paintIcon(*painter, icon_, QRectF(blockInset - 1, 8, blockIconSize, blockIconSize).toRect(), colours);
    painter->setFont(titleFont());
    painter->setPen(colours.text);
    qreal top = titleTop;
    for (const QString& line : shownTitle_.fit(title_, titleFont(), rooms)) {
        painter->drawText(QRectF(titleLeft(), top, size().width() - titleLeft(), titleHeight),
                          Qt::AlignLeft | Qt::AlignVCenter, line);
        top += lineStep;
    }
    if (painter->worldTransform().m11() >= smallTextScale)
        paintSummary(painter, colours);
}

void BlockItem::paintSummary(QPainter* painter, const Colours& colours) const
{
    const qreal top = titleTop + titleHeight + (titleLines_ - 1) * lineStep;
    qreal room = size().width() - 2 * blockInset;
    painter->setFont(summaryFont());
    if (present_ && *present_ >= leastPresent) {
        const QString number = meanText(*present_);
        painter->setPen(colours.text);
        painter->drawText(QRectF(blockInset, top, room, 16), Qt::AlignRight | Qt::AlignVCenter, number);
        room -= QFontMetricsF(summaryFont()).horizontalAdvance(number) + 6;
    }
    painter->setPen(load() ? colours.text : colours.dimText); // a tint takes the contrast of dim text
    painter->drawText(QRectF(blockInset, top, room, 16), Qt::AlignLeft | Qt::AlignVCenter,
                      shownSummary_.fit(summary_, summaryFont(), room));
}

} // namespace headroom::widgets
