// Files that a project names.
#pragma once

#include <filesystem>
#include <string>

namespace headroom::project {

/// A file in the project's folder or below. Throws std::runtime_error with the reason if there is no such file, or if
/// the name or a link leads out of the folder. `folder` is empty if the project has not been saved.
std::filesystem::path fileBesideProject(const std::filesystem::path& folder, const std::string& name);

} // namespace headroom::project
