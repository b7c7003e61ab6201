// Exports and prints a drawing, always in light colours.
#pragma once

#include <QPicture>
#include <QPixmap>
#include <QString>

#include <vector>

class QMimeData;
class QPagedPaintDevice;

namespace headroom::widgets {

class CanvasScene;

/// Writes the whole drawing as SVG, PDF or PNG, depending on the file's suffix. Returns an empty string, or a sentence
/// describing the error.
QString exportDiagram(CanvasScene& scene, const QString& path);
/// The whole drawing for the clipboard: as a picture, and as SVG for programs that accept it.
QMimeData* clipboardDiagram(CanvasScene& scene);
/// Prints the whole drawing on one page, as large as the page allows, at most at its natural size.
void printDiagram(CanvasScene& scene, QPagedPaintDevice& paper);
/// The whole drawing as vector graphics in its natural size of `size` pixels; for reports.
struct DrawingPicture
{
    QPicture picture;
    QSize size;
};
DrawingPicture vectorsOf(CanvasScene& scene);
/// The same from left to right in parts of at most this width; each box is whole in one of them.
std::vector<DrawingPicture> partsOf(CanvasScene& scene, qreal widest);
/// Size of the smallest text of a drawing in its natural size, in pixels.
double smallestText();
/// The whole drawing in the scene's own colours, scaled to fit a size, with names that can be read; for a preview.
QPixmap pictureOf(CanvasScene& scene, const QSize& size, qreal pixelRatio);
/// The same, but at a scale at which names can be read: of a longer drawing, its first boxes from the left.
QPixmap beginningOf(CanvasScene& scene, const QSize& size, qreal pixelRatio);

} // namespace headroom::widgets
