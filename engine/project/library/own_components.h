// The user's own library folder and the components that the user has entered there.
#pragma once

#include "project/library/components.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace headroom::project {

/// $XDG_DATA_HOME/headroom/libraries, else ~/.local/share/headroom/libraries; nothing if there is no home directory.
std::optional<std::filesystem::path> userLibraryFolder();

/// The components in the file hardware/own.json of a library folder; faults become findings.
std::vector<Component> ownComponents(const std::filesystem::path& folder, Findings& findings);

/// A hardware library that holds this component only.
Json libraryWith(const Component& component);

/// Schema violations of a component; the pointers are relative to it ("/parameters/capacity_B").
Findings faultsOf(const Component& component);

/// Adds a component to that file, or replaces the one with its id. A faulty component is not written. Throws
/// std::runtime_error with a sentence if the file cannot be read or written.
void saveOwnComponent(const std::filesystem::path& folder, const Component& component);
/// Removes a component; does nothing if it is not there. Throws like saveOwnComponent().
void removeOwnComponent(const std::filesystem::path& folder, const std::string& id);

} // namespace headroom::project
