// The end of a widget that listens to its children.
#pragma once

#include <QWidget>

namespace headroom::widgets {

/// For the destructor of a widget with editors in it: Qt deletes them when nothing but a QWidget is left of it, and one
/// that had the focus still says that its editing has ended.
inline void silenceChildren(QWidget& widget)
{
    for (const QObject* child : widget.findChildren<QObject*>())
        QObject::disconnect(child, nullptr, &widget, nullptr);
}

} // namespace headroom::widgets
