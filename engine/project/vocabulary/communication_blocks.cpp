// Communication: calls to other roles.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

std::vector<BlockType> communicationBlocks()
{
    using enum FieldType;
    std::vector<BlockType> types;
    types.push_back(blockType(
        "call", "Call", "call-start", "Asks another role and waits for its answer.", {in},
        {{"reply", "reply", "the answer has come and every stream received over the call was taken", true},
         {"opened", "opened", "a path beside the waiting one, once the callee has accepted: for transfers", false},
         {"timeout", "timeout", "the deadline passed first", false},
         {"refused", "refused", "nobody accepts: the queue is full or the node is down", false},
         {"error", "error", "the answer is an error", false}},
        with(
            callTarget(),
            {bytes("request", "Request size", "500 B", "Size of the request on the wire, headers included.", "500 B"),
             field("results", "Results", assignments, Json::object(),
                   "Values kept of the answer: variable = name of a result.")
                 .perRequest()
                 .keepsByName()
                 .setAt("reply"),
             seconds("deadline", "Deadline", 0,
                     "Longest wait; 0: for ever. A call that is given up is taken out of the queue in which it waits "
                     "to be accepted, and its streams stop. The callee finishes the work that it has begun.",
                     "10 s"),
             seconds("connect_timeout", "Connect timeout", "3 s",
                     "Time for which a new connection to a node that is dead or cut off is tried before the call is "
                     "refused; 0: until the deadline. By default the first try and the retry after 1 s stay "
                     "unanswered, and the next retry would be due (RFC 6298: 1 s, then doubled).",
                     "500 ms"),
             field(
                 "connection", "Connection", choice, "new",
                 "A new connection for each call (a round trip more), or one that is kept open and stays with the "
                 "worker that accepted it. While it is busy with a call, a further one takes another, which is kept as "
                 "well. A call that is given up closes the connection it had. Or one that all calls of the block from "
                 "one instance of the role to another share: their messages follow one another, and together they have "
                 "the share of one stream in the network. A transfer over such a call is a stream of its own.")
                 .oneOf({"new", "kept", "shared"})}),
        "role", {}, "operation", " "));
    types.push_back(blockType(
        "transfer", "Transfer", "document-swap",
        "A stream of bytes over an open call, in chunks, with a bounded number in flight.", {in},
        {{"next", "next", "sending: the last byte has left; receiving: the last chunk was taken", false},
         {"chunk",
          "chunk",
          "a path for each chunk: before it is sent, or after it has come. Variables chunk_bytes, chunk_offset (bytes "
          "of the stream before it) and chunk_count (how many chunks of the stream this one holds: a path that passes "
          "chunks on moves each as one piece)",
          false,
          {"chunk_bytes", "chunk_count", "chunk_offset"}}},
        {field("direction", "Direction", choice, "send", "Which way the bytes go, seen from this role.")
             .oneOf({"send", "receive"}),
         field("over", "Over", block, "caller",
               "\"caller\": the call this operation answers; else a call block of this diagram. Inside the same for "
               "each: that iteration's call; outside: all calls it has open, each a stream of its own.",
               "caller")
             .required(),
         bytes("bytes", "Bytes", nullptr, "Bytes of the whole stream.", "size").required(),
         bytes("chunk", "Chunk", "64 KiB",
               "Bytes that the software reads or writes at once. A receiver collects so much of the stream before its "
               "path for the chunk begins; one that sets no chunk takes as much as the sender wrote at once."),
         field("window", "Window", integer, 10,
               "Chunks that may be under way: sent, and the sender does not know yet that the receiver has taken them, "
               "which an acknowledgement tells it.")
             .atMost(1e9)
             .atLeast(1),
         field("chunks_a_turn", "Chunks in a turn", integer, 1,
               "An event loop takes up to so many chunks one after another, while the next one is there or has room, "
               "before it turns to other requests. 0: as many as there are, until it would have to wait. 1: it turns "
               "to others after each chunk.")
             .within(0, 1e9)},
        "chunk", {.waits = BlockTraits::Waits::forOtherEnd}));
    declareApplying(types, "transfer", {"window"}, {"direction", {"send"}});
    types.push_back(
        blockType("send", "Send", "mail-send", "A message to another role; nobody waits for an answer.", {in}, {next},
                  with(callTarget(), {bytes("request", "Message size", "500 B", "Size on the wire.", "500 B")}), "role",
                  {}, "operation", " "));
    return types;
}

} // namespace headroom::project
