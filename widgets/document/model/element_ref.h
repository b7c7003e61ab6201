// Refers to an element of a document by ids, so that commands, panels and scenes need no pointers.
#pragma once

#include "project/structure/slots.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace headroom::widgets {

using project::ElementKind;
using project::FieldSlot;

struct ElementRef
{
    ElementKind kind = ElementKind::project;
    QStringList ids;

    bool operator==(const ElementRef&) const = default;

    static ElementRef block(const QString& path, const QString& id) { return {ElementKind::block, {path, id}}; }
    static ElementRef parameter(const QString& name) { return {ElementKind::parameter, {name}}; }
    static ElementRef nodeGroup(const QString& id) { return {ElementKind::nodeGroup, {id}}; }
    static ElementRef device(const QString& group, const QString& id) { return {ElementKind::device, {group, id}}; }
};

/// The element's ids in the engine's form, see ElementKind.
std::vector<std::string> idsOf(const ElementRef& element);

/// The slot of a field of an element in the project.
FieldSlot findSlot(project::Project& project, const ElementRef& element, const QString& field);

/// True if elements of this kind are drawn in the topology, or for the topology itself.
bool isInTopology(ElementKind kind);

/// The role whose behaviour a change of this element affects; empty if it affects none.
QString roleOf(const ElementRef& element);
/// "proxy-server" of "proxy-server/PUT/full"; empty for the topology.
QString roleOfPath(const QString& path);

} // namespace headroom::widgets

Q_DECLARE_METATYPE(headroom::widgets::ElementRef)
