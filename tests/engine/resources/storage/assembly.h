// Devices and what they are made of, for the tests that hold for all of them.
#pragma once

#include "load.h"

#include "resources/storage/battery_cache.h"
#include "resources/storage/raid/parity_set.h"
#include "resources/storage/raid/raid_set.h"

#include <memory>

namespace headroom::resources::testing {

/// A device, the devices that it is made of, and their time.
template <typename Device = StorageDevice>
struct Assembly
{
    Calendar calendar;
    std::vector<std::unique_ptr<StorageDevice>> members;
    std::unique_ptr<Device> device;

    Device* operator->() const { return device.get(); }
    Device& operator*() const { return *device; }
    const monitoring::Meter& meter(std::size_t member) const { return members[member]->meter(); }
    void addDisk(const HardDiskSpec& spec) { members.push_back(makeHardDisk(calendar, spec, members.size())); }
    std::vector<StorageDevice*> pointers() const
    {
        std::vector<StorageDevice*> all;
        for (const auto& member : members)
            all.push_back(member.get());
        return all;
    }
};

/// All kinds of devices.
enum class Kind
{
    cachedDisk,   ///< write cache on
    plainDisk,    ///< write cache off
    orderedDisk,  ///< the same behind a scheduler, in which not all have room
    protectedSsd, ///< with power-loss protection: a flush costs nothing
    plainSsd,
    raidSet,
    paritySet,
    batteryCache
};

struct Sample : Assembly<>
{
    explicit Sample(Kind kind)
    {
        HardDiskSpec disk = sata7200();
        disk.writeCache = kind != Kind::plainDisk && kind != Kind::orderedDisk && kind != Kind::batteryCache;
        if (kind == Kind::orderedDisk)
            disk.scheduler.emplace().nrRequests = 36;
        SolidStateSpec ssd = s3700();
        ssd.parallelChannels = 8;
        ssd.programTimeS = 1.3e-3;
        if (kind == Kind::plainSsd) {
            ssd.powerLossProtection = false;
            ssd.flushLatencyS = 1e-3;
            ssd.writeIops = 11000; // slower than its latency of 65 us
        }
        switch (kind) {
        case Kind::cachedDisk:
        case Kind::plainDisk:
        case Kind::orderedDisk:
            device = makeHardDisk(calendar, disk, 7);
            break;
        case Kind::protectedSsd:
        case Kind::plainSsd:
            device = makeSolidState(calendar, ssd);
            break;
        case Kind::raidSet:
            for (int i = 0; i < 4; ++i)
                addDisk(disk);
            device = std::make_unique<RaidSet>(calendar, RaidLevel::stripedMirrors, 65536, pointers());
            break;
        case Kind::paritySet:
            for (int i = 0; i < 5; ++i)
                addDisk(disk);
            device = std::make_unique<ParitySet>(calendar, 2, 65536, pointers());
            break;
        case Kind::batteryCache:
            device = std::make_unique<BatteryCache>(calendar, makeHardDisk(calendar, disk, 7), 1 << 24);
            break;
        }
    }
};

} // namespace headroom::resources::testing
