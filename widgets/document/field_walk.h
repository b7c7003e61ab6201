// Goes through all declared fields that hold a value, wherever in a document they stand: what finds where a parameter
// or a component is used, and what renaming and swapping are made of.
#pragma once

#include "project/vocabulary/declarations.h"
#include "widgets/document/element_ref.h"

#include <functional>
#include <optional>
#include <vector>

namespace headroom::widgets {

/// A field that was set.
struct FieldPlace
{
    ElementRef element;
    QString field;
    const project::FieldDeclaration* declaration = nullptr;
    const project::Json* value = nullptr;
    /// Names that mean something else here than a generic parameter: those of the role, of the groups around and of the
    /// request.
    const std::vector<std::string>* shadowing = nullptr;
};

void forEachField(const project::Project& project, const std::function<void(const FieldPlace&)>& see);

/// One field and the value it is to get.
struct FieldEdit
{
    ElementRef element;
    QString field;
    project::Json value;
};

/// Where a generic parameter is named.
std::vector<FieldEdit> usesOfParameter(const project::Project& project, const std::string& name);
/// The fields that name it, each as it says the same with the other name.
std::vector<FieldEdit> renamedUses(const project::Project& project, const std::string& from, const std::string& to);
/// A field that names `from` where `to` means something else already; nothing if there is none.
std::optional<FieldPlace> captured(const project::Project& project, const std::string& from, const std::string& to);
/// The fields of components that hold `from`, each with `to` in its place.
std::vector<FieldEdit> swappedComponents(const project::Project& project, const std::string& from,
                                         const std::string& to);

/// A place in words: "proxy-server › PUT › md5 · work".
QString placeText(const ElementRef& element, const QString& field);

} // namespace headroom::widgets
