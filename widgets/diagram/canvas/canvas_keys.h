// Handles key presses on a focused canvas that no gesture has used.
#pragma once

#include <QList>
#include <QString>

#include <utility>

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
    bool pressForWidth(const QKeyEvent& event);
    bool pressArrow(const QKeyEvent& event);
    bool pressForAdding(const QKeyEvent& event);
    void selectNeighbour(int arrow, bool extend);

    CanvasScene& scene_;
};

/// Keys that are in no menu, for people: the action, and the key.
QList<std::pair<QString, QString>> canvasKeys();

} // namespace headroom::widgets
