// The inputs from which a workload is built, and access to its fields. Internal to run/.
#pragma once

#include "behaviour/program/program.h"
#include "mapping/placement.h"
#include "project/document/document.h"
#include "project/document/whole_number.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/declarations.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace headroom::run {

/// The parts of a model that building a workload needs.
struct Elaboration
{
    const project::Project& project;
    project::Resolver& resolver;
    const behaviour::Software& software;
    const mapping::Placement& placement;
    double durationS = 0;         ///< of the run
    std::filesystem::path folder; ///< folder of the project's file; empty: there is no file
    double arrivals = 1;          ///< factor of the rates of open loops and of the speed of traces
};

/// One workload's fields, and findings about them.
class WorkloadFields
{
public:
    WorkloadFields(const Elaboration& from, std::size_t index)
        : from_(from), workload_(from.project.workloads[index]), pointer_("/workloads/" + std::to_string(index))
    {
    }

    const Elaboration& elaboration() const { return from_; }
    const project::Workload& workload() const { return workload_; }
    const std::string& pointer() const { return pointer_; }

    double number(const char* name) const
    {
        return from_.resolver.number(project::workloadFields(), name, workload_.fields, pointer_);
    }
    std::uint64_t whole(const char* name) const { return project::wholeNumber(number(name)); }
    bool flag(const char* name) const
    {
        return from_.resolver.flag(project::workloadFields(), name, workload_.fields, pointer_);
    }
    std::string text(const char* name) const
    {
        return from_.resolver.text(project::workloadFields(), name, workload_.fields, pointer_);
    }
    std::vector<std::vector<double>> rows(const char* name) const
    {
        return from_.resolver.rows(project::workloadFields(), name, workload_.fields, pointer_);
    }
    bool has(const char* name) const
    {
        const auto found = workload_.fields.find(name);
        return found != workload_.fields.end() && !found->is_null();
    }
    /// `place` is relative to the workload, as in "/rate".
    void error(const char* key, const std::string& place, std::string problem, std::string remedy) const
    {
        report(project::Severity::error, key, place, std::move(problem), std::move(remedy));
    }
    void warn(const char* key, const std::string& place, std::string problem, std::string remedy) const
    {
        report(project::Severity::warning, key, place, std::move(problem), std::move(remedy));
    }

private:
    void report(project::Severity severity, const char* key, const std::string& place, std::string problem,
                std::string remedy) const
    {
        from_.resolver.findings().push_back(
            {severity, key, pointer_ + place, "workload " + workload_.id, std::move(problem), std::move(remedy)});
    }

    const Elaboration& from_;
    const project::Workload& workload_;
    std::string pointer_;
};

} // namespace headroom::run
