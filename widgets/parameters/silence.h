// The end of editors.
#pragma once

#include <QWidget>

namespace headroom::widgets {

/// Before a part with editors goes: one that has the focus says that its editing has ended when it loses it, and by
/// then `listener` has others in its place or, at its own end, is nothing but a QWidget any more.
inline void silence(const QWidget& part, const QObject& listener)
{
    for (const QObject* child : part.findChildren<QObject*>())
        QObject::disconnect(child, nullptr, &listener, nullptr);
}

} // namespace headroom::widgets
