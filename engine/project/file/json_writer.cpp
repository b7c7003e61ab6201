#include "project/file/json_writer.h"
#include "project/file/migration.h"
#include "project/file/words.h"
#include "project/structure/describe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::project {
namespace {

std::string endOf(const std::string& block, const std::string& port)
{
    return port.empty() ? block : block + '.' + port;
}

/// Writes the members of an element into an object, in the order of their description.
class WriteJson
{
public:
    /// `full`: with the diagrams of library roles under "definition" as well.
    explicit WriteJson(bool full) : full_(full)
    {
        constexpr std::size_t usualKeys = 6;
        object_.get_ref<Json::object_t&>().reserve(usualKeys);
    }

    Json& object() { return object_; }

    void text(const Member& member, const std::string& text) { put(member, text.empty(), text); }
    void value(const Member& member, const Json& value)
    {
        if (!value.is_null())
            object_[member.key] = value;
    }
    void word(const Member& member, ParameterType type) { put(member, false, wordOf(type)); }
    void text(const Member& member, const std::optional<std::string>& text) { putIfSet(member, text); }
    void flag(const Member& member, std::optional<bool> flag) { putIfSet(member, flag); }
    void names(const Member& member, const std::optional<std::vector<std::string>>& names) { putIfSet(member, names); }
    void names(const Member& member, const std::vector<std::string>& names) { put(member, names.empty(), names); }
    void values(const Member& member, const std::vector<Json>& values) { put(member, values.empty(), values); }

    /// Whole numbers are written without a fraction.
    void number(const Member& member, std::optional<double> number)
    {
        if (!number)
            return;
        const bool whole = *number == std::floor(*number) && std::fabs(*number) < 9e15;
        object_[member.key] = whole ? Json(static_cast<std::int64_t>(*number)) : Json(*number);
    }

    void fields(const Json& fields, const Fields&) { extra(fields); }
    void blockFields(const Block& block) { extra(block.fields); }
    /// Does not replace a known key of the same name.
    void extra(const Json& extra)
    {
        for (const auto& [key, value] : extra.items())
            if (!object_.contains(key))
                object_[key] = value;
    }
    /// Inserts the part of a member that could not be read, after the part that could.
    void unread(const Json& unread)
    {
        for (const auto& [key, value] : unread.items()) {
            Json& there = object_[key];
            if (there.is_null())
                there = value;
            else if (there.is_array() && value.is_array())
                there.insert(there.end(), value.begin(), value.end());
            else if (there.is_object() && value.is_object())
                for (const auto& [name, each] : value.items())
                    if (!there.contains(name))
                        there[name] = each;
        }
    }
    void known(const Member&) {}

    void object(const Member& member, ElementKind, const Json& fields, const Fields&)
    {
        put(member, fields.empty(), fields);
    }
    void map(const Member& member, ElementKind, const Json& values) { put(member, values.empty(), values); }
    void components(const Member& member, const Json& list) { put(member, list.empty(), list); }
    void view(const Member& member, const View& view)
    {
        const Json tree = viewTree(view);
        put(member, tree.empty(), tree);
    }
    template <typename Value>
    void byName(const Member& member, const std::optional<InOrder<Value>>& values)
    {
        if (!values)
            return;
        Json::object_t written;
        written.reserve(values->size());
        for (const auto& [name, value] : *values)
            written.emplace_back(name, treeOf(value));
        object_[member.key] = std::move(written);
    }

    template <typename Item>
    void list(const List& list, const std::vector<Item>& items)
    {
        if (items.empty() && list.written == Written::ifFilled)
            return;
        Json written = Json::array();
        for (const Item& item : items)
            written.push_back(treeOf(item));
        object_[list.key] = std::move(written);
    }

    template <typename Item>
    void list(const List& list, const std::optional<std::vector<Item>>& items)
    {
        if (!items)
            return;
        Json::array_t written;
        for (const Item& item : *items)
            written.push_back(treeOf(item));
        object_[list.key] = std::move(written);
    }

    template <typename Thing>
    void part(const Member& member, const std::optional<Thing>& thing)
    {
        if (thing)
            object_[member.key] = treeOf(*thing);
    }

    template <typename Thing>
    void part(const Member& member, ElementKind, const Thing& thing)
    {
        object_[member.key] = treeOf(thing);
    }

    void inner(const Member& member, const std::vector<Diagram>& diagrams)
    {
        if (diagrams.empty())
            return;
        Json tree = treeOf(diagrams.front());
        if (diagrams.front().id.empty())
            tree.erase("id"); // the diagram inside a group has no level of detail
        object_[member.key] = std::move(tree);
    }

    void library(const Behaviour& behaviour)
    {
        if (!behaviour.reference)
            return;
        object_["library"] = behaviour.reference->library;
        object_["from"] = behaviour.reference->role;
        // For a resolved library role the current hash is stored; otherwise the stored one is kept. The full tree is
        // made at every check, only to name places: it is spared the work.
        const bool filled = !behaviour.role.operations.empty();
        const std::string hash = filled && !full_ ? contentHash(behaviour.role) : behaviour.reference->hash;
        if (!hash.empty())
            object_["hash"] = hash;
    }

    void definition(const Member& member, const Behaviour& behaviour)
    {
        if (full_ || !behaviour.reference)
            object_[member.key] = treeOf(behaviour.role);
    }

private:
    template <typename Thing>
    Json treeOf(const Thing& thing) const
    {
        WriteJson writer(full_);
        describe(writer, thing);
        return std::move(writer.object_);
    }

    static Json treeOf(const Wire& wire)
    {
        const std::string from = endOf(wire.fromBlock, wire.fromPort), to = endOf(wire.toBlock, wire.toPort);
        if (wire.extra.empty())
            return Json::array({from, to});
        WriteJson writer(false);
        writer.object_["from"] = from;
        writer.object_["to"] = to;
        writer.extra(wire.extra);
        return std::move(writer.object_);
    }

    static Json treeOf(const std::string& text) { return text; }
    static Json treeOf(int number) { return number; }
    static Json treeOf(const Point& point) { return Json::array({point.x, point.y}); }
    static Json treeOf(const std::vector<Point>& points)
    {
        Json list = Json::array();
        for (const Point& point : points)
            list.push_back(treeOf(point));
        return list;
    }

    /// The sections in the order of the file, and behind them what has come since.
    Json viewTree(const View& view) const
    {
        std::unordered_map<std::string_view, Json> byPath;
        for (const auto& [path, drawing] : view.drawings)
            byPath.emplace(path, treeOf(drawing));
        Json sections = Json::object();
        for (const View::Section& section : view.sections) {
            Json::object_t paths;
            for (const std::string& path : section.paths) {
                const auto drawing = byPath.find(path);
                const auto part = drawing == byPath.end() ? Json::iterator() : drawing->second.find(section.key);
                if (drawing == byPath.end() || part == drawing->second.end())
                    continue;
                paths.emplace_back(path, std::move(*part));
                drawing->second.erase(part);
            }
            const bool told = paths.empty() && view.extra.contains(section.key);
            sections[section.key] = told ? view.extra[section.key] : Json(std::move(paths));
        }
        for (const auto& [path, drawing] : view.drawings)
            for (auto& [key, part] : byPath[path].items()) {
                if (!sections.contains(key) || !sections[key].is_object())
                    sections[key] = Json::object();
                sections[key][path] = std::move(part);
            }
        return sections;
    }

    template <typename Value>
    void putIfSet(const Member& member, const std::optional<Value>& value)
    {
        if (value)
            object_[member.key] = *value;
    }

    void put(const Member& member, bool empty, Json value)
    {
        if (!empty || member.written != Written::ifFilled)
            object_[member.key] = std::move(value);
    }

    bool full_;
    Json object_ = Json::object();
};

/// FNV-1a, 64 bit (Fowler, Noll, Vo): detects edits; it is no protection against forgery.
class ContentHash
{
public:
    std::uint64_t value() const { return hash_; }

    /// Adds the text of the value, without blanks. The order of keys has no meaning: they are added in alphabetical
    /// order.
    void add(const Json& value)
    {
        if (value.is_object()) {
            addObject(value);
        } else if (value.is_array()) {
            put('[');
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (i > 0)
                    put(',');
                add(value[i]);
            }
            put(']');
        } else if (value.is_string()) {
            addText(value.get_ref<const std::string&>());
        } else {
            put(value.dump());
        }
    }

private:
    void put(char c) { hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u; }
    void put(std::string_view text)
    {
        for (const char c : text)
            put(c);
    }
    void addText(const std::string& text)
    {
        const bool plain =
            std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
        if (!plain) {
            put(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
            return;
        }
        put('"');
        put(std::string_view(text));
        put('"');
    }
    void addObject(const Json& object)
    {
        std::vector<std::pair<const std::string*, const Json*>> members;
        members.reserve(object.size());
        for (const auto& [key, value] : object.items())
            members.emplace_back(&key, &value);
        std::ranges::sort(members, [](const auto& a, const auto& b) { return *a.first < *b.first; });
        put('{');
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0)
                put(',');
            addText(*members[i].first);
            put(':');
            add(*members[i].second);
        }
        put('}');
    }

    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

Json projectJson(const Project& project, bool full)
{
    WriteJson writer(full);
    writer.object()["format"] = "headroom-project";
    writer.object()["version"] = formatVersion;
    describe(writer, project);
    return std::move(writer.object());
}

} // namespace

Json toJson(const Role& role)
{
    WriteJson writer(false);
    describe(writer, role);
    return std::move(writer.object());
}

Json toJson(const Project& project)
{
    return projectJson(project, false);
}

Json toFullJson(const Project& project)
{
    return projectJson(project, true);
}

std::string toText(const Project& project)
{
    return layOut(toJson(project));
}

std::string contentHash(const Role& role)
{
    // The project's name for the role is not part of what the role does.
    Json content = toJson(role);
    content.erase("id");
    ContentHash hash;
    hash.add(content);
    std::array<char, 20> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%016llx", static_cast<unsigned long long>(hash.value()));
    return buffer.data();
}

} // namespace headroom::project
