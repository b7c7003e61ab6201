// What the keys do on a canvas that has the focus, while no gesture takes them.
#pragma once

class QKeyEvent;

namespace headroom::widgets {

class CanvasScene;

class CanvasKeys
{
public:
    explicit CanvasKeys(CanvasScene& scene) : scene_(scene) {}

    /// False: the key means nothing here.
    bool press(const QKeyEvent& event);

private:
    bool pressForClipboard(const QKeyEvent& event);
    bool pressForSelection(const QKeyEvent& event);
    bool pressArrow(const QKeyEvent& event);
    bool pressForAdding(const QKeyEvent& event);
    void selectNeighbour(int arrow, bool extend);

    CanvasScene& scene_;
};

} // namespace headroom::widgets
