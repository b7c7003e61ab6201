// Names one element of a document by ids, so that a command, a panel or a scene can speak of it without pointers.
#pragma once

#include "project/document/document.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace headroom::widgets {

enum class ElementKind
{
    project,       ///< ids: none; fields "name", "description", "studies", "measurements"
    parameter,     ///< ids: parameter; field "value", "description"
    role,          ///< ids: role; fields "description" and "volumes"
    roleParameter, ///< ids: role, parameter; field "value"
    workers,       ///< ids: role
    state,         ///< ids: role, state item
    operation,     ///< ids: role, operation; fields "level", "description", "arguments", "results"
    block,         ///< ids: diagram path, block; field "name" is its title
    binding,       ///< ids: role; fields are the role's parameters
    topology,      ///< ids: none; field "fabric"
    nodeGroup,     ///< ids: group; field "name" is its title
    controller,    ///< ids: group, controller
    device,        ///< ids: group, device group
    volume,        ///< ids: group, volume; field "devices" is the device group it lies on
    fabric,        ///< ids: fabric
    networkSwitch, ///< ids: fabric, switch; field "name" is its title
    link,          ///< ids: fabric, link; fields "from" and "to" are its ends
    selector,      ///< ids: selector
    workload,      ///< ids: workload; field "role" is whose operations it starts
    share,         ///< ids: workload, operation
    disturbance,   ///< ids: disturbance
    note,          ///< ids: diagram path or the topology's, note; no fields (drawing_view.h changes it)
    run,           ///< ids: none
};

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

/// Where a field of an element is kept: a key of an object of fields, a value of its own, a text member, or a list of
/// names or of arguments. All null: the element does not exist or has no such member.
struct FieldSlot
{
    project::Json* object = nullptr;
    project::Json* value = nullptr;
    std::string* text = nullptr;
    std::vector<std::string>* names = nullptr;
    std::vector<project::Argument>* arguments = nullptr;

    explicit operator bool() const { return object || value || text || names || arguments; }
};

/// All that a slot holds, for putting it back: the whole object of fields where the field is a key of one.
project::Json readSlot(const FieldSlot& slot);
void writeSlot(const FieldSlot& slot, const project::Json& content);
/// What the slot holds when its field gets this value; null takes a declared field out.
project::Json withField(const FieldSlot& slot, const QString& field, project::Json value);

FieldSlot findSlot(project::Project& project, const ElementRef& element, const QString& field);

/// Whether elements of this kind are drawn in the topology, or are it.
bool isInTopology(ElementKind kind);

/// The role whose meaning a change of this element would touch; empty if it touches no role.
QString roleOf(const ElementRef& element);
/// "proxy-server" of "proxy-server/PUT/full"; empty for the topology.
QString roleOfPath(const QString& path);

} // namespace headroom::widgets

Q_DECLARE_METATYPE(headroom::widgets::ElementRef)
