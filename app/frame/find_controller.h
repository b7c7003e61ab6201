// Search in the document: the find bar above the drawings, its actions, and the marks on the results.
#pragma once

#include "app/outline/find_bar.h"

class QMenu;

namespace headroom::app {

class Navigator;
class Workspace;

class FindController : public QObject
{
    Q_OBJECT
public:
    FindController(Workspace& workspace, Navigator& navigator);

    /// The caller puts it into a layout, which then owns it.
    FindBar& bar() { return *bar_; }
    void fillMenu(QMenu& menu);

private:
    void markFound();

    Workspace& workspace_;
    FindBar* bar_;
};

} // namespace headroom::app
