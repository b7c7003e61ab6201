// The cluster for an imported workload. Internal to import/.
#pragma once

#include "import/import.h"

#include <map>

namespace headroom::import {

/// A file of libraries/imports: a project without workloads, and how the workloads call its operations.
struct StartingPoint
{
    project::Json project;
    std::string role; ///< the role whose operations the workloads start
    std::map<std::string, project::Json>
        operations; ///< the other program's name → a workload's share: operation, arguments
    std::vector<std::string> assumptions;
    project::Json machine; ///< figures of the host that its files may name: ncpus, pagesize, mb_memory

    /// Finds the one for a kind of file ("cosbench", "fio"). If there are several, the system's name in that file
    /// decides; otherwise the first of the kind is taken, with an assumption that states this. Throws ImportError if
    /// there is none.
    static StartingPoint find(const std::string& kind, const std::string& system,
                              const std::vector<std::filesystem::path>& libraries);
};

/// Adds workloads and run to the project, and both lists to its description.
Imported finish(StartingPoint start, const std::string& name, const std::string& description, project::Json workloads,
                project::Json run, std::vector<std::string> assumptions, std::vector<std::string> left);

/// Sets the value of a parameter if the project has that parameter.
void setParameter(project::Json& project, const std::string& name, const project::Json& value);

std::string trimmed(const std::string& text);
/// The number as text, without a fraction if it is whole.
std::string plain(double value);
/// Reads a number not below 0; throws ImportError naming `what`.
double numberIn(const std::string& text, const std::string& what);
std::vector<std::string> splitAt(const std::string& text, char separator);

} // namespace headroom::import
