#include "widgets/diagram/topology/part_kinds.h"

#include <QCoreApplication>
#include <algorithm>

namespace headroom::widgets {

namespace {

struct Kinds
{
    Q_DECLARE_TR_FUNCTIONS(PartKinds)
};

QVector<PartKind> allKinds()
{
    const QString nodes = Kinds::tr("Nodes"), storage = Kinds::tr("Storage"), network = Kinds::tr("Network");
    return {
        {"node group", Kinds::tr("Node group"), nodes, "network-server",
         Kinds::tr("Equal nodes, one box with a count. Drop it on the canvas.")},
        {"processor", Kinds::tr("Processor"), nodes, "preferences-devices-cpu",
         Kinds::tr("The processor in each socket. Drop it on a node group, or on the canvas for a new one.")},
        {"disk", Kinds::tr("Disk"), storage, "drive-harddisk",
         Kinds::tr("A hard disk: seek, rotation, transfer. Drop it on a node group.")},
        {"ssd", Kinds::tr("SSD"), storage, "media-flash-sd-mmc",
         Kinds::tr("A solid-state disk on SATA or SAS. Drop it on a node group.")},
        {"nvme", Kinds::tr("NVMe"), storage, "media-flash-memory-stick",
         Kinds::tr("A solid-state disk on PCI Express. Drop it on a node group.")},
        {"controller", Kinds::tr("Host adapter"), storage, "drive-multidisk",
         Kinds::tr("Devices are attached to it and share its ports and lanes. Drop it on a node group.")},
        {"expander", Kinds::tr("Expander"), storage, "drive-multipartition",
         Kinds::tr("More ports behind a host adapter, or a PCIe switch. Drop it on a node group.")},
        {"nic", Kinds::tr("Network adapter"), network, "network-rj45-female",
         Kinds::tr("Drop it on a node group for its links, or on the canvas for every node of the fabric.")},
        {"switch", Kinds::tr("Switch"), network, "network-wired",
         Kinds::tr("Connects nodes and other switches. Drop it on the canvas, or on a switch to replace it.")},
    };
}

} // namespace

const QVector<PartKind>& partKinds()
{
    static const QVector<PartKind> kinds = allKinds();
    return kinds;
}

const PartKind* findPartKind(const QString& name)
{
    const auto found =
        std::find_if(partKinds().begin(), partKinds().end(), [&](const PartKind& kind) { return kind.name == name; });
    return found == partKinds().end() ? nullptr : &*found;
}

bool isDeviceKind(const QString& kind)
{
    return kind == "disk" || kind == "ssd" || kind == "nvme" || kind == "controller" || kind == "expander";
}

QString componentIcon(const project::Project& project, const project::ComponentLibrary& library,
                      const project::Json& component, const QString& fallback)
{
    if (!component.is_string())
        return fallback;
    const auto* parameter = project::findParameter(project, component.get<std::string>());
    const project::Json& value = parameter ? parameter->value : component;
    const auto* found = value.is_string() ? library.find(value.get<std::string>()) : nullptr;
    const auto* kind = found ? findPartKind(QString::fromStdString(found->kind)) : nullptr;
    return kind ? kind->icon : fallback;
}

} // namespace headroom::widgets
