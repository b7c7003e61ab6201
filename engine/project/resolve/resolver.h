// Resolves what a project specifies to numbers: parameters with overrides, expressions, components.
#pragma once

#include "project/document/finding.h"
#include "project/expression/expression.h"
#include "project/library/components.h"
#include "project/resolve/value_table.h"
#include "project/vocabulary/declarations.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

struct Behaviour;
struct Project;

/// Values for generic parameters from outside (the command line, the studio, a study): name → text.
using Overrides = std::map<std::string, std::string>;

/// Checks overrides and sets them in a copy of the project: unknown names (with the nearest), wrong units, unknown
/// components and values out of range become findings. Returns that copy. The project's own components are among
/// `components`.
Project withOverrides(Project project, const Overrides& overrides, const ComponentLibrary& components,
                      Findings& findings);

/// The component that the text of a component field names for the present parameters: by its id, by a parameter, or by
/// an expression that chooses. Null if there is none.
const Component* presentComponent(const Project& project, const ComponentLibrary& components, const std::string& text);

/// Evaluates declared fields. Collects findings instead of throwing; a faulty field has its default value or zero.
class Resolver
{
public:
    Resolver(const Project& project, const ComponentLibrary& components, Findings& findings);
    /// Evaluates as the other one does, at next to no cost; collects findings of its own.
    Resolver(const Resolver& other, Findings& findings);

    /// The scope of a role: generic parameters, then the role's own parameters with their bindings.
    Scope scopeOf(const Behaviour& behaviour, const std::string& pointer);
    const Scope& globalScope() const { return *scope_; }

    /// Value of field `name` in base units. `values` are the values set in the element that has these fields.
    double number(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer);
    double number(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer,
                  const Scope& scope);
    bool flag(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer);
    /// For texts and choices; the name of a parameter gives the parameter's value.
    std::string text(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer);
    /// The component that a field names: by its id, by a parameter, or by an expression that chooses one of several.
    /// Each of these has to fit.
    const Component* component(const Fields& fields, const std::string& name, const Json& values,
                               const std::string& pointer);
    /// For fields that may use the request's variables.
    Expression expression(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer,
                          const Scope& scope);
    /// Expression of a bare JSON value (number, flag or text).
    Expression expression(const Json& value, const std::string& unit, const std::string& pointer, const Scope& scope);

    /// Rows of a table, each with a number for every column in the declared order; NaN if a column without a default
    /// was left out.
    std::vector<std::vector<double>> rows(const Fields& fields, const std::string& name, const Json& values,
                                          const std::string& pointer);

    /// From now on, the files of tables are looked for in this folder; without a call they are not read.
    void readFilesFrom(const std::filesystem::path& folder) { folder_ = folder; }
    /// The table of a distribution of the project; null if there is none with that name, or if it has faults, which
    /// are reported.
    std::shared_ptr<const ValueTable> table(const std::string& distribution);

    /// A parameter's value as text, if `name` is a parameter.
    const Json* parameterValue(const std::string& name) const;

    const ComponentLibrary& components() const { return components_; }
    Findings& findings() { return findings_; }

    /// Reports a fault of what the pointer leads to.
    void report(Severity severity, const std::string& key, const std::string& pointer, std::string problem,
                std::string remedy);
    std::string placeOf(const std::string& pointer); ///< in words

private:
    std::vector<double> row(const Fields& columns, const Json& value, const std::string& pointer);
    std::string named(const std::string& name) const;
    const Component* fitting(const std::string& id, const FieldDeclaration& field, const std::string& place,
                             const std::string& choice);
    const Component* chosenComponent(const std::string& choice, const FieldDeclaration& field,
                                     const std::string& place);
    double inRange(double value, const Json& given, const FieldDeclaration& field, const std::string& pointer);
    Expression compiled(const std::string& text, const std::string& unit, const std::string& pointer,
                        const Scope& scope);

    const Project& project_;
    const ComponentLibrary& components_;
    Findings& findings_;
    std::shared_ptr<const Scope> scope_;
    std::optional<std::filesystem::path> folder_;
    std::map<std::string, std::shared_ptr<const ValueTable>> tables_; ///< those read so far
    std::shared_ptr<const Json> tree_; ///< tree of the project's file, to name places; created at the first finding
};

} // namespace headroom::project
