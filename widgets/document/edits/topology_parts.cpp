#include "widgets/document/edits/topology_parts.h"

#include "project/vocabulary/component_kinds.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/lookup/unbound_volumes.h"
#include "widgets/document/model/commands.h"
#include "widgets/document/topology/topology_lists.h"

namespace headroom::widgets {

using namespace topology_lists;

namespace {

/// Adds steps that clear a field wherever it names a deleted part.
template <typename List>
void forget(DocumentModel& model, const List& list, ElementKind kind, const std::string& group, const char* field,
            const std::string& gone, QUndoCommand* edit)
{
    for (const auto& entry : list) {
        const auto named = entry.fields.find(field);
        if (named != entry.fields.end() && *named == gone && entry.id != gone)
            new SetFieldCommand(model, {kind, {QString::fromStdString(group), QString::fromStdString(entry.id)}}, field,
                                project::Json(), edit);
    }
}

template <typename T>
std::optional<std::size_t> indexOf(const std::vector<T>& list, const std::string& id)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].id == id)
            return i;
    return {};
}

/// The volume lies on these devices no more; without others it is not bound any more.
void takeOff(DocumentModel& model, const project::NodeGroup& group, std::size_t volume, const std::string& devices,
             QUndoCommand* edit)
{
    const project::VolumeBinding& binding = group.volumes[volume];
    std::vector<std::string> rest = binding.moreDevices;
    std::erase(rest, devices);
    if (binding.devices == devices && rest.empty()) {
        ListCommand<project::VolumeBinding>::remove(model, topologyPath,
                                                    ofGroup(group.id, &project::NodeGroup::volumes), volume, edit);
        return;
    }
    const ElementRef element{ElementKind::volume,
                             {QString::fromStdString(group.id), QString::fromStdString(binding.volume)}};
    if (binding.devices == devices) {
        new SetFieldCommand(model, element, "devices", rest.front(), edit);
        rest.erase(rest.begin());
    }
    if (rest != binding.moreDevices)
        new SetFieldCommand(model, element, "more_devices", rest, edit);
}

/// The first devices of nodes get the volumes of their roles that lie nowhere yet.
void bindVolumes(DocumentModel& model, const project::NodeGroup& group, const std::string& devices, QUndoCommand* edit)
{
    if (!group.devices.empty())
        return;
    for (const QString& volume : unboundVolumes(model.project(), group))
        ListCommand<project::VolumeBinding>::insert(model, topologyPath,
                                                    ofGroup(group.id, &project::NodeGroup::volumes),
                                                    {volume.toStdString(), devices, project::Json::object()}, edit);
}

} // namespace

std::optional<ElementRef> addPart(DocumentModel& model, const QString& group, const QString& kind,
                                  const QString& component)
{
    const auto* owner = byId(model.project().topology.groups, group.toStdString());
    if (!owner)
        return {};
    project::Json fields = project::Json::object();
    if (!component.isEmpty())
        fields["component"] = component.toStdString();
    using Part = project::ComponentKind::Part;
    const project::ComponentKind* known = project::findComponentKind(kind.toStdString());
    const Part part = known ? known->part : Part::none;
    if (const char* field = project::groupFieldOf(part)) {
        setField(model, ElementRef::nodeGroup(group), field, component.toStdString());
        return ElementRef::nodeGroup(group);
    }
    auto* edit = new QUndoCommand;
    std::optional<ElementRef> added;
    if (part == Part::device) {
        edit->setText(DocumentModel::tr("Add devices to %1").arg(group));
        project::DeviceGroup device{freshId(owner->devices, kind.toStdString()), fields};
        added = ElementRef::device(group, QString::fromStdString(device.id));
        const std::string id = device.id;
        ListCommand<project::DeviceGroup>::insert(model, topologyPath, ofGroup(owner->id, &project::NodeGroup::devices),
                                                  std::move(device), edit);
        bindVolumes(model, *owner, id, edit);
    } else if (part == Part::controller) {
        edit->setText(DocumentModel::tr("Add %1 to %2").arg(kind, group));
        project::Controller controller{freshId(owner->controllers, kind.toStdString()), fields};
        added = ElementRef{ElementKind::controller, {group, QString::fromStdString(controller.id)}};
        ListCommand<project::Controller>::insert(
            model, topologyPath, ofGroup(owner->id, &project::NodeGroup::controllers), std::move(controller), edit);
    }
    if (!added) {
        delete edit;
        return {};
    }
    ModelAccess::push(model, edit);
    return added;
}

void deletePart(DocumentModel& model, const ElementRef& part)
{
    const auto* owner = byId(model.project().topology.groups, part.ids.value(0).toStdString());
    const std::string id = part.ids.value(1).toStdString();
    if (!owner)
        return;
    auto* edit = new QUndoCommand(DocumentModel::tr("Delete %1 of %2").arg(part.ids.value(1), part.ids.value(0)));
    if (const auto at = indexOf(owner->devices, id); at && part.kind == ElementKind::device) {
        for (std::size_t i = owner->volumes.size(); i-- > 0;)
            takeOff(model, *owner, i, id, edit);
        forget(model, owner->devices, ElementKind::device, owner->id, "cache_device", id, edit);
        ListCommand<project::DeviceGroup>::remove(model, topologyPath, ofGroup(owner->id, &project::NodeGroup::devices),
                                                  *at, edit);
    }
    if (const auto at = indexOf(owner->controllers, id); at && part.kind == ElementKind::controller) {
        forget(model, owner->controllers, ElementKind::controller, owner->id, "behind", id, edit);
        forget(model, owner->devices, ElementKind::device, owner->id, "controller", id, edit);
        ListCommand<project::Controller>::remove(model, topologyPath,
                                                 ofGroup(owner->id, &project::NodeGroup::controllers), *at, edit);
    }
    if (edit->childCount() == 0)
        delete edit;
    else
        ModelAccess::push(model, edit);
}

void bindVolume(DocumentModel& model, const QString& group, const QString& volume, const QString& devices)
{
    const auto* owner = byId(model.project().topology.groups, group.toStdString());
    if (!owner || (!devices.isEmpty() && !byId(owner->devices, devices.toStdString())))
        return;
    const auto bound = std::find_if(owner->volumes.begin(), owner->volumes.end(),
                                    [&](const auto& binding) { return binding.volume == volume.toStdString(); });
    const auto list = ofGroup(owner->id, &project::NodeGroup::volumes);
    auto* edit = new QUndoCommand(devices.isEmpty() ? DocumentModel::tr("Unbind volume %1").arg(volume)
                                                    : DocumentModel::tr("Bind volume %1 to %2").arg(volume, devices));
    if (bound == owner->volumes.end()) {
        if (!devices.isEmpty())
            ListCommand<project::VolumeBinding>::insert(
                model, topologyPath, list, {volume.toStdString(), devices.toStdString(), project::Json::object()},
                edit);
    } else if (devices.isEmpty()) {
        ListCommand<project::VolumeBinding>::remove(model, topologyPath, list,
                                                    static_cast<std::size_t>(bound - owner->volumes.begin()), edit);
    } else if (bound->devices != devices.toStdString()) {
        const ElementRef element{ElementKind::volume, {group, volume}};
        if (std::vector<std::string> more = bound->moreDevices; std::erase(more, devices.toStdString()) > 0)
            new SetFieldCommand(model, element, "more_devices", more, edit);
        new SetFieldCommand(model, element, "devices", devices.toStdString(), edit);
    }
    if (edit->childCount() == 0)
        delete edit;
    else
        ModelAccess::push(model, edit);
}

} // namespace headroom::widgets
