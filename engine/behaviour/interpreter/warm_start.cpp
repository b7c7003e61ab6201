// What the page caches hold when a run begins.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>

namespace headroom::behaviour {

/// Where a volume's key lies: by its ring, else on one device of each node that carries it.
std::vector<std::uint32_t> Interpreter::devicesOfKey(std::uint32_t volume, std::uint64_t key) const
{
    std::vector<std::uint32_t> devices;
    if (const std::uint32_t r = software_.volumes[volume].ring; r != nowhere) {
        const mapping::Ring& ring = software_.rings[r];
        const auto replicas = ring.devicesOf(ring.partitionOf(key));
        devices.assign(replicas.begin(), replicas.end());
        return devices;
    }
    for (const auto& own : volumeDevices_[volume])
        if (!own.empty())
            devices.push_back(own[kernel::mix(key, volume) % own.size()]);
    return devices;
}

/// The volume's files in the order of their keys, on each node until one does not fit any more; takes them from `room`.
void Interpreter::addWarmFiles(std::uint32_t volume, std::vector<double>& room, std::vector<WarmFile>& files) const
{
    const auto& places = volumePlaces_[volume];
    std::size_t open = 0;
    double most = 0;
    std::vector<bool> isOpen(places.size());
    for (std::size_t node = 0; node < places.size(); ++node)
        if (places[node].warmFiles > 0 && places[node].fileBytes >= 1) {
            isOpen[node] = true;
            ++open;
            most = std::max(most, places[node].warmFiles);
        }
    for (std::uint64_t key = 0; open > 0 && static_cast<double>(key) < most; ++key)
        for (const std::uint32_t device : devicesOfKey(volume, key)) {
            const std::uint32_t node = cluster_.devices[device].node;
            if (!isOpen[node])
                continue;
            const double bytes = places[node].fileBytes;
            if (bytes > room[node] || static_cast<double>(key) >= places[node].warmFiles) {
                isOpen[node] = false;
                --open;
                continue;
            }
            room[node] -= bytes;
            files.push_back({node, dataOf(device, volume, key), static_cast<std::uint64_t>(bytes)});
        }
}

/// The most popular files come last, so that they are the most recently used.
void Interpreter::warmCaches()
{
    std::vector<double> room;
    for (const NodeHardware& node : cluster_.nodes)
        room.push_back(static_cast<double>(node.cache->availableBytes()));
    std::vector<WarmFile> files;
    for (std::uint32_t volume = 0; volume < software_.volumes.size(); ++volume)
        addWarmFiles(volume, room, files);
    std::for_each(files.rbegin(), files.rend(),
                  [&](const WarmFile& file) { cluster_.nodes[file.node].cache->insert(file.file, file.bytes); });
}

} // namespace headroom::behaviour
