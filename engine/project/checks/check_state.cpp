// Checks of what requests share and wait for: state items and the blocks that work on them.
#include "project/checks/check_context.h"
#include "project/structure/member_keys.h"
#include "project/vocabulary/state_types.h"

#include <algorithm>
#include <set>

namespace headroom::project {
namespace {

std::string fieldText(const Fields& fields, const Json& values, const char* name)
{
    const Json& value = valueOf(values, *findField(fields, name));
    return value.is_string() ? value.get<std::string>() : std::string();
}

void consumers(CheckContext& context, const Json& queue, const std::string& pointer)
{
    const std::string owner = fieldText(stateFields(), queue, "owner");
    if (owner != "node" && owner != "cluster") {
        context.error("start.queue-owner", pointer + "/queue",
                      "Consumers can only take from a queue of their node or of the cluster.",
                      "Set the queue's owner to node or cluster.");
    }
}

/// Values that a get keeps must be given by some put into the same queue.
void gets(CheckContext& context, const Role& role, const Block& block, const StateItem& queue,
          const std::string& pointer)
{
    const auto values = block.fields.find("values");
    if (values == block.fields.end() || !values->is_object())
        return;
    const std::set<std::string> given = valuesPutInto(context, role, queue);
    for (const auto& [variable, value] : values->items()) {
        context.known("message.unknown-value", "value in the messages of \"" + queue.id + "\" named",
                      value.is_string() ? value.get<std::string>() : value.dump(), {given.begin(), given.end()},
                      pointer + "/values" + below(variable));
    }
}

/// An acquire of more slots than there are would wait for ever.
void acquires(CheckContext& context, const StateItem& item, const Block& block, const std::string& pointer,
              const Scope& scope)
{
    const bool tokens = fieldText(stateFields(), item.fields, "type") == "token bucket";
    if (block.fields.contains("priority") && tokens)
        context.error("acquire.no-priority", pointer + "/priority", "Tokens are given first come first served.",
                      "Leave the priority out.");
    if (!block.fields.contains("amount") || tokens)
        return;
    Findings told; // errors of the fields themselves are reported elsewhere
    Resolver resolver(context.resolver, told);
    const Expression amount =
        resolver.expression(context.blockTypes.find(block.type)->fields, "amount", block.fields, pointer, scope);
    const Expression capacity = resolver.expression(stateFields(), "capacity", item.fields, pointer, scope);
    if (told.empty() && amount.isConstant() && capacity.isConstant() && amount.value() > capacity.value())
        context.error("acquire.too-many", pointer + "/amount",
                      "It asks for more slots than \"" + item.id + "\" has, and would wait for ever.",
                      "Lower the amount, or raise the capacity of the item.");
}

/// Messages of other queues are taken in the order in which they came.
void checkPriority(CheckContext& context, const StateItem& item, const Block& block, const std::string& pointer)
{
    const FieldDeclaration& order = *findField(stateFields(), "order");
    const Json& chosen = valueOf(item.fields, order);
    if (block.type == "put" && block.fields.contains("priority") && chosen != "priority" && chosen.is_string() &&
        std::ranges::count(order.choices, chosen.get<std::string>()) > 0)
        context.report(Severity::warning, "put.no-priority", pointer + "/priority",
                       "It has no effect: the order of \"" + item.id + "\" is \"" + chosen.get<std::string>() + "\".",
                       "Let the queue's order be by priority, or remove it.");
}

bool used(const Diagram& diagram, const std::string& block, const std::string& port)
{
    return std::any_of(diagram.wires.begin(), diagram.wires.end(),
                       [&](const Wire& wire) { return wire.fromBlock == block && wire.fromPort == port; });
}

} // namespace

/// Checks a block that works on a state item: the item must have the right type and be able to do what the block wants.
void checkStateBlock(CheckContext& context, const Role& role, const Diagram& diagram, const Block& block,
                     const std::string& pointer, const Scope& scope)
{
    const std::string type = stateTypeFor(block.type);
    if (type.empty())
        return;
    const BlockType& declared = *context.blockTypes.find(block.type);
    const char* field = block.type == "start" ? "queue" : "state";
    const std::string name = fieldText(declared.fields, block.fields, field);
    const auto item = std::find_if(role.state.begin(), role.state.end(),
                                   [&](const StateItem& candidate) { return candidate.id == name; });
    if (item == role.state.end())
        return;
    const std::string itsType = fieldText(stateFields(), item->fields, "type");
    const bool takesTokens = block.type == "acquire" && itsType == "token bucket";
    if (itsType != type && !takesTokens) {
        context.error("state.wrong-type", pointer + '/' + field,
                      '"' + name + "\" is of type " + itsType + ", the block works on one of type " + type + '.',
                      "Name another item of the role's state, or change its type.");
    } else if (block.type == "start") {
        consumers(context, item->fields, pointer);
    } else if (block.type == "cache") {
        if (fieldText(declared.fields, block.fields, "action") == "look up" && !used(diagram, block.id, "miss"))
            context.error("wire.missing", pointer, "The way out \"miss\" leads nowhere.", "Wire it to the next block.");
    } else if (block.type == "acquire") {
        acquires(context, *item, block, pointer, scope);
    } else if (block.type == "get") {
        gets(context, role, block, *item, pointer);
    }
    checkBytes(context, role, *item, block, pointer);
    checkPriority(context, *item, block, pointer);
}

namespace {

/// An item of each key of each request would not be found when the request ends. Slots and barriers end by themselves.
void ownedByRequests(CheckContext& context, const StateItem& item, const std::string& pointer)
{
    const std::string type = fieldText(stateFields(), item.fields, "type");
    const Json& keyed = valueOf(item.fields, *findField(stateFields(), "keyed"));
    if (fieldText(stateFields(), item.fields, "owner") == "request" && keyed == true && type != "slots" &&
        type != "barrier")
        context.error("state.keyed-request", pointer + "/keyed",
                      "Each request has one of its own already, which is not divided by keys.",
                      "Leave \"keyed\" out, or choose another owner.");
}

void plainValue(CheckContext& context, const StateItem& item, const std::string& pointer, const Scope& scope)
{
    if (!isIdentifier(item.id))
        context.error("name.invalid", pointer + "/id", "Expressions cannot name the value \"" + item.id + "\".",
                      "Use letters, digits and underscores, beginning with a letter.");
    if (scope.constants.contains(item.id) || item.id == "request" || item.id == "now" || item.id == "node")
        context.error("value.hidden", pointer + "/id", "\"" + item.id + "\" means something else in expressions.",
                      "Give the value another name.");
    if (valueOf(item.fields, *findField(stateFields(), "keyed")) == true)
        context.error("value.keyed", pointer + "/keyed", "An expression names a value without a key.",
                      "Leave \"keyed\" out.");
}

/// The queue cannot be limited: the failed node itself would wait for room in it.
void missingCopies(CheckContext& context, const Role& role, const StateItem& item, const std::string& pointer)
{
    const Json& ring = valueOf(item.fields, *findField(stateFields(), "missing_of"));
    if (!ring.is_string() || ring.get<std::string>().empty())
        return;
    const std::string place = pointer + "/missing_of", owner = fieldText(stateFields(), item.fields, "owner");
    const auto set = [&](const char* name) {
        const Json& value = valueOf(item.fields, *findField(stateFields(), name));
        return !value.is_null() && value != 0 && value != false;
    };
    if (fieldText(stateFields(), item.fields, "type") != "queue")
        context.error("missing.no-queue", place, "Only a queue gets messages of missing copies.",
                      "Make it a queue, or leave this out.");
    else if (owner != "node" && owner != "cluster")
        context.error("missing.owner", place, "Missing copies belong to no " + owner + ".",
                      "Set the queue's owner to node or cluster.");
    else if (set("keyed") || set("entries") || set("bytes"))
        context.error("missing.limited", place, "Missing copies have no key, and cannot wait for room in the queue.",
                      "Leave keyed, entries and bytes out.");
    const auto found =
        std::ranges::find_if(context.project.selectors, [&](const auto& each) { return each.id == ring; });
    if (owner == "node" && found != context.project.selectors.end() && found->fields.value("role", Json()) != role.id)
        context.error("missing.other-role", place,
                      "A node's queue gets the copies of which it has the source, and the ring \"" + found->id +
                          "\" keeps its copies with another role.",
                      "Let the ring's role have the queue, or make it one of the cluster.");
}

} // namespace

/// A cache needs a size; policies other than LRU limit the size, because they are followed exactly.
void checkStateItem(CheckContext& context, const Role& role, const StateItem& item, const std::string& pointer,
                    const Scope& scope)
{
    const Fields& fields = stateFields();
    context.fields(fields, item.fields, memberKeys<StateItem>(), pointer, scope);
    ownedByRequests(context, item, pointer);
    missingCopies(context, role, item, pointer);
    if (valueOf(item.fields, *findField(fields, "type")) == "value")
        plainValue(context, item, pointer, scope);
    if (valueOf(item.fields, *findField(fields, "type")) == "token bucket") {
        Findings told; // errors of the field itself have been reported
        Resolver resolver(context.resolver, told);
        if (!(resolver.number(fields, "rate", item.fields, pointer, scope) > 0) && told.empty())
            context.error("bucket.no-rate", pointer, "The token bucket never gets a token.",
                          "Set its rate, for example 200 1/s.");
        return;
    }
    if (valueOf(item.fields, *findField(fields, "type")) != "cache")
        return;
    Findings told; // errors of the fields themselves have been reported
    Resolver resolver(context.resolver, told);
    const auto number = [&](const char* name) { return resolver.number(fields, name, item.fields, pointer, scope); };
    constexpr double mostEntries = 16'777'216;
    const Json& policy = valueOf(item.fields, *findField(fields, "policy"));
    if (told.empty() && number("entries") < 1 && number("bytes") < 1) {
        context.error("cache.no-size", pointer, "The cache has no size.", "Set its entries or its bytes.");
    } else if (policy != "LRU" && number("entries") > mostEntries) {
        context.error("cache.too-large", pointer + "/entries",
                      "More than 16 777 216 entries are not tracked individually.",
                      "Use LRU, which is estimated beyond the first million.");
    }
    const auto says = [&](const char* name, const char* value) {
        return valueOf(item.fields, *findField(fields, name)) == value;
    };
    if (told.empty() && number("expires") > 0 && !says("start", "cold"))
        context.error("cache.expires-start", pointer + "/start",
                      "How old the entries of a cache that expires are at the start is not known.",
                      "Let it start cold, and give the run a warm-up.");
    if (says("start", "steady") && says("popularity", "Zipf") && number("keys") < 1) {
        context.error("cache.no-keys", pointer + "/keys", "The popularity of keys depends on how many there are.",
                      "Set how many keys are asked for.");
    }
    if (number("held") > 1)
        context.error("value.out-of-range", pointer + "/held", "It is a share: at most 1.", "Write a number up to 1.");
}

} // namespace headroom::project
