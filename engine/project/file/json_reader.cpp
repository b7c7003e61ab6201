#include "project/file/json_reader.h"
#include "project/file/words.h"
#include "project/structure/describe.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace headroom::project {
namespace {

void splitEnd(const std::string& end, std::string& block, std::string& port)
{
    const std::size_t dot = end.rfind('.');
    block = end.substr(0, dot);
    port = dot == std::string::npos ? std::string() : end.substr(dot + 1);
}

/// These return true if the value has the wanted type.
bool readInto(const Json& value, std::string& text)
{
    if (value.is_string())
        text = value.get<std::string>();
    return value.is_string();
}

bool readInto(const Json& value, int& number)
{
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<int>(value.get<std::uint64_t>())
                          : value.is_number_integer() && std::in_range<int>(value.get<std::int64_t>());
    if (!fits)
        return false;
    number = value.get<int>();
    return true;
}

bool readInto(const Json& value, Point& point)
{
    if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number())
        return false;
    point = {value[0], value[1]};
    return true;
}

bool readInto(const Json& value, std::vector<Point>& points)
{
    return value.is_array() && std::all_of(value.begin(), value.end(),
                                           [&](const Json& point) { return readInto(point, points.emplace_back()); });
}

/// Takes the members of an object out of its tree; the rest are its fields and unknown keys.
class ReadJson
{
public:
    explicit ReadJson(Json tree) : rest_(tree.is_object() ? std::move(tree) : Json::object()) {}

    /// Stores the remaining keys as fields and unknown keys.
    void finish()
    {
        if (keepsRest_)
            *keepsRest_ = std::move(rest_);
    }

    /// Removes keys that are not part of the document.
    void drop(const char* key) { take(key); }

    void text(const Member& member, std::string& text) { text = textOf(take(member.key)); }

    void text(const Member& member, std::optional<std::string>& text)
    {
        if (const Json* value = there(member.key); value && value->is_string())
            text = textOf(take(member.key));
    }

    void value(const Member& member, Json& value) { value = take(member.key); }

    void flag(const Member& member, std::optional<bool>& flag)
    {
        if (const Json* value = there(member.key); value && value->is_boolean())
            flag = take(member.key).get<bool>();
    }

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

    void names(const Member& member, std::optional<std::vector<std::string>>& names)
    {
        const auto isText = [](const Json& name) { return name.is_string(); };
        const Json* value = there(member.key);
        if (value && value->is_array() && std::all_of(value->begin(), value->end(), isText))
            names = take(member.key).get<std::vector<std::string>>();
    }

    void values(const Member& member, std::vector<Json>& values)
    {
        for (const Json& value : takeArray(member.key))
            values.push_back(value);
    }

    void fields(Json& fields, const Fields&) { keepsRest_ = &fields; }
    void blockFields(Block& block) { keepsRest_ = &block.fields; }
    void extra(Json& extra) { keepsRest_ = &extra; }
    void unread(Json& unread) { keepsRest_ = &unread; }
    void known(const Member&) {}

    void object(const Member& member, ElementKind, Json& fields, const Fields&) { fields = takeObject(member.key); }
    void map(const Member& member, ElementKind, Json& values) { values = takeObject(member.key); }
    void components(const Member& member, Json& list) { list = takeArray(member.key); }
    void view(const Member& member, View& view) { view = readView(takeObject(member.key)); }

    template <typename Value>
    void byName(const Member& member, std::optional<InOrder<Value>>& values)
    {
        Json* tree = there(member.key);
        if (!tree || !tree->is_object())
            return;
        values.emplace();
        Json unread = Json::object();
        for (auto& [name, value] : tree->get_ref<Json::object_t&>()) {
            Value read;
            if (readInto(value, read))
                values->append(name, std::move(read));
            else
                unread[name] = std::move(value);
        }
        leave(member.key, std::move(unread));
    }

    template <typename Item>
    void list(const List& list, std::vector<Item>& items)
    {
        for (const Json& element : takeArray(list.key)) {
            items.emplace_back();
            readItem(element, items.back());
        }
    }

    template <typename Item>
    void list(const List& list, std::optional<std::vector<Item>>& items)
    {
        Json* tree = there(list.key);
        if (!tree || !tree->is_array())
            return;
        items.emplace();
        Json unread = Json::array();
        for (Json& element : *tree)
            if (element.is_object())
                readItem(std::move(element), items->emplace_back());
            else
                unread.push_back(std::move(element));
        leave(list.key, std::move(unread));
    }

    template <typename Thing>
    void part(const Member& member, std::optional<Thing>& thing)
    {
        if (const Json* tree = there(member.key); tree && tree->is_object())
            readItem(take(member.key), thing.emplace());
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

    static View readView(Json tree)
    {
        View view;
        InOrder<Json> byPath;
        for (auto& [key, paths] : tree.get_ref<Json::object_t&>()) {
            View::Section& section = view.sections.emplace_back(View::Section{key, {}});
            if (!paths.is_object()) {
                view.extra[key] = std::move(paths);
                continue;
            }
            for (auto& [path, content] : paths.get_ref<Json::object_t&>()) {
                section.paths.push_back(path);
                byPath[path][key] = std::move(content);
            }
        }
        for (auto& [path, sections] : byPath)
            readItem(std::move(sections), view.drawings.append(path, {}));
        return view;
    }

private:
    template <typename Item>
    static void readItem(Json tree, Item& item)
    {
        ReadJson reader(std::move(tree));
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

    /// A member that was not taken yet; null: there is no such member.
    Json* there(const char* key)
    {
        const auto found = rest_.find(key);
        return found == rest_.end() ? nullptr : &*found;
    }

    /// Takes a member out but for this.
    void leave(const char* key, Json rest)
    {
        if (rest.empty())
            rest_.erase(key);
        else
            rest_[key] = std::move(rest);
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

View readView(const Json& tree)
{
    return ReadJson::readView(tree.is_object() ? tree : Json::object());
}

Project readProject(const Json& tree)
{
    ReadJson reader(tree);
    reader.drop("format");
    reader.drop("version");
    return finished<Project>(std::move(reader));
}

} // namespace headroom::project
