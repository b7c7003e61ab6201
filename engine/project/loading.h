// Opening a project with everything that it needs in one step: either all of it or nothing, and one list of what was
// found on the way.
#pragma once

#include "project/project_file.h"
#include "project/resolve/resolver.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// The hardware libraries, which are read once for many projects. Their faults are reported with each project.
struct Hardware
{
    ComponentLibrary components;
    Findings findings;
};

Hardware loadHardware(const std::vector<std::filesystem::path>& folders = libraryFolders());
/// The same for one project, as ComponentLibrary::loadAsNeeded() does.
Hardware loadHardwareAsNeeded(const std::vector<std::filesystem::path>& folders = libraryFolders());

struct LoadedProject
{
    Project project; ///< with the block types that it may use
    /// False: it holds errors that an editor can mend, see LoadResult::unfinished. Not to be run.
    bool finished = true;
    ComponentLibrary components;             ///< of the libraries, and those that the project carries itself
    std::vector<BehaviourLibrary> libraries; ///< of behaviours: those that the project refers to, or all
};

struct Loading
{
    std::optional<LoadedProject> whole; ///< empty: it cannot be opened, and the findings say why
    /// First those in other files than the project's: libraries, block types. They are no errors, since a fault there
    /// keeps a project from opening only where it needs what is missing, which is an error of its own. Their place
    /// begins with the file's name, and their pointer means that file.
    Findings findings;
    std::size_t inOtherFiles = 0; ///< number of these
};

struct LoadFrom
{
    std::vector<std::filesystem::path> folders = libraryFolders();
    std::filesystem::path beside = {}; ///< where block types of the project's own are; empty: in its file's folder
    /// All behaviour libraries, also those that the project does not refer to: who may link a role later wants to be
    /// told what is wrong with them.
    bool everyLibrary = false;
    std::vector<std::string> presets = {}; ///< ids of presets of the project, whose values are set first
    Overrides set = {};     ///< values of parameters instead of those in the file; they are checked as well
    std::string under = {}; ///< id of a goal: the project is loaded under its conditions (goal_conditions.h)
};

/// Reads a project as loadProject() does.
Loading loadWhole(const std::filesystem::path& path, const Hardware& hardware, const LoadFrom& from = {});
Loading parseWhole(const std::string& text, const Hardware& hardware, const LoadFrom& from = {});
/// The same for a project that comes from no file.
Loading completed(Project project, const Hardware& hardware, const LoadFrom& from = {});

} // namespace headroom::project
