#include "widgets/plots/studies/line_layer.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr double goldenSection = 0.618;      // multiples of it are spread evenly over the whole
constexpr std::size_t linesBetweenLooks = 8; // at the clock

/// Has no common divisor with `count`, so that its multiples meet every number.
std::size_t strideOf(std::size_t count)
{
    auto stride = static_cast<std::size_t>(goldenSection * static_cast<double>(count));
    while (stride > 1 && std::gcd(stride, count) != 1)
        --stride;
    return std::max<std::size_t>(stride, 1);
}

/// All four parts of a premultiplied colour times a share of 255, two of them at once.
QRgb timesShare(QRgb colour, unsigned share)
{
    constexpr unsigned even = 0x00ff00ff, half = 0x00800080;
    unsigned low = (colour & even) * share, high = ((colour >> 8) & even) * share;
    low = (low + ((low >> 8) & even) + half) >> 8;
    high = high + ((high >> 8) & even) + half;
    return (low & even) | (high & ~even);
}

} // namespace

void LineLayer::begin(QSize size, qreal pixelRatio, std::size_t lines, PaintLine paint)
{
    size_ = size;
    const QSize pixels(qRound(size.width() * pixelRatio), qRound(size.height() * pixelRatio));
    if (image_.size() != pixels)
        image_ = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
    image_.setDevicePixelRatio(pixelRatio);
    image_.fill(Qt::transparent);
    lines_ = image_.isNull() ? 0 : lines;
    painted_ = 0;
    stride_ = strideOf(lines_);
    paint_ = std::move(paint);
}

void LineLayer::advance(std::chrono::milliseconds most)
{
    if (isComplete())
        return;
    QElapsedTimer clock;
    clock.start();
    pixels_ = reinterpret_cast<QRgb*>(image_.bits());
    do
        for (std::size_t i = 0; i < linesBetweenLooks && !isComplete(); ++i, ++painted_)
            paint_(painted_ * stride_ % lines_);
    while (!isComplete() && clock.elapsed() < most.count());
}

void LineLayer::blend(int x, int y, unsigned share, QRgb colour)
{
    if (x < 0 || y < 0 || x >= image_.width() || y >= image_.height())
        return;
    QRgb& pixel = pixels_[static_cast<qsizetype>(y) * image_.width() + x]; // 32 bits each: lines are not padded
    const QRgb added = timesShare(colour, share);
    pixel = added + timesShare(pixel, 255 - static_cast<unsigned>(qAlpha(added)));
}

/// Along the longer side pixel by pixel; each step is shared by the two pixels beside the line. The last pixel is left
/// to the segment that follows.
void LineLayer::drawSegment(const QPointF& from, const QPointF& to, const QColor& colour)
{
    const QRgb paint = qPremultiply(colour.rgba());
    QPointF begin = from * pixelRatio(), end = to * pixelRatio();
    const bool steep = std::fabs(end.y() - begin.y()) > std::fabs(end.x() - begin.x());
    if (steep) {
        begin = begin.transposed();
        end = end.transposed();
    }
    if (begin.x() > end.x())
        std::swap(begin, end);
    const double slope = end.x() > begin.x() ? (end.y() - begin.y()) / (end.x() - begin.x()) : 0;
    for (int along = qRound(begin.x()); along < qRound(end.x()); ++along) {
        const double exact = begin.y() + slope * (along - begin.x()), whole = std::floor(exact);
        const auto beyond = static_cast<unsigned>(255 * (exact - whole));
        const int across = static_cast<int>(whole);
        if (steep) {
            blend(across, along, 255 - beyond, paint);
            blend(across + 1, along, beyond, paint);
        } else {
            blend(along, across, 255 - beyond, paint);
            blend(along, across + 1, beyond, paint);
        }
    }
}

} // namespace headroom::widgets
