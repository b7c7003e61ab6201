// Automatic layout of a whole canvas; a large one is computed in another thread.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QObject>
#include <functional>

namespace headroom::widgets {

class CanvasScene;

class AutomaticLayout : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the scene.
    explicit AutomaticLayout(CanvasScene& scene);

    /// Moves the boxes to the positions that `find` returns, as one undoable step. `find` may be called in another
    /// thread. Does nothing while an earlier layout is running.
    void arrange(const std::function<Positions()>& find);

private:
    void findInThread(const std::function<Positions()>& find);
    void take(const Positions& positions);

    CanvasScene& scene_;
    bool arranging_ = false; ///< a layout is running in another thread
};

} // namespace headroom::widgets
