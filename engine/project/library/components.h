// The hardware libraries: processors, disks, SSDs, NICs and switches with their data-sheet figures and sources.
#pragma once

#include "project/document/finding.h"
#include "project/document/json.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom::project {

/// A hardware component from a library.
struct Component
{
    std::string id;
    std::string kind; ///< a ComponentKind's name
    std::string vendor;
    std::string model;
    Json parameters = Json::object(); ///< figures; the suffix of a name is its unit: _Bps, _us, _B, _bps, _W, _Hz
    std::string source;
    std::string confidence; ///< "datasheet", "measured", "published", "estimated"
    std::vector<std::string> estimatedFields;
    std::string notes;

    /// The figure, or `fallback` if it is missing.
    double figure(const std::string& name, double fallback = 0) const;
    bool has(const std::string& name) const;
};

/// Key figures in one line: "14 cores · 2.3 GHz · 120 W", "75 k / 36 k IOPS · 500 / 460 MB/s", "25 Gb/s · 20 µs".
std::string keyFigures(const Component& component);

/// Hardware components by id.
class ComponentLibrary
{
public:
    /// Reads every hardware/*.json below the given library folders; faults become findings, valid entries are kept.
    /// A file that has not changed since it was last read in this process is not read again.
    static ComponentLibrary load(const std::vector<std::filesystem::path>& folders, Findings& findings);
    /// The same, but a component is read when it is first asked for, which saves most of the time; not for several
    /// threads at once. Files in which no components are found without reading them are read at once.
    static ComponentLibrary loadAsNeeded(const std::vector<std::filesystem::path>& folders, Findings& findings);
    /// True if something is wrong with a component that was read when it was asked for; load() reports what.
    bool foundFaults() const { return foundFaults_; }
    /// Adds the components that a project contains, or replaces those of the same id.
    void add(const Json& components, const std::string& pointer, Findings& findings);

    /// Sets a price of a component, `figure`, which is no estimate then, and when and from whom it is; false if there
    /// is no component with this id.
    bool setPrice(const std::string& id, const std::string& figure, double usd, const std::string& basis);

    const Component* find(const std::string& id) const;
    /// The ids of all components, in their order.
    const std::vector<std::string>& ids() const { return order_; }
    std::vector<const Component*> ofKinds(const std::vector<std::string>& kinds) const;
    std::vector<const Component*> all() const;
    /// The known id nearest to a misspelt one; empty if there is no similar one.
    std::string nearest(const std::string& id) const;

private:
    /// Where a component stands that has not been read.
    struct Unread
    {
        std::shared_ptr<const std::string> text; ///< of its file
        std::size_t begin = 0, length = 0;
    };

    bool isNew(const std::string& id) const { return !components_.contains(id) && !unread_.contains(id); }
    void take(std::vector<Component> components);
    bool takeUnread(const std::filesystem::path& path);
    void read(std::map<std::string, Unread>::iterator unread) const;

    std::vector<std::string> order_;
    // Reading a component changes nothing that the library holds.
    mutable std::map<std::string, Component> components_;
    mutable std::map<std::string, Unread> unread_;
    mutable bool foundFaults_ = false;
};

/// The folders searched for libraries: $HEADROOM_LIBRARIES (colon separated) if set, else the folder "libraries" beside
/// or above the running program, else the installed one; then the user's own ($XDG_DATA_HOME/headroom/libraries).
std::vector<std::filesystem::path> libraryFolders();

} // namespace headroom::project
