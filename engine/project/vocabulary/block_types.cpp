#include "project/vocabulary/declaring.h"
#include "project/vocabulary/disabled_blocks.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

namespace headroom::project {
namespace {

using Types = std::vector<BlockType>;

void declareDisabled(BlockType& type)
{
    if (canBeDisabled(type) && !findField(type.fields, "disabled"))
        type.fields.push_back(disabledField());
}

const Types& vocabulary()
{
    static const Types types = [] {
        Types all;
        for (const auto& heading : {flowBlocks(), workBlocks(), talkBlocks(), holdBlocks()})
            all.insert(all.end(), heading.begin(), heading.end());
        for (BlockType& type : all)
            declareDisabled(type);
        return all;
    }();
    return types;
}

/// The list that holds now, and all that held before: whoever keeps a pointer into one may go on reading.
struct Lists
{
    std::mutex writing;
    std::vector<std::unique_ptr<const Types>> all;
    std::atomic<const Types*> current = &vocabulary();
};

Lists& lists()
{
    static Lists kept;
    return kept;
}

std::vector<PortDeclaration> waysOf(const Diagram& inner, const char* type)
{
    std::vector<PortDeclaration> ports;
    for (const Block& block : inner.blocks) {
        if (block.type != type)
            continue;
        const std::string way = wayOf(block);
        if (std::none_of(ports.begin(), ports.end(), [&](const PortDeclaration& port) { return port.name == way; }))
            ports.push_back({way, way, block.name, false});
    }
    return ports;
}

} // namespace

const std::vector<BlockType>& blockTypes()
{
    return *lists().current.load(std::memory_order_acquire);
}

bool isVocabulary(const std::string& name)
{
    const Types& types = vocabulary();
    return std::any_of(types.begin(), types.end(), [&](const BlockType& type) { return type.name == name; });
}

void addBlockTypes(std::vector<BlockType> more)
{
    Lists& kept = lists();
    const std::lock_guard lock(kept.writing);
    auto list = std::make_unique<Types>(*kept.current.load());
    const auto builtIn = static_cast<std::ptrdiff_t>(vocabulary().size());
    for (BlockType& type : more) {
        declareDisabled(type);
        const auto same =
            std::find_if(list->begin(), list->end(), [&](const BlockType& known) { return known.name == type.name; });
        if (same == list->end())
            list->push_back(std::move(type));
        else
            *same = std::move(type);
    }
    std::sort(list->begin() + builtIn, list->end(),
              [](const BlockType& a, const BlockType& b) { return a.name < b.name; });
    kept.current.store(list.get(), std::memory_order_release);
    kept.all.push_back(std::move(list));
}

std::string wayOf(const Block& block)
{
    const BlockType* type = findBlockType(block.type);
    const FieldDeclaration* field = type ? findField(type->fields, "way") : nullptr;
    if (!field)
        return {};
    const Json& value = valueOf(block.fields, *field);
    return value.is_string() ? value.get<std::string>() : std::string();
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
    if (type->name == "group")
        return block.inner.empty() ? std::vector<PortDeclaration>() : waysOf(block.inner.front(), "way out");
    if (type->name != "fork")
        return type->outputs;
    int paths = 2;
    if (const auto found = block.fields.find("paths"); found != block.fields.end() && found->is_number())
        paths = static_cast<int>(std::clamp<double>(found->get<double>(), 1, mostForkPaths));
    std::vector<PortDeclaration> ports;
    for (int i = 1; i <= paths; ++i)
        ports.push_back({"path" + std::to_string(i), std::to_string(i), "a parallel path", true});
    return ports;
}

std::vector<PortDeclaration> inputsOf(const Block& block)
{
    const BlockType* type = findBlockType(block.type);
    if (!type)
        return {};
    if (type->name == "group")
        return block.inner.empty() ? std::vector<PortDeclaration>() : waysOf(block.inner.front(), "way in");
    return type->inputs;
}

const std::vector<std::pair<std::string, FieldType>>& fieldTypesOfFiles()
{
    using enum FieldType;
    static const std::vector<std::pair<std::string, FieldType>> types = {
        {"number", number},       {"integer", integer},
        {"quantity", quantity},   {"switch", flag},
        {"choice", choice},       {"text", text},
        {"component", component}, {"role", role},
        {"operation", operation}, {"volume", volume},
        {"state", state},         {"selector", selector},
        {"variable", variable},   {"assignments", assignments}};
    return types;
}

} // namespace headroom::project
