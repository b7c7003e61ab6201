// State and queues: what requests share and wait for.
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declaring.h"
#include "project/vocabulary/state_types.h"

namespace headroom::project {

std::string stateTypeFor(const std::string& blockType)
{
    const BlockType* type = vocabulary().find(blockType);
    return type ? type->traits.stateType : "";
}

std::vector<BlockType> stateBlocks()
{
    using enum FieldType;
    std::vector<BlockType> types;
    types.push_back(blockType(
        "acquire", "Acquire", "object-locked",
        "Takes slots, a lock, a connection, or tokens, which are not given back; waits for them in turn.", {in}, {next},
        {field("state", "What", state, nullptr, "The state item of the role.", "container-lock").required(), keyField(),
         field("amount", "Amount", integer, 1,
               "Number of slots or tokens. The run ends when a path asks for more than there are at most.")
             .atLeast(1)
             .perRequest(),
         field("priority", "Priority", number, nullptr,
               "Slots: who waits with the largest gets the next ones, first come first served among equals. Slots that "
               "are held are not taken away.",
               "size < 1 MB ? 1 : 0")
             .perRequest()},
        "state", {.waits = BlockTraits::Waits::forRelease, .stateType = "slots"}));
    types.push_back(blockType(
        "release", "Release", "object-unlocked",
        "Gives back what was acquired: by its path, else before the fork that it comes from.", {in}, {next},
        {field("state", "What", state, nullptr, "The state item of the role.", "container-lock").required(), keyField(),
         field("amount", "Amount", integer, nullptr,
               "Number of slots, the last acquired first. Empty: all that the last acquire took.", "1")
             .atLeast(1)
             .perRequest()},
        "state", {.stateType = "slots"}));
    types.push_back(blockType(
        "cache", "Cache", "quickopen", "Looks a key up in a cache of the software; takes no time of its own.", {in},
        {{"hit", "hit", "all of it is there", true}, {"miss", "miss", "some of it is not", false}},
        {field("state", "Cache", state, nullptr, "The state item of the role, of type cache.", "metadata").required(),
         field("action", "Action", choice, "look up",
               "Look up; insert what was got elsewhere; or invalidate. The last two leave by \"hit\" if it was there, "
               "else by \"miss\" where that is wired.")
             .oneOf({"look up", "insert", "invalidate"}),
         keyField(), bytes("bytes", "Bytes", 1, "The size of the entry, or of the range.", "size"),
         bytes("offset", "Offset", 0, "With a cache of pieces: where the range begins.", "0"),
         field("insert", "Insert", choice, "on miss",
               "On miss: what is looked up in vain is there from then on. By hand: a block with the action insert does "
               "that.")
             .oneOf({"on miss", "by hand"}),
         field("missing", "Missing bytes", variable, nullptr,
               "The variable that receives how much of the range was not there.", "missing")},
        "state", {.choosesWay = true, .stateType = "cache"}));
    types.push_back(blockType(
        "put", "Put", "mail-queue",
        "Puts a message into a queue of the role; waits while the queue is full, its worker free.", {in}, {next},
        {field("state", "Queue", state, nullptr, "The state item of the role, of type queue.", "jobs").required(),
         keyField(),
         field("message", "Message", assignments, Json::object(), "Content of the message: name = expression.",
               "{\"size\": \"size\"}")
             .perRequest(),
         bytes("bytes", "Bytes", 0, "Bytes of the queue's room that it takes.", "size"),
         field("priority", "Priority", number, 0, "In a queue by priority: the largest is taken first.").perRequest(),
         ringField(),
         field("data", "Data", number, nullptr,
               "In a queue by locality: a key of the ring, whose devices have the data that the message is about. "
               "Empty: it is right on any node.",
               "block")
             .perRequest()},
        "state", {.waits = BlockTraits::Waits::forOthers, .stateType = "queue"}));
    types.push_back(blockType(
        "get", "Get", "mail-receive",
        "Takes a message, or several that are there, from a queue of the role; waits for one, its worker free.", {in},
        {next, {"timeout", "timeout", "none has come in time", false}},
        {field("state", "Queue", state, nullptr, "The state item of the role, of type queue.", "jobs").required(),
         keyField(),
         field("values", "Values", assignments, Json::object(),
               "Values kept of the message: variable = name of a value that it carries.")
             .perRequest()
             .keepsByName()
             .setAt("next"),
         atMostField().perRequest(), atMostBytesField().perRequest(), lingerField(), togetherField(), countField(),
         nearnessField(), seconds("patience", "Waits at most", 0, "0: for ever.", "10 s")},
        "state", {.waits = BlockTraits::Waits::forOthers, .stateType = "queue"}));
    types.push_back(blockType(
        "barrier", "Barrier", "distribute-vertical-center",
        "Waits until as many paths as there are ranks have come, the worker free; then it closes again.", {in},
        {next, {"timeout", "timeout", "the others have not come in time", false}},
        {field("state", "Barrier", state, nullptr, "The state item of the role, of type barrier.", "step").required(),
         keyField(),
         field("ranks", "Ranks", integer, nullptr, "Number of ranks that have to come.", "RANKS")
             .atLeast(1)
             .perRequest()
             .required(),
         seconds("patience", "Waits at most", 0, "0: for ever.", "10 s"),
         field("collective", "Collective", choice, "none",
               "Exchange of the ranks when all have come, so that all have the sum of all (all-reduce). None: nothing, "
               "and no time passes. Tree: up a binomial tree and down again. Recursive doubling: with the rank at the "
               "distance 1, 2, 4 ... Ring: a part of the bytes to the next rank, twice around.")
             .oneOf({"none", "tree", "recursive doubling", "ring"}),
         bytes("bytes", "Bytes", 0, "With a collective: what each rank has, the same for all.", "8 MiB")},
        "state", {.waits = BlockTraits::Waits::forOthers, .stateType = "barrier"}));
    const auto apply = [&](const char* type, const std::vector<std::string>& names, const Condition& condition) {
        declareApplying(types, type, names, condition);
    };
    apply("cache", {"insert", "missing"}, {"action", {"look up"}});
    apply("barrier", {"bytes"}, {"collective", {"tree", "recursive doubling", "ring"}});
    return types;
}

} // namespace headroom::project
