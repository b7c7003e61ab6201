// Where the fields of elements are kept, so that one command can edit any of them.
#pragma once

#include "project/document/document.h"

#include <string>
#include <vector>

namespace headroom::project {

/// Where a field of an element is kept: a key of an object of fields, a value of its own, a text member, or a list of
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

/// `ids` name the element, see ElementKind.
FieldSlot findSlot(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& field);

/// All that a slot holds, for putting it back: the whole object of fields where the field is a key of one.
Json readSlot(const FieldSlot& slot);
void writeSlot(const FieldSlot& slot, const Json& content);
/// What the slot holds when its field gets this value; null takes a declared field out.
Json withField(const FieldSlot& slot, const std::string& field, Json value);

} // namespace headroom::project
