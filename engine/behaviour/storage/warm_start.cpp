#include "behaviour/storage/warm_start.h"

#include "behaviour/storage/storage.h"
#include "mapping/placement.h"
#include "project/document/long_work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
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
    if (const mapping::Ring* ring = volumes.ring(volume)) {
        const auto replicas = ring->devicesOf(ring->partitionOf(key));
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
        if (places[node].warm && places[node].files > 0 && places[node].fileBytes >= 1) {
            isOpen[node] = true;
            ++open;
            most = std::max(most, places[node].files);
        }
    for (std::uint64_t key = 0; open > 0 && static_cast<double>(key) < most; ++key)
        for (const std::uint32_t device : devicesOfKey(core, volumes, volume, key)) {
            const std::uint32_t node = core.cluster.devices[device].node;
            if (!isOpen[node])
                continue;
            const std::uint64_t pages = resources::pagesOf(0, whole(places[node].fileBytes)).count;
            const auto bytes = static_cast<double>(pages * resources::pageBytes);
            if (bytes > room[node] || static_cast<double>(key) >= places[node].files) {
                isOpen[node] = false;
                --open;
                continue;
            }
            room[node] -= bytes;
            files.push_back({node, fileData(device, volumes.files(volume), key), pages});
            made.step();
        }
}

/// The devices of a node's volumes that start with dirty pages, each volume counted once, whichever roles name it.
std::vector<std::pair<std::uint32_t, std::uint32_t>> dirtyDevices(const Core& core, const Volumes& volumes,
                                                                  std::uint32_t node)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found; // volume, device
    std::vector<std::uint32_t> seen;
    for (std::uint32_t volume = 0; volume < core.software.volumes.size(); ++volume) {
        if (!volumes.place(volume, node).dirtyStart || std::ranges::count(seen, volumes.files(volume)) > 0)
            continue;
        seen.push_back(volumes.files(volume));
        for (const std::uint32_t device : volumes.devices(volume, node))
            found.emplace_back(volume, device);
    }
    return found;
}

} // namespace

/// Files that the workload does not know, anywhere on the devices, in turn on each.
void dirtyPageCaches(const Core& core, const Volumes& volumes)
{
    constexpr std::uint64_t usualFile = 1u << 20;
    constexpr std::uint64_t unknownKeys = std::uint64_t{1} << 63; // the keys of a workload are below
    project::LongWork written("files in dirty page caches");
    for (std::uint32_t node = 0; node < core.cluster.nodes.size(); ++node) {
        const auto devices = dirtyDevices(core, volumes, node);
        if (devices.empty())
            continue;
        resources::WriteBack& writeBack = *core.cluster.nodes[node].writeBack;
        const double level = writeBack.limits().balance();
        const auto missing = [&] { return level - static_cast<double>(writeBack.dirty() + writeBack.writing()); };
        for (std::uint64_t k = 0; missing() >= resources::pageBytes; ++k) {
            const auto& [volume, device] = devices[k % devices.size()];
            const mapping::VolumePlace& place = volumes.place(volume, node);
            const std::uint64_t bytes = place.fileBytes >= 1 ? whole(place.fileBytes) : usualFile;
            const std::uint64_t file = fileData(device, volumes.files(volume), unknownKeys + k);
            const DeviceHardware& hardware = core.cluster.devices[device];
            writeBack.write({file, hardware.numberInNode, placeOfFile(core.random, *hardware.device, place.used, file)},
                            0, std::min(bytes, whole(missing())));
            written.step();
        }
    }
}

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
