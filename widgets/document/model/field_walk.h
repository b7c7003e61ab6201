// Visits all declared fields with a value in a document. This is used to find the uses of a parameter or a component,
// to rename and to replace them.
#pragma once

#include "project/vocabulary/declarations.h"
#include "widgets/document/model/element_ref.h"

#include <functional>
#include <optional>
#include <vector>

namespace headroom::widgets {

/// A field that has a value.
struct FieldPlace
{
    ElementRef element;
    QString field;
    const project::FieldDeclaration* declaration = nullptr;
    const project::Json* value = nullptr;
    /// Names that hide a generic parameter here: names of the role, of the surrounding groups and of the request.
    const std::vector<std::string>* shadowing = nullptr;
};

/// Calls `see` for every declared field that has a value.
void forEachField(const project::Project& project, const std::function<void(const FieldPlace&)>& see);

/// A field and its new value.
struct FieldEdit
{
    ElementRef element;
    QString field;
    project::Json value;
};

/// The fields that use a generic parameter.
std::vector<FieldEdit> usesOfParameter(const project::Project& project, const std::string& name);
/// The fields that use it, each with an equivalent value that uses the new name.
std::vector<FieldEdit> renamedUses(const project::Project& project, const std::string& from, const std::string& to);
/// A field that uses `from` at a place where `to` already has another meaning; nullopt if there is none.
std::optional<FieldPlace> captured(const project::Project& project, const std::string& from, const std::string& to);
/// The fields of components with the value `from`, each changed to `to`.
std::vector<FieldEdit> swappedComponents(const project::Project& project, const std::string& from,
                                         const std::string& to);

/// A place for display: "proxy-server › PUT › md5 · work".
QString placeText(const ElementRef& element, const QString& field);

} // namespace headroom::widgets
