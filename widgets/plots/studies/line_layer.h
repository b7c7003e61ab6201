// A picture of many lines that is painted a part at a time, so that the window is not blocked by a large study.
#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include <chrono>
#include <cstddef>
#include <functional>

namespace headroom::widgets {

class LineLayer
{
public:
    /// Paints the line with this number, by drawSegment().
    using PaintLine = std::function<void(std::size_t line)>;

    /// Begins a new picture. The order of the lines is scattered, so that a part of them is a fair sample of all.
    void begin(QSize size, qreal pixelRatio, std::size_t lines, PaintLine paint);
    void clear() { begin({}, 1, 0, {}); }
    /// Paints more lines, at least one, until so much time has passed.
    void advance(std::chrono::milliseconds most);
    /// A straight line between two places of the picture, one pixel wide and antialiased (Wu, An Efficient Antialiasing
    /// Technique, SIGGRAPH 1991). QPainter hands each line to a pool of threads and waits for it, which takes a hundred
    /// times as long as to draw it.
    void drawSegment(const QPointF& from, const QPointF& to, const QColor& colour);

    QSize size() const { return size_; }
    qreal pixelRatio() const { return image_.devicePixelRatio(); }
    const QImage& image() const { return image_; } ///< transparent where no line is
    std::size_t painted() const { return painted_; }
    bool isComplete() const { return painted_ == lines_; }

private:
    void blend(int x, int y, unsigned share, QRgb colour);

    QImage image_;
    QSize size_;
    std::size_t lines_ = 0, painted_ = 0, stride_ = 1;
    QRgb* pixels_ = nullptr;
    PaintLine paint_;
};

} // namespace headroom::widgets
