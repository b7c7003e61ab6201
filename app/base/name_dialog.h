// Asks for a name. While the user types, it explains why a name cannot be used.
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace headroom::app {

/// The name; empty if the dialog was cancelled. `refusal` returns why a name cannot be used; empty if it can.
QString askName(QWidget* parent, const QString& title, const QString& initial,
                const std::function<QString(const QString& name)>& refusal);

} // namespace headroom::app
