// A value of the document as the argument of signals: QSignalSpy and queued connections keep it in a QVariant.
#pragma once

#include "project/document/json.h"

#include <QMetaType>

Q_DECLARE_METATYPE(headroom::project::Json)
