// Shared by the parts of the checks.
#pragma once

#include "project/document/hardware.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/document/software.h"
#include "project/document/studies.h"
#include "project/document/workloads.h"
#include "project/resolve/resolver.h"
#include "project/structure/references.h"
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/inner_diagrams.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::project {

class PlacedBlocks;

class CheckContext
{
public:
    CheckContext(const Project& checked, const Project& written, const ComponentLibrary& components, Findings& found)
        : project(checked), asWritten(written), blockTypes(blockTypesOf(checked)), findings(found),
          resolver(checked, components, found), opened_(blockTypes)
    {
    }

    void report(Severity severity, const char* key, const std::string& pointer, const std::string& problem,
                const std::string& remedy)
    {
        resolver.report(severity, key, pointer, problem, remedy);
    }
    void error(const char* key, const std::string& pointer, const std::string& problem, const std::string& remedy)
    {
        report(Severity::error, key, pointer, problem, remedy);
    }

    /// Reports an error unless `name` is in `known`. `what` as in "role".
    bool known(const char* key, const std::string& what, const std::string& name, const std::vector<std::string>& names,
               const std::string& pointer);
    /// Reports an error if the operation, which is used at `pointer`, needs a role that the project does not have.
    bool isThere(const Operation& operation, const std::string& pointer);
    /// Reports an error unless the reference names an existing element. `values` are those of the element's fields.
    void reference(const Reference& reference, const std::string& name, const Json& values, const std::string& pointer,
                   const Surroundings& around);
    /// Reports an error for each argument that has no default and is not in `given`, an object or nothing.
    void argumentsGiven(const std::vector<Argument>& declared, const Json& given, const std::string& pointer);
    /// Reports errors for empty ids and for ids that are used twice, below pointer/0, pointer/1 ...
    void uniqueIds(const std::vector<std::string>& ids, const std::string& pointer, const std::string& member = "id");
    /// Reports an error if the unit of a parameter is one that its values can be written in, but not the one that they
    /// are counted in: a plain number would be taken for something else than it says.
    void baseUnit(const std::string& unit, const std::string& pointer);
    /// Reports a warning for each key that is not declared; such keys are kept.
    void unknownKeys(const Json& extra, const Fields& fields, const std::vector<std::string>& structural,
                     const std::string& pointer);
    /// Checks all declared fields of an element, and its unknown keys.
    void fields(const Fields& declared, const Json& values, const std::vector<std::string>& structural,
                const std::string& pointer, const Scope& scope, const Surroundings& around = {});

    /// The value of a block's field, if it is the same for all requests. Its faults are reported elsewhere.
    std::optional<double> constant(const Block& block, const char* field, const Scope& scope) const;

    /// Warns of fields that are set and have no effect because of another field, unless there is a finding about them.
    /// After all other checks.
    void reportUnusedFields();

    /// The blocks of a diagram of one of the project's operations, with those of its inner diagrams but for the inside
    /// of disabled ones.
    const std::vector<const Block*>& blocksIn(const Diagram& diagram) const { return opened_.blocksOf(diagram); }

    /// The id of the fabric that the parameters choose; empty without fabrics.
    std::string chosenFabric() const;

    const Project& project;   ///< with the blocks that are disabled for the present parameters
    const Project& asWritten; ///< with the texts that decide about that
    const BlockCatalogue& blockTypes;
    Findings& findings;
    Resolver resolver;

private:
    void noteUnused(const Fields& declared, const FieldDeclaration& declaration, const Json& values,
                    const std::string& pointer);
    void field(const Fields& declared, const FieldDeclaration& declaration, const Json& values,
               const std::string& pointer, const Scope& scope, const Surroundings& around);
    void name(const FieldDeclaration& declaration, const std::string& value, const Json& values,
              const std::string& pointer, const Surroundings& around);
    void assignments(const Json& value, const std::string& pointer, const Scope& scope);
    void reductions(const Json& value, const std::string& pointer, const Scope& scope);

    struct Unused
    {
        std::string key, pointer, problem, remedy;
    };
    std::vector<Unused> unused_;
    mutable OpenedDiagrams opened_;
};

/// Drops the findings that are made while it lives: they are reported elsewhere.
class ReportedElsewhere
{
public:
    explicit ReportedElsewhere(Findings& findings) : findings_(findings), before_(findings.size()) {}
    ~ReportedElsewhere() { findings_.resize(before_); }
    ReportedElsewhere(const ReportedElsewhere&) = delete;
    ReportedElsewhere& operator=(const ReportedElsewhere&) = delete;

    bool any() const { return findings_.size() > before_; }

private:
    Findings& findings_;
    std::size_t before_;
};

std::vector<std::string> roleIds(const Project& project);

/// Checks a state item of a role.
void checkStateItem(CheckContext& context, const Role& role, const StateItem& item, const std::string& pointer,
                    const Scope& scope);
/// Checks a block that works on a state item: the item must have the right type and be able to do what the block wants.
void checkStateBlock(CheckContext& context, const Role& role, const Diagram& diagram, const Block& block,
                     const std::string& pointer, const Scope& scope);
/// Visits the blocks of a role that are not disabled, those of inner diagrams included.
void forEachUsedBlock(const CheckContext& context, const Role& role,
                      const std::function<void(const Operation&, const Block&)>& see);
/// The names of the values that messages of the queue may carry.
std::set<std::string> valuesPutInto(const CheckContext& context, const Role& role, const StateItem& queue);
/// Warns of a block that does not say how many bytes it adds to an item with a limit in bytes, or takes of it, and of a
/// limit in bytes against which messages of the queue do not count.
void checkBytes(CheckContext& context, const Role& role, const StateItem& item, const Block& block,
                const std::string& pointer);
/// Warns of arguments of an operation that no message of the queue carries by which it is started.
void checkConsumer(CheckContext& context, const Role& role, const Operation& operation, const Block& start,
                   const std::string& pointer);
/// Warns of values of a message that nobody takes.
void checkMessage(CheckContext& context, const Role& role, const Block& put, const std::string& pointer);
/// Warns of results that an operation declares and no reply of its diagram gives.
void checkResultsGiven(CheckContext& context, const Operation& operation, const Diagram& diagram,
                       const std::string& pointer);
/// Warns of sizes and keys of a workload of which no operation is told.
void checkDraws(CheckContext& context, const Workload& workload, const std::string& pointer);
/// Warns of what a fabric and its links say and no packet or cable follows.
void checkUnusedOfFabric(CheckContext& context, const Fabric& fabric, const std::string& pointer);
/// Warns of a block that leaves out the key although it uses one of several files, entries or items, or gives one
/// to an item that has none.
void checkKey(CheckContext& context, const Role& role, const Block& block, const std::string& pointer);
/// Reports a read or write of more bytes than any device of its volume has.
void checkDeviceRange(CheckContext& context, const Role& role, const Block& block, const std::string& pointer,
                      const Scope& scope);
/// Warns of a read or write of random places that uses the same place for all requests.
void checkRandomPlaces(CheckContext& context, const Block& block, const std::string& pointer, const Scope& scope);
/// Warns of blocks at which the path of a request ends without the reply that its caller waits for.
void checkReplies(CheckContext& context, const Diagram& diagram, const std::string& pointer);
/// Reports rings of wires that lead through groups.
void checkRings(CheckContext& context, const PlacedBlocks& placed);
/// Reports variables that expressions use on ways on which nothing sets them. `scope` is that of the diagram.
void checkVariables(CheckContext& context, const Role& role, const Operation& operation, const PlacedBlocks& placed,
                    const Scope& scope);
/// Checks a call of a role with an instance for each device: which of them is meant must be clear.
void checkInstanceCall(CheckContext& context, const Role& role, const Block& block, const std::string& pointer);
/// The unit of an argument, as declared or as its operation uses it; empty: not known.
std::string unitOfArgument(const CheckContext& context, const Operation& operation, const Argument& argument);
/// Reports arguments whose values have another unit than the operation uses them in. `scope` is that of the caller.
void checkArgumentUnits(CheckContext& context, const Operation& operation, const Json& given,
                        const std::string& pointer, const Scope& scope);
/// Reports a join that waits for more paths than there are.
void checkJoin(CheckContext& context, const Diagram& diagram, const Block& block, const std::string& pointer,
               const Scope& scope);
/// Checks a call that stays on the caller's node, by the selector "same node" or "here".
void checkLocalCall(CheckContext& context, const Role& role, const Diagram& diagram, const Block& block,
                    const Operation& called, const std::string& pointer);
/// The diagram of an operation that is in use with the present parameters; nullptr if there is none.
const Diagram* usedDiagram(const CheckContext& context, const Operation& operation);
/// The operation that a call or a send asks for; nullptr if it is not known.
const Operation* calledBy(const CheckContext& context, const Block& call);
/// Reports calls by which every request of the operation calls it again, directly or by way of others.
void checkEndlessCalls(CheckContext& context, const Operation& operation, const Diagram& diagram,
                       const std::string& pointer);
/// Warns of a call over which only one side moves a stream, and of chunks that a receiver does not tell apart.
void checkTransfers(CheckContext& context, const Diagram& diagram, const Block& block, const std::string& pointer);
/// Checks the distribution of a block's time, or of a draw.
void checkDistribution(CheckContext& context, const Role& role, const Block& block, const std::string& pointer,
                       const Scope& scope);
/// Checks the field that names a table of values: it must be set, and the values fit the unit (empty: any).
void checkTable(CheckContext& context, const Json& fields, const char* name, const std::string& unit,
                const std::string& pointer);
void checkElement(CheckContext& context, const Distribution& distribution, const std::string& pointer);
/// Checks whether the figures that a goal or a derived result names can be had, and whether units fit.
void checkElement(CheckContext& context, const Goal& goal, const std::string& pointer);
void checkElement(CheckContext& context, const DerivedResult& result, const std::string& pointer);
void checkElement(CheckContext& context, const Measurement& measurement, const std::string& pointer);
/// Checks the condition that ends a run.
void checkCondition(CheckContext& context, const std::string& pointer);
/// Reports derived results that are computed from themselves.
void checkResultsTogether(CheckContext& context);
/// Checks all sections of the document, in order.
void checkSections(CheckContext& context);
/// Warns of what a role declares and none of its blocks uses.
void checkUnusedOfRole(CheckContext& context, const Role& role, const std::string& pointer);
/// Warns of distributions that nothing uses and of axes over such parameters, unless there are errors.
void checkUnusedOfProject(CheckContext& context);
void checkParameters(CheckContext& context);
void checkBehaviours(CheckContext& context);
void checkTopology(CheckContext& context);
/// Checks whether what a node group puts into its chassis fits, and is fed by its power supplies.
void checkChassis(CheckContext& context, const NodeGroup& group, const std::string& pointer);
void checkHardware(CheckContext& context);
void checkWorkloads(CheckContext& context);
void checkDisturbances(CheckContext& context);
/// The latest end of the run in seconds, as far as its duration says.
double runEnd(CheckContext& context);

} // namespace headroom::project
