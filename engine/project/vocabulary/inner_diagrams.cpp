#include "project/vocabulary/inner_diagrams.h"
#include "project/document/software.h"
#include "project/expression/expression.h"
#include "project/vocabulary/assignments.h"

#include <algorithm>
#include <map>

namespace headroom::project {
namespace {

/// The parameters of a group.
std::map<std::string, Json> parametersOf(const Block& block)
{
    std::map<std::string, Json> values;
    const auto found = block.fields.find("parameters");
    if (found != block.fields.end() && found->is_object())
        for (const auto& [name, value] : found->items())
            values[name] = value;
    return values;
}

/// Replaces names in a diagram by the values of the enclosing block.
class Binding
{
public:
    Binding(const BlockCatalogue& types, std::map<std::string, Json> values) : types_(types), values_(std::move(values))
    {
    }

    void apply(Diagram& diagram) const
    {
        for (Block& block : diagram.blocks)
            apply(block);
    }

private:
    void apply(Block& block) const
    {
        static const Fields none;
        const BlockType* type = types_.find(block.type);
        for (const FieldDeclaration& field : type ? type->fields : none) {
            const auto value = block.fields.find(field.name);
            if (value == block.fields.end() || field.type == FieldType::block)
                continue;
            if (field.namesSuffice)
                *value = withNames(*value);
            if (value->is_object()) {
                *value = inObject(*value, field.type == FieldType::assignments && !field.valuesAreNames);
            } else if (value->is_string()) {
                *value = inText(value->get_ref<const std::string&>(), field.type <= FieldType::flag);
                if (value->is_null())
                    block.fields.erase(value);
            }
        }
        for (Diagram& inner : block.inner) {
            std::map<std::string, Json> visible = values_;
            for (const auto& [name, own] : parametersOf(block))
                visible.erase(name);
            Binding(types_, std::move(visible)).apply(inner);
        }
    }

    /// A text that is only a name becomes the value itself, so that units and choices are kept; in an expression the
    /// value is put in parentheses.
    Json inText(const std::string& text, bool isExpression) const
    {
        if (const auto whole = values_.find(text); whole != values_.end())
            return whole->second;
        // To look for a name takes far less time than to read the expression.
        const bool mayHoldName = std::ranges::any_of(
            values_, [&](const auto& value) { return text.find(value.first) != std::string::npos; });
        if (!isExpression || !mayHoldName)
            return text;
        // First replaces them by names that no user writes, so that a value is not taken for another field's name.
        std::string result = text;
        std::vector<const Json*> used;
        for (const std::string& name : identifiersIn(text)) {
            if (const auto found = values_.find(name); found != values_.end() && !found->second.is_null()) {
                result = replaced(result, name, placeholder(used.size()));
                used.push_back(&found->second);
            }
        }
        for (std::size_t i = 0; i < used.size(); ++i) {
            const Json& value = *used[i];
            const std::string words = value.is_string()    ? value.get<std::string>()
                                      : value.is_boolean() ? (value == true ? "1" : "0")
                                                           : value.dump();
            result = replaced(result, placeholder(i), '(' + words + ')');
        }
        return result;
    }

    /// Figures of the name are those of a parameter of the project, which stay.
    static std::string replaced(const std::string& text, const std::string& name, const std::string& by)
    {
        return renameIdentifiers(text, [&](const std::string& each) { return each == name ? by : each; });
    }

    Json inObject(const Json& object, bool holdsExpressions) const
    {
        Json result = Json::object();
        for (const auto& [name, value] : object.items()) {
            const auto renamed = values_.find(name);
            const bool variable = renamed != values_.end() && renamed->second.is_string() &&
                                  isIdentifier(renamed->second.get<std::string>());
            Json bound = value.is_string() && holdsExpressions ? inText(value.get<std::string>(), true) : value;
            result[variable ? renamed->second.get<std::string>() : name] = std::move(bound);
        }
        return result;
    }

    static std::string placeholder(std::size_t i) { return "bound_value_" + std::to_string(i) + "_of_the_block"; }

    const BlockCatalogue& types_;
    std::map<std::string, Json> values_;
};

/// The inner diagrams are added to those `kept`, if there is such a list.
void visit(const BlockCatalogue& types, const Diagram& diagram, const std::function<void(const Block&)>& see,
           bool insideDisabled, std::size_t depth, std::size_t& left, std::deque<Diagram>* kept)
{
    for (const Block& block : diagram.blocks) {
        if (left == 0)
            return;
        --left;
        see(block);
        const bool opened = depth < deepestGroups && (insideDisabled || !types.isDisabled(block));
        std::optional<Diagram> inner = opened ? innerOf(types, block) : std::nullopt;
        if (inner)
            visit(types, kept ? kept->emplace_back(std::move(*inner)) : *inner, see, insideDisabled, depth + 1, left,
                  kept);
    }
}

} // namespace

std::string levelOf(const BlockType& type, const Block& block)
{
    if (type.level.empty())
        return type.inner->id;
    const FieldDeclaration* field = findField(type.fields, type.level);
    if (!field)
        return type.level;
    const Json& chosen = valueOf(block.fields, *field);
    return chosen.is_string() ? chosen.get<std::string>() : std::string();
}

const Diagram& diagramOf(const BlockType& type, const Block& block)
{
    const std::string level = levelOf(type, block);
    for (const Diagram& diagram : *type.levels)
        if (diagram.id == level)
            return diagram;
    return *type.inner;
}

std::optional<Diagram> innerOf(const BlockCatalogue& types, const Block& block)
{
    const BlockType* type = types.find(block.type);
    if (!type || (type->inner == nullptr && (block.inner.empty() || type->name != "group")))
        return std::nullopt;
    std::map<std::string, Json> values;
    if (type->inner)
        for (const FieldDeclaration& field : type->fields)
            values[field.name] = valueOf(block.fields, field);
    else
        values = parametersOf(block);
    Diagram inner = type->inner ? diagramOf(*type, block) : block.inner.front();
    Binding(types, std::move(values)).apply(inner);
    return inner;
}

Diagram plainGroup()
{
    Diagram inner;
    inner.blocks = {{"in", "way in", "", Json::object(), {}}, {"out", "way out", "", Json::object(), {}}};
    inner.wires = {{"in", "next", "out", "in", Json::object()}};
    return inner;
}

bool isFolded(const Block& block)
{
    const auto found = block.fields.find("folded");
    return block.type == "group" && found != block.fields.end() && *found == true;
}

std::optional<Diagram> passThrough(const BlockCatalogue& types, const Block& block)
{
    if (!types.isDisabled(block) || types.inputsOf(block).size() < 2 || types.outputsOf(block).empty())
        return {};
    const auto inner = innerOf(types, block);
    if (!inner)
        return {};
    Diagram through;
    const auto blockOf = [&](const char* type, const std::string& way) {
        const auto found = std::ranges::find_if(
            inner->blocks, [&](const Block& each) { return each.type == type && wayOf(each) == way; });
        if (std::ranges::find(through.blocks, found->id, &Block::id) == through.blocks.end())
            through.blocks.push_back(*found);
        return found->id;
    };
    for (const PortDeclaration& way : types.inputsOf(block))
        through.wires.push_back(
            {blockOf("way in", way.name), "next", blockOf("way out", types.wayThrough(block, way.name)), "in"});
    return through;
}

void forEachBlock(const BlockCatalogue& types, const Diagram& diagram, const std::function<void(const Block&)>& see,
                  bool insideDisabled)
{
    std::size_t left = mostBlocks;
    visit(types, diagram, see, insideDisabled, 0, left, nullptr);
}

const std::vector<const Block*>& OpenedDiagrams::blocksOf(const Diagram& diagram)
{
    const auto [found, isNew] = blocks_.try_emplace(&diagram);
    std::size_t left = mostBlocks;
    if (isNew)
        visit(
            types_, diagram, [&blocks = found->second](const Block& block) { blocks.push_back(&block); }, false, 0,
            left, &inner_);
    return found->second;
}

} // namespace headroom::project
