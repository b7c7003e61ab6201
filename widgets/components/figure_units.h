// Figures of components as people read and write them. The end of a figure's name is the unit it is kept in.
#pragma once

#include "project/vocabulary/declarations.h"

#include <QString>

#include <optional>

namespace headroom::widgets {

struct FigureUnit
{
    QString base;      ///< base unit of quantities; empty: a plain number
    double factor = 1; ///< kept value × factor = value in the base unit
};

FigureUnit unitOf(const std::string& figure);

/// "1.92 TB", "23.4 µs", "75 000"; texts and switches as they are.
QString figureText(const std::string& figure, const project::Json& value);
/// A typed figure as it is kept: a number in the unit of its name; nothing if it is none, or has another unit.
std::optional<project::Json> figureFromText(const std::string& figure, const QString& text);
/// The same with every digit, so that it can be edited.
QString figureEditText(const std::string& figure, const project::Json& value);

enum class Better
{
    more,
    less,
    neither
};
/// What one wants of a figure: more cores, less latency; neither of what is only a property (a queue's depth).
Better betterOf(const std::string& figure);

/// The declared name of a figure; of others the name in words.
QString figureLabel(const std::string& kind, const std::string& figure);
/// The figures that a run computes with for a kind; empty if it is not known.
const project::Fields& figuresOf(const std::string& kind);

} // namespace headroom::widgets
