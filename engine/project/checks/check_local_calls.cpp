// Calls that stay on the caller's node.
#include "project/checks/check_context.h"
#include "project/document/document.h"

#include <algorithm>

namespace headroom::project {
namespace {

/// "same node" needs the role on the caller's node; a call from elsewhere would go to the first node that runs it.
/// "here" never leaves the node.
void checkNodes(CheckContext& context, const Role& role, const Block& block, const std::string& pointer)
{
    const std::string called = block.fields.at("role").get<std::string>();
    const Json selector = block.fields.value("selector", Json());
    const bool here = selector == "here";
    if ((selector != "same node" && !here) || called == role.id)
        return;
    std::string without;
    bool anywhere = false;
    for (const NodeGroup& group : context.project.topology.groups) {
        if (!group.carries(role.id))
            continue;
        if (group.carries(called))
            anywhere = true;
        else
            without += (without.empty() ? "\"" : ", \"") + group.id + '"';
    }
    if (!without.empty()) {
        context.report(
            anywhere && !here ? Severity::warning : Severity::error, "call.not-on-node", pointer + "/selector",
            "\"" + block.id + "\" stays on the node, but nodes of " + without + " carry the role \"" + role.id +
                "\" without \"" + called + (here ? "\"." : "\": from there it goes to the first node that does."),
            "Add the role there, or choose another selector.");
    }
}

/// The caller's own worker executes what is called "here": nothing can run beside it or be given up.
void checkHere(CheckContext& context, const Diagram& diagram, const Block& block, const Operation& called,
               const std::string& pointer)
{
    if (block.fields.value("selector", Json()) != "here")
        return;
    const auto refuse = [&](const std::string& field, const std::string& problem) {
        context.error("call.not-here", pointer + field, "\"" + block.id + "\" is executed here, " + problem,
                      "Choose the selector \"same node\".");
    };
    if (block.type == "send")
        refuse("/selector", "and a message without an answer is not.");
    const Json deadline = block.fields.value("deadline", Json());
    if (!deadline.is_null() && deadline != 0 && deadline != "0 s")
        refuse("/deadline", "so that nobody is left to give up at a deadline.");
    const auto streams = [](const Diagram& each, const std::string& over) {
        return std::any_of(each.blocks.begin(), each.blocks.end(), [&](const Block& transfer) {
            return transfer.type == "transfer" && transfer.fields.value("over", Json("caller")) == over;
        });
    };
    const bool streamed = std::any_of(called.diagrams.begin(), called.diagrams.end(),
                                      [&](const Diagram& level) { return streams(level, "caller"); }) ||
                          streams(diagram, block.id) ||
                          std::any_of(diagram.wires.begin(), diagram.wires.end(), [&](const Wire& wire) {
                              return wire.fromBlock == block.id && wire.fromPort == "opened";
                          });
    if (streamed)
        refuse("/selector", "so that no stream can be moved over it.");
}

} // namespace

void checkLocalCall(CheckContext& context, const Role& role, const Diagram& diagram, const Block& block,
                    const Operation& called, const std::string& pointer)
{
    checkNodes(context, role, block, pointer);
    checkHere(context, diagram, block, called, pointer);
}

} // namespace headroom::project
