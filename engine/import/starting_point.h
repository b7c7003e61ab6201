// The cluster that an imported workload is put on. Internal to import/.
#pragma once

#include "import/import.h"

#include <map>

namespace headroom::import {

/// A file of libraries/imports: a project without workloads, and how its operations are asked for.
struct StartingPoint
{
    project::Json project;
    std::string role; ///< whose operations the workloads start
    std::map<std::string, project::Json>
        operations; ///< the other program's name → a workload's share: operation, arguments
    std::vector<std::string> assumptions;

    /// The one for a kind of file ("cosbench", "fio") and, of several, for a system's name in that file; else the first
    /// of the kind, with an assumption that says so. Throws ImportError if there is none.
    static StartingPoint find(const std::string& kind, const std::string& system,
                              const std::vector<std::filesystem::path>& libraries);
};

/// Puts workloads and run on it, and both lists into the description.
Imported finish(StartingPoint start, const std::string& name, const std::string& description, project::Json workloads,
                project::Json run, std::vector<std::string> assumptions, std::vector<std::string> left);

/// Sets the value of a parameter of the project, if it has it.
void setParameter(project::Json& project, const std::string& name, const project::Json& value);

Imported importCosbench(const std::string& text, const std::string& name,
                        const std::vector<std::filesystem::path>& libraries);
Imported importFio(const std::string& text, const std::string& name,
                   const std::vector<std::filesystem::path>& libraries);

std::string trimmed(const std::string& text);
/// As written, without a fraction where there is none.
std::string plain(double value);
/// A number not below 0; throws ImportError naming `what`.
double numberIn(const std::string& text, const std::string& what);
std::vector<std::string> splitAt(const std::string& text, char separator);

} // namespace headroom::import
