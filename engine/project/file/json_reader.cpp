#include "project/file/json_reader.h"
#include "project/file/words.h"
#include "project/structure/describe.h"

#include <utility>

namespace headroom::project {
namespace {

void splitEnd(const std::string& end, std::string& block, std::string& port)
{
    const std::size_t dot = end.rfind('.');
    block = end.substr(0, dot);
    port = dot == std::string::npos ? std::string() : end.substr(dot + 1);
}

/// Takes the members of an object out of its tree; the rest are its fields and unknown keys.
class ReadJson
{
public:
    explicit ReadJson(const Json& tree) : rest_(tree.is_object() ? tree : Json::object()) {}

    /// Stores the remaining keys as fields and unknown keys.
    void finish()
    {
        if (keepsRest_)
            *keepsRest_ = std::move(rest_);
    }

    /// Removes keys that are not part of the document.
    void drop(const char* key) { take(key); }

    void text(const Member& member, std::string& text) { text = textOf(take(member.key)); }

    void value(const Member& member, Json& value) { value = take(member.key); }

    void number(const Member& member, std::optional<double>& number)
    {
        const Json value = take(member.key);
        number = value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    }

    void word(const Member& member, ParameterType& type) { type = parameterTypeOf(textOf(take(member.key))); }

    void names(const Member& member, std::vector<std::string>& names)
    {
        for (const Json& name : takeArray(member.key))
            names.push_back(textOf(name));
    }

    void values(const Member& member, std::vector<Json>& values)
    {
        for (const Json& value : takeArray(member.key))
            values.push_back(value);
    }

    void fields(Json& fields, const Fields&) { keepsRest_ = &fields; }
    void blockFields(Block& block) { keepsRest_ = &block.fields; }
    void extra(Json& extra) { keepsRest_ = &extra; }
    void known(const Member&) {}

    void object(const Member& member, ElementKind, Json& fields, const Fields&) { fields = takeObject(member.key); }
    void map(const Member& member, ElementKind, Json& values) { values = takeObject(member.key); }
    void components(const Member& member, Json& list) { list = takeArray(member.key); }
    void view(const Member& member, Json& view) { view = takeObject(member.key); }

    template <typename Item>
    void list(const List& list, std::vector<Item>& items)
    {
        for (const Json& element : takeArray(list.key)) {
            items.emplace_back();
            readItem(element, items.back());
        }
    }

    template <typename Thing>
    void part(const Member& member, ElementKind, Thing& thing)
    {
        readItem(take(member.key), thing);
    }

    void inner(const Member& member, std::vector<Diagram>& diagrams)
    {
        // The nesting of groups is limited by the parser's nesting of arrays and objects.
        if (const Json tree = take(member.key); tree.is_object())
            diagrams.push_back(readDiagram(tree));
    }

    // With a library, a definition has no meaning; without one, the library's role and hash have none: they are kept as
    // extra.
    void library(Behaviour& behaviour)
    {
        const Json library = take("library");
        if (!library.is_string())
            return;
        const std::string from = textOf(take("from"));
        behaviour.reference =
            LibraryReference{library.get<std::string>(), from.empty() ? behaviour.role.id : from, textOf(take("hash"))};
    }

    void definition(const Member& member, Behaviour& behaviour)
    {
        if (behaviour.reference)
            return;
        std::string name = std::move(behaviour.role.id);
        readItem(take(member.key), behaviour.role);
        behaviour.role.id = std::move(name); // the project's name for it
    }

private:
    template <typename Item>
    static void readItem(const Json& tree, Item& item)
    {
        ReadJson reader(tree);
        describe(reader, item);
        reader.finish();
    }

    static void readItem(const Json& tree, Wire& wire)
    {
        std::string from, to;
        if (tree.is_array() && tree.size() == 2 && tree[0].is_string() && tree[1].is_string()) {
            from = tree[0].get<std::string>();
            to = tree[1].get<std::string>();
        } else {
            ReadJson members(tree);
            from = textOf(members.take("from"));
            to = textOf(members.take("to"));
            wire.extra = std::move(members.rest_);
        }
        splitEnd(from, wire.fromBlock, wire.fromPort);
        splitEnd(to, wire.toBlock, wire.toPort);
    }

    static std::string textOf(const Json& value)
    {
        return value.is_string() ? value.get<std::string>() : std::string();
    }

    Json take(const char* key)
    {
        const auto found = rest_.find(key);
        if (found == rest_.end())
            return nullptr;
        Json value = std::move(*found);
        rest_.erase(found);
        return value;
    }

    Json takeArray(const char* key)
    {
        Json value = take(key);
        return value.is_array() ? value : Json::array();
    }

    Json takeObject(const char* key)
    {
        Json value = take(key);
        return value.is_object() ? value : Json::object();
    }

    Json rest_;
    Json* keepsRest_ = nullptr;
};

template <typename Thing>
Thing finished(ReadJson reader)
{
    Thing thing;
    describe(reader, thing);
    reader.finish();
    return thing;
}

} // namespace

Diagram readDiagram(const Json& tree)
{
    return finished<Diagram>(ReadJson(tree));
}

Role readRole(const Json& tree)
{
    return finished<Role>(ReadJson(tree));
}

Project readProject(const Json& tree)
{
    ReadJson reader(tree);
    reader.drop("format");
    reader.drop("version");
    return finished<Project>(std::move(reader));
}

} // namespace headroom::project
