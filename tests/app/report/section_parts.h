// Finds the parts of a report's sections.
#pragma once

#include "widgets/report/report.h"

namespace headroom::app {

template <typename Part>
QVector<Part> partsOf(const widgets::report::Section& section)
{
    QVector<Part> parts;
    for (const auto& each : section.parts)
        if (const auto* part = std::get_if<Part>(&each))
            parts.append(*part);
    return parts;
}

/// The texts of its paragraphs.
inline QString plain(const widgets::report::Section& section)
{
    QStringList texts;
    for (const auto& paragraph : partsOf<widgets::report::Paragraph>(section))
        texts += paragraph.text;
    return texts.join('\n');
}

} // namespace headroom::app
