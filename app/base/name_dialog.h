// Asks for a name and says, as it is typed, why it cannot be used.
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace headroom::app {

/// The name; empty if nothing was chosen. `refusal` says why a name cannot be used, or nothing.
QString askName(QWidget* parent, const QString& title, const QString& initial,
                const std::function<QString(const QString& name)>& refusal);

} // namespace headroom::app
