// Converts texts of the document to QString.
#pragma once

#include <QString>

#include <string>

namespace headroom::widgets {

inline QString text(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace headroom::widgets
