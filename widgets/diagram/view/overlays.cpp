#include "widgets/diagram/view/overlays.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/diagram/view/canvas_view.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

namespace headroom::widgets {

namespace {

constexpr int barWidth = 90;
constexpr int keyBarHeight = 8;
constexpr int keyGap = 8;
constexpr int mostSmooth = 1000;

} // namespace

MiniMap::MiniMap(CanvasView& view) : QWidget(&view), view_(view)
{
    setFixedSize(152, 92);
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("The whole drawing; click to go there"));
    connect(&view, &CanvasView::viewMoved, this, qOverload<>(&QWidget::update));
    connect(&view.canvas(), &CanvasScene::contentChanged, this, [this] {
        drawing_ = {};
        update();
    });
}

QTransform MiniMap::projection() const
{
    const QRectF content = view_.canvas().contentRect().adjusted(-60, -60, 60, 60);
    const QRectF inner = QRectF(rect()).adjusted(6, 6, -6, -6);
    const qreal scale = std::min(inner.width() / content.width(), inner.height() / content.height());
    QTransform transform;
    transform.translate(inner.center().x(), inner.center().y());
    transform.scale(scale, scale);
    transform.translate(-content.center().x(), -content.center().y());
    return transform;
}

void MiniMap::paintDrawing()
{
    const Colours& colours = widgets::colours(palette());
    drawing_ = QPixmap(size() * devicePixelRatioF());
    drawing_.setDevicePixelRatio(devicePixelRatioF());
    drawing_.fill(Qt::transparent);
    QPainter painter(&drawing_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours.fieldBorder);
    painter.setBrush(colours.box);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setClipRect(rect().adjusted(2, 2, -2, -2));
    const QTransform map = projection();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.ghost);
    // With thousands of boxes each is smaller than a pixel, and antialiasing has no effect.
    painter.setRenderHint(QPainter::Antialiasing, view_.canvas().boxes().size() < mostSmooth);
    for (const BoxItem* box : view_.canvas().boxes())
        painter.drawRect(map.mapRect(box->sceneFrame()));
}

void MiniMap::paintEvent(QPaintEvent*)
{
    const Colours& colours = widgets::colours(palette());
    if (drawing_.isNull())
        paintDrawing();
    QPainter painter(this);
    painter.drawPixmap(0, 0, drawing_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect().adjusted(2, 2, -2, -2));
    painter.setPen(QPen(colours.accent, 1.2));
    painter.setBrush(Qt::NoBrush);
    const QRectF inside = QRectF(rect()).adjusted(3, 3, -3, -3);
    painter.drawRect(projection().mapRect(view_.visibleRect()).intersected(inside));
}

void MiniMap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        drawing_ = {};
    QWidget::changeEvent(event);
}

void MiniMap::goTo(const QPoint& point)
{
    view_.centerOn(projection().inverted().map(QPointF(point)));
}

void MiniMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        goTo(event->pos());
}

void MiniMap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        goTo(event->pos());
}

LoadLegend::LoadLegend(QWidget* parent) : QWidget(parent), caption_(tr("Load"))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void LoadLegend::setCaption(const QString& caption, const QString& warning)
{
    caption_ = caption;
    warning_ = warning;
    updateGeometry();
    update();
}

QSize LoadLegend::sizeHint() const
{
    const QFontMetrics metrics(summaryFont());
    const int texts = metrics.horizontalAdvance(caption_) + metrics.horizontalAdvance("0") +
                      metrics.horizontalAdvance(percentText(1));
    const int line = metrics.height() + 4;
    return {std::max(texts + barWidth + 3 * keyGap, metrics.horizontalAdvance(warning_)) + 2,
            warning_.isEmpty() ? line : 2 * line};
}

void LoadLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Where a box lies below it, the text stays readable.
    QColor ground = colours(palette()).canvas;
    ground.setAlphaF(0.92F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 3, 3);
    painter.setFont(summaryFont());
    const QFontMetrics metrics(summaryFont());
    const int line = metrics.height() + 4, top = height() - line;
    if (!warning_.isEmpty()) {
        painter.setPen(colours(palette()).warning);
        painter.drawText(QRect(0, 0, width(), line), Qt::AlignVCenter,
                         metrics.elidedText(warning_, Qt::ElideRight, width()));
    }
    painter.setPen(colours(palette()).dimText);
    int x = 0;
    const auto write = [&](const QString& text) {
        painter.drawText(QRect(x, top, metrics.horizontalAdvance(text) + 2, line), Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + keyGap;
    };
    write(caption_);
    write("0");
    const QRectF bar(x, top + (line - keyBarHeight) / 2.0, barWidth, keyBarHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 8; ++i)
        gradient.setColorAt(i / 8.0, loadColour(i / 8.0, palette()));
    painter.save();
    painter.setPen(colours(palette()).fieldBorder);
    painter.setBrush(gradient);
    painter.drawRoundedRect(bar, 2, 2);
    painter.restore();
    x += barWidth + keyGap;
    write(percentText(1));
}

} // namespace headroom::widgets
