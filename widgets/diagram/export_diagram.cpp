#include "widgets/diagram/export_diagram.h"

#include "widgets/diagram/canvas_scene.h"
#include "widgets/look/look.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace headroom::widgets {

namespace {

constexpr qreal margin = 24;
constexpr qreal pngScale = 2;       // sharp on paper and on dense screens
constexpr int pixelsPerInch = 96;   // a pixel of the canvas, as CSS and Qt count it
constexpr qreal largestPng = 16000; // pixels a side; beyond it the picture is scaled down

QString tr(const char* text)
{
    return QCoreApplication::translate("headroom::widgets::ExportDiagram", text);
}

/// Light colours and no selection while it lives.
class ForPaper
{
public:
    explicit ForPaper(CanvasScene& scene)
        : scene_(scene), palette_(scene.palette()), selected_(scene.selectedItems()), quiet_(&scene)
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

QByteArray asPng(CanvasScene& scene, const QRectF& area)
{
    const qreal scale = std::min(pngScale, largestPng / std::max(area.width(), area.height()));
    QImage image((area.size() * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, QRectF(image.rect()), area);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

QString exportDiagram(CanvasScene& scene, const QString& path)
{
    if (scene.boxes().isEmpty())
        return tr("There is nothing to export yet.");
    const QRectF area = scene.itemsBoundingRect().adjusted(-margin, -margin, margin, margin);
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
            return tr("A diagram is exported as .svg, .pdf or .png, not as \".%1\".").arg(suffix);
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("%1 could not be written: %2.").arg(path, file.errorString());
    return {};
}

} // namespace headroom::widgets
