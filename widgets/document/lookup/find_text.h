// Searches a project: names, types and field values of everything that is in it.
#pragma once

#include "project/document/document.h"
#include "widgets/document/element_ref.h"

#include <QList>
#include <QString>

namespace headroom::widgets {

struct Hit
{
    ElementRef element; ///< where to go
    QString place;      ///< in words: "proxy-server › PUT › Pipeline"
    QString text;       ///< what holds the text sought: a name, or "Work: 3 ms"
};

/// At most so many are looked for: nobody reads more, and the first letter of a word is everywhere.
inline constexpr qsizetype mostHits = 500;

/// One hit for each element that holds the text, whatever the case of its letters; in the order of the project tree.
QList<Hit> findText(const project::Project& project, const QString& sought);

} // namespace headroom::widgets
