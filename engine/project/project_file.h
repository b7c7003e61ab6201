// Projects as files: reading, checking, writing.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::project {

struct LoadResult
{
    std::optional<Project> project; ///< empty if the file cannot be understood at all or holds errors
    /// The document of a file that holds errors which an editor can mend: everything the file says is in it, and every
    /// library role it refers to is there. Work that is not finished is like that. Not to be run.
    std::optional<Project> unfinished;
    Findings findings; ///< every fault and remark, all at once
};

/// Reads and checks a project (a NAME.headroom file, or a folder that holds exactly one). Roles that refer to a library
/// are filled in from `folders`; block types of its own stand in the file's folder, or in `beside`. With errors among
/// the findings `project` is empty: nothing is opened half.
LoadResult loadProject(const std::filesystem::path& path, const ComponentLibrary& components,
                       const std::vector<std::filesystem::path>& folders = libraryFolders(),
                       const std::filesystem::path& beside = {});
LoadResult parseProject(const std::string& text, const ComponentLibrary& components,
                        const std::vector<std::filesystem::path>& folders = libraryFolders(),
                        const std::filesystem::path& beside = {});

/// Writes a new file beside the old one, syncs it and renames it into place; the old file survives any failure.
/// Throws std::runtime_error with a sentence naming the path and the reason.
void saveProject(const Project& project, const std::filesystem::path& path);

/// Role ids of a behaviour library's file and what it holds; used by pickers.
struct BehaviourLibrary
{
    std::string id, name, description;
    std::vector<Role> roles;
    View view; ///< where its drawings have their boxes
};
std::vector<BehaviourLibrary> loadBehaviourLibraries(const std::vector<std::filesystem::path>& folders,
                                                     Findings& findings);
/// Those with the given ids alone, and what is wrong with their files, and with files whose id cannot be read.
std::vector<BehaviourLibrary> loadBehaviourLibraries(const std::vector<std::filesystem::path>& folders,
                                                     const std::set<std::string>& ids, Findings& findings);

} // namespace headroom::project
