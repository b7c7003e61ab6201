// Names of components in sentences of the engine, which speaks of them by their ids.
#pragma once

#include "project/library/components.h"

#include <QString>

namespace headroom::app {

/// "DRIVE = Samsung_PM9A3_3_84TB" becomes "DRIVE = PM9A3 3.84TB". What is no id of a component stays.
QString withComponentNames(QString sentence, const project::ComponentLibrary& library);

} // namespace headroom::app
