// The menu Help: the page of what has the focus or is selected, the keys, the project's own page.
#pragma once

#include <QObject>

class QMenu;
class QMenuBar;

namespace headroom::app {

class Panels;
class Workspace;

class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(Workspace& workspace, Panels& panels);

    void fillMenu(QMenu& menu, QMenuBar& all);

private:
    void showPage();
    void showKeys(QMenuBar& all);

    Workspace& workspace_;
    Panels& panels_;
};

} // namespace headroom::app
