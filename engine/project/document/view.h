// The looks of a project's drawings and charts. They never affect a result.
//
// The file stores them by section and then by path ("positions": {path: ...}, "bends": {path: ...}). The document
// stores them by path, so that the data of a diagram stay with it when it is renamed, moved or deleted.
#pragma once

#include "project/document/in_order.h"
#include "project/document/json.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// In pixels. The coordinates are numbers as written in the file: 80.0 stays 80.0.
struct Point
{
    Json x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

/// Positions of boxes: id → top left corner.
using Places = InOrder<Point>;

/// A text on the canvas. A member that is not set is not in the file.
struct Note
{
    std::string id; ///< unique in its drawing
    std::optional<std::string> text;
    Json x, y, width, height; ///< numbers, pixels
    std::optional<std::string> colour;
    Json extra = Json::object(); ///< unknown keys, kept
    bool operator==(const Note&) const = default;
};

/// Curves in one panel of a chart.
struct PlotPanel
{
    std::optional<std::string> unit;
    std::optional<std::vector<std::string>> series;
    std::optional<bool> logarithmic;
    Json extra = Json::object();
    bool operator==(const PlotPanel&) const = default;
};

/// A column of a CSV file in the project's folder, drawn over a series.
struct MeasuredCurve
{
    std::optional<std::string> file, column, series;
    Json offsetS, factor; ///< numbers
    Json extra = Json::object();
    bool operator==(const MeasuredCurve&) const = default;
};

/// The user's choice for a chart.
struct Plots
{
    std::optional<std::vector<PlotPanel>> panels;
    std::optional<std::vector<MeasuredCurve>> measured;
    Json extra = Json::object();
    bool operator==(const Plots&) const = default;
};

/// The data of one path. A part that is not set is not in the file; one that is empty remains there, empty.
struct Drawing
{
    std::optional<Places> positions; ///< of boxes
    std::optional<Plots> plots;      ///< of a chart, whose name is the path
    /// By wire, "block.port>block.port": the points that the wire goes through.
    std::optional<InOrder<std::vector<Point>>> bends;
    std::optional<std::vector<Note>> notes;
    std::optional<InOrder<std::string>> colours; ///< of boxes
    std::optional<InOrder<int>> widths;          ///< of boxes that do not have the usual one; pixels
    /// By section: its parts that cannot be read, and sections that this version does not know.
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

    /// By diagram path; "topology" is the topology's. An empty drawing is not in the file.
    InOrder<Drawing> drawings;
    /// The order in the file; other sections follow these.
    std::vector<Section> sections;
    Json extra = Json::object(); ///< sections that are not stored by path
};

/// Changes the paths of drawings. `renamed` returns nullopt for those that do not change; an empty path deletes the
/// drawing.
void renameDrawings(View& view, const std::function<std::optional<std::string>(const std::string& path)>& renamed);

/// Deletes the data of a diagram and of those inside its groups.
void dropDrawingsBelow(View& view, const std::string& path);

} // namespace headroom::project
