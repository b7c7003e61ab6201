// A drawing as screen readers and other assistive technology see it: a list of its boxes, each with what it shows and
// what it is connected to.
#pragma once

namespace headroom::widgets {

class CanvasView;

/// Makes the boxes of all views of canvases known to Qt's accessibility. May be called several times.
void exposeCanvases();

/// Tells that the user has selected a box, or that boxes have come or gone.
void tellSelected(CanvasView& view);
void tellBoxesChanged(CanvasView& view);

} // namespace headroom::widgets
