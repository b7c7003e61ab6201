// Limits in bytes of state items and of what is taken of them, where what counts against them does not say how many
// bytes it has.
#include "project/checks/check_context.h"
#include "project/document/software.h"
#include "project/expression/quantity.h"

#include <optional>
#include <string>

namespace headroom::project {
namespace {

bool hasSome(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null() && *found != "" && *found != 0;
}

/// Tokens at a rate such as 100 MB/s are bytes.
bool countsBytes(const StateItem& bucket)
{
    const Json rate = bucket.fields.value("rate", Json());
    const auto quantity = rate.is_string() ? parseQuantity(rate.get<std::string>()) : std::nullopt;
    return quantity && quantity->unit == "B/s";
}

/// The puts into the queue that do not say how many bytes their messages have, named for a reader.
std::string putsWithoutBytes(const CheckContext& context, const Role& role, const std::string& queue)
{
    std::string puts;
    forEachUsedBlock(context, role, [&](const Operation& operation, const Block& block) {
        if (block.type == "put" && block.fields.value("state", Json()) == queue && !hasSome(block.fields, "bytes"))
            puts += (puts.empty() ? "\"" : ", \"") + block.id + "\" of \"" + operation.id + '"';
    });
    return puts;
}

/// Checks that all messages that may come count against the limit of the block that takes them.
void checkTaken(CheckContext& context, const Role& role, const StateItem& queue, const Block& block,
                const std::string& pointer)
{
    if (!hasSome(block.fields, "at_most_bytes"))
        return;
    if (const std::string puts = putsWithoutBytes(context, role, queue.id); !puts.empty())
        context.report(Severity::warning, "gather.no-bytes", pointer + "/at_most_bytes",
                       "Messages in \"" + queue.id + "\" do not count against it if they come from " + puts +
                           ": these do not say how many bytes they have.",
                       "Set the bytes where they are put, or leave the limit out.");
    else if (hasSome(queue.fields, "missing_of"))
        context.report(Severity::warning, "gather.no-bytes", pointer + "/at_most_bytes",
                       "Messages of missing copies do not count against it: they have no bytes.",
                       "Limit how many are taken at most.");
}

} // namespace

void checkBytes(CheckContext& context, const Role& role, const StateItem& item, const Block& block,
                const std::string& pointer)
{
    const Json& type = valueOf(item.fields, *findField(stateFields(), "type"));
    const bool says = hasSome(block.fields, "bytes");
    const std::string name = '"' + item.id + '"';
    if (type == "cache" && block.fields.value("action", Json()) != "invalidate" && hasSome(item.fields, "bytes") &&
        !block.fields.contains("bytes"))
        context.report(Severity::warning, "cache.no-bytes", pointer,
                       "It does not say how many bytes its entry has: it counts as one byte of those that " + name +
                           " holds.",
                       "Set the bytes, for example to the size of the request.");
    if (type == "queue" && block.type == "put" && hasSome(item.fields, "bytes") && !says)
        context.report(Severity::warning, "queue.no-bytes", pointer,
                       "It does not say how many bytes its message has: it takes none of those that " + name +
                           " holds.",
                       "Set the bytes, for example to the size of the request.");
    if (type == "queue")
        checkTaken(context, role, item, block, pointer);
    if (type == "token bucket" && countsBytes(item) && !block.fields.contains("amount"))
        context.report(Severity::warning, "bucket.no-amount", pointer,
                       "It takes one token, and those of " + name + " are bytes.",
                       "Set the amount, for example to the size of the request.");
}

} // namespace headroom::project
