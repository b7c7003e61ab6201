// The user's own library folder and the components that someone entered there.
#pragma once

#include "project/library/components.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace headroom::project {

/// $XDG_DATA_HOME/headroom/libraries, else ~/.local/share/headroom/libraries; nothing without a home.
std::optional<std::filesystem::path> userLibraryFolder();

/// Those in the file hardware/own.json of a library folder; faults become findings.
std::vector<Component> ownComponents(const std::filesystem::path& folder, Findings& findings);

/// What the schema finds wrong with a component; the pointers are relative to it ("/parameters/capacity_B").
Findings faultsOf(const Component& component);

/// Adds a component to that file, or puts it in the place of the one with its id. Nothing is written if it is at fault.
/// Throws std::runtime_error with a sentence if the file cannot be read or written.
void saveOwnComponent(const std::filesystem::path& folder, const Component& component);
/// Takes one out; nothing happens if it is not there. Throws as saveOwnComponent().
void removeOwnComponent(const std::filesystem::path& folder, const std::string& id);

} // namespace headroom::project
