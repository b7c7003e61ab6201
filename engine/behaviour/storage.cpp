// Reads, writes and flushes: page cache, file system journal, device.
#include "behaviour/machine.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

namespace {

constexpr std::uint64_t sector = 4096;
/// Largest I/O the block layer hands to a device (Linux: max_sectors_kb 1280 as a rule; a power of two here).
constexpr std::uint64_t largestIo = 1u << 20;
/// Size of the file system's journal (XFS and ext4 make logs of this order on large devices).
constexpr std::uint64_t journalBytes = 128u << 20;

constexpr std::uint64_t roundUp(double bytes)
{
    const auto whole = static_cast<std::uint64_t>(std::max(0.0, std::ceil(bytes)));
    return std::max(sector, (whole + sector - 1) / sector * sector);
}

enum Stage : std::uint8_t { begin, onDevice, journal, barrier, done };

} // namespace

std::uint32_t Machine::deviceFor(const Path& p, const StorageStep& step, std::uint64_t key) const
{
    if (step.device) {
        const double device = evaluate(*step.device, p);
        if (device >= 0 && device < static_cast<double>(cluster_.devices.size()))
            return static_cast<std::uint32_t>(device);
    }
    const auto& own = volumeDevices_[step.volume][requests_[p.request].node];
    return own[kernel::mix(key, step.volume) % own.size()];
}

/// Where a file lies: anywhere in the filled part of the device, the same for the same file, whatever part of it is
/// meant, so that one piece after another is one place after another.
std::uint64_t Machine::placeOf(std::uint32_t device, std::uint32_t volume, std::uint64_t file) const
{
    const DeviceHardware& hardware = cluster_.devices[device];
    const double used = std::clamp(volumePlaces_[volume][hardware.node].used, 0.0, 1.0);
    const auto span = static_cast<std::uint64_t>(used * static_cast<double>(hardware.device->capacityBytes()));
    if (span <= journalBytes)
        return 0;
    return random_.below((span - journalBytes) / sector, 0xf11e, file) * sector;
}

void Machine::submit(std::uint32_t path, Path& p, std::uint32_t device, bool write, std::uint64_t offset, std::uint64_t bytes)
{
    resources::StorageDevice& target = *cluster_.devices[device].device;
    const std::uint64_t end = std::min(offset + bytes, target.capacityBytes());
    for (std::uint64_t at = offset; at < end; at += largestIo) {
        ++p.outstanding;
        target.submit({write, at, std::min(largestIo, end - at)}, {&Machine::onStorage, this, paths_.handle(path)});
    }
}

void Machine::copyMemory(std::uint32_t path, Path& p, double bytes)
{
    NodeHardware& node = cluster_.nodes[requests_[p.request].node];
    p.stage = done;
    p.outstanding = 1;
    p.wait = Wait::processor;
    p.waitFor = node.processor->run(bytes / node.copyBps, {&Machine::onStorage, this, paths_.handle(path)});
}

bool Machine::storage(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    if (!ensureWorker(path, p))
        return false;
    const StorageStep& step = program.storage[code.detail];
    const double keyValue = evaluate(step.key, p);
    const auto key = static_cast<std::uint64_t>(std::max(0.0, keyValue));
    const std::uint32_t device = deviceFor(p, step, key);
    NodeHardware& node = cluster_.nodes[requests_[p.request].node];
    const std::uint64_t file = kernel::mix(kernel::mix(device + 1, step.volume), key);
    // A file's metadata (inode, directory entry) lies apart from its data; each block that touches it means its own piece.
    const std::uint64_t metadata = kernel::mix(file, 0x3e7ada7a);
    p.outstanding = 0;

    if (code.code == Code::flush) {
        p.wait = Wait::storage;
        p.stage = onDevice;
        if (const std::uint64_t dirty = node.cache->takeDirty(file); dirty > 0)
            submit(path, p, device, true, placeOf(device, step.volume, file), roundUp(static_cast<double>(dirty)));
        if (const std::uint64_t dirty = node.cache->takeDirty(metadata); dirty > 0)
            submit(path, p, device, true, placeOf(device, step.volume, metadata), roundUp(static_cast<double>(dirty)));
        if (!step.keep)
            node.cache->drop(file);
        if (p.outstanding == 0)
            continueStorage(path);
        return false;
    }

    const double bytes = std::max(0.0, evaluate(step.bytes, p));
    const double offset = std::max(0.0, evaluate(step.offset, p));
    const std::uint64_t place = step.random ? metadata : file;
    if (bytes < 1) {
        advance(p, program, code.next);
        return true;
    }
    if (code.code == Code::write) {
        if (!step.direct) {
            node.cache->dirty(place, static_cast<std::uint64_t>(bytes));
            copyMemory(path, p, bytes);
            return false;
        }
    } else if (!step.direct) {
        const auto end = static_cast<std::uint64_t>(offset + bytes);
        if (node.cache->lookup(place) >= end) {
            copyMemory(path, p, bytes);
            return false;
        }
        if (step.keep)
            node.cache->insert(place, end);
    }
    p.wait = Wait::storage;
    p.stage = step.direct ? done : onDevice;
    const std::uint64_t size = roundUp(bytes);
    const auto from = static_cast<std::uint64_t>(offset) / sector * sector;
    submit(path, p, device, code.code == Code::write, placeOf(device, step.volume, place) + from, size);
    return false;
}

void Machine::onStorage(void* self, std::uint64_t handle)
{
    Machine& m = *static_cast<Machine*>(self);
    if (m.paths_.holds(handle)) {
        const auto path = static_cast<std::uint32_t>(handle);
        if (--m.paths_[path].outstanding == 0)
            m.continueStorage(path);
    }
    m.drain();
}

/// What comes after the device (or the memory) has done its part.
void Machine::continueStorage(std::uint32_t path)
{
    Path& p = paths_[path];
    const Program& program = programOf(p);
    const Instruction& code = program.code[p.pc];
    const StorageStep& step = program.storage[code.detail];
    if (code.code == Code::flush) {
        const auto key = static_cast<std::uint64_t>(std::max(0.0, evaluate(step.key, p)));
        const std::uint32_t device = deviceFor(p, step, key);
        DeviceHardware& hardware = cluster_.devices[device];
        if (p.stage == onDevice) {
            p.stage = journal;
            if (const double bytes = evaluate(step.bytes, p); bytes >= 1) {
                const std::uint64_t size = roundUp(bytes);
                const std::uint64_t start = hardware.device->capacityBytes() / 2 / sector * sector;
                submit(path, p, device, true, start + hardware.journalOffset, size);
                hardware.journalOffset = (hardware.journalOffset + size) % journalBytes;
                return;
            }
        }
        if (p.stage == journal) {
            p.stage = barrier;
            if (volumePlaces_[step.volume][hardware.node].barriers) {
                p.outstanding = 1;
                hardware.device->flush({&Machine::onStorage, this, paths_.handle(path)});
                return;
            }
        }
    } else if (p.stage == onDevice) {
        copyMemory(path, p, evaluate(step.bytes, p)); // from the page cache to the reader
        return;
    }
    advance(p, program, code.next);
    resume(path);
}

} // namespace headroom::behaviour
