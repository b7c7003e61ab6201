// Converts figures of components to texts and back. The ending of a figure's name is the unit of its stored value.
#pragma once

#include "project/vocabulary/declarations.h"

#include <QString>

#include <optional>

namespace headroom::widgets {

struct FigureUnit
{
    QString base;      ///< base unit of quantities; empty: a plain number
    double factor = 1; ///< stored value × factor = value in the base unit
};

FigureUnit unitOf(const std::string& figure);

/// "1.92 TB", "23.4 µs", "75 000"; booleans are "yes" or "no", texts do not change.
QString figureText(const std::string& figure, const project::Json& value);
/// The stored value of a typed figure: a number in the unit of its name; nothing if the text is invalid or has another
/// unit.
std::optional<project::Json> figureFromText(const std::string& figure, const QString& text);
/// The same with every digit, so that it can be edited.
QString figureEditText(const std::string& figure, const project::Json& value);

enum class Better
{
    more,
    less,
    neither
};
/// `more` is better (cores), or `less` (latency); `neither` for a plain property (a queue's depth).
Better betterOf(const std::string& figure);

/// The declared label of a figure; for other figures, the name in words.
QString figureLabel(const std::string& kind, const std::string& figure);
/// The figures that a run uses for a kind; empty if the kind is not known.
const project::Fields& figuresOf(const std::string& kind);

} // namespace headroom::widgets
