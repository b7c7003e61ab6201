// Checks that each side takes the values that the other hands over, and hands over those that the other expects: values
// of messages, results.
#include "project/checks/check_context.h"
#include "project/document/software.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/state_types.h"

#include <algorithm>
#include <set>
#include <string>

namespace headroom::project {
namespace {

using Names = std::set<std::string>;

void addNames(Names& names, const Json& given)
{
    for (const Assignment& each : assignmentsIn(given))
        names.insert(each.name);
}

/// The two sides of a queue.
struct Messages
{
    Names given; ///< by any put
    Names taken; ///< by any consumer or get
    bool puts = false;
};

Messages messagesOf(const CheckContext& context, const Role& role, const StateItem& queue)
{
    Messages result;
    if (const Json ring = queue.fields.value("missing_of", Json()); ring.is_string() && ring != "") {
        result.given.insert(std::begin(missingCopyValues), std::end(missingCopyValues));
        result.puts = true;
    }
    const auto see = [&](const Operation& operation, const Block& block) {
        if (block.fields.value(block.type == "start" ? "queue" : "state", Json()) != queue.id)
            return;
        result.puts = result.puts || block.type == "put";
        if (block.type == "put")
            addNames(result.given, block.fields.value("message", Json()));
        else if (block.type == "start")
            for (const Argument& argument : operation.arguments)
                result.taken.insert(argument.name);
        else
            for (const Assignment& each : assignmentsIn(block.fields.value("values", Json())))
                if (each.value.is_string())
                    result.taken.insert(each.value.get<std::string>());
    };
    forEachUsedBlock(context, role, see);
    return result;
}

const StateItem* queueNamed(const Role& role, const Json& name)
{
    const auto found = std::ranges::find_if(role.state, [&](const StateItem& item) { return name == item.id; });
    return found == role.state.end() ? nullptr : &*found;
}

} // namespace

void forEachUsedBlock(const CheckContext& context, const Role& role,
                      const std::function<void(const Operation&, const Block&)>& see)
{
    for (const Operation& operation : role.operations)
        for (const Diagram& diagram : operation.diagrams)
            for (const Block* block : context.blocksIn(diagram))
                if (!context.blockTypes.isDisabled(*block))
                    see(operation, *block);
}

std::set<std::string> valuesPutInto(const CheckContext& context, const Role& role, const StateItem& queue)
{
    return messagesOf(context, role, queue).given;
}

void checkConsumer(CheckContext& context, const Role& role, const Operation& operation, const Block& start,
                   const std::string& pointer)
{
    const StateItem* queue = queueNamed(role, start.fields.value("queue", Json()));
    if (!queue)
        return;
    const Messages messages = messagesOf(context, role, *queue);
    for (const Argument& argument : operation.arguments)
        if (messages.puts && argument.defaultValue.is_null() && !messages.given.contains(argument.name))
            context.report(Severity::warning, "message.lacks-argument", pointer + "/queue",
                           "No message of \"" + queue->id + "\" carries the argument \"" + argument.name +
                               "\" of this operation: it is 0.",
                           suggestion(argument.name, {messages.given.begin(), messages.given.end()}));
}

void checkMessage(CheckContext& context, const Role& role, const Block& put, const std::string& pointer)
{
    const StateItem* queue = queueNamed(role, put.fields.value("state", Json()));
    if (!queue || !put.fields.contains("message"))
        return;
    const Messages messages = messagesOf(context, role, *queue);
    for (const Assignment& each : assignmentsIn(put.fields.at("message")))
        if (!messages.taken.empty() && !messages.taken.contains(each.name)) // else the message is only a sign
            context.report(Severity::warning, "message.value-unused", pointer + "/message" + below(each.key),
                           "Nobody who takes messages from \"" + queue->id + "\" takes the value \"" + each.name +
                               "\".",
                           suggestion(each.name, {messages.taken.begin(), messages.taken.end()}));
}

void checkResultsGiven(CheckContext& context, const Operation& operation, const Diagram& diagram,
                       const std::string& pointer)
{
    Names given;
    bool replies = false;
    for (const Block* block : context.blocksIn(diagram)) {
        if (block->type != "reply" || context.blockTypes.isDisabled(*block) ||
            block->fields.value("status", Json()) == "error")
            continue;
        replies = true;
        addNames(given, block->fields.value("results", Json()));
    }
    for (const Argument& result : operation.results)
        if (replies && result.defaultValue.is_null() && !given.contains(result.name))
            context.report(Severity::warning, "result.not-given", pointer,
                           "No reply gives the result \"" + result.name + "\" of the operation: its callers get 0.",
                           "Set it in the results of a reply, or remove it from those of the operation.");
}

} // namespace headroom::project
