// The single place that declares the fields of all elements of a project: name, label, unit, range, default, meaning.
// The schema, the checks, the palette, the inspector and the reference pages are generated from it.
#pragma once

#include "project/document/element_kind.h"
#include "project/document/json.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

struct Diagram;

/// The types of field values in a project file.
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
    block,       ///< a block of the same diagram (or "caller" where documented)
    variable,    ///< name of a variable of the request
    assignments, ///< object: name → expression
    reductions,  ///< object: variable → one of reductionWays()
    rows,        ///< list of rows; each an object by the names of `columns`, or a list in their order
};

/// The unit of a field that accepts quantities of any unit: a variable may hold bytes, seconds or a plain number.
inline constexpr const char* anyUnit = "any";

/// The element that a field refers to by its id.
struct Reference
{
    ElementKind to;
    const char* owner = nullptr; ///< field of the same element that names the element's owner; null: the owner of the
                                 ///< field's own element
    const char* when = nullptr;  ///< if set: it is a reference only while the field of this name in the same element
                                 ///< ...
    const char* is = "";         ///< ... has this value
    bool orUnset = false;        ///< ... or is not set
};

/// A condition on another field of the same element: it has one of these values; without values: it is set, and not
/// to 0.
struct Condition
{
    std::string field;
    std::vector<std::string> values;
    bool unset = false; ///< instead: it is not set
};

/// One field of an element.
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
    std::string notWithTable;     ///< a required one is needed only unless the choice of this name is "table"
    bool perRequest = false;      ///< may use the variables of the request; otherwise only parameters
    bool definesVariable = false; ///< the name in it, or the names on the left, become variables of the request
    std::string setAt;            ///< the output at which the block sets these variables; empty: all
    bool readsVariable = false;   ///< the block does not set the variable that is named, but reads it
    bool valuesAreNames = false;  ///< of assignments: the right side is a name given by the other side, not an
                                  ///< expression
    bool keysAreElements = false; ///< of assignments: the names on the left are those of elements, see refersTo, and
                                  ///< the element's own checks read the right side
    bool namesSuffice = false;    ///< of assignments: a list of names is allowed, too, see assignments.h
    bool namesFigures = false;    ///< a text that is the name of a figure of the results, or an expression over them
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::vector<std::string> choices;
    std::vector<std::string> kinds;        ///< component kinds
    std::vector<FieldDeclaration> columns; ///< of rows: numbers and quantities
    std::vector<Condition> appliesWhen;    ///< all must hold, else it has no effect
    std::vector<Reference> refersTo; ///< empty: it refers to no element; of assignments: targets of the names on the
                                     ///< left
};

using Fields = std::vector<FieldDeclaration>;

/// An input or output of a block.
struct PortDeclaration
{
    std::string name;
    std::string label;
    std::string meaning;
    bool required = false;                   ///< output that must be wired
    std::vector<std::string> variables = {}; ///< numbers that a path has which leaves by this output
};

/// How blocks of a type treat the path that comes to them, for all who follow paths through a diagram. The checks, the
/// compiler and the results of a run read it; a new type needs no other place.
struct BlockTraits
{
    /// Reasons for which a path can wait, besides its own work.
    enum class Waits
    {
        never,
        forRelease,  ///< of what other paths hold
        forOthers,   ///< to come or to send, which may never happen
        forOtherEnd, ///< of the stream
    };
    Waits waits = Waits::never;
    bool structure = false;     ///< a path begins, ends, splits, joins or repeats there: it cannot be disabled
    bool endsPath = false;      ///< behind it the request has its answer, or its path is another one, or none
    bool choosesWay = false;    ///< a path leaves by one of several ways, or it cannot be seen by which
    bool isControl = false;     ///< needs no worker: done together with the next block that does more
    bool computes = false;      ///< keeps its worker, and the node's processor works
    bool stores = false;        ///< and the node's devices do
    bool onlyReads = false;     ///< touches the request's variables by the expressions in its fields only
    bool pathAlone = false;     ///< needs nothing but the path: no record of the request, of a region or a call
    const char* stateType = ""; ///< the type of state item that its fields refer to; empty: none
};

/// A block type of the behaviour diagrams: part of the vocabulary, or added by a file `blocks/NAME.json`.
struct BlockType
{
    std::string name;     ///< as in the file, e.g. "for each"
    std::string label;    ///< as on the canvas, e.g. "For each"
    std::string category; ///< palette heading: "Work", "Communication", "Flow", "State and queues"
    std::string icon;     ///< name of a Breeze icon
    std::string meaning;  ///< one line of help
    std::vector<PortDeclaration> inputs;
    std::vector<PortDeclaration> outputs; ///< fixed ones; a "fork" also has path1 … pathN, see BlockCatalogue
    Fields fields;
    std::string summaryField; ///< field shown as the block's second line; empty: none
    BlockTraits traits = {};
    /// Second field of that line, if there is one, and what stands between the two.
    std::string secondSummaryField = {}, summarySeparator = {};
    std::shared_ptr<const Diagram> inner = {}; ///< diagram that it stands for, if a file added it; see block_library.h
    std::shared_ptr<const std::vector<Diagram>> levels = {}; ///< its levels of detail, the first of which is `inner`
    std::string level = {}; ///< the level in use: the id of one, or the field of a block that names one
};

/// The coefficient of variation of a time uniform between 0 and twice its mean, 1/√3: the largest possible one.
inline constexpr double widestUniform = 0.5774;

/// The fields of each kind of element outside the block types.
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
const Fields& distributionFields();
const Fields& disturbanceFields();
const Fields& runFields();

/// The ways in which a join can combine the values of its paths' variables.
const std::vector<std::string>& reductionWays();

/// The field types that a file can declare, with their names there.
const std::vector<std::pair<std::string, FieldType>>& fieldTypesOfFiles();

/// The elements that fields of this type refer to.
std::vector<Reference> referencesOf(FieldType type);
const FieldDeclaration* findField(const Fields& fields, const std::string& name);
/// The value set in `values`, else the default.
const Json& valueOf(const Json& values, const FieldDeclaration& field);
/// True if a table takes the field's place, so that a required one need not be set.
bool comesFromTable(const FieldDeclaration& field, const Json& values);
/// The condition that keeps a field from having an effect; null if there is none, or if a parameter decides.
const Condition* unmetCondition(const Fields& declared, const FieldDeclaration& field, const Json& values);

} // namespace headroom::project
