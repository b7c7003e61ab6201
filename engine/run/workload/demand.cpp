#include "run/workload/demand.h"

#include "project/document/software.h"
#include "project/document/workloads.h"
#include "project/expression/quantity.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/block_variables.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numeric>

namespace headroom::run {

namespace {

using project::Json;

/// Draws of one request, by the index of the random number. Zipf uses as many as it needs from its own index on.
enum DemandDraw : std::uint64_t
{
    drawKey = 0,
    drawOperation = 1,
    drawSize = 3, // 2 is drawThink
    drawSizeAgain = 4,
    drawFirstKey = 5,
    drawZipf = 1000
};

enum Variable : std::size_t
{
    variableKey,
    variableWorker,
    variableSize,
    variableAsked,
    variableJob,
    variableTask,
    variableTasks,
    variableRank,
    variableRanks,
    variables
};

const std::map<std::string, std::size_t>& slotOf()
{
    static const std::map<std::string, std::size_t> slots = {
        {"key", variableKey},     {"worker", variableWorker}, {"size", variableSize},
        {"asked", variableAsked}, {"job", variableJob},       {"task", variableTask},
        {"tasks", variableTasks}, {"rank", variableRank},     {"ranks", variableRanks}};
    return slots;
}

bool uses(const project::Expression& expression, const char* variable)
{
    const auto names = expression.variables();
    return std::find(names.begin(), names.end(), variable) != names.end();
}

/// Reads a distribution of sizes from the fields of a workload or of one of its operations.
Sizes readSizes(const WorkloadFields& workload, const project::Fields& declared, const Json& values,
                const std::string& place)
{
    project::Resolver& resolver = workload.elaboration().resolver;
    const std::string pointer = workload.pointer() + place;
    const auto number = [&](const char* name) { return resolver.number(declared, name, values, pointer); };
    const bool bounded = values.contains("size_max") && !values["size_max"].is_null();
    const double largest = bounded ? number("size_max") : std::numeric_limits<double>::infinity();
    const double smallest = number("size_min");
    const std::string kind = resolver.text(declared, "size_distribution", values, pointer);
    if (kind != "constant" && largest < smallest)
        workload.error("sizes.bounds", place + "/size_max", "The largest size is below the smallest.",
                       "Give a largest size that is at least the smallest.");
    if (kind == "uniform") {
        if (!bounded)
            workload.error("sizes.bounds", place + "/size_max", "A uniform size has no largest value.",
                           "Set the largest size.");
        else if (largest >= smallest)
            return Sizes::uniform(smallest, largest);
    } else if (kind == "log-normal") {
        const double mean = number("size");
        if (mean > 0)
            return Sizes::logNormal(mean, number("size_sigma"), smallest, std::max(smallest, largest));
        workload.error("sizes.mean", place + "/size", "A log-normal size has no mean above 0.", "Set the size.");
    } else if (kind == "table") {
        if (auto table = resolver.table(resolver.text(declared, "size_table", values, pointer)))
            return Sizes::table(std::move(table));
        workload.error("distribution.no-table", place + "/size_table",
                       "Sizes come from a table, and it names no usable distribution.",
                       "Choose one of the project's distributions.");
    } else if (kind == "histogram") {
        std::vector<Sizes::Range> ranges;
        double total = 0;
        for (const auto& row : resolver.rows(declared, "sizes", values, pointer)) {
            ranges.push_back({row[0], row[2], row[1]});
            total += row[1];
            if (row[2] < row[0])
                workload.error("sizes.bounds", place + "/sizes/" + std::to_string(ranges.size() - 1),
                               "The range ends below its beginning.", "Exchange the two.");
        }
        if (total > 0)
            return Sizes::histogram(ranges);
        workload.error("sizes.empty", place + "/sizes", "The table of sizes has no row with a weight above 0.",
                       "Give it rows with a size and a weight.");
    }
    return Sizes::constant(number("size"));
}

/// The operation decides on its unit: a plain quantity is valid in any.
project::Expression argumentOf(const WorkloadFields& fields, const Json& value, const std::string& pointer,
                               const project::Scope& scope)
{
    if (value.is_string())
        if (const auto quantity = project::parseQuantity(value.get<std::string>()))
            return project::Expression::constant(quantity->value);
    return fields.elaboration().resolver.expression(value, "", pointer, scope);
}

bool weighsByParameter(const project::OperationShare& share)
{
    const auto weight = share.fields.find("weight");
    return weight != share.fields.end() && weight->is_string() &&
           !project::identifiersIn(weight->get<std::string>()).empty();
}

bool setsOneOf(const Json& fields, std::initializer_list<const char*> names)
{
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return fields.contains(name); });
}

/// An operation with a size distribution defines its sizes completely; bounds or a spread alone modify the workload's.
Sizes sizesOf(const WorkloadFields& fields, const Json& operation, const std::string& place)
{
    const Json& workload = fields.workload().fields;
    if (setsOneOf(operation, {"size_distribution", "size", "sizes", "size_table"}))
        return readSizes(fields, project::shareFields(), operation, place);
    if (!setsOneOf(operation, {"size_min", "size_max", "size_sigma"}))
        return readSizes(fields, project::workloadFields(), workload, "");
    Json both = workload;
    for (const char* name : {"size_min", "size_max", "size_sigma"})
        if (operation.contains(name))
            both[name] = operation[name];
    return readSizes(fields, project::shareFields(), both, place);
}

} // namespace

Demand::Demand(const WorkloadFields& fields, bool byWeight)
{
    const project::Workload& workload = fields.workload();
    source_ = kernel::hashText(workload.id.data(), workload.id.size());
    for (std::size_t o = 0; o < workload.operations.size(); ++o) {
        const double weight =
            fields.elaboration().resolver.number(project::shareFields(), "weight", workload.operations[o].fields,
                                                 fields.pointer() + "/operations/" + std::to_string(o));
        if (weight <= 0 && byWeight)
            continue;
        addShare(fields, o, std::max(0.0, weight));
    }
    orderByName();
    if (shares_.empty() && std::any_of(workload.operations.begin(), workload.operations.end(), weighsByParameter))
        fields.warn("workload.off", "/operations", "No operation has a weight above 0: the workload starts nothing.",
                    "That is all right if a parameter switches it off.");
    else if (shares_.empty())
        fields.error("workload.nothing", "/operations", "No operation has a weight above 0.",
                     "Give at least one of them a weight.");
}

/// The same draw selects the same operation, wherever the document lists it.
void Demand::orderByName()
{
    byName_.resize(shares_.size());
    std::iota(byName_.begin(), byName_.end(), 0);
    std::ranges::stable_sort(byName_, {}, [&](std::uint32_t share) { return shares_[share].name; });
    double total = 0;
    for (const std::uint32_t share : byName_)
        upTo_.push_back(total += shares_[share].weight);
    for (double& bound : upTo_)
        bound /= total;
}

project::Scope Demand::scopeOf(const WorkloadFields& fields) const
{
    project::Scope scope = fields.elaboration().resolver.globalScope();
    for (const std::string& name : project::workloadVariables(fields.text("type")))
        scope.variables[name] = slotOf().at(name);
    scope.units.set("size", "B");
    return scope;
}

/// An operation without keys of its own has those of its workload.
Demand::Keys Demand::keysOf(const WorkloadFields& fields, std::size_t index)
{
    const Json& own = fields.workload().operations[index].fields;
    const std::string pointer = fields.pointer() + "/operations/" + std::to_string(index);
    project::Resolver& resolver = fields.elaboration().resolver;
    const auto sets = [&](const char* name) { return own.contains(name) && !own[name].is_null(); };
    Keys keys;
    keys.count = std::max<std::uint64_t>(
        1, sets("keys") ? project::wholeNumber(resolver.number(project::shareFields(), "keys", own, pointer))
                        : fields.whole("keys"));
    const std::string popularity = sets("key_distribution")
                                       ? resolver.text(project::shareFields(), "key_distribution", own, pointer)
                                       : fields.text("key_distribution");
    keys.popularity = popularity == "Zipf"      ? Popularity::zipf
                      : popularity == "in turn" ? Popularity::inTurn
                                                : Popularity::uniform;
    keys.zipf = Zipf(keys.count, fields.number("zipf_exponent"));
    return keys;
}

void Demand::addShare(const WorkloadFields& fields, std::size_t index, double weight)
{
    const auto& operation = fields.workload().operations[index];
    const std::string place = "/operations/" + std::to_string(index);
    project::Resolver& resolver = fields.elaboration().resolver;
    Share share;
    share.name = operation.operation;
    share.weight = weight;
    share.operation = fields.elaboration().software.findOperation(fields.workload().role, operation.operation);
    if (share.operation == behaviour::nowhere) {
        fields.error("workload.unknown-operation", place + "/operation",
                     "The role " + fields.workload().role + " has no operation \"" + operation.operation + "\".",
                     "Choose one of its operations.");
        return;
    }
    const project::Scope scope = scopeOf(fields);
    readArguments(fields, index, share, scope);
    share.payload =
        resolver.expression(project::shareFields(), "payload", operation.fields, fields.pointer() + place, scope);
    const auto usesAnywhere = [&](const char* variable) {
        return uses(share.payload, variable) ||
               std::any_of(share.arguments.begin(), share.arguments.end(),
                           [&](const behaviour::Assignment& argument) { return uses(argument.value, variable); });
    };
    share.drawsKey = usesAnywhere("key");
    share.drawsSize = usesAnywhere("size");
    share.keys = keysOf(fields, index);
    share.sizes = sizesOf(fields, operation.fields, place);
    const auto known = std::find(operations_.begin(), operations_.end(), share.name);
    share.meter = static_cast<std::uint32_t>(known - operations_.begin());
    if (known == operations_.end())
        operations_.push_back(share.name);
    shares_.push_back(std::move(share));
}

void Demand::readArguments(const WorkloadFields& fields, std::size_t index, Share& share, const project::Scope& scope)
{
    const auto& names = fields.elaboration().software.operations[share.operation].arguments;
    const Json& arguments =
        valueOf(fields.workload().operations[index].fields, *findField(project::shareFields(), "arguments"));
    for (const auto& [name, value, key] : project::assignmentsIn(arguments)) {
        const std::string place = "/operations/" + std::to_string(index) + "/arguments/" + key;
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
            fields.error("workload.unknown-argument", place, "The operation takes no argument \"" + name + "\".",
                         "Use one of its declared arguments.");
        else
            share.arguments.push_back({static_cast<std::uint32_t>(found - names.begin()),
                                       argumentOf(fields, value, fields.pointer() + place, scope)});
    }
    behaviour::addDefaults(share.arguments, fields.elaboration().software.operations[share.operation].defaults);
}

std::uint32_t Demand::shareOf(const Turn& turn, std::uint64_t name) const
{
    if (turn.share != behaviour::nowhere)
        return turn.share;
    const double which = random_.uniform(source_, name, drawOperation);
    const auto found = std::find_if(upTo_.begin(), upTo_.end() - 1, [&](double bound) { return which < bound; });
    return byName_[static_cast<std::size_t>(found - upTo_.begin())];
}

double Demand::keyOf(const Turn& turn, std::uint64_t request, const Keys& keys) const
{
    if (turn.key)
        return *turn.key;
    switch (keys.popularity) {
    case Popularity::zipf:
        return static_cast<double>(keys.zipf.draw(
            [&](std::uint64_t attempt) { return random_.uniform(source_, request, drawZipf + attempt); }));
    case Popularity::inTurn: {
        const std::uint64_t first = random_.below(keys.count, source_, kernel::mix(source_, turn.client), drawFirstKey);
        return static_cast<double>((first + turn.asked % keys.count) % keys.count);
    }
    default:
        return static_cast<double>(random_.below(keys.count, source_, request, drawKey));
    }
}

double Demand::fill(const Turn& turn, std::uint64_t request, const Share& share, std::vector<double>& arguments) const
{
    double known[variables] = {};
    if (share.drawsKey)
        known[variableKey] = keyOf(turn, request, share.keys);
    known[variableWorker] = static_cast<double>(turn.client);
    known[variableAsked] = static_cast<double>(turn.asked);
    if (turn.size)
        known[variableSize] = *turn.size;
    else if (share.drawsSize)
        known[variableSize] = share.sizes.draw(random_.uniform(source_, request, drawSize),
                                               random_.uniform(source_, request, drawSizeAgain));
    known[variableJob] = turn.job;
    known[variableTask] = turn.task;
    known[variableTasks] = turn.tasks;
    known[variableRank] = turn.rank;
    known[variableRanks] = turn.ranks;
    for (const auto& argument : share.arguments)
        arguments[argument.slot] = argument.value.evaluate(known);
    const double payload = share.payload.evaluate(known);
    return payload > 0 ? payload : 0;
}

} // namespace headroom::run
