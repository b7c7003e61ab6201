// The kinds of hardware components, a row each: what they are called, what of a cluster they are, their figures.
#pragma once

#include "project/vocabulary/declarations.h"

#include <string>
#include <vector>

namespace headroom::project {

/// A figure in the line that sums a component up.
struct KeyFigure
{
    enum class Form
    {
        plain,     ///< divided by `scale`, with its unit
        thousands, ///< "75 k"
        bytes,     ///< "480 GB"
        bitRate,   ///< "25 Gb/s"
        quantity,  ///< with the prefix that fits
        word       ///< a text, as it stands
    };
    const char* figure;
    const char* second = nullptr; ///< another one that is shown with it, "75 k / 36 k"; both must be stated
    Form form = Form::plain;
    const char* unit = "";
    double scale = 1;
};

struct ComponentKind
{
    /// The part of a topology that components of the kind are.
    enum class Part
    {
        none, ///< they are for reference only
        processor,
        memory,
        chassis,
        powerSupply,
        device,
        controller, ///< devices are attached to it
        adapter,
        networkSwitch
    };
    std::string name;    ///< as in files: "ssd"
    std::string label;   ///< of one: "SSD"
    std::string heading; ///< of many: "SSDs"
    Part part = Part::none;
    std::string icon;               ///< name of a Breeze icon
    std::string help;               ///< one line in the palette: what it is and where it goes
    std::string mainFigure;         ///< the one that people look at first
    std::vector<KeyFigure> summary; ///< in one line
    Fields figures;                 ///< that runs compute with; a component may state others
    bool rotates = false;           ///< an I/O scheduler orders what waits for it
    bool hasUplink = false; ///< its interface is that of a lane to what it hangs on, of which the project says how many
    std::string priceFigure = "price_usd";
};

/// In the order of the palette.
const std::vector<ComponentKind>& componentKinds();
/// Null if there is none of this name.
const ComponentKind* findComponentKind(const std::string& name);
/// The names of the kinds that are such a part of a topology.
std::vector<std::string> kindsOf(ComponentKind::Part part);
/// The field of a node group that names such a part; null if none does.
const char* groupFieldOf(ComponentKind::Part part);
/// True if a component of one kind can take the place of one of the other: storage devices can, besides their like.
bool areInterchangeable(const std::string& kind, const std::string& other);

} // namespace headroom::project
