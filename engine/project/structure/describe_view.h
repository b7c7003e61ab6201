// The looks of a project's drawings and charts (see describe.h). Only visitors that read the file, write it or describe
// its format come here: it has no fields, names no element and is not evaluated.
//
// Such a visitor also has functions for members that are in the file only if they are set:
//   text, flag, names, list, part   a member of that type
//   byName(member, values)          values of one type in an object, by names that people chose
//   unread(json)                    unknown keys, and known ones whose values cannot be read
#pragma once

#include "project/structure/describing.h"

namespace headroom::project {

template <typename Visitor, Describes<Note> Item>
void describe(Visitor& v, Item& note)
{
    v.text({.key = "id", .meaning = "Unique in its drawing.", .written = Written::required, .names = true}, note.id);
    v.text({.key = "text"}, note.text);
    v.value({.key = "x", .meaning = "Left edge, in the units of positions.", .holds = Member::Holds::number}, note.x);
    v.value({.key = "y", .meaning = "Top edge.", .holds = Member::Holds::number}, note.y);
    v.value({.key = "width", .meaning = "Extent to the right.", .holds = Member::Holds::number}, note.width);
    v.value({.key = "height", .meaning = "Extent downwards.", .holds = Member::Holds::number}, note.height);
    v.text({.key = "colour", .meaning = "Name of a colour that drawings offer."}, note.colour);
    v.unread(note.extra);
}

template <typename Visitor, Describes<PlotPanel> Item>
void describe(Visitor& v, Item& panel)
{
    v.text({.key = "unit", .meaning = "Unit of its curves: 1/s, B/s, s, share, 1."}, panel.unit);
    v.names({.key = "series", .meaning = "Path of a series, joined with \" · \"."}, panel.series);
    v.flag({.key = "logarithmic"}, panel.logarithmic);
    v.unread(panel.extra);
}

template <typename Visitor, Describes<MeasuredCurve> Item>
void describe(Visitor& v, Item& curve)
{
    v.text({.key = "file", .meaning = "CSV in the project's folder, with a column of times."}, curve.file);
    v.text({.key = "column", .meaning = "Name of the column of values."}, curve.column);
    v.text({.key = "series", .meaning = "The series it is laid over."}, curve.series);
    v.value({.key = "offset_s", .meaning = "Added to its times.", .holds = Member::Holds::number}, curve.offsetS);
    v.value({.key = "factor", .meaning = "Its values are multiplied by this.", .holds = Member::Holds::number},
            curve.factor);
    v.unread(curve.extra);
}

template <typename Visitor, Describes<Plots> Item>
void describe(Visitor& v, Item& plots)
{
    v.list({"panels", "panel", "unit", std::nullopt, "", Written::ifFilled, Lines::free}, plots.panels);
    v.list({"measured", "measured curve", "column", std::nullopt, "", Written::ifFilled, Lines::free}, plots.measured);
    v.unread(plots.extra);
}

/// Each member is a section of the file, in which values are stored by path.
template <typename Visitor, Describes<Drawing> Item>
void describe(Visitor& v, Item& drawing)
{
    v.byName({.key = "positions", .lines = Lines::tables}, drawing.positions);
    v.part({.key = "plots"}, drawing.plots);
    v.byName({.key = "bends"}, drawing.bends);
    v.list({"notes", "note", "id", std::nullopt, "", Written::ifFilled, Lines::free}, drawing.notes);
    v.byName({.key = "colours"}, drawing.colours);
    v.byName({.key = "widths"}, drawing.widths);
    v.unread(drawing.extra);
}

} // namespace headroom::project
