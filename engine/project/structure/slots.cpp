#include "project/structure/slots.h"
#include "project/structure/to_element.h"

#include <algorithm>

namespace headroom::project {
namespace {

/// Stores the member of the element that the field names.
class FindSlot : public ToElement<FindSlot>
{
public:
    FindSlot(ElementKind kind, const std::vector<std::string>& ids, const std::string& field)
        : ToElement(kind, ids), field_(field)
    {
    }

    FieldSlot slot() const { return slot_; }

    /// The next description is that of the element.
    void arrive() { setHere(); }

    void text(const Member& member, std::string& text)
    {
        if (isField(member))
            slot_ = {.text = &text};
    }
    void value(const Member& member, Json& value)
    {
        if (isField(member))
            slot_ = {.value = &value};
    }
    void names(const Member& member, std::vector<std::string>& names)
    {
        if (isField(member))
            slot_ = {.names = &names};
    }
    /// A member has precedence over a key among the fields, whichever is described first.
    void fields(Json& fields, const Fields&)
    {
        if (here() && !slot_)
            slot_ = {.object = &fields};
    }
    void blockFields(Block& block) { fields(block.fields, {}); }

    void object(const Member&, ElementKind kind, Json& fields, const Fields&) { take(kind, fields); }
    void map(const Member&, ElementKind kind, Json& values) { take(kind, values); }
    using ToElement::list;
    void list(const List& list, std::vector<Argument>& arguments)
    {
        if (here() && list.key == field_)
            slot_ = {.arguments = &arguments};
    }

private:
    bool isField(const Member& member) const { return here() && !member.names && member.key == field_; }

    void take(ElementKind kind, Json& object)
    {
        if (isElement(kind))
            slot_ = {.object = &object};
    }

    const std::string& field_;
    FieldSlot slot_;
};

Block* blockNamed(Project& project, const std::vector<std::string>& ids)
{
    Diagram* diagram = ids.size() == 2 ? findDiagram(project, ids[0]) : nullptr;
    if (!diagram)
        return nullptr;
    const auto found = std::find_if(diagram->blocks.begin(), diagram->blocks.end(),
                                    [&](const Block& block) { return block.id == ids[1]; });
    return found == diagram->blocks.end() ? nullptr : &*found;
}

Json argumentsJson(const std::vector<Argument>& arguments)
{
    Json list = Json::array();
    for (const Argument& argument : arguments) {
        Json entry = {{"name", argument.name}, {"type", argument.type}};
        if (!argument.defaultValue.is_null())
            entry["default"] = argument.defaultValue;
        entry.update(argument.extra);
        list.push_back(std::move(entry));
    }
    return list;
}

std::vector<Argument> argumentsOf(const Json& list)
{
    std::vector<Argument> arguments;
    for (Json entry : list) {
        Argument argument;
        argument.name = entry.value("name", std::string());
        argument.type = entry.value("type", std::string());
        argument.defaultValue = entry.value("default", Json());
        for (const char* key : {"name", "type", "default"})
            entry.erase(key);
        argument.extra = std::move(entry);
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

} // namespace

FieldSlot findSlot(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& field)
{
    FindSlot visitor(kind, ids, field);
    if (kind != ElementKind::block) {
        describe(visitor, project);
    } else if (Block* block = blockNamed(project, ids)) {
        visitor.arrive();
        describe(visitor, *block);
    }
    return visitor.slot();
}

Json readSlot(const FieldSlot& slot)
{
    if (slot.object)
        return *slot.object;
    if (slot.value)
        return *slot.value;
    if (slot.names)
        return Json(*slot.names);
    if (slot.arguments)
        return argumentsJson(*slot.arguments);
    return slot.text ? Json(*slot.text) : Json();
}

void writeSlot(const FieldSlot& slot, const Json& content)
{
    if (slot.object)
        *slot.object = content;
    else if (slot.value)
        *slot.value = content;
    else if (slot.names)
        *slot.names = content.get<std::vector<std::string>>();
    else if (slot.arguments)
        *slot.arguments = argumentsOf(content);
    else if (slot.text)
        *slot.text = content.get<std::string>();
}

Json withField(const FieldSlot& slot, const std::string& field, Json value)
{
    if (slot.names || slot.arguments)
        return value.is_array() ? value : Json::array();
    if (slot.text)
        return value.is_string() ? value : Json(std::string());
    if (!slot.object)
        return value;
    Json object = *slot.object;
    if (value.is_null())
        object.erase(field);
    else
        object[field] = std::move(value);
    return object;
}

} // namespace headroom::project
