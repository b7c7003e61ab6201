// A drawing as a file, in light colours whatever the desktop looks like.
#pragma once

#include <QPicture>
#include <QPixmap>
#include <QString>

class QMimeData;
class QPagedPaintDevice;

namespace headroom::widgets {

class CanvasScene;

/// Writes the whole drawing as SVG, PDF or PNG, as the file's suffix says. Empty if it was written, else a sentence
/// that says why not.
QString exportDiagram(CanvasScene& scene, const QString& path);
/// The whole drawing for the clipboard: as a picture, and as SVG for programs that take it.
QMimeData* clipboardDiagram(CanvasScene& scene);
/// The whole drawing on one page, as large as the page allows but not beyond its natural size.
void printDiagram(CanvasScene& scene, QPagedPaintDevice& paper);
/// The whole drawing as vectors on a paper of `size` pixels, its natural size; for reports.
struct DrawingPicture
{
    QPicture picture;
    QSize size;
};
DrawingPicture vectorsOf(CanvasScene& scene);
/// The whole drawing in the scene's own colours, fitted into a size; for a preview.
QPixmap pictureOf(CanvasScene& scene, const QSize& size, qreal pixelRatio);

} // namespace headroom::widgets
