// The one place where the fields of everything in a project are declared: name, label, unit, range, default, meaning.
// The schema, the checks, the palette, the inspector and the reference pages are made from these declarations.
#pragma once

#include "project/document/document.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

enum class FieldType
{
    number,   ///< dimensionless; may be an expression
    integer,  ///< whole number; may be an expression
    quantity, ///< number with a unit; may be an expression
    flag,     ///< true or false; may be an expression (non-zero is true)
    choice,   ///< one of `choices`, or the name of a choice parameter
    text,
    component,   ///< id of a component of one of `kinds`, or the name of a component parameter
    role,        ///< id of a role
    operation,   ///< id of an operation of the role named in the field "role"
    volume,      ///< a volume of the role the diagram belongs to
    state,       ///< a state item of the role
    selector,    ///< a selector of the project (a ring)
    block,       ///< a block of the same diagram (or "caller" where said)
    variable,    ///< name of a variable of the request
    assignments, ///< object: name → expression
    reductions,  ///< object: variable → one of reductionWays()
    rows,        ///< list of rows; each an object by the names of `columns`, or a list in their order
};

/// The unit of a field that takes a quantity of any: a variable may hold bytes, seconds or a plain number.
inline constexpr const char* anyUnit = "any";

/// What a field names by its id.
struct Reference
{
    ElementKind to;
    const char* owner = nullptr; ///< the field beside it that names what the element lies in; null: what the field's
                                 ///< own element lies in
    const char* when = nullptr;  ///< it is a reference only while the field beside it of this name ...
    const char* is = "";         ///< ... holds this
    bool orUnset = false;        ///< ... or nothing
};

struct FieldDeclaration
{
    std::string name;
    std::string label;
    FieldType type = FieldType::number;
    std::string unit;  ///< base unit of a quantity: "s", "B", "B/s", "1/s", "Hz", "W"
    Json defaultValue; ///< null: none
    std::string meaning;
    std::string example;
    bool required = false;        ///< must be set (no default makes sense)
    bool perRequest = false;      ///< may use the variables of the request, else parameters only
    bool definesVariable = false; ///< what it names, or the names on its left, become variables of the request
    bool valuesAreNames = false;  ///< of assignments: names of what the other side gives, no expressions
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::vector<std::string> choices;
    std::vector<std::string> kinds;        ///< component kinds
    std::vector<FieldDeclaration> columns; ///< of rows: numbers and quantities
    std::vector<Reference> refersTo; ///< none: it names no element; of assignments: what the names on the left are
};

using Fields = std::vector<FieldDeclaration>;

struct PortDeclaration
{
    std::string name;
    std::string label;
    std::string meaning;
    bool required = false; ///< output that must be wired
};

/// A block type of the behaviour diagrams: one of the vocabulary, or one that a file `blocks/NAME.json` adds.
struct BlockType
{
    std::string name;     ///< as in the file, e.g. "for each"
    std::string label;    ///< as on the canvas, e.g. "For each"
    std::string category; ///< palette heading: "Work", "Talk", "Flow", "Hold"
    std::string icon;     ///< name of a Breeze icon
    std::string meaning;  ///< one line of help
    std::vector<PortDeclaration> inputs;
    std::vector<PortDeclaration> outputs; ///< fixed ones; "fork" has path1 … pathN besides, see BlockCatalogue
    Fields fields;
    std::string summaryField;                  ///< field shown as the block's second line; empty: none
    std::shared_ptr<const Diagram> inner = {}; ///< what it stands for, if a file added it; see block_library.h
};

/// The port of a group that a "way in" or "way out" inside it is.
std::string wayOf(const Block& block);

/// The coefficient of variation of a uniform time that goes from 0 to twice its mean, 1/√3: it cannot vary more.
inline constexpr double widestUniform = 0.5774;
/// Ways out of a fork at most.
inline constexpr int mostForkPaths = 64;

const Fields& workersFields();
const Fields& stateFields();
const Fields& nodeGroupFields();
const Fields& controllerFields();
const Fields& deviceFields();
const Fields& volumeFields();
const Fields& switchFields();
const Fields& linkFields();
const Fields& fabricFields();
const Fields& selectorFields();
const Fields& workloadFields();
const Fields& shareFields();
const Fields& disturbanceFields();
const Fields& runFields();

/// How a join can make one value of its paths' variables.
const std::vector<std::string>& reductionWays();

/// What the arguments and the payload of a workload's operations may speak of, by the workload's type.
std::vector<std::string> workloadVariables(const std::string& type);
/// Fields of workloadFields() that mean something only for some types of workload, with those types.
const std::map<std::string, std::vector<std::string>>& fieldsOfSomeWorkloads();

/// The types of field that a file can declare, by their words there.
const std::vector<std::pair<std::string, FieldType>>& fieldTypesOfFiles();

/// What a field of the type names.
std::vector<Reference> referencesOf(FieldType type);
const FieldDeclaration* findField(const Fields& fields, const std::string& name);
/// The value set in `values`, else the default.
const Json& valueOf(const Json& values, const FieldDeclaration& field);

} // namespace headroom::project
