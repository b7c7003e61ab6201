// Lays a whole canvas out, a large one in another thread.
#pragma once

#include "widgets/document/document_model.h"

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

    /// Moves the boxes to where `find` says, as one undoable step. It may be called in another thread. Does nothing
    /// while a former layout goes on.
    void arrange(const std::function<Positions()>& find);

private:
    void findInThread(const std::function<Positions()>& find);
    void take(const Positions& positions);

    CanvasScene& scene_;
    bool arranging_ = false; ///< in another thread
};

} // namespace headroom::widgets
