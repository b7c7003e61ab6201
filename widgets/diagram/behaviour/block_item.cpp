#include "widgets/diagram/behaviour/block_item.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/block_summary.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace headroom::widgets {

namespace {

struct BlockWords
{
    Q_DECLARE_TR_FUNCTIONS(BlockItem)
};

constexpr qreal blockWidth = 144;
constexpr qreal blockHeight = 48;
constexpr qreal blockInset = 10;
constexpr qreal blockIconSize = 16;
constexpr double leastShown = 0.0005; // share of the load of an operation
constexpr double leastPresent = 0.05; // requests at the block
constexpr qreal portPitch = 16;       // distance between ports on a side with many ports

/// Inputs are on the left; the second one (of a loop) is below. The first output is on the right and the others below,
/// so that the usual successor stays in line. All paths of a fork leave on the right.
QVector<Port> portsOf(const project::BlockCatalogue& types, const project::Block& block, const QSizeF& size)
{
    QVector<Port> ports;
    const auto inputs = types.inputsOf(block);
    const auto add = [&](const project::PortDeclaration& declared, bool output, QPointF place, Side side) {
        ports.append({text(declared.name), text(declared.label), text(declared.meaning), place, side, output, false});
    };
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (i == 0)
            add(inputs[i], false, {0, size.height() / 2}, Side::left);
        else
            add(inputs[i], false, {portPitch * static_cast<qreal>(i), size.height()}, Side::bottom);
    const auto outputs = types.outputsOf(block);
    const bool allRight = block.type == "fork";
    const auto count = static_cast<qreal>(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto index = static_cast<qreal>(i);
        if (allRight)
            add(outputs[i], true, {size.width(), size.height() / 2 + (index - (count - 1) / 2) * portPitch},
                Side::right);
        else if (i == 0)
            add(outputs[i], true, {size.width(), size.height() / 2}, Side::right);
        else if (outputs.size() == 2)
            add(outputs[i], true, {size.width() / 2, size.height()}, Side::bottom);
        else
            add(outputs[i], true, {size.width() * index / count, size.height()}, Side::bottom);
    }
    return ports;
}

} // namespace

QSizeF BlockItem::sizeOf(const project::BlockCatalogue& types, const project::Block& block)
{
    const auto paths = block.type == "fork" ? static_cast<qreal>(types.outputsOf(block).size()) : 1.0;
    return {blockWidth, std::max(blockHeight, paths * portPitch)};
}

BlockItem::BlockItem(const project::BlockCatalogue& types, const project::Block& block, const project::Diagram& diagram,
                     const project::Operation* operation)
    : BoxItem(text(block.id)), summary_(blockSummary(types, block, diagram, operation))
{
    const auto* type = types.find(block.type);
    title_ = !block.name.empty() ? text(block.name) : type ? text(type->label) : text(block.type);
    icon_ = type ? text(type->icon) : QString();
    const QVector<Port> ports = portsOf(types, block, sizeOf(types, block));
    int outputs = 0;
    for (const Port& port : ports)
        outputs += port.output;
    severalOutputs_ = outputs > 1;
    setGeometry(sizeOf(types, block), ports);
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
    qreal right = size().width() - blockInset;
    if (load() && *load() >= leastShown) { // an idle block needs no number, and its title needs the room
        const QString share = percentText(*load());
        painter->setFont(summaryFont());
        painter->setPen(colours.text);
        const qreal width = QFontMetricsF(summaryFont()).horizontalAdvance(share);
        painter->drawText(QRectF(right - width, 7, width, 18), Qt::AlignRight | Qt::AlignVCenter, share);
        right -= width + 6;
    }
    qreal left = blockInset;
    if (!icon_.isEmpty()) {
        paintIcon(*painter, icon_, QRectF(left - 1, 8, blockIconSize, blockIconSize).toRect(), colours);
        left += blockIconSize + 5;
    }
    painter->setFont(titleFont());
    painter->setPen(colours.text);
    painter->drawText(QRectF(left, 7, right - left, 18), Qt::AlignLeft | Qt::AlignVCenter,
                      shownTitle_.fit(title_, titleFont(), right - left));
    if (painter->worldTransform().m11() < smallTextScale)
        return;
    qreal room = size().width() - 2 * blockInset;
    painter->setFont(summaryFont());
    if (present_ && *present_ >= leastPresent) {
        const QString number = meanText(*present_);
        painter->setPen(colours.text);
        painter->drawText(QRectF(blockInset, 25, room, 16), Qt::AlignRight | Qt::AlignVCenter, number);
        room -= QFontMetricsF(summaryFont()).horizontalAdvance(number) + 6;
    }
    painter->setPen(load() ? colours.text : colours.dimText); // a tint takes the contrast of dim text
    painter->drawText(QRectF(blockInset, 25, room, 16), Qt::AlignLeft | Qt::AlignVCenter,
                      shownSummary_.fit(summary_, summaryFont(), room));
}

} // namespace headroom::widgets
