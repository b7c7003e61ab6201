#include "project/vocabulary/block_catalogue.h"
#include "project/document/document.h"
#include "project/vocabulary/declaring.h"
#include "project/vocabulary/disabled_blocks.h"

#include <algorithm>
#include <utility>

namespace headroom::project {
namespace {

using Types = std::vector<BlockType>;

void declareDisabled(BlockType& type)
{
    if (canBeDisabled(type) && !findField(type.fields, "disabled"))
        type.fields.push_back(disabledField());
}

std::shared_ptr<const Types> declaredTypes()
{
    static const auto types = [] {
        auto all = std::make_shared<Types>();
        const std::pair<const char*, Types> headings[] = {{"Flow", flowBlocks()},
                                                          {"Work", workBlocks()},
                                                          {"Communication", communicationBlocks()},
                                                          {"State and queues", stateBlocks()}};
        for (const auto& [heading, listed] : headings)
            for (const BlockType& type : listed) {
                all->push_back(type);
                all->back().category = heading;
                declareDisabled(all->back());
            }
        return all;
    }();
    return types;
}

const BlockType* findIn(const Types& types, const std::string& name)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const BlockType& type) { return type.name == name; });
    return found == types.end() ? nullptr : &*found;
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

BlockCatalogue::BlockCatalogue() : types_(declaredTypes()) {}

BlockCatalogue BlockCatalogue::with(std::vector<BlockType> more) const
{
    if (more.empty())
        return *this;
    auto list = std::make_shared<Types>(*types_);
    const auto builtIn = static_cast<std::ptrdiff_t>(declaredTypes()->size());
    for (BlockType& type : more) {
        if (findIn(*declaredTypes(), type.name))
            continue;
        declareDisabled(type);
        const auto same = std::find_if(list->begin() + builtIn, list->end(),
                                       [&](const BlockType& known) { return known.name == type.name; });
        if (same == list->end())
            list->push_back(std::move(type));
        else
            *same = std::move(type);
    }
    std::sort(list->begin() + builtIn, list->end(),
              [](const BlockType& a, const BlockType& b) { return a.name < b.name; });
    BlockCatalogue result;
    result.types_ = std::move(list);
    return result;
}

const BlockType* BlockCatalogue::find(const std::string& name) const
{
    return findIn(*types_, name);
}

std::vector<PortDeclaration> BlockCatalogue::outputsOf(const Block& block) const
{
    const BlockType* type = find(block.type);
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

std::vector<PortDeclaration> BlockCatalogue::inputsOf(const Block& block) const
{
    const BlockType* type = find(block.type);
    if (!type)
        return {};
    if (type->name == "group")
        return block.inner.empty() ? std::vector<PortDeclaration>() : waysOf(block.inner.front(), "way in");
    return type->inputs;
}

bool BlockCatalogue::isDisabled(const Block& block) const
{
    const auto set = block.fields.find("disabled");
    if (set == block.fields.end() || !set->is_boolean() || !set->get<bool>())
        return false;
    const BlockType* type = find(block.type);
    return type && canBeDisabled(*type);
}

std::string BlockCatalogue::wayThrough(const Block& block, const std::string& input) const
{
    const auto ways = outputsOf(block), ins = inputsOf(block);
    const auto entered = std::ranges::find(ins, input, &PortDeclaration::name);
    const auto number = static_cast<std::size_t>(entered == ins.end() ? 0 : entered - ins.begin());
    return ways.empty() ? std::string() : ways[std::min(number, ways.size() - 1)].name;
}

bool BlockCatalogue::operator==(const BlockCatalogue& other) const
{
    return types_ == other.types_ ||
           std::equal(types_->begin(), types_->end(), other.types_->begin(), other.types_->end(),
                      [](const BlockType& a, const BlockType& b) { return a.name == b.name && a.inner == b.inner; });
}

const BlockCatalogue& vocabulary()
{
    static const BlockCatalogue types;
    return types;
}

const BlockCatalogue& blockTypesOf(const Project& project)
{
    return project.blockTypes ? *project.blockTypes : vocabulary();
}

} // namespace headroom::project
