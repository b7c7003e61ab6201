// The tool tip of widgets that cut their text.
#pragma once

#include <QString>

class QEvent;
class QWidget;

namespace headroom::widgets {

/// If the event asks for a tool tip and the text is cut, shows the whole text above the widget's own tool tip. False if
/// there is nothing to show.
bool tellWholeText(QWidget& widget, QEvent& event, const QString& whole, const QString& shown);

} // namespace headroom::widgets
