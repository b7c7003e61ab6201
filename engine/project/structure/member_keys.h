// The keys of an element's members in the file.
#pragma once

#include "project/structure/describe.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// Collects the key of every member; declared fields are not members.
class MemberKeys : public PassOver
{
public:
    void text(const Member& member, const std::string&) { note(member); }
    void names(const Member& member, const std::vector<std::string>&) { note(member); }
    void value(const Member& member, const Json&) { note(member); }
    void values(const Member& member, const std::vector<Json>&) { note(member); }
    void number(const Member& member, std::optional<double>) { note(member); }
    void word(const Member& member, ParameterType) { note(member); }
    void known(const Member& member) { note(member); }
    void object(const Member& member, ElementKind, const Json&, const Fields&) { note(member); }
    void map(const Member& member, ElementKind, const Json&) { note(member); }
    void components(const Member& member, const Json&) { note(member); }
    void view(const Member& member, const auto&) { note(member); }
    void list(const List& list, const auto&) { keys.emplace_back(list.key); }
    void part(const Member& member, ElementKind, const auto&) { note(member); }
    void inner(const Member& member, const std::vector<Diagram>&) { note(member); }
    void byName(const Member& member, const auto&) { note(member); }
    void part(const Member& member, const auto&) { note(member); }
    void library(const Behaviour&) { keys.insert(keys.end(), {"library", "from", "hash"}); }
    void definition(const Member& member, const Behaviour&) { note(member); }

    std::vector<std::string> keys;

private:
    void note(const Member& member) { keys.emplace_back(member.key); }
};

/// In the order of the description.
template <typename Item>
const std::vector<std::string>& memberKeys()
{
    static const std::vector<std::string> keys = [] {
        const Item prototype{};
        MemberKeys visitor;
        describe(visitor, prototype);
        return visitor.keys;
    }();
    return keys;
}

/// Collects the keys of the members that stay among the others, where those read them who need them.
class KeptKeys : public PassOver
{
public:
    void known(const Member& member) { keys.emplace_back(member.key); }

    std::vector<std::string> keys;
};

/// The keys of an element that no member of it has.
template <typename Item>
Json unknownOf(const Item& item)
{
    KeptKeys kept;
    describe(kept, item);
    Json others = item.extra;
    if (others.is_object())
        for (const std::string& key : kept.keys)
            others.erase(key);
    return others;
}

} // namespace headroom::project
