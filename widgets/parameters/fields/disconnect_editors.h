// Disconnects editors before a panel deletes them.
#pragma once

#include <QWidget>

namespace headroom::widgets {

/// Disconnects all editors inside `part` from `listener`. An editor that has the focus emits editingFinished() when it
/// is deleted. By then `listener` has other editors, or is being deleted itself.
inline void disconnectEditors(const QWidget& part, const QObject& listener)
{
    for (const QObject* child : part.findChildren<QObject*>())
        QObject::disconnect(child, nullptr, &listener, nullptr);
}

} // namespace headroom::widgets
