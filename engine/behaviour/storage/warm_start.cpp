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

/// Devices of a volume's key: by its ring, or else one device of each node that has the volume.
void findDevices(const Core& core, const Volumes& volumes, std::uint32_t volume, std::uint64_t key,
                 std::vector<std::uint32_t>& devices)
{
    devices.clear();
    if (const mapping::Ring* ring = volumes.ring(volume)) {
        const auto replicas = ring->devicesOf(ring->partitionOf(key));
        devices.assign(replicas.begin(), replicas.end());
        return;
    }
    for (std::uint32_t node = 0; node < core.cluster.nodes.size(); ++node)
        if (!volumes.devices(volume, node).empty())
            devices.push_back(volumes.deviceOf(volume, node, key));
}

/// The files of a volume that begin in memory, on a node with so much room for them.
struct WarmPlace
{
    std::uint64_t pages = 0; ///< of each file
    double most = 0;         ///< number of keys
    bool open = false;       ///< there may be more
};

std::vector<WarmPlace> warmPlaces(const std::vector<mapping::VolumePlace>& places)
{
    std::vector<WarmPlace> warm(places.size());
    for (std::size_t node = 0; node < places.size(); ++node)
        if (places[node].warm && places[node].files > 0 && places[node].fileBytes >= 1)
            warm[node] = {resources::pagesOf(0, whole(places[node].fileBytes)).count, places[node].files, true};
    return warm;
}

double bytesOfFile(const WarmPlace& place)
{
    return static_cast<double>(place.pages * resources::pageBytes);
}

/// An upper bound: with a ring, a node has only some of the files.
std::uint64_t mostFiles(const std::vector<WarmPlace>& places, const std::vector<double>& room)
{
    double files = 0;
    for (std::size_t node = 0; node < places.size(); ++node)
        if (places[node].open)
            files += std::min(places[node].most, room[node] / bytesOfFile(places[node]));
    return static_cast<std::uint64_t>(files);
}

/// Adds the volume's files in the order of their keys, on each node until one does not fit any more; takes them from
/// `room`. The most popular files come first: they are the most recently used.
void addWarmFiles(const Core& core, const Volumes& volumes, std::uint32_t volume, std::vector<double>& room,
                  std::vector<resources::WarmFiles>& files)
{
    std::vector<WarmPlace> places = warmPlaces(volumes.places(volume));
    project::LongWork made("files in warm page caches", mostFiles(places, room));
    auto open = std::ranges::count(places, true, &WarmPlace::open);
    double most = 0;
    for (const WarmPlace& place : places)
        most = std::max(most, place.most);
    std::vector<std::uint32_t> devices;
    for (std::uint64_t key = 0; open > 0 && static_cast<double>(key) < most; ++key) {
        findDevices(core, volumes, volume, key, devices);
        for (const std::uint32_t device : devices) {
            const std::uint32_t node = core.cluster.devices[device].node;
            WarmPlace& place = places[node];
            if (!place.open)
                continue;
            const double bytes = bytesOfFile(place);
            if (bytes > room[node] || static_cast<double>(key) >= place.most) {
                place.open = false;
                --open;
                continue;
            }
            room[node] -= bytes;
            files[node].add(fileData(device, volumes.files(volume), key), place.pages);
            made.step();
        }
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

void warmPageCaches(const Core& core, const Volumes& volumes)
{
    std::vector<double> room;
    for (const NodeHardware& node : core.cluster.nodes)
        room.push_back(static_cast<double>(node.cache->availableBytes()));
    std::vector<resources::WarmFiles> files(core.cluster.nodes.size());
    for (std::uint32_t volume = 0; volume < core.software.volumes.size(); ++volume)
        addWarmFiles(core, volumes, volume, room, files);
    for (std::size_t node = 0; node < files.size(); ++node)
        if (!files[node].empty()) {
            files[node].seal();
            core.cluster.nodes[node].cache->startWith(std::move(files[node]));
        }
}

} // namespace headroom::behaviour
