#include "project/file/json_reader.h"
#include "project/file/shape.h"
#include "project/file/words.h"
#include "project/structure/describe.h"
#include "project/structure/member_keys.h"
#include "project/vocabulary/block_catalogue.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace headroom::project {
namespace {

void splitEnd(const std::string& end, std::string& block, std::string& port)
{
    const std::size_t dot = end.rfind('.');
    block = end.substr(0, dot);
    port = dot == std::string::npos ? std::string() : end.substr(dot + 1);
}

/// These return whether the value is what is asked for, and report it otherwise.
bool readInto(const Json& value, std::string& text, const FilePlace& place, ShapeFaults& faults)
{
    if (!faults.is(textType, value, place))
        return false;
    text = value.get<std::string>();
    return true;
}

bool readInto(const Json& value, int& number, const FilePlace& place, ShapeFaults& faults)
{
    using Limits = std::numeric_limits<int>;
    if (!value.is_number() || value.get<double>() != std::trunc(value.get<double>())) {
        faults.wrongType("a whole number", value, place);
        return false;
    }
    if (!faults.isWithin(Limits::min(), Limits::max(), value, "", place))
        return false;
    number = static_cast<int>(value.get<double>());
    return value.is_number_integer();
}

bool readInto(const Json& value, Point& point, const FilePlace& place, ShapeFaults& faults)
{
    if (!faults.isListOf(numberType, value, place))
        return false;
    if (value.size() != 2) {
        faults.wrong("schema.value", place, "It must be a list of two numbers, not " + shortText(value) + '.',
                     "Correct the value.");
        return false;
    }
    point = {value[0], value[1]};
    return true;
}

bool readInto(const Json& value, std::vector<Point>& points, const FilePlace& place, ShapeFaults& faults)
{
    if (!faults.isList(value, place))
        return false;
    bool right = true;
    for (std::size_t i = 0; i < value.size(); ++i)
        right = readInto(value[i], points.emplace_back(), FilePlace(place, i), faults) && right;
    return right;
}

/// Takes the members of an object out of its tree and reports those of the wrong shape; the rest are its fields and
/// unknown keys.
class ReadJson
{
public:
    /// Shared by the readers of all objects of a file.
    struct With
    {
        const BlockCatalogue& types;
        ShapeFaults& faults;
    };

    ReadJson(Json tree, const FilePlace& place, const With& with)
        : isObject_(tree.is_object()), rest_(isObject_ ? std::move(tree) : Json::object()), place_(place), with_(with)
    {
    }

    /// Stores the remaining keys as fields and unknown keys.
    void finish()
    {
        if (declared_ && isObject_)
            with_.faults.fields(rest_, *declared_, place_);
        if (keepsRest_)
            *keepsRest_ = std::move(rest_);
    }

    /// Removes keys that are not part of the document.
    void drop(const char* key) { take(key); }

    void text(const Member& member, std::string& text)
    {
        if (const Json value = take(member, textType); value.is_string())
            text = value.get<std::string>();
    }

    void text(const Member& member, std::optional<std::string>& text)
    {
        if (there(member.key, textType))
            text = take(member.key).get<std::string>();
    }

    void value(const Member& member, Json& value)
    {
        const bool list = member.holds == Member::Holds::list;
        value = take(member, member.holds == Member::Holds::choice   ? textType
                             : member.holds == Member::Holds::number ? numberType
                             : list                                  ? listType | textType
                                                                     : scalarTypes);
        if (list && value.is_array())
            with_.faults.isListOf(scalarTypes, value, at(member.key));
    }

    void flag(const Member& member, std::optional<bool>& flag)
    {
        if (there(member.key, flagType))
            flag = take(member.key).get<bool>();
    }

    void number(const Member& member, std::optional<double>& number)
    {
        if (const Json value = take(member, numberType); value.is_number())
            number = value.get<double>();
    }

    void word(const Member& member, ParameterType& type)
    {
        static const std::vector<std::string> words(parameterTypeWords.begin(), parameterTypeWords.end());
        const bool given = rest_.contains(member.key);
        const Json value = take(member, ~Types());
        if (given && with_.faults.isOneOf(words, value, at(member.key)))
            type = parameterTypeOf(value.get_ref<const std::string&>());
    }

    void names(const Member& member, std::vector<std::string>& names)
    {
        const Json list = takeList(member);
        with_.faults.isListOf(textType, list, at(member.key));
        for (const Json& name : list)
            names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    }

    void names(const Member& member, std::optional<std::vector<std::string>>& names)
    {
        const Json* value = there(member.key, listType);
        if (value && with_.faults.isListOf(textType, *value, at(member.key)))
            names = take(member.key).get<std::vector<std::string>>();
    }

    void values(const Member& member, std::vector<Json>& values)
    {
        Json list = takeList(member);
        with_.faults.isListOf(scalarTypes, list, at(member.key));
        values = std::move(list.get_ref<Json::array_t&>());
    }

    void fields(Json& fields, const Fields& declared)
    {
        keepsRest_ = &fields;
        declared_ = &declared;
    }
    void blockFields(Block& block)
    {
        keepsRest_ = &block.fields;
        const BlockType* type = with_.types.find(block.type);
        declared_ = type ? &type->fields : nullptr;
        isGroup_ = block.type == "group";
    }
    void extra(Json& extra) { keepsRest_ = &extra; }
    void unread(Json& unread) { keepsRest_ = &unread; }
    /// A list of values, or true or false.
    void known(const Member& member)
    {
        if (member.holds != Member::Holds::list)
            there(member.key, flagType);
        else if (const Json* list = there(member.key, listType))
            with_.faults.isListOf(scalarTypes, *list, at(member.key));
    }

    void object(const Member& member, ElementKind, Json& fields, const Fields& declared)
    {
        Json tree = take(member, objectType);
        if (!tree.is_object())
            return;
        with_.faults.fields(tree, declared, at(member.key));
        fields = std::move(tree);
    }
    void map(const Member& member, ElementKind, Json& values)
    {
        values = takeObject(member);
        const FilePlace here = at(member.key);
        for (const auto& [name, value] : values.items())
            with_.faults.is(scalarTypes, value, FilePlace(here, name));
    }
    /// The library that they become part of reports what is wrong with each.
    void components(const Member& member, Json& list) { list = takeList(member); }
    void view(const Member& member, View& view) { view = readView(takeObject(member), at(member.key), with_); }

    template <typename Value>
    void byName(const Member& member, std::optional<InOrder<Value>>& values)
    {
        Json* tree = there(member.key, objectType);
        if (!tree)
            return;
        const FilePlace here = at(member.key);
        values.emplace();
        Json unread = Json::object();
        for (auto& [name, value] : tree->get_ref<Json::object_t&>()) {
            Value read;
            if (readInto(value, read, FilePlace(here, name), with_.faults))
                values->append(name, std::move(read));
            else
                unread[name] = std::move(value);
        }
        leave(member.key, std::move(unread));
    }

    template <typename Item>
    void list(const List& list, std::vector<Item>& items)
    {
        Json elements = takeList({.key = list.key, .written = list.written});
        const FilePlace here = at(list.key);
        if (!with_.faults.isList(elements, here))
            return;
        items.reserve(elements.size());
        for (std::size_t i = 0; i < elements.size(); ++i)
            readItem(std::move(elements[i]), items.emplace_back(), FilePlace(here, i));
    }

    template <typename Item>
    void list(const List& list, std::optional<std::vector<Item>>& items)
    {
        Json* tree = there(list.key, listType);
        if (!tree)
            return;
        items.emplace();
        const FilePlace here = at(list.key);
        with_.faults.isListOf(objectType, *tree, here);
        Json unread = Json::array();
        for (std::size_t i = 0; i < tree->size(); ++i)
            if (Json& element = (*tree)[i]; element.is_object())
                readItem(std::move(element), items->emplace_back(), FilePlace(here, i));
            else
                unread.push_back(std::move(element));
        leave(list.key, std::move(unread));
    }

    template <typename Thing>
    void part(const Member& member, std::optional<Thing>& thing)
    {
        if (there(member.key, objectType))
            readItem(take(member.key), thing.emplace(), at(member.key));
    }

    template <typename Thing>
    void part(const Member& member, ElementKind, Thing& thing)
    {
        if (Json tree = takeObject(member); !tree.empty())
            readItem(std::move(tree), thing, at(member.key));
    }

    void inner(const Member& member, std::vector<Diagram>& diagrams)
    {
        // The nesting of groups is limited by the parser's nesting of arrays and objects.
        const Types types = isGroup_ ? objectType : ~Types();
        Json tree = take({.key = member.key, .written = isGroup_ ? Written::required : Written::always}, types);
        if (!tree.is_object())
            return;
        diagrams.push_back(ReadJson(std::move(tree), at(member.key), with_).diagram(false));
    }

    // With a library, a definition has no meaning; without one, the library's role and hash have none: they are kept as
    // extra.
    void library(Behaviour& behaviour)
    {
        namesLibrary_ = rest_.contains("library");
        for (const char* key : {"from", "hash"})
            there(key, textType);
        const Json library = take({.key = "library"}, textType);
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
        Json tree =
            take({.key = member.key, .written = namesLibrary_ ? Written::always : Written::required}, objectType);
        if (!tree.is_object())
            return;
        std::string name = std::move(behaviour.role.id);
        readItem(std::move(tree), behaviour.role, at(member.key));
        behaviour.role.id = std::move(name); // the project's name for it
    }

    static View readView(Json tree, const FilePlace& place, const With& with)
    {
        static const std::vector<std::string>& described = memberKeys<Drawing>();
        View view;
        InOrder<Json> byPath;
        for (auto& [key, paths] : tree.get_ref<Json::object_t&>()) {
            View::Section& section = view.sections.emplace_back(View::Section{key, {}});
            if (!paths.is_object()) {
                if (std::ranges::find(described, key) != described.end())
                    with.faults.is(objectType, paths, FilePlace(place, key));
                view.extra[key] = std::move(paths);
                continue;
            }
            for (auto& [path, content] : paths.get_ref<Json::object_t&>()) {
                section.paths.push_back(path);
                byPath[path][key] = std::move(content);
            }
        }
        for (auto& [path, sections] : byPath)
            ReadJson(std::move(sections), FilePlace::ofDrawing(place, path), with)
                .readAll(view.drawings.append(path, {}));
        return view;
    }

    template <typename Item>
    void readAll(Item& item)
    {
        describe(*this, item);
        finish();
    }

    Diagram diagram(bool hasId)
    {
        hasId_ = hasId;
        Diagram diagram;
        readAll(diagram);
        return diagram;
    }

private:
    template <typename Item>
    void readItem(Json tree, Item& item, const FilePlace& place)
    {
        with_.faults.is(objectType, tree, place);
        ReadJson(std::move(tree), place, with_).readAll(item);
    }

    void readItem(Json tree, Wire& wire, const FilePlace& place)
    {
        std::string from, to;
        if (tree.is_array() && tree.size() != 2) {
            with_.faults.wrong("schema.value", place, "It must be a list of two ends, not " + shortText(tree) + '.',
                               "Write [\"block.port\", \"block.port\"].");
        } else if (tree.is_array()) {
            with_.faults.isListOf(textType, tree, place);
            from = textOf(tree[0]);
            to = textOf(tree[1]);
        } else {
            with_.faults.is(listType | objectType, tree, place);
            ReadJson members(std::move(tree), place, with_);
            members.text({.key = "from", .written = Written::required}, from);
            members.text({.key = "to", .written = Written::required}, to);
            wire.extra = std::move(members.rest_);
        }
        splitEnd(from, wire.fromBlock, wire.fromPort);
        splitEnd(to, wire.toBlock, wire.toPort);
    }

    static std::string textOf(const Json& value)
    {
        return value.is_string() ? value.get<std::string>() : std::string();
    }

    FilePlace at(std::string_view key) const { return FilePlace(place_, key); }

    /// A member that was not taken yet; null if there is none, or none of these types, which is reported.
    Json* there(const char* key, Types types)
    {
        const auto found = rest_.find(key);
        return found == rest_.end() || !with_.faults.is(types, *found, at(key)) ? nullptr : &*found;
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

    /// The same, whatever its type, which is reported if it is none of these; a missing one is null.
    Json take(const Member& member, Types types)
    {
        if (!rest_.contains(member.key)) {
            if (member.written == Written::required && isObject_ && (hasId_ || !member.names))
                with_.faults.missing(place_, member.key, member.meaning);
            return nullptr;
        }
        Json value = take(member.key);
        if (types != ~Types())
            with_.faults.is(types, value, at(member.key));
        return value;
    }

    Json takeList(const Member& member)
    {
        Json value = take(member, listType);
        return value.is_array() ? std::move(value) : Json::array();
    }

    Json takeObject(const Member& member)
    {
        Json value = take(member, objectType);
        return value.is_object() ? std::move(value) : Json::object();
    }

    bool isObject_;
    Json rest_;
    FilePlace place_;
    With with_;
    Json* keepsRest_ = nullptr;
    const Fields* declared_ = nullptr; ///< of what keepsRest_ keeps
    bool isGroup_ = false;             ///< a block that has a diagram inside
    bool hasId_ = true;                ///< false: the diagram inside such a block
    bool namesLibrary_ = false;        ///< a role that comes from a library
};

template <typename Thing>
Thing read(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults, const FilePlace& place)
{
    faults.is(objectType, tree, place);
    Thing thing;
    const ReadJson::With with{types, faults};
    ReadJson(tree, place, with).readAll(thing);
    return thing;
}

} // namespace

Diagram readDiagram(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults, const FilePlace& place,
                    bool hasId)
{
    faults.is(objectType, tree, place);
    return ReadJson(tree, place, {types, faults}).diagram(hasId);
}

Role readRole(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults, const FilePlace& place)
{
    return read<Role>(tree, types, faults, place);
}

View readView(const Json& tree, ShapeFaults& faults, const FilePlace& place)
{
    faults.is(objectType, tree, place);
    return ReadJson::readView(tree.is_object() ? tree : Json::object(), place, {vocabulary(), faults});
}

View readView(const Json& tree)
{
    ShapeFaults unreported;
    return readView(tree, unreported, {});
}

Project readProject(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults)
{
    Project project;
    const ReadJson::With with{types, faults};
    ReadJson reader(tree, {}, with);
    reader.drop("format");
    reader.drop("version");
    reader.readAll(project);
    return project;
}

Project readProject(const Json& tree)
{
    ShapeFaults unreported;
    return readProject(tree, vocabulary(), unreported);
}

} // namespace headroom::project
