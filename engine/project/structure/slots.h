// Where the fields of elements are stored, so that one command can edit any of them.
#pragma once

#include "project/document/element_kind.h"
#include "project/document/json.h"

#include <string>
#include <vector>

namespace headroom::project {

struct Argument;
struct Project;

/// Storage of a field of an element: a key of an object of fields, a value of its own, a text member, or a list of
/// names or of arguments. All null: the element does not exist or has no such member.
struct FieldSlot
{
    Json* object = nullptr;
    Json* value = nullptr;
    std::string* text = nullptr;
    std::vector<std::string>* names = nullptr;
    std::vector<Argument>* arguments = nullptr;

    explicit operator bool() const { return object || value || text || names || arguments; }
};

/// `ids` identify the element, see ElementKind.
FieldSlot findSlot(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& field);

/// The whole content of a slot, to restore it later: the whole object of fields if the field is a key of one.
Json readSlot(const FieldSlot& slot);
void writeSlot(const FieldSlot& slot, const Json& content);
/// The content of the slot after its field gets this value; null removes a declared field.
Json withField(const FieldSlot& slot, const std::string& field, Json value);

} // namespace headroom::project
