#include "widgets/controls/whole_text.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QWidget>

namespace headroom::widgets {

bool tellWholeText(QWidget& widget, QEvent& event, const QString& whole, const QString& shown)
{
    if (event.type() != QEvent::ToolTip || shown == whole)
        return false;
    const QString help = widget.toolTip().isEmpty() ? whole : whole + "\n\n" + widget.toolTip();
    QToolTip::showText(static_cast<QHelpEvent&>(event).globalPos(), help, &widget);
    return true;
}

} // namespace headroom::widgets
