// lsblk -J. Sizes are bytes (-b) or texts as "3.6T"; flags are true, or "1" up to util-linux 2.32.
#include "import/hosts/host_files.h"

#include <array>

namespace headroom::import {

namespace {

bool isOfSystem(const std::string& mountPoint)
{
    return mountPoint == "/" || mountPoint == "[SWAP]" || mountPoint.starts_with("/boot");
}

/// True if the device, or what lies on it, carries the machine's own file systems.
bool carriesSystem(const Value& device, std::size_t depth = 0)
{
    if (isOfSystem(device["mountpoint"].text()))
        return true;
    for (const Value& point : device["mountpoints"].elements())
        if (isOfSystem(point.text()))
            return true;
    if (depth < deepestTree)
        for (const Value& child : device["children"].elements())
            if (carriesSystem(child, depth + 1))
                return true;
    return false;
}

std::string interfaceOf(const Value& device)
{
    const std::string transport = lowered(device["tran"].text());
    for (const char* known : {"nvme", "sata", "sas"})
        if (transport == known)
            return known;
    return device["name"].text().starts_with("nvme") ? "nvme" : "";
}

} // namespace

void readBlockDevices(const Value& tree, HostFacts& host)
{
    for (const Value& device : tree["blockdevices"].elements()) {
        const std::string name = device["name"].text();
        const std::string type = device["type"].text();
        bool virtualDevice = !type.empty() && type != "disk";
        for (const char* prefix : {"loop", "ram", "zram", "sr", "dm-", "md", "rbd", "nbd", "drbd", "fd", "bcache"})
            virtualDevice |= name.starts_with(prefix);
        if (virtualDevice || name.empty() || device["tran"].text() == "usb")
            continue;
        DriveFacts drive;
        drive.name = name;
        drive.model = device["model"].text();
        if (const std::string vendor = device["vendor"].text();
            !vendor.empty() && lowered(vendor).find("ata") != 0 && lowered(vendor).find("0x") != 0)
            drive.model = vendor + " " + drive.model;
        drive.interface = interfaceOf(device);
        const Value size = device["size"];
        const auto bytes = size.isThere() ? sizeIn(size.text()) : std::nullopt;
        if (!bytes) {
            size.fault("The size of the drive is missing, or no size. Name the column: lsblk -J -b -O.");
            continue;
        }
        if (*bytes == 0)
            continue; // a drive bay without a drive
        drive.bytes = *bytes;
        if (const Value rotates = device["rota"]; rotates.isThere())
            drive.rotates = rotates.truth();
        drive.system = carriesSystem(device);
        host.drives.push_back(std::move(drive));
    }
}

} // namespace headroom::import
