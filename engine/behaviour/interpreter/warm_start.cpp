#include "behaviour/interpreter/warm_start.h"

#include "mapping/placement.h"
#include "project/document/long_work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

namespace {

struct WarmFile
{
    std::uint32_t node;
    std::uint64_t file, pages;
};

/// Devices of a volume's key: by its ring, or else one device of each node that has the volume.
std::vector<std::uint32_t> devicesOfKey(const Core& core, const Volumes& volumes, std::uint32_t volume,
                                        std::uint64_t key)
{
    std::vector<std::uint32_t> devices;
    if (const std::uint32_t r = core.software.volumes[volume].ring; r != nowhere) {
        const mapping::Ring& ring = core.software.rings[r];
        const auto replicas = ring.devicesOf(ring.partitionOf(key));
        devices.assign(replicas.begin(), replicas.end());
        return devices;
    }
    for (std::uint32_t node = 0; node < core.cluster.nodes.size(); ++node)
        if (!volumes.devices(volume, node).empty())
            devices.push_back(volumes.deviceOf(volume, node, key));
    return devices;
}

/// Adds the volume's files in the order of their keys, on each node until one does not fit any more; takes them from
/// `room`.
void addWarmFiles(const Core& core, const Volumes& volumes, std::uint32_t volume, std::vector<double>& room,
                  std::vector<WarmFile>& files)
{
    project::LongWork made("files in warm page caches");
    const auto& places = volumes.places(volume);
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
        for (const std::uint32_t device : devicesOfKey(core, volumes, volume, key)) {
            const std::uint32_t node = core.cluster.devices[device].node;
            if (!isOpen[node])
                continue;
            const std::uint64_t pages = resources::pagesOf(0, whole(places[node].fileBytes)).count;
            const auto bytes = static_cast<double>(pages * resources::pageBytes);
            if (bytes > room[node] || static_cast<double>(key) >= places[node].warmFiles) {
                isOpen[node] = false;
                --open;
                continue;
            }
            room[node] -= bytes;
            files.push_back({node, fileData(device, volumes.files(volume), key), pages});
            made.step();
        }
}

} // namespace

/// The most popular files come last, so that they are the most recently used.
void warmPageCaches(const Core& core, const Volumes& volumes)
{
    std::vector<double> room;
    for (const NodeHardware& node : core.cluster.nodes)
        room.push_back(static_cast<double>(node.cache->availableBytes()));
    std::vector<WarmFile> files;
    for (std::uint32_t volume = 0; volume < core.software.volumes.size(); ++volume)
        addWarmFiles(core, volumes, volume, room, files);
    project::LongWork inserted("files in warm page caches");
    std::for_each(files.rbegin(), files.rend(), [&](const WarmFile& file) {
        core.cluster.nodes[file.node].cache->insert(file.file, {0, file.pages});
        inserted.step();
    });
}

} // namespace headroom::behaviour
