// Shared by all descriptions of the document's structure (see describe.h).
#pragma once

#include "project/document/document.h"
#include "project/structure/members.h"
#include "project/vocabulary/declarations.h"

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace headroom::project {

/// The thing itself or a constant one: most visitors only read.
template <typename Thing, typename Described>
concept Describes = std::same_as<std::remove_const_t<Thing>, Described>;

template <typename Item>
const std::string& nameOf(const Item& item)
{
    return item.id;
}
inline const std::string& nameOf(const Parameter& parameter)
{
    return parameter.name;
}
inline const std::string& nameOf(const RoleParameter& parameter)
{
    return parameter.name;
}
inline const std::string& nameOf(const Argument& argument)
{
    return argument.name;
}
inline const std::string& nameOf(const Behaviour& behaviour)
{
    return behaviour.role.id;
}
inline const std::string& nameOf(const VolumeBinding& binding)
{
    return binding.volume;
}
inline const std::string& nameOf(const StudyAxis& axis)
{
    return axis.parameter;
}
inline const std::string& nameOf(const OperationShare& share)
{
    return share.operation;
}

inline constexpr Member idMember{.key = "id", .written = Written::required, .names = true};
inline constexpr Member descriptionMember{.key = "description"};

/// A visitor that ignores every member. A visitor of some members derives from it and declares functions for those; a
/// name that it declares hides all functions of that name here.
struct PassOver
{
    void text(const Member&, const std::string&) {}
    void text(const Member&, const std::optional<std::string>&) {}
    void flag(const Member&, std::optional<bool>) {}
    void names(const Member&, const std::vector<std::string>&) {}
    void value(const Member&, const Json&) {}
    void values(const Member&, const std::vector<Json>&) {}
    void number(const Member&, std::optional<double>) {}
    void word(const Member&, ParameterType) {}
    void fields(const Json&, const Fields&) {}
    void blockFields(const Block&) {}
    void extra(const Json&) {}
    void unread(const Json&) {}
    void known(const Member&) {}
    void object(const Member&, ElementKind, const Json&, const Fields&) {}
    void map(const Member&, ElementKind, const Json&) {}
    void components(const Member&, const Json&) {}
    void view(const Member&, const auto&) {}
    void list(const List&, const auto&) {}
    void part(const Member&, ElementKind, const auto&) {}
    void inner(const Member&, const std::vector<Diagram>&) {}
    void library(const Behaviour&) {}
    void definition(const Member&, const Behaviour&) {}
};

/// An id and declared fields.
template <typename Visitor, typename Item>
void describeItem(Visitor& v, Item& item, const Fields& declared)
{
    v.text(idMember, item.id);
    v.fields(item.fields, declared);
}

} // namespace headroom::project
