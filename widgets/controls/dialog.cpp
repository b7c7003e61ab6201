#include "widgets/controls/dialog.h"

#include "widgets/controls/tab_order.h"

namespace headroom::widgets {

bool Dialog::focusNextPrevChild(bool next)
{
    return focusNeighbour(*this, next) || QDialog::focusNextPrevChild(next);
}

void Dialog::showEvent(QShowEvent* event)
{
    // Qt would take the widget that was made first.
    if (const auto stops = tabStops(*this); !focusWidget() && !stops.isEmpty())
        stops.front()->setFocus();
    QDialog::showEvent(event);
}

} // namespace headroom::widgets
