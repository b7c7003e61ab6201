// Searches names, types and field values in the whole project.
#pragma once

#include "project/document/document.h"
#include "widgets/document/model/element_ref.h"

#include <QList>
#include <QString>

namespace headroom::widgets {

struct Hit
{
    ElementRef element; ///< the element found
    QString place;      ///< in words: "proxy-server › PUT › Pipeline"
    QString text;       ///< the text found: a name, or "Work: 3 ms"
};

/// Maximum number of hits: nobody reads more, and the first letter of a word is found everywhere.
inline constexpr qsizetype mostHits = 500;

/// One hit for each element that contains the text, ignoring case; in the order of the project tree.
QList<Hit> findText(const project::Project& project, const QString& sought);

} // namespace headroom::widgets
