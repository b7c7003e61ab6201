#include "project/declarations.h"

#include <algorithm>

namespace headroom::project {

namespace {

// Short forms, so that a block type below reads as a table.

FieldDeclaration field(const char* name, const char* label, FieldType type, Json defaultValue, const char* meaning,
                       const char* example = "")
{
    FieldDeclaration f;
    f.name = name;
    f.label = label;
    f.type = type;
    f.defaultValue = std::move(defaultValue);
    f.meaning = meaning;
    f.example = example;
    return f;
}

FieldDeclaration perRequest(FieldDeclaration f)
{
    f.perRequest = true;
    return f;
}

FieldDeclaration required(FieldDeclaration f)
{
    f.required = true;
    return f;
}

FieldDeclaration atLeast(FieldDeclaration f, double minimum)
{
    f.minimum = minimum;
    return f;
}

FieldDeclaration inUnit(FieldDeclaration f, const char* unit)
{
    f.unit = unit;
    if (!f.minimum)
        f.minimum = 0;
    return f;
}

FieldDeclaration oneOf(FieldDeclaration f, std::vector<std::string> choices)
{
    f.choices = std::move(choices);
    return f;
}

FieldDeclaration bytes(const char* name, const char* label, Json defaultValue, const char* meaning,
                       const char* example = "64 KiB")
{
    return perRequest(inUnit(field(name, label, FieldType::quantity, std::move(defaultValue), meaning, example), "B"));
}

FieldDeclaration seconds(const char* name, const char* label, Json defaultValue, const char* meaning,
                         const char* example = "8 ms")
{
    return perRequest(inUnit(field(name, label, FieldType::quantity, std::move(defaultValue), meaning, example), "s"));
}

FieldDeclaration distribution()
{
    return oneOf(field("distribution", "Distribution", FieldType::choice, "constant",
                       "How the time varies from request to request around the given mean."),
                 {"constant", "exponential"});
}

FieldDeclaration volumeField()
{
    return required(field("volume", "Volume", FieldType::volume, nullptr,
                          "The volume of the role that is meant; the topology binds it to devices.", "objects"));
}

FieldDeclaration deviceField()
{
    return perRequest(field("device", "Device", FieldType::number, nullptr,
                            "Which device of the volume, as a ring or an argument gives it. Empty: the key picks one "
                            "of the node's own.",
                            "device"));
}

FieldDeclaration keyField()
{
    return perRequest(field("key", "Key", FieldType::number, 0,
                            "What is read or written: the same key lies in the same place.", "key"));
}

FieldDeclaration throughField()
{
    return oneOf(field("through", "Through", FieldType::choice, "page cache",
                       "Through the operating system's page cache, or past it straight to the device."),
                 {"page cache", "direct"});
}

FieldDeclaration patternField()
{
    return oneOf(field("pattern", "Pattern", FieldType::choice, "sequential",
                       "Sequential: the file's own place, one piece after another. Random: small pieces of file system "
                       "metadata somewhere else on the device (inode, directory)."),
                 {"sequential", "random"});
}

FieldDeclaration selectorChoice()
{
    return oneOf(field("selector", "Goes to", FieldType::choice, "round robin",
                       "How the call finds its node among those that carry the role."),
                 {"round robin", "random", "least loaded", "same node", "at device", "ring"});
}

FieldDeclaration ringField()
{
    return field("ring", "Ring", FieldType::selector, nullptr, "The ring that maps a key to devices.", "objects");
}

Fields callTarget()
{
    return {
        required(field("role", "Role", FieldType::role, nullptr, "The role that is asked.", "object-server")),
        required(
            field("operation", "Operation", FieldType::operation, nullptr, "The operation it is asked for.", "PUT")),
        selectorChoice(),
        ringField(),
        keyField(),
        perRequest(field("device", "Device", FieldType::number, nullptr,
                         "With \"at device\": the device whose node is asked.", "device")),
        field("device_variable", "Chosen device", FieldType::variable, "device",
              "With \"ring\": the variable that receives the chosen device."),
        perRequest(field("arguments", "Arguments", FieldType::assignments, Json::object(),
                         "What the callee is given: its argument = an expression here.", "{\"size\": \"size\"}")),
    };
}

Fields with(Fields fields, Fields more)
{
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

const PortDeclaration in{"in", "in", "control enters here", false};
const PortDeclaration next{"next", "next", "when it is done", false};

std::vector<BlockType> declareBlockTypes()
{
    using enum FieldType;
    std::vector<BlockType> types;

    // Flow: where a request comes in, answers and ends; where paths part and meet.
    types.push_back({"start",
                     "Start",
                     "Flow",
                     "media-playback-start",
                     "Entry of the operation, with its arguments.",
                     {},
                     {{"next", "next", "the first step", true}},
                     {},
                     ""});
    types.push_back(
        {"reply",
         "Reply",
         "Flow",
         "mail-reply-sender",
         "Answers the caller; the path may go on afterwards.",
         {in},
         {next},
         {bytes("bytes", "Reply size", "200 B", "Size of the answer on the wire, headers included."),
          oneOf(field("status", "Status", choice, "ok", "What the caller sees: a good answer, or an error."),
                {"ok", "error"}),
          perRequest(field("results", "Results", assignments, Json::object(),
                           "What is handed to the caller: result = expression."))},
         "status"});
    types.push_back({"end", "End", "Flow", "media-playback-stop", "End of a path.", {in}, {}, {}, ""});

    // Work.
    types.push_back({"compute",
                     "Compute",
                     "Work",
                     "cpu",
                     "Processor work of the node it runs on.",
                     {in},
                     {next},
                     {required(seconds("work", "Work", nullptr, "Time on one thread of the reference processor.",
                                       "3 ms + 0.6 ns * size")),
                      distribution(),
                      [] {
                          auto f =
                              field("reference", "Reference processor", component, "Intel_Xeon_Processor_E5_2695_v3",
                                    "The processor the work is stated for; others take longer or shorter by the "
                                    "ratio of single-thread speed.");
                          f.kinds = {"processor"};
                          return f;
                      }()},
                     "work"});
    types.push_back(
        {"read",
         "Read",
         "Work",
         "document-open",
         "Reads from a volume; holds the worker until it is there.",
         {in},
         {next},
         {volumeField(), required(bytes("bytes", "Bytes", nullptr, "How much is read.")), keyField(), deviceField(),
          bytes("offset", "Offset", 0, "Where in the file the range begins.", "0"), patternField(), throughField(),
          field("keep", "Keep in cache", flag, true, "Whether the pages stay in the page cache afterwards.")},
         "volume"});
    types.push_back(
        {"write",
         "Write",
         "Work",
         "document-save",
         "Writes to a volume; holds the worker until it is taken.",
         {in},
         {next},
         {volumeField(), required(bytes("bytes", "Bytes", nullptr, "How much is written.")), keyField(), deviceField(),
          bytes("offset", "Offset", 0, "Where in the file the range begins.", "0"), patternField(), throughField()},
         "volume"});
    types.push_back(
        {"flush",
         "Flush",
         "Work",
         "document-save-all",
         "fsync: writes what is dirty of the file, commits the journal, and with barriers on waits until the "
         "device has it on stable media.",
         {in},
         {next},
         {volumeField(), keyField(), deviceField(),
          bytes("journal", "Journal commit", "4 KiB", "What the file system's journal writes for it.", "4 KiB"),
          field("drop", "Drop pages", flag, false, "Whether the file's pages leave the page cache afterwards.")},
         "volume"});

    // Talk.
    types.push_back(
        {"call",
         "Call",
         "Talk",
         "call-start",
         "Asks another role and waits for its answer.",
         {in},
         {{"reply", "reply", "the answer has come and every stream received over the call was taken", true},
          {"opened", "opened", "a path beside the waiting one, once the callee has accepted: for transfers", false},
          {"timeout", "timeout", "the deadline passed first", false},
          {"refused", "refused", "nobody accepts: the queue is full or the node is down", false},
          {"error", "error", "the answer is an error", false}},
         with(callTarget(),
              {bytes("request", "Request size", "500 B", "Size of the request on the wire, headers included.", "500 B"),
               perRequest(field("results", "Results", assignments, Json::object(),
                                "What is kept of the answer: variable = name of a result.")),
               seconds("deadline", "Deadline", 0, "How long to wait at most; 0: for ever.", "10 s"),
               oneOf(field("connection", "Connection", choice, "new",
                           "A new connection for each call (a round trip more), or one that is kept open and "
                           "stays with the worker that accepted it."),
                     {"new", "kept"})}),
         "operation"});
    types.push_back(
        {"transfer",
         "Transfer",
         "Talk",
         "document-swap",
         "A stream of bytes over an open call, in chunks, with a bounded number in flight.",
         {in},
         {{"next", "next", "sending: the last byte has left; receiving: the last chunk was taken", false},
          {"chunk", "chunk",
           "a path for each chunk: before it is sent, or after it has come. Variables chunk_bytes, chunk_offset "
           "(bytes of the stream before it) and chunk_count (how many chunks were merged into this one)",
           false}},
         {oneOf(field("direction", "Direction", choice, "send", "Which way the bytes go, seen from this role."),
                {"send", "receive"}),
          required(
              field("over", "Over", block, "caller",
                    "\"caller\": the call this operation answers; else a call block of this diagram. Inside the "
                    "same for each: that iteration's call; outside: all calls it has open, each a stream of its own.",
                    "caller")),
          required(bytes("bytes", "Bytes", nullptr, "How much is moved in all.", "size")),
          bytes("chunk", "Chunk", "64 KiB", "What the software reads or writes at once."),
          atLeast(
              field("window", "Window", integer, 10, "Chunks that may be under way before the receiver has taken one."),
              1)},
         "chunk"});
    types.push_back({"send",
                     "Send",
                     "Talk",
                     "mail-send",
                     "A message that nobody waits for.",
                     {in},
                     {next},
                     with(callTarget(), {bytes("request", "Message size", "500 B", "Size on the wire.", "500 B")}),
                     "operation"});

    // Flow, continued.
    types.push_back({"fork",
                     "Fork",
                     "Flow",
                     "vcs-branch",
                     "Parallel paths, each with a copy of the variables.",
                     {in},
                     {},
                     {atLeast(field("paths", "Paths", integer, 2, "How many."), 1)},
                     "paths"});
    types.push_back(
        {"for each",
         "For each",
         "Flow",
         "view-list-details",
         "The same path for each replica, stripe or number: all at once, one by one, or some at a time.",
         {in},
         {{"each", "each", "the path of one iteration; it ends in a join or an end", true},
          {"done", "done", "when every iteration has ended", false}},
         {oneOf(field("over", "Over", choice, "count", "What is gone through."), {"count", "ring"}),
          perRequest(atLeast(field("count", "Count", integer, 1, "With \"count\": how many iterations."), 0)),
          ringField(), keyField(),
          perRequest(atLeast(
              field("take", "Take", integer, 0, "With \"ring\": how many devices; 0: as many as it has replicas."), 0)),
          oneOf(field("order", "Order", choice, "ring order", "With \"ring\": in which order."),
                {"ring order", "shuffled"}),
          field("index", "Index variable", variable, "index", "Receives 0, 1, 2 ..."),
          field("device_variable", "Device variable", variable, "device", "With \"ring\": receives the device."),
          perRequest(atLeast(
              field("at_once", "At once", integer, 0, "How many iterations run at a time; 0: all, 1: one by one."),
              0))},
         "over"});
    types.push_back(
        {"join",
         "Join",
         "Flow",
         "vcs-merge",
         "Where parallel paths meet: all of them, any, or k of n.",
         {in},
         {{"next", "next", "enough paths have come", true}, {"failed", "failed", "enough cannot come any more", false}},
         {required(field("of", "Joins", block, nullptr, "The fork or for each whose paths meet here.", "replicas")),
          oneOf(field("mode", "Continue when", choice, "all", "How many paths it waits for."), {"all", "any", "k"}),
          perRequest(atLeast(field("k", "k", integer, 1, "With \"k\": how many."), 1)),
          seconds("grace", "Then wait", 0, "How long to go on waiting for the rest once enough have come.", "500 ms"),
          oneOf(field("rest", "The rest", choice, "runs on", "What becomes of the paths that are late."),
                {"runs on", "is cancelled"}),
          field("hand_on", "Hand on", reductions, Json::object(),
                "What of the paths' variables goes on: variable = first, min, max or sum.")},
         "mode"});
    types.push_back({"branch",
                     "Branch",
                     "Flow",
                     "split",
                     "One of two ways, by a condition or by chance.",
                     {in},
                     {{"yes", "yes", "the condition holds", true}, {"no", "no", "it does not", true}},
                     {perRequest(field("condition", "Condition", number, nullptr,
                                       "Taken as true when not 0. Empty: by chance.", "size > 1 MiB")),
                      perRequest([] {
                          auto f = atLeast(field("probability", "Probability", number, 0.5,
                                                 "Without a condition: of the way \"yes\"."),
                                           0);
                          f.maximum = 1;
                          return f;
                      }())},
                     "condition"});
    types.push_back({"loop",
                     "Loop",
                     "Flow",
                     "view-refresh",
                     "Goes round a number of times, or while a condition holds.",
                     {in, {"again", "again", "the end of the body comes back here", true}},
                     {{"body", "body", "one round", true}, {"done", "done", "after the last", true}},
                     {perRequest(atLeast(field("count", "Count", integer, 1, "How many rounds."), 0)),
                      perRequest(field("while", "While", number, nullptr,
                                       "Instead of a count: as long as this is not 0.", "left > 0"))},
                     "count"});
    types.push_back({"delay",
                     "Delay",
                     "Flow",
                     "chronometer",
                     "Time passes; the worker is free meanwhile.",
                     {in},
                     {next},
                     {required(seconds("time", "Time", nullptr, "How long.")), distribution()},
                     "time"});
    types.push_back({"set",
                     "Set",
                     "Flow",
                     "edit-rename",
                     "Sets variables of the request.",
                     {in},
                     {next},
                     {perRequest(required(
                         field("assignments", "Assignments", assignments, Json::object(), "variable = expression")))},
                     "assignments"});
    types.push_back(
        {"probe",
         "Probe",
         "Flow",
         "view-statistics",
         "Begins or ends a named stretch of time that is measured.",
         {in},
         {next},
         {required(field("stretch", "Stretch", text, nullptr, "Its name.", "commit")),
          oneOf(field("edge", "Edge", choice, "begin", "Whether it begins or ends here."), {"begin", "end"})},
         "stretch"});

    // Hold.
    types.push_back({"acquire",
                     "Acquire",
                     "Hold",
                     "object-locked",
                     "Takes slots, a lock, a connection; waits for them in turn.",
                     {in},
                     {next},
                     {required(field("state", "What", state, nullptr, "The state item of the role.", "container-lock")),
                      keyField(), perRequest(atLeast(field("amount", "Amount", integer, 1, "How many slots."), 1))},
                     "state"});
    types.push_back({"release",
                     "Release",
                     "Hold",
                     "object-unlocked",
                     "Gives back what was acquired.",
                     {in},
                     {next},
                     {required(field("state", "What", state, nullptr, "The state item of the role.", "container-lock")),
                      keyField(), perRequest(atLeast(field("amount", "Amount", integer, 1, "How many slots."), 1))},
                     "state"});
    return types;
}

} // namespace

const std::vector<BlockType>& blockTypes()
{
    static const std::vector<BlockType> types = declareBlockTypes();
    return types;
}

const BlockType* findBlockType(const std::string& name)
{
    for (const BlockType& type : blockTypes())
        if (type.name == name)
            return &type;
    return nullptr;
}

std::vector<PortDeclaration> outputsOf(const Block& block)
{
    const BlockType* type = findBlockType(block.type);
    if (!type)
        return {};
    if (type->name != "fork")
        return type->outputs;
    int paths = 2;
    if (const auto found = block.fields.find("paths"); found != block.fields.end() && found->is_number_integer())
        paths = std::clamp(found->get<int>(), 1, 64);
    std::vector<PortDeclaration> ports;
    for (int i = 1; i <= paths; ++i)
        ports.push_back({"path" + std::to_string(i), std::to_string(i), "a parallel path", true});
    return ports;
}

} // namespace headroom::project
