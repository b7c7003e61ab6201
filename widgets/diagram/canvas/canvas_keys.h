// Handles key presses on a focused canvas that no gesture has used.
#pragma once

class QKeyEvent;

namespace headroom::widgets {

class CanvasScene;

class CanvasKeys
{
public:
    explicit CanvasKeys(CanvasScene& scene) : scene_(scene) {}

    /// False if the key has no function here.
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
