// Finding in the document: the bar above the drawings, its actions, and the marks on what was found.
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

    /// Belongs to whoever puts it into a layout.
    FindBar& bar() { return *bar_; }
    void fillMenu(QMenu& menu);

private:
    void markFound();

    Workspace& workspace_;
    FindBar* bar_;
};

} // namespace headroom::app
