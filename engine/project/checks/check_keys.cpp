// Blocks that leave out the key of what they use, although there is more than one to choose from, and those that give
// a key to an item that has none.
#include "project/checks/check_context.h"
#include "project/document/document.h"
#include "project/vocabulary/state_types.h"

namespace headroom::project {
namespace {

std::string nameIn(const Block& block, const char* field)
{
    const auto value = block.fields.find(field);
    return value != block.fields.end() && value->is_string() ? value->get<std::string>() : std::string();
}

/// True if a node group that carries the role binds the volume to devices and says that it has several files.
bool hasSeveralFiles(const CheckContext& context, const Role& role, const std::string& volume)
{
    for (const NodeGroup& group : context.project.topology.groups) {
        if (!group.carries(role.id))
            continue;
        for (const VolumeBinding& binding : group.volumes) {
            Findings told; // errors of the field itself are reported elsewhere
            Resolver resolver(context.resolver, told);
            if (binding.volume == volume && resolver.number(volumeFields(), "files", binding.fields, "") > 1)
                return true;
        }
    }
    return false;
}

void checkItem(CheckContext& context, const Block& block, const StateItem& item, const std::string& pointer)
{
    const Json& type = valueOf(item.fields, *findField(stateFields(), "type"));
    const bool cache = type == "cache";
    if (cache != (stateTypeFor(block.type) == "cache"))
        return; // the item is of the wrong type, which is reported elsewhere
    if (!cache && valueOf(item.fields, *findField(stateFields(), "keyed")) != true)
        return;
    context.report(Severity::warning, "key.missing", pointer,
                   cache ? "Without a key all requests share one entry of the cache \"" + item.id + "\"."
                         : '"' + item.id +
                               "\" has one for each key, and without a key all requests share that of the "
                               "key 0.",
                   "Set the key, for example to an argument of the operation, or to 0 if all are to share one.");
}

/// The same item for all keys makes requests wait for each other that were meant not to.
void checkUnusedKey(CheckContext& context, const Role& role, const Block& block, const std::string& pointer)
{
    const std::string state = nameIn(block, "state");
    for (const StateItem& item : role.state) {
        const Json& type = valueOf(item.fields, *findField(stateFields(), "type"));
        if (item.id != state || type == "cache" || stateTypeFor(block.type) == "cache" ||
            valueOf(item.fields, *findField(stateFields(), "keyed")) != false)
            continue;
        context.report(Severity::warning, "key.unused", pointer + "/key",
                       "It has no effect: \"" + item.id + "\" has one for all keys.",
                       "Let it have one for each key (keyed), or leave the key out.");
    }
}

} // namespace

void checkKey(CheckContext& context, const Role& role, const Block& block, const std::string& pointer)
{
    const BlockType& type = *context.blockTypes.find(block.type);
    const FieldDeclaration* key = findField(type.fields, "key");
    if (!key || unmetCondition(type.fields, *key, block.fields))
        return;
    if (const Json given = block.fields.value("key", Json()); !given.is_null()) {
        if (!given.is_number()) // a plain number names the only one there is
            checkUnusedKey(context, role, block, pointer);
        return;
    }
    const std::string volume = nameIn(block, "volume"), state = nameIn(block, "state");
    if (!state.empty()) {
        for (const StateItem& item : role.state)
            if (item.id == state)
                checkItem(context, block, item, pointer);
    } else if (!volume.empty() && nameIn(block, "of") != "volume" && hasSeveralFiles(context, role, volume)) {
        context.report(Severity::warning, "key.missing", pointer,
                       "Without a key all requests use one file of the volume \"" + volume + "\", which has several.",
                       "Set the key, for example to an argument of the operation, or to 0 if one file is meant.");
    }
}

} // namespace headroom::project
