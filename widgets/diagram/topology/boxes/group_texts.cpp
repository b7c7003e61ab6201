#include "widgets/diagram/topology/boxes/group_texts.h"

#include "project/expression/quantity.h"
#include "project/vocabulary/declarations.h"
#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/document/lookup/unbound_volumes.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace headroom::widgets {

using project::Json;
using Kind = GroupPart::Kind;

namespace {

struct GroupWords
{
    Q_DECLARE_TR_FUNCTIONS(GroupWords)
};

std::string nameIn(const project::Fields& fields, const char* name, const Json& values)
{
    const Json& named = valueIn(fields, name, values);
    return named.is_string() ? named.get<std::string>() : std::string();
}

/// The controllers and devices of a group as lines, each indented below its parent, with the volumes after their
/// devices.
class StorageLines
{
public:
    StorageLines(const project::Project& project, const project::ComponentLibrary& library,
                 const project::NodeGroup& group, const ShownValue& shown)
        : project_(project), library_(library), group_(group), shown_(shown)
    {
        addControllersBehind({}, 0);
        // Parts that form a cycle, or whose parent does not exist.
        for (const auto& controller : group.controllers) {
            if (!placed_.insert(controller.id).second)
                continue;
            parts_.append({Kind::controller, text(controller.id), text(controller.id), "drive-multidisk", 0});
            addDevicesBehind(controller.id, 1);
        }
        addDevicesBehind({}, 0);
    }

    const QVector<GroupPart>& parts() const { return parts_; }

private:
    void addControllersBehind(const std::string& above, int depth)
    {
        for (const auto& controller : group_.controllers) {
            if (placed_.contains(controller.id) ||
                nameIn(project::controllerFields(), "behind", controller.fields) != above)
                continue;
            placed_.insert(controller.id);
            const Json& component = valueIn(project::controllerFields(), "component", controller.fields);
            const QString model = shown_(component);
            parts_.append({Kind::controller, text(controller.id), model.isEmpty() ? text(controller.id) : model,
                           componentIcon(project_, library_, component, "drive-multidisk"), depth});
            addControllersBehind(controller.id, depth + 1);
            addDevicesBehind(controller.id, depth + 1);
        }
    }

    void addDevicesBehind(const std::string& controller, int depth)
    {
        for (const auto& device : group_.devices)
            if (controllerOf(device) == controller)
                addDevice(device, depth);
    }

    /// Empty if the device has no controller, or one that does not exist.
    std::string controllerOf(const project::DeviceGroup& device) const
    {
        const std::string behind = nameIn(project::deviceFields(), "controller", device.fields);
        const bool known = std::any_of(group_.controllers.begin(), group_.controllers.end(),
                                       [&](const auto& each) { return each.id == behind; });
        return known ? behind : std::string();
    }

    void addDevice(const project::DeviceGroup& device, int depth)
    {
        const Json& component = valueIn(project::deviceFields(), "component", device.fields);
        const QString model = shown_(component);
        const QString count = shown_(valueIn(project::deviceFields(), "count", device.fields));
        parts_.append({Kind::device, text(device.id), countedText(count, model.isEmpty() ? text(device.id) : model),
                       componentIcon(project_, library_, component, "drive-harddisk"), depth});
        for (const auto& volume : group_.volumes)
            if (volume.devices == device.id || std::ranges::count(volume.moreDevices, device.id) > 0)
                parts_.append({Kind::volume, text(volume.volume), text(volume.volume), {}, depth});
    }

    const project::Project& project_;
    const project::ComponentLibrary& library_;
    const project::NodeGroup& group_;
    const ShownValue& shown_;
    std::set<std::string> placed_;
    QVector<GroupPart> parts_;
};

/// The value, or nothing for a quantity of 0 ("0 Gb/s"): the ends of the cable then set the rate.
QString unlessZero(const QString& quantity)
{
    const auto parsed = project::parseQuantity(quantity.toStdString());
    return parsed && parsed->value == 0 ? QString() : quantity;
}

QVector<GroupPart> unboundParts(const project::Project& project, const project::NodeGroup& group)
{
    QVector<GroupPart> parts;
    for (const QString& volume : unboundVolumes(project, group))
        parts.append({Kind::unbound, volume, volume, {}, 0});
    return parts;
}

} // namespace

const Json& valueIn(const project::Fields& fields, const char* name, const Json& values)
{
    static const Json none;
    const auto* declared = project::findField(fields, name);
    return declared ? project::valueOf(values, *declared) : none;
}

QString countedText(const QString& count, const QString& what)
{
    return what.isEmpty() || count.isEmpty() || count == "1" ? what : QStringLiteral("%1 × %2").arg(count, what);
}

GroupTexts groupTexts(const project::Project& project, const project::ComponentLibrary& library,
                      const project::NodeGroup& group, const QStringList& roles, const ShownValue& shown)
{
    const auto value = [&](const char* name) { return shown(valueIn(project::nodeGroupFields(), name, group.fields)); };
    GroupTexts texts;
    texts.title = QStringLiteral("%1 × %2").arg(text(group.name.empty() ? group.id : group.name), value("count"));
    texts.processor = countedText(value("sockets"), value("processor"));
    texts.memory = value("memory").isEmpty() ? QString() : GroupWords::tr("%1 memory").arg(value("memory"));
    texts.parts = StorageLines(project, library, group, shown).parts() + unboundParts(project, group);
    for (const QString& role : roles)
        texts.parts.append({Kind::role, role, role, {}, 0});
    return texts;
}

QString linkText(const project::Link& link, const project::Fabric& fabric, const project::NodeGroup* from,
                 const ShownValue& shown)
{
    const auto& fields = project::linkFields();
    QString rate = unlessZero(shown(valueIn(fields, "rate", link.fields)));
    if (rate.isEmpty())
        rate = shown(valueIn(fields, "nic", link.fields));
    if (rate.isEmpty() && from)
        rate = shown(valueIn(project::nodeGroupFields(), "nic", from->fields));
    if (rate.isEmpty() && from)
        rate = shown(valueIn(project::fabricFields(), "nic", fabric.fields));
    return countedText(shown(valueIn(fields, "count", link.fields)), rate);
}

} // namespace headroom::widgets
