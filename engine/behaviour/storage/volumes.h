// The devices of the volumes of roles.
#pragma once

#include "behaviour/cluster/cluster.h"
#include "behaviour/program/program.h"
#include "kernel/random.h"
#include "mapping/placement.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::behaviour {

/// Key of a file's data in the page cache. `files`: Volumes::files().
inline std::uint64_t fileData(std::uint32_t device, std::uint64_t files, std::uint64_t key)
{
    return kernel::mix(kernel::mix(device + 1, files), key);
}

class Volumes
{
public:
    Volumes(const Software& software, const Cluster& cluster, const mapping::Placement& placement)
    {
        const std::size_t nodes = cluster.nodes.size();
        for (const VolumeName& volume : software.volumes) {
            files_.push_back(kernel::hashText(volume.name.data(), volume.name.size()));
            auto& devices = devices_.emplace_back(nodes);
            auto& places = places_.emplace_back(nodes);
            auto& carries = carries_.emplace_back(cluster.devices.size());
            rings_.push_back(volume.ring == nowhere ? nullptr : &software.rings[volume.ring]);
            for (const std::uint32_t node : placement.nodesOf(software.roles[volume.role].id)) {
                devices[node] = placement.devicesOf(volume.name, node);
                places[node] = placement.place(volume.name, node);
                for (const std::uint32_t device : devices[node])
                    carries[device] = true;
            }
        }
    }

    /// Identifies the files of the volume: those of all volumes that have the same name, whichever role names it,
    /// because a node binds the name to devices once.
    std::uint64_t files(std::uint32_t volume) const { return files_[volume]; }
    /// The device of the node that has the file of this key.
    std::uint32_t deviceOf(std::uint32_t volume, std::uint32_t node, std::uint64_t key) const
    {
        return deviceOf(volume, devices_[volume][node], key);
    }
    /// The one of these devices of the volume that has the file: the one to which the volume's ring maps the key. If
    /// there is none among them, or no ring, a hash of the key decides.
    std::uint32_t deviceOf(std::uint32_t volume, std::span<const std::uint32_t> devices, std::uint64_t key) const
    {
        if (rings_[volume] != nullptr)
            for (const std::uint32_t replica : rings_[volume]->devicesOf(rings_[volume]->partitionOf(key)))
                if (std::ranges::find(devices, replica) != devices.end())
                    return replica;
        return devices[kernel::mix(key, files_[volume]) % devices.size()];
    }
    /// The devices of `volume` that belong to one of another volume on its node: the devices of both in their order, as
    /// many of the one for each of the other as there are, at least one.
    std::span<const std::uint32_t> belongingTo(std::uint32_t device, std::uint32_t node, std::uint32_t itsVolume,
                                               std::uint32_t volume) const
    {
        const auto& others = devices_[itsVolume][node];
        const auto& own = devices_[volume][node];
        const auto place = static_cast<std::size_t>(std::ranges::find(others, device) - others.begin());
        const std::size_t first = place * own.size() / others.size();
        const std::size_t behind = (place + 1) * own.size() / others.size();
        return std::span(own).subspan(first, std::max<std::size_t>(1, behind - first));
    }
    /// The ring that maps the volume's keys to devices; null if there is none.
    const mapping::Ring* ring(std::uint32_t volume) const { return rings_[volume]; }
    /// By node.
    const std::vector<std::vector<std::uint32_t>>& devices(std::uint32_t volume) const { return devices_[volume]; }
    const std::vector<mapping::VolumePlace>& places(std::uint32_t volume) const { return places_[volume]; }
    const std::vector<std::uint32_t>& devices(std::uint32_t volume, std::uint32_t node) const
    {
        return devices_[volume][node];
    }
    const mapping::VolumePlace& place(std::uint32_t volume, std::uint32_t node) const { return places_[volume][node]; }
    /// True if the volume is on the device.
    bool isOn(std::uint32_t device, std::uint32_t volume) const { return carries_[volume][device]; }

private:
    std::vector<std::uint64_t> files_;                             ///< by volume
    std::vector<const mapping::Ring*> rings_;                      ///< by volume
    std::vector<std::vector<std::vector<std::uint32_t>>> devices_; ///< [volume][node] → devices
    std::vector<std::vector<mapping::VolumePlace>> places_;        ///< [volume][node]
    std::vector<std::vector<bool>> carries_;                       ///< [volume][device]
};

} // namespace headroom::behaviour
