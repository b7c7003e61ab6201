// The View menu: visible panels, navigation in the document, zoom and theme.
#pragma once

#include <QObject>

class QMenu;

namespace headroom::app {

class Navigator;
class Panels;
class Workspace;

class ViewActions : public QObject
{
    Q_OBJECT
public:
    ViewActions(Workspace& workspace, Navigator& navigator);

    void fillMenu(QMenu& menu, const Panels& panels, QWidget& components);

private:
    void addPlaces(QMenu& menu);
    void addZoom(QMenu& menu);
    void addThemes(QMenu& menu);

    Workspace& workspace_;
    Navigator& navigator_;
};

} // namespace headroom::app
