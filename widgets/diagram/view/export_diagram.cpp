#include "widgets/diagram/view/export_diagram.h"

#include "widgets/diagram/canvas/box_marks.h"
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/files/written_file.h"
#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal exportMargin = 24;
constexpr qreal pngScale = 2;                        // sharp on paper and on high-resolution screens
constexpr qreal gapAtCut = 8;                        // between a cut and the box behind it
constexpr qreal shortestPart = 0.6;                  // of the widest one
constexpr qreal previewScale = 1.05 * readableScale; // at the limit itself, rounding decides for each box
constexpr int namePixels = 9, leastNameWidth = 24;   // of names in a picture that is smaller than it can be read
constexpr qreal largestPng = 16000;                  // pixels per side; larger pictures are scaled down

struct ExportWords
{
    Q_DECLARE_TR_FUNCTIONS(ExportDiagram)
};

/// Sets light colours and hides selection and marks during its lifetime.
class ForPaper
{
public:
    explicit ForPaper(CanvasScene& scene)
        : scene_(scene), palette_(scene.palette()), selected_(scene.selectedItems()), quiet_(&scene), plain_(scene)
    {
        QPalette light = palette_;
        light.setColor(QPalette::Window, Qt::white);
        light.setColor(QPalette::WindowText, Qt::black);
        scene_.setPalette(light);
        scene_.clearSelection();
    }

    ~ForPaper()
    {
        scene_.setPalette(palette_);
        for (QGraphicsItem* item : selected_)
            item->setSelected(true);
    }

private:
    CanvasScene& scene_;
    QPalette palette_;
    QList<QGraphicsItem*> selected_;
    QSignalBlocker quiet_;
    WithoutMarks plain_;
};

QByteArray asSvg(CanvasScene& scene, const QRectF& area)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(pixelsPerInch);
    generator.setSize(area.size().toSize());
    generator.setViewBox(QRectF(QPointF(), area.size()));
    generator.setTitle(scene.path());
    QPainter painter(&generator);
    painter.fillRect(QRectF(QPointF(), area.size()), Qt::white); // the labels on wires stand on white
    scene.render(&painter, QRectF(QPointF(), area.size()), area);
    painter.end();
    return bytes;
}

QByteArray asPdf(CanvasScene& scene, const QRectF& area)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(scene.path());
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(area.size() * 72.0 / pixelsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&writer);
    scene.render(&painter, QRectF(0, 0, writer.width(), writer.height()), area);
    painter.end();
    return bytes;
}

QImage asImage(CanvasScene& scene, const QRectF& area)
{
    const qreal scale = std::min(pngScale, largestPng / std::max(area.width(), area.height()));
    QImage image((area.size() * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, QRectF(image.rect()), area);
    painter.end();
    return image;
}

QByteArray asPng(CanvasScene& scene, const QRectF& area)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    asImage(scene, area).save(&buffer, "PNG");
    return bytes;
}

QRectF areaOf(const CanvasScene& scene)
{
    return scene.itemsBoundingRect().adjusted(-exportMargin, -exportMargin, exportMargin, exportMargin);
}

/// The ranges of a drawing that are shown after each other, from left to right. A range ends where the fewest boxes are
/// cut, and the next one begins before those, so that each box is whole in one of them.
std::vector<std::pair<qreal, qreal>> rangesOf(const CanvasScene& scene, const QRectF& area, qreal widest)
{
    std::vector<std::pair<qreal, qreal>> ranges;
    qreal from = area.left();
    // The empty margin at the right is no part of its own.
    while (area.right() - exportMargin - from > widest) {
        const auto isCut = [&](const BoxItem* box, qreal at) {
            const QRectF place = box->sceneBoundingRect();
            return place.left() < at && at < place.right();
        };
        const auto cutBoxes = [&](qreal at) {
            return std::count_if(scene.boxes().begin(), scene.boxes().end(),
                                 [&](const BoxItem* box) { return isCut(box, at); });
        };
        qreal end = from + widest;
        for (const BoxItem* box : scene.boxes()) {
            const qreal before = box->sceneBoundingRect().left() - gapAtCut;
            if (before < from + shortestPart * widest || before > from + widest)
                continue;
            const auto cuts = cutBoxes(before), fewest = cutBoxes(end);
            if (cuts < fewest || (cuts == fewest && before > end))
                end = before;
        }
        ranges.emplace_back(from, end);
        qreal next = end;
        for (const BoxItem* box : scene.boxes())
            if (isCut(box, end))
                next = std::min(next, box->sceneBoundingRect().left() - gapAtCut);
        from = next > from + shortestPart * widest / 2 ? next : end;
    }
    ranges.emplace_back(from, std::min(area.right(), from + widest));
    return ranges;
}

/// Without the empty room above and below.
QRectF withinHeight(const CanvasScene& scene, const QRectF& part)
{
    qreal top = part.bottom(), bottom = part.top();
    for (const QGraphicsItem* item : scene.items(part)) {
        if (!item->isVisible())
            continue;
        const QRectF place = item->sceneBoundingRect();
        top = std::min(top, place.top() - exportMargin);
        bottom = std::max(bottom, place.bottom() + exportMargin);
    }
    if (bottom <= top)
        return part;
    return QRectF(QPointF(part.left(), top), QPointF(part.right(), bottom)) & part;
}

/// The boxes from the leftmost one on that there is room for; it ends between two boxes, if it can.
QRectF beginning(const CanvasScene& scene, const QRectF& area, const QSizeF& room)
{
    const auto& boxes = scene.boxes();
    const auto first = std::min_element(boxes.begin(), boxes.end(), [](const BoxItem* a, const BoxItem* b) {
        return a->sceneFrame().left() < b->sceneFrame().left();
    });
    QRectF part(area.topLeft(), QSizeF(std::min(room.width(), area.width()), std::min(room.height(), area.height())));
    if (first != boxes.end()) {
        part.moveTop((*first)->sceneFrame().center().y() - part.height() / 2);
        part.moveTop(std::clamp(part.top(), area.top(), area.bottom() - part.height()));
    }
    if (part.right() < area.right())
        part.setRight(rangesOf(scene, area, part.width()).front().second);
    return part;
}

/// Fades the edges behind which the drawing goes on.
void fadeCutEdges(QPainter& painter, const QRectF& target, const QRectF& part, const QRectF& whole)
{
    constexpr qreal faded = 18; // pixels
    const auto fade = [&](const QPointF& from, const QPointF& to) {
        QLinearGradient gradient(from, to);
        gradient.setColorAt(0, Qt::transparent);
        gradient.setColorAt(1, Qt::black);
        painter.fillRect(target, gradient);
    };
    painter.setCompositionMode(QPainter::CompositionMode_DestinationIn);
    if (part.right() < whole.right())
        fade(target.topRight(), target.topRight() - QPointF(faded, 0));
    if (part.bottom() < whole.bottom())
        fade(target.bottomLeft(), target.bottomLeft() - QPointF(0, faded));
    if (part.top() > whole.top())
        fade(target.topLeft(), target.topLeft() + QPointF(0, faded));
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
}

/// Names in a font that can be read at any scale, as far as the boxes have room for it.
void paintNames(QPainter& painter, const CanvasScene& scene, const QTransform& toPicture)
{
    QFont font = labelFont();
    font.setPixelSize(namePixels);
    painter.setFont(font);
    painter.setPen(colours(scene.palette()).text);
    const qreal lineHeight = QFontMetricsF(font).height();
    for (const BoxItem* box : scene.boxes()) {
        const QRectF room = toPicture.mapRect(box->sceneFrame()).adjusted(2, 0, -2, 0);
        const auto lines = std::min<qsizetype>(3, static_cast<qsizetype>(room.height() / lineHeight));
        if (lines < 1 || room.width() < leastNameWidth)
            continue;
        const QStringList name = WrappedText().fit(box->spokenName(), font, QVector<qreal>(lines, room.width()));
        painter.drawText(room, Qt::AlignCenter, name.join('\n'));
    }
}

QPixmap preview(CanvasScene& scene, const QSize& size, qreal pixelRatio, qreal smallestScale)
{
    QPixmap picture(size * pixelRatio);
    picture.setDevicePixelRatio(pixelRatio);
    picture.fill(Qt::transparent);
    const QRectF all = areaOf(scene);
    const qreal whole = std::min({1.0, size.width() / all.width(), size.height() / all.height()});
    const qreal scale = std::max(whole, smallestScale);
    const QRectF area = scale > whole ? beginning(scene, all, QSizeF(size) / scale) : all;
    QRectF target(QPointF(), area.size() * scale);
    target.moveCenter(QRectF(QPointF(), size).center());
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(target);
    scene.render(&painter, target, area);
    painter.setClipping(false);
    fadeCutEdges(painter, target, area, all);
    if (scale < readableScale)
        paintNames(painter, scene,
                   QTransform::fromTranslate(-area.left(), -area.top()) * QTransform::fromScale(scale, scale) *
                       QTransform::fromTranslate(target.left(), target.top()));
    return picture;
}

} // namespace

QString exportDiagram(CanvasScene& scene, const QString& path)
{
    if (scene.boxes().isEmpty())
        return ExportWords::tr("There is nothing to export yet.");
    const QRectF area = areaOf(scene);
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    {
        const ForPaper forPaper(scene);
        if (suffix == "svg")
            bytes = asSvg(scene, area);
        else if (suffix == "pdf")
            bytes = asPdf(scene, area);
        else if (suffix == "png")
            bytes = asPng(scene, area);
        else
            return ExportWords::tr("A diagram is exported as .svg, .pdf or .png, not as \".%1\".").arg(suffix);
    }
    return writeWhole(path, bytes);
}

QMimeData* clipboardDiagram(CanvasScene& scene)
{
    const ForPaper forPaper(scene);
    const QRectF area = areaOf(scene);
    auto* data = new QMimeData;
    data->setImageData(asImage(scene, area));
    data->setData("image/svg+xml", asSvg(scene, area));
    return data;
}

void printDiagram(CanvasScene& scene, QPagedPaintDevice& paper)
{
    const ForPaper forPaper(scene);
    const QRectF area = areaOf(scene);
    QPainter painter(&paper);
    const QRectF page(0, 0, paper.width(), paper.height());
    const qreal natural = paper.logicalDpiX() / qreal(pixelsPerInch);
    const qreal scale = std::min({natural, page.width() / area.width(), page.height() / area.height()});
    QRectF target(QPointF(), area.size() * scale);
    target.moveCenter({page.center().x(), target.center().y()});
    scene.render(&painter, target, area);
}

DrawingPicture vectorsOf(CanvasScene& scene)
{
    const ForPaper forPaper(scene);
    const QRectF area = areaOf(scene);
    DrawingPicture drawing{QPicture(), area.size().toSize()};
    QPainter painter(&drawing.picture);
    scene.render(&painter, QRectF(QPointF(), area.size()), area);
    return drawing;
}

std::vector<DrawingPicture> partsOf(CanvasScene& scene, qreal widest)
{
    const ForPaper forPaper(scene);
    const QRectF area = areaOf(scene);
    std::vector<DrawingPicture> parts;
    for (const auto& [from, end] : rangesOf(scene, area, widest)) {
        const QRectF part = withinHeight(scene, QRectF(from, area.top(), end - from, area.height()));
        DrawingPicture& drawing = parts.emplace_back(DrawingPicture{QPicture(), part.size().toSize()});
        QPainter painter(&drawing.picture);
        painter.setClipRect(QRectF(QPointF(), part.size()));
        scene.render(&painter, QRectF(QPointF(), part.size()), part);
    }
    return parts;
}

double smallestText()
{
    return labelFont().pixelSize();
}

QPixmap pictureOf(CanvasScene& scene, const QSize& size, qreal pixelRatio)
{
    return preview(scene, size, pixelRatio, 0);
}

QPixmap beginningOf(CanvasScene& scene, const QSize& size, qreal pixelRatio)
{
    return preview(scene, size, pixelRatio, previewScale);
}

} // namespace headroom::widgets
