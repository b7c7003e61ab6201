// The hardware libraries: processors, disks, SSDs, NICs, switches with their data-sheet figures and sources.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headroom::project {

struct Component
{
    std::string id;
    std::string kind; ///< a ComponentKind's name
    std::string vendor;
    std::string model;
    Json parameters = Json::object(); ///< figures; the unit is the end of the name: _Bps, _us, _B, _bps, _W, _Hz
    std::string source;
    std::string confidence; ///< "datasheet", "published", "estimated"
    std::vector<std::string> estimatedFields;
    std::string notes;

    /// The figure, or `fallback` if it is missing.
    double figure(const std::string& name, double fallback = 0) const;
    bool has(const std::string& name) const;
};

/// Key figures in one line: "14 cores · 2.3 GHz · 120 W", "75 k / 36 k IOPS · 500 / 460 MB/s", "25 Gb/s · 20 µs".
std::string keyFigures(const Component& component);

class ComponentLibrary
{
public:
    /// Reads every hardware/*.json below the given library folders; faults become findings, good entries stay.
    static ComponentLibrary load(const std::vector<std::filesystem::path>& folders, Findings& findings);
    /// Adds (or replaces by id) what a project carries itself.
    void add(const Json& components, const std::string& pointer, Findings& findings);

    const Component* find(const std::string& id) const;
    std::vector<const Component*> ofKinds(const std::vector<std::string>& kinds) const;
    std::vector<const Component*> all() const;
    /// The known id nearest to a misspelt one; empty if none is near.
    std::string nearest(const std::string& id) const;

private:
    std::map<std::string, Component> components_;
    std::vector<std::string> order_;
};

/// Where libraries are looked for: $HEADROOM_LIBRARIES (colon separated) if set, else the folder "libraries" beside
/// or above the running program, else the installed one; then the user's own ($XDG_DATA_HOME/headroom/libraries).
std::vector<std::filesystem::path> libraryFolders();

} // namespace headroom::project
