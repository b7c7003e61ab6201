// What a project's drawings and charts look like. It never affects a result.
//
// The file keeps it by section and then by path ("positions": {path: ...}, "bends": {path: ...}). The document keeps it
// by path, so that whatever belongs to a diagram goes with it when the diagram is renamed, moved or deleted.
#pragma once

#include "project/document/in_order.h"
#include "project/document/json.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// Pixels. The coordinates are numbers as the file has them: 80.0 stays 80.0.
struct Point
{
    Json x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

/// Where boxes lie: id → top left corner.
using Places = InOrder<Point>;

/// A text on the canvas. What is not set is not in the file.
struct Note
{
    std::string id; ///< unique in its drawing
    std::optional<std::string> text;
    Json x, y, width, height; ///< numbers, pixels
    std::optional<std::string> colour;
    Json extra = Json::object(); ///< unknown keys, kept
    bool operator==(const Note&) const = default;
};

/// Curves that a chart shows under each other.
struct PlotPanel
{
    std::optional<std::string> unit;
    std::optional<std::vector<std::string>> series;
    std::optional<bool> logarithmic;
    Json extra = Json::object();
    bool operator==(const PlotPanel&) const = default;
};

/// A column of a CSV file in the project's folder, laid over a series.
struct MeasuredCurve
{
    std::optional<std::string> file, column, series;
    Json offsetS, factor; ///< numbers
    Json extra = Json::object();
    bool operator==(const MeasuredCurve&) const = default;
};

/// What a chart shows by choice.
struct Plots
{
    std::optional<std::vector<PlotPanel>> panels;
    std::optional<std::vector<MeasuredCurve>> measured;
    Json extra = Json::object();
    bool operator==(const Plots&) const = default;
};

/// What is kept of one path. A part that is not set is not in the file; one that is empty stays there empty.
struct Drawing
{
    std::optional<Places> positions; ///< of boxes
    std::optional<Plots> plots;      ///< of a chart, whose name is the path
    /// Of wires, "block.port>block.port": the points they go through.
    std::optional<InOrder<std::vector<Point>>> bends;
    std::optional<std::vector<Note>> notes;
    std::optional<InOrder<std::string>> colours; ///< of boxes
    /// By section: what of it cannot be read, and sections that this version does not know.
    Json extra = Json::object();
    bool operator==(const Drawing&) const = default;
};

struct View
{
    /// A section of the file and the paths in it.
    struct Section
    {
        std::string key;
        std::vector<std::string> paths;
    };

    /// By diagram path; "topology" is that of the topology. One that is empty is not in the file.
    InOrder<Drawing> drawings;
    /// The order in which the file has them; others come behind.
    std::vector<Section> sections;
    Json extra = Json::object(); ///< sections that keep nothing by path
};

/// Gives drawings other paths. `renamed` says nothing for those that stay as they are; an empty path drops the drawing.
void renameDrawings(View& view, const std::function<std::optional<std::string>(const std::string& path)>& renamed);

/// Drops what is kept of a diagram and of those inside its groups.
void dropDrawingsBelow(View& view, const std::string& path);

} // namespace headroom::project
