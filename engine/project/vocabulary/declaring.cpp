#include "project/vocabulary/declaring.h"

#include <algorithm>
#include <utility>

namespace headroom::project {

std::vector<Reference> referencesOf(FieldType type)
{
    switch (type) {
    case FieldType::role:
        return {{ElementKind::role}};
    case FieldType::operation:
        return {{.to = ElementKind::operation, .owner = "role"}};
    case FieldType::volume:
        return {{ElementKind::roleVolume}};
    case FieldType::state:
        return {{ElementKind::state}};
    case FieldType::selector:
        return {{ElementKind::selector}};
    case FieldType::block:
        return {{ElementKind::block}};
    default:
        return {};
    }
}

FieldRow field(const char* name, const char* label, FieldType type, Json defaultValue, const char* meaning,
               const char* example)
{
    FieldDeclaration f;
    f.name = name;
    f.label = label;
    f.type = type;
    f.defaultValue = std::move(defaultValue);
    f.meaning = meaning;
    f.example = example;
    f.definesVariable = type == FieldType::variable;
    f.refersTo = referencesOf(type);
    return FieldRow(std::move(f));
}

FieldRow bytes(const char* name, const char* label, Json defaultValue, const char* meaning, const char* example)
{
    return field(name, label, FieldType::quantity, std::move(defaultValue), meaning, example).in("B").perRequest();
}

FieldRow seconds(const char* name, const char* label, Json defaultValue, const char* meaning, const char* example)
{
    return field(name, label, FieldType::quantity, std::move(defaultValue), meaning, example).in("s").perRequest();
}

FieldRow anyNumber(const char* name, const char* label, Json defaultValue, const char* meaning, const char* example)
{
    return field(name, label, FieldType::number, std::move(defaultValue), meaning, example).inAnyUnit().perRequest();
}

FieldRow distribution()
{
    return field("distribution", "Distribution", FieldType::choice, "constant",
                 "Distribution of the time from request to request around the given mean. Hyperexponential: many short "
                 "times and few long ones, both exponential, each kind with half of the sum. Pareto: a tail that falls "
                 "by a power law. Table: the times are those of a distribution of the project.")
        .oneOf({"constant", "exponential", "uniform", "log-normal", "erlang", "hyperexponential", "Pareto", "table"});
}

FieldRow workDistribution()
{
    FieldDeclaration f = distribution();
    f.defaultValue = "as the role";
    f.meaning += " As the role: all blocks of a request vary together, by the work variation of the role's workers, "
                 "which is none unless it is stated. With any other choice, also constant, the block keeps to that.";
    f.choices.insert(f.choices.begin(), "as the role");
    return FieldRow(std::move(f));
}

FieldRow tableField()
{
    return field("table", "Table", FieldType::text, nullptr,
                 "With a table: the distribution of the project from which each value is drawn.", "service times")
        .refersTo({{ElementKind::distribution}});
}

FieldRow variation()
{
    return field("variation", "Variation", FieldType::number, 0.5,
                 "With all but constant, exponential and table: the coefficient of variation, that is standard "
                 "deviation over mean. Uniform allows up to 0.577, hyperexponential 1 or more; erlang takes the "
                 "nearest number of equal exponential stages, 0.5 being four of them. Pareto: the exponent of its tail "
                 "is 1 + √(1 + 1 / variation²), that is 2.41 for 1, and above 2 for any.",
                 "0.3")
        .atLeast(0)
        .when("distribution", {"uniform", "log-normal", "erlang", "hyperexponential", "Pareto"});
}

FieldRow volumeField()
{
    return field("volume", "Volume", FieldType::volume, nullptr,
                 "The volume of the role that is meant; the topology binds it to devices.", "objects")
        .required();
}

FieldRow deviceField()
{
    return field("device", "Device", FieldType::number, nullptr,
                 "Which device, as a ring or an argument gives it; a run stops if it does not carry the volume on the "
                 "request's node. Empty: the key picks one of the node's own.",
                 "device")
        .perRequest();
}

FieldRow deviceVolumeField()
{
    return field("device_volume", "Device's volume", FieldType::volume, nullptr,
                 "The volume that the named device carries, if it is another one of the node. The devices of both are "
                 "then paired in their order: with six disks and two journals the first three disks have the first "
                 "journal. Empty: the device carries the block's own volume.",
                 "data");
}

Fields deviceChoice()
{
    return {
        field("choose", "Which device", FieldType::choice, "by key",
              "Without a device: how one of the node's own is found. By key: always the same for the same key. Least "
              "loaded: the one with the fewest I/Os under way when the block begins, waiting or in service, among "
              "those that have not failed; of equals the first from one that is drawn. What it is for: a write that "
              "may go anywhere, a read of what lies on all of them.")
            .oneOf({"by key", "least loaded"}),
        field("device_variable", "Chosen device", FieldType::variable, nullptr,
              "With \"least loaded\": the variable that receives the device, for what follows the data there.",
              "device")
            .when("choose", {"least loaded"}),
    };
}

FieldRow keyField()
{
    return field("key", "Key", FieldType::number, 0, "Identifies the data: the same key lies in the same place.", "key")
        .perRequest();
}

FieldRow atMostField()
{
    return field("at_most", "Takes at most", FieldType::integer, 1,
                 "Largest number of messages that it takes at once: those that are there, at least one.", "64")
        .atLeast(1);
}

FieldRow atMostBytesField()
{
    return bytes("at_most_bytes", "Bytes at most", nullptr,
                 "Largest sum of the messages' bytes; one is taken whatever its size. Empty: no limit.", "1 MiB");
}

FieldRow lingerField()
{
    return seconds("linger", "Lingers", 0,
                   "Longest time that a message waits for others to be taken with it, unless as many as \"at most\" "
                   "allows are there; 0: not at all.",
                   "5 ms");
}

FieldRow togetherField()
{
    return field("together", "Together", FieldType::reductions, Json::object(),
                 "Combines the values of several messages: variable = first, min, max, sum or list. A for each "
                 "iterates over a list. Others keep the value of the first message.",
                 "{\"bytes\": \"sum\", \"waiter\": \"list\"}");
}

FieldRow countField()
{
    return field("count", "Count", FieldType::variable, nullptr, "The variable that receives how many were taken.",
                 "count")
        .setAt("next");
}

FieldRow nearnessField()
{
    return field("nearness", "Nearness", FieldType::variable, nullptr,
                 "From a queue by locality: the variable that receives how near the data of the message are: 0 on the "
                 "node (or it has none), 1 in its rack, 2 elsewhere.",
                 "nearness")
        .setAt("next");
}

FieldRow throughField()
{
    return field("through", "Through", FieldType::choice, "page cache",
                 "Through the operating system's page cache, or directly to the device.")
        .oneOf({"page cache", "direct"});
}

FieldRow patternField()
{
    return field(
               "pattern", "Pattern", FieldType::choice, "sequential",
               "Sequential: the file's own bytes from the offset on; consecutive reads are read ahead. Random places: "
               "the file's own bytes at an offset that you draw, without read-ahead. Both find what the page cache "
               "holds of the file. Metadata: small pieces of the file system somewhere else on the device (inode, "
               "directory), apart from the file's bytes; a warm page cache does not hold them.")
        .oneOf({"sequential", "random places", "metadata"});
}

FieldRow selectorChoice()
{
    return field("selector", "Goes to", FieldType::choice, "round robin",
                 "How the call finds its node among those that carry the role. Round robin: one after another, in an "
                 "order that each caller's instance keeps for itself: the first begins with the first node, the second "
                 "with the second. Least loaded: the one with the fewest requests of the role, those that wait to be "
                 "accepted counted; of equals one after another. Same node: the caller's, or the first if the role is "
                 "not there; request and answer each pass the loopback (10 us and 5 GB/s, or what a fabric without "
                 "links takes if that is less), and a worker of the role accepts the call. Here: the caller's worker "
                 "runs the operation itself, like a procedure: it costs no time, needs no connection and waits for no "
                 "other worker. Ring: one of the devices that the key's partition lies on. Locality: the one of them "
                 "on the caller's node, else the first. Hash: the same node for the same key (consistent hashing).")
        .oneOf({"round robin", "random", "least loaded", "same node", "here", "index", "at device", "ring", "locality",
                "hash"});
}

FieldRow ringField()
{
    return field("ring", "Ring", FieldType::selector, nullptr, "The ring that maps a key to devices.", "objects");
}

FieldRow partitionField()
{
    return field("partition_variable", "Partition variable", FieldType::variable, nullptr,
                 "With a ring: the variable that receives the number of the key's partition.", "partition");
}

Fields callTarget()
{
    Fields fields = {
        field("role", "Role", FieldType::role, nullptr, "The role that is asked.", "object-server").required(),
        field("operation", "Operation", FieldType::operation, nullptr, "The operation it is asked for.", "PUT")
            .required(),
        field("arguments", "Arguments", FieldType::assignments, Json::object(),
              "Values for the operation: its argument = an expression here. Or a list of arguments, each of which gets "
              "the value of its name: [\"size\", \"key\"].",
              "{\"size\": \"size\"}")
            .perRequest()
            .namesSuffice(),
        selectorChoice(),
        ringField(),
        keyField(),
        field("candidate", "Candidate", FieldType::integer, nullptr,
              "With \"ring\": which of the key's devices, from 0 on: the replicas in ring order, then the hand-offs on "
              "other nodes. A retry counts on. Empty: any replica.",
              "attempt")
            .atLeast(0)
            .perRequest(),
        field("device", "Device", FieldType::number, nullptr, "With \"at device\": the device whose node is asked.",
              "device")
            .perRequest(),
        field("index", "Index", FieldType::number, 0,
              "With \"index\": which of the nodes that carry the role is asked, counted from 0 and beyond the last one "
              "from the first again.",
              "node")
            .atLeast(0)
            .perRequest(),
        field("first", "First candidate", FieldType::number, 0,
              "With \"round robin\", \"random\" and \"least loaded\" among some of the nodes: the index of the first "
              "of them.",
              "2 * floor(worker / 64)")
            .atLeast(0)
            .perRequest(),
        field("among", "Candidates", FieldType::integer, 0,
              "Number of candidates, beginning at the first node; 0: all that carry the role.")
            .atLeast(0)
            .perRequest(),
        field("device_variable", "Chosen device", FieldType::variable, "device",
              "With \"ring\" and \"locality\": the variable that receives the chosen device."),
        partitionField(),
    };
    fields = applying(std::move(fields), {"ring", "device_variable", "partition_variable"},
                      {"selector", {"ring", "locality"}});
    fields = applying(std::move(fields), {"key"}, {"selector", {"ring", "locality", "hash"}});
    fields = applying(std::move(fields), {"candidate"}, {"selector", {"ring"}});
    fields = applying(std::move(fields), {"device"}, {"selector", {"at device"}});
    fields = applying(std::move(fields), {"index"}, {"selector", {"index"}});
    return applying(std::move(fields), {"first", "among"}, {"selector", {"round robin", "random", "least loaded"}});
}

BlockType blockType(const char* name, const char* label, const char* icon, const char* meaning, Ports inputs,
                    Ports outputs, Fields fields, const char* summaryField, BlockTraits traits,
                    const char* secondSummaryField, const char* summarySeparator)
{
    return {name,
            label,
            {},
            icon,
            meaning,
            std::move(inputs),
            std::move(outputs),
            std::move(fields),
            summaryField,
            traits,
            secondSummaryField,
            summarySeparator};
}

Fields with(Fields fields, Fields more)
{
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

Fields applying(Fields fields, const std::vector<std::string>& names, const Condition& condition)
{
    for (FieldDeclaration& each : fields)
        if (std::find(names.begin(), names.end(), each.name) != names.end())
            each.appliesWhen.push_back(condition);
    return fields;
}

void declareApplying(std::vector<BlockType>& types, const std::string& type, const std::vector<std::string>& names,
                     const Condition& condition)
{
    for (BlockType& each : types)
        if (each.name == type)
            each.fields = applying(std::move(each.fields), names, condition);
}

const Condition* unmetCondition(const Fields& declared, const FieldDeclaration& field, const Json& values)
{
    for (const Condition& condition : field.appliesWhen) {
        const FieldDeclaration* other = findField(declared, condition.field);
        const Json& value = other ? valueOf(values, *other) : field.defaultValue;
        if (condition.values.empty()) {
            const bool set = !value.is_null() && value != "" && value != 0 && value != false;
            if (set == condition.unset)
                return &condition;
            continue;
        }
        const auto holds = [&](const std::vector<std::string>& words) {
            return value.is_string() && std::find(words.begin(), words.end(), value.get<std::string>()) != words.end();
        };
        if (other && holds(other->choices) && !holds(condition.values))
            return &condition;
    }
    return nullptr;
}

const FieldDeclaration* findField(const Fields& fields, const std::string& name)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const FieldDeclaration& f) { return f.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

const Json& valueOf(const Json& values, const FieldDeclaration& field)
{
    if (values.is_object())
        if (const auto found = values.find(field.name); found != values.end())
            return *found;
    return field.defaultValue;
}

bool comesFromTable(const FieldDeclaration& field, const Json& values)
{
    return !field.notWithTable.empty() && values.is_object() && values.value(field.notWithTable, Json()) == "table";
}

} // namespace headroom::project
