// Flow: where a request enters, is answered and ends; where paths split and join.
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

const std::vector<std::string>& reductionWays()
{
    static const std::vector<std::string> ways = {"first", "min", "max", "sum", "list"};
    return ways;
}

std::vector<BlockType> flowBlocks()
{
    using enum FieldType;
    std::vector<BlockType> types;
    types.push_back(blockType(
        "start", "Start", "media-playback-start",
        "Entry of the operation, with its arguments: when it is called, or when a message comes.", {},
        {{"next", "next", "the first step", true}},
        {field("queue", "From queue", state, nullptr,
               "A queue of the role (of the node or the cluster): each message starts the operation once, its values "
               "being the arguments of the same names. A consumer takes the next message when all paths of the last "
               "have ended; it is a thread of its own beside the role's workers.",
               "jobs"),
         field("consumers", "Consumers", integer, 1,
               "With a queue: how many take messages at the same time on each node; of a queue with one for each key, "
               "how many of each key.")
             .atLeast(1),
         atMostField(), atMostBytesField(), lingerField(), togetherField(), countField(), nearnessField()},
        "queue", {.structure = true, .isControl = true, .onlyReads = true, .pathAlone = true, .stateType = "queue"}));
    types.push_back(blockType(
        "reply", "Reply", "mail-reply-sender", "Answers the caller; the path may go on afterwards.", {in}, {next},
        {bytes("bytes", "Reply size", "200 B", "Size of the answer on the wire, headers included."),
         field("status", "Status", choice, "ok", "Status for the caller: a good answer, or an error.")
             .oneOf({"ok", "error"}),
         field("results", "Results", assignments, Json::object(), "Values for the caller: result = expression.")
             .perRequest()},
        "status", {.endsPath = true, .computes = true, .onlyReads = true}, "bytes", ", "));
    types.push_back(
        blockType("end", "End", "media-playback-stop", "End of a path.", {in}, {}, {}, "",
                  {.structure = true, .endsPath = true, .isControl = true, .onlyReads = true, .pathAlone = true}));
    types.push_back(
        blockType("fork", "Fork", "branch", "Parallel paths, each with a copy of the variables.", {in}, {},
                  {field("paths", "Paths", integer, 2, "Number of paths; no expression.").within(1, mostForkPaths)},
                  "paths", {.structure = true, .endsPath = true, .isControl = true}));
    types.push_back(blockType(
        "for each", "For each", "view-list-details",
        "The same path for each replica, stripe or number: all at once, one by one, or some at a time.", {in},
        {{"each", "each", "the path of one iteration; it ends in a join or an end", true},
         {"done", "done", "when every iteration has ended", false}},
        {field("over", "Over", choice, "count",
               "The items of the iteration: numbers, the devices of a ring's partition, nodes that carry a role, or "
               "the values of a list that a join has passed on.")
             .oneOf({"count", "ring", "nodes", "list"}),
         field("count", "Count", integer, 1, "With \"count\": how many iterations.").atLeast(0).perRequest(),
         ringField(), field("role", "Role", role, nullptr, "With \"nodes\": the role whose nodes are meant."),
         keyField(),
         field("take", "Take", integer, 0,
               "Number of devices of the ring or nodes of the role; 0: as many as the ring has replicas, every node of "
               "the role.")
             .atLeast(0)
             .perRequest(),
         field("order", "Order", choice, "ring order",
               "Ring order: the devices as the ring gives them, the nodes from the one the key falls on. Shuffled: "
               "distinct ones in an order drawn for each request.")
             .oneOf({"ring order", "shuffled"}),
         field("index", "Index variable", variable, "index", "Receives 0, 1, 2 ...").setAt("each"),
         field("device_variable", "Device variable", variable, "device", "With \"ring\": receives the device.")
             .setAt("each"),
         partitionField(),
         field("node_variable", "Node variable", variable, "node",
               "With \"nodes\": receives the node's index among those of the role, for a call that goes by index.")
             .setAt("each"),
         field("list", "List", variable, nullptr,
               "With \"list\": the variable that holds it. Its values are taken in their order.", "replicas")
             .readsVariable(),
         field("value_variable", "Value variable", variable, nullptr,
               "With \"list\": receives the values, one in each iteration.", "replica")
             .setAt("each"),
         field("at_once", "At once", integer, 0, "Number of iterations that run at a time; 0: all, 1: one by one.")
             .atLeast(0)
             .perRequest(),
         field(
             "starts_next", "Starts the next", choice, "when one ends",
             "Start of the next iteration if there are more than run at once. When one ends: as a queue of work is "
             "done. When one fails, that is, ends without reaching a join of this block: as spare replicas are asked.")
             .oneOf({"when one ends", "when one fails"}),
         seconds("next_after", "Or after", nullptr,
                 "The next one also starts when so much time has passed since the last start, as if one more ran at "
                 "once: a hedged request asks another replica if the first has not answered by then. Not once every "
                 "join of this block has continued. Empty or 0: never.",
                 "20 ms")},
        "over", {.structure = true, .endsPath = true, .isControl = true}));
    types.push_back(blockType(
        "join", "Join", "vcs-merge", "Where parallel paths meet: all of them, any, or k of n.", {in},
        {{"next", "next", "enough paths have come", true}, {"failed", "failed", "enough cannot come any more", false}},
        {field("of", "Joins", block, nullptr, "The fork or for each whose paths meet here.", "replicas").required(),
         field("mode", "Continue when", choice, "all", "Number of paths that it waits for.").oneOf({"all", "any", "k"}),
         field("k", "k", integer, 1, "With \"k\": how many.").atLeast(1).perRequest(),
         seconds("grace", "Then wait", 0, "Time to go on waiting for the rest once enough have come.", "500 ms"),
         field("rest", "The rest", choice, "runs on",
               "Treatment of the paths that are late. Cancelled: they end where they are, and calls for which they "
               "wait are given up, as at a deadline.")
             .oneOf({"runs on", "is cancelled"}),
         field("hand_on", "Hand on", reductions, Json::object(),
               "Which variables of the paths are passed on: variable = first, min, max, sum or list. A list holds the "
               "values of the paths that have arrived when the join continues, in the order of their arrival; a for "
               "each iterates over it. It does not change until the request ends, and expressions cannot use it as a "
               "number.")},
        "mode", {.structure = true, .endsPath = true, .isControl = true}));
    types.push_back(blockType(
        "branch", "Branch", "split", "One of two ways, chosen by a condition or at random.", {in},
        {{"yes", "yes", "the condition holds", true}, {"no", "no", "it does not", true}},
        {field("condition", "Condition", number, nullptr, "Taken as true when not 0. Empty: at random.", "size > 1 MiB")
             .perRequest(),
         field("probability", "Probability", number, 0.5, "Without a condition: of the way \"yes\".")
             .within(0, 1)
             .perRequest()},
        "condition", {.choosesWay = true, .isControl = true, .pathAlone = true}));
    types.push_back(blockType(
        "loop", "Loop", "view-refresh", "Repeats its body a number of times, or while a condition holds.",
        {in, {"again", "again", "the end of the body comes back here", true}},
        {{"body", "body", "one round", true}, {"done", "done", "after the last", true}},
        {field("count", "Count", integer, 1, "Number of rounds; they are counted anew each time the loop is entered.")
             .atLeast(0)
             .perRequest(),
         field("while", "While", number, nullptr, "Instead of a count: as long as this is not 0.", "left > 0")
             .perRequest()},
        "count", {.structure = true, .endsPath = true, .isControl = true, .pathAlone = true}));
    types.push_back(
        blockType("group", "Group", "object-group",
                  "A diagram inside a block: stands for the blocks in it, which share the request's variables.", {}, {},
                  {field("parameters", "Parameters", assignments, Json::object(),
                         "Names that the blocks inside may use: each stands for the value or expression given here.",
                         "{\"piece\": \"size / 4\"}")
                       .perRequest(),
                   field("folded", "Folded", flag, false,
                         "Blocks inside draw random numbers as if they stood outside, under their own names: what was "
                         "folded into a group gives the same results as before. Only true and false count."),
                   field("waits", "Waits", choice, "worker",
                         "Aside: helper threads of the worker do the processor and storage work inside, and the worker "
                         "serves others meanwhile. Counts as it is written here.")
                       .oneOf({"worker", "aside"})},
                  "", {.choosesWay = true}));
    types.push_back(blockType("way in", "Way in", "go-next", "Inside a group: where control comes in from outside.", {},
                              {{"next", "next", "the first step inside", true}},
                              {field("way", "Way", text, "in", "Name of the group's input that it is.", "in")}, "way",
                              {.structure = true, .isControl = true, .pathAlone = true}));
    types.push_back(blockType("way out", "Way out", "go-next-view",
                              "Inside a group: where control leaves it. Several may have the same name.", {in}, {},
                              {field("way", "Way", text, "next", "Name of the group's output that it is.", "failed")},
                              "way", {.structure = true}));
    types.push_back(
        blockType("delay", "Delay", "chronometer", "Time passes; the worker is free meanwhile.", {in}, {next},
                  {seconds("time", "Time", nullptr, "Length of the delay. A table needs none.").unlessTable(),
                   distribution(), variation(), tableField()},
                  "time", {.onlyReads = true, .pathAlone = true}));
    types.push_back(blockType("set", "Set", "edit-rename",
                              "Sets variables of the request, and values that requests share.", {in}, {next},
                              {field("assignments", "Assignments", assignments, Json::object(),
                                     "variable = expression, carried out one after another in the order in which they "
                                     "are written: each sees what those before it have set.")
                                   .required()
                                   .perRequest()
                                   .setsVariables()},
                              "assignments", {.isControl = true, .pathAlone = true}));
    types.push_back(blockType(
        "draw", "Draw", "roll", "Sets a variable of the request to a random number.", {in}, {next},
        {field("variable", "Variable", variable, nullptr, "Receives the number.", "size").required(),
         field("distribution", "Distribution", choice, "uniform",
               "Uniform and whole number lie between From and To; exponential, normal and log-normal have a mean, and "
               "the latter two a deviation; or it comes from a table.")
             .oneOf({"uniform", "whole number", "exponential", "normal", "log-normal", "table"}),
         anyNumber("from", "From", 0, "With uniform and whole number: the smallest value.", "1 KiB"),
         anyNumber("to", "To", 1, "With uniform: the bound above. With whole number: the largest value.", "1 MiB"),
         anyNumber("mean", "Mean", 1, "With exponential, normal and log-normal.", "64 KiB"),
         anyNumber("deviation", "Deviation", 1, "With normal and log-normal: the standard deviation.", "8 KiB")
             .atLeast(0),
         tableField()},
        "variable", {.isControl = true, .pathAlone = true}));
    types.push_back(blockType(
        "place", "Place", "go-home",
        "Names data so that their first copy is on a given node: for a writer that keeps the first copy itself.", {in},
        {next},
        {field("variable", "Variable", variable, nullptr,
               "Receives the key. Whoever uses it with the ring finds the copies.", "block")
             .required(),
         ringField().required(),
         field("at", "At", number, nullptr,
               "Number of the node among those of the ring's role, whose device gets the first copy. Empty: the node "
               "of the path, or any if the role is not there. Below 0: any.",
               "hash(block)")
             .perRequest(),
         field("number", "Number", number, nullptr,
               "Number that determines the key: the same one gives the same key at a node. Empty: the number of the "
               "request.",
               "hash(job, map)")
             .perRequest()},
        "variable", {.isControl = true}));
    types.push_back(blockType(
        "probe", "Probe", "view-statistics", "Begins or ends a named stretch of time that is measured.", {in}, {next},
        {field("stretch", "Stretch", text, nullptr, "Its name.", "commit").required(),
         field("edge", "Edge", choice, "begin", "Begins or ends the stretch here.").oneOf({"begin", "end"})},
        "edge", {.isControl = true, .pathAlone = true}, "stretch", " "));
    const auto apply = [&](const char* type, const std::vector<std::string>& names, const Condition& condition) {
        declareApplying(types, type, names, condition);
    };
    apply("start", {"consumers", "at_most", "at_most_bytes", "linger", "together", "count", "nearness"}, {"queue", {}});
    apply("for each", {"count"}, {"over", {"count"}});
    apply("for each", {"ring", "device_variable", "partition_variable"}, {"over", {"ring"}});
    apply("for each", {"role", "node_variable"}, {"over", {"nodes"}});
    apply("for each", {"key", "take", "order"}, {"over", {"ring", "nodes"}});
    apply("for each", {"list", "value_variable"}, {"over", {"list"}});
    apply("for each", {"starts_next", "next_after"}, {"at_once", {}});
    apply("join", {"k"}, {"mode", {"k"}});
    apply("join", {"grace"}, {"mode", {"any", "k"}});
    apply("branch", {"probability"}, {.field = "condition", .values = {}, .unset = true});
    apply("loop", {"count"}, {.field = "while", .values = {}, .unset = true});
    apply("draw", {"from", "to"}, {"distribution", {"uniform", "whole number"}});
    apply("draw", {"mean"}, {"distribution", {"exponential", "normal", "log-normal"}});
    apply("draw", {"deviation"}, {"distribution", {"normal", "log-normal"}});
    return types;
}

} // namespace headroom::project
