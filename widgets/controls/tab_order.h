// The order in which Tab goes through a window: that of the screen.
#pragma once

#include <QList>

class QWidget;

namespace headroom::widgets {

/// The widgets of a window or dialog that take Tab, by its layouts from top left to bottom right. In a main window: its
/// tool bars, then what is on the left, in the centre, on the right and at the bottom. Qt's own order is that of
/// creation, in which a part of a panel that is made anew comes last.
QList<QWidget*> tabStops(QWidget& window);

/// For focusNextPrevChild() of a window whose parts are made anew while it is shown: moves the focus to the next or
/// previous stop and scrolls to it. False if there is none, or if the focus is in no visible part of the window, e.g.
/// because that is being hidden; this is left to Qt.
bool focusNeighbour(QWidget& window, bool next);

} // namespace headroom::widgets
