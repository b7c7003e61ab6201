// COSBench's settings: "a=b;c=d", inherited from workload to operation.
#pragma once

#include "import/cosbench/selector.h"

#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>

namespace headroom::import::cosbench {

using Settings = std::map<std::string, std::string>;

/// The settings of an element: its own `config`, and those of its parents that it does not set itself.
Settings settingsOf(const pugi::xml_node& node);

/// The objects that settings select.
struct Objects
{
    std::string names; ///< prefixes and suffixes: other names are other objects
    Selector containers, objects;
    bool namesObjects = false; ///< false: the settings say none, and one object is meant
    double count() const { return containers.count() * objects.count(); }
    bool overlaps(const Objects& other) const;
};

Objects objectsOf(const Settings& settings, const std::string& what);
std::optional<Selector> sizesOf(const Settings& settings, const std::string& what);
/// True if the setting changes neither the load nor what is asked for.
bool isHarmless(const std::string& setting);

} // namespace headroom::import::cosbench
