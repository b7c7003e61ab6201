#include "project/file/json_writer.h"
#include "project/file/migration.h"
#include "project/file/words.h"
#include "project/structure/describe.h"

#include <cmath>
#include <cstdio>

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
    explicit WriteJson(bool full) : full_(full) {}

    Json& object() { return object_; }

    void text(const Member& member, const std::string& text) { put(member, text.empty(), text); }
    void value(const Member& member, const Json& value) { put(member, value.is_null(), value); }
    void word(const Member& member, ParameterType type) { put(member, false, wordOf(type)); }
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
    void known(const Member&) {}

    void object(const Member& member, ElementKind, const Json& fields, const Fields&)
    {
        put(member, fields.empty(), fields);
    }
    void map(const Member& member, ElementKind, const Json& values) { put(member, values.empty(), values); }
    void components(const Member& member, const Json& list) { put(member, list.empty(), list); }
    void view(const Member& member, const Json& view) { put(member, view.empty(), view); }

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
        // For a resolved library role the current hash is stored; otherwise the stored one is kept.
        const bool filled = !behaviour.role.operations.empty();
        const std::string hash = filled ? contentHash(behaviour.role) : behaviour.reference->hash;
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

    void put(const Member& member, bool empty, const Json& value)
    {
        if (!empty || member.written == Written::always)
            object_[member.key] = value;
    }

    bool full_;
    Json object_ = Json::object();
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
    // The project's name for the role is not part of what the role does, and the order of keys has no meaning.
    nlohmann::json content = toJson(role);
    content.erase("id");
    // FNV-1a, 64 bit (Fowler, Noll, Vo): detects edits; it is no protection against forgery.
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    std::array<char, 20> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%016llx", static_cast<unsigned long long>(hash));
    return buffer.data();
}

} // namespace headroom::project
