#include "behaviour/interpreter/storage.h"

#include "behaviour/requests/parts.h"
#include "behaviour/requests/paths.h"
#include "behaviour/requests/workers.h"
#include "kernel/random.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::behaviour {

namespace {

constexpr std::uint64_t sector = 4096;
/// Largest I/O that the block layer passes to a device (Linux: max_sectors_kb is usually 1280; a power of two here).
constexpr std::uint64_t largestIo = 1u << 20;
/// Size of the file system's journal (XFS and ext4 create logs of this order on large devices).
constexpr std::uint64_t journalBytes = 128u << 20;

constexpr std::uint64_t roundUp(std::uint64_t bytes)
{
    return std::max(sector, (bytes + sector - 1) / sector * sector);
}

enum Stage : std::uint8_t
{
    begin,
    onDevice,
    journal,
    barrier,
    throttled, ///< a write: its pages are dirty, and the operating system may delay it
    done,
    failed ///< a device has answered with an error
};

} // namespace

// When a path is cancelled, a device still finishes what it has begun; the completion is ignored.
Storage::Storage(Parts& parts, const Volumes& volumes)
    : core_(parts.core), paths_(parts.paths), volumes_(volumes), workers_(parts.workers)
{
    for (const Code code : {Code::read, Code::write})
        parts.blocks.add(this, {.code = code,
                                .enter = enterBy<&Storage::storage>,
                                .cancel = cancelBy<&Storage::cancelCopying>,
                                .waitsFor = "storage"});
    parts.blocks.add(this, {.code = Code::flush, .enter = enterBy<&Storage::storage>, .waitsFor = "storage"});
}

void Storage::cancelCopying(Path& p)
{
    core_.leaveProcessor(p);
}

/// The block uses this device until the path leaves it, even if the load changes meanwhile.
void Storage::chooseDevice(Path& p, const StorageStep& step, const Instruction& code)
{
    const auto& own = volumes_.devices(step.volume, p.node);
    const std::size_t first = core_.drawBelow(own.size(), code, p);
    std::uint32_t chosen = own[first];
    const auto load = [&](std::uint32_t device) {
        const resources::StorageDevice& candidate = *core_.cluster.devices[device].device;
        return std::pair(candidate.failed(), candidate.meter().present());
    };
    for (std::size_t i = 1; i < own.size(); ++i)
        if (const std::uint32_t other = own[(first + i) % own.size()]; load(other) < load(chosen))
            chosen = other;
    p.frame[step.chosenSlot] = chosen;
}

std::uint32_t Storage::deviceFor(const Path& p, const StorageStep& step, std::uint64_t key) const
{
    if (step.chosenSlot != nowhere)
        return static_cast<std::uint32_t>(p.frame[step.chosenSlot]);
    if (step.device)
        return namedDevice(p, step);
    const auto& own = volumes_.devices(step.volume, p.node);
    return own[kernel::mix(key, step.volume) % own.size()];
}

/// A number that comes from elsewhere (an argument, a ring of another role) may be any: on another device the work
/// would cost something else, and on another node it would pass no network.
std::uint32_t Storage::namedDevice(const Path& p, const StorageStep& step) const
{
    const double number = core_.evaluate(*step.device, p);
    const bool known = number >= 0 && number < static_cast<double>(core_.cluster.devices.size());
    const std::uint32_t device = known ? static_cast<std::uint32_t>(number) : nowhere;
    if (known && device == number && core_.cluster.devices[device].node == p.node && volumes_.isOn(device, step.volume))
        return device;
    const BlockName& block = core_.software.blocks[core_.codeOf(p).monitor];
    const auto& names = core_.settings.names;
    const bool elsewhere = known && core_.cluster.devices[device].node != p.node;
    throw LimitReached(
        "the block \"" + block.block + "\" of " + block.diagram + " on node " + names.node(p.node) + " names device " +
        project::formatNumber(number) + ", " +
        (known ? names.device(device) + (elsewhere ? ", which is on another node" : "") : "which does not exist") +
        "; it needs one that carries the volume \"" + core_.software.volumes[step.volume].name + "\" on its own node");
}

/// Position of a file: anywhere in the filled part of the device. It is the same for the same file, whichever part is
/// accessed, so that consecutive pieces are adjacent.
std::uint64_t Storage::placeOf(std::uint32_t device, std::uint32_t volume, std::uint64_t file) const
{
    const DeviceHardware& hardware = core_.cluster.devices[device];
    const double used = std::clamp(volumes_.place(volume, hardware.node).used, 0.0, 1.0);
    const auto span = static_cast<std::uint64_t>(used * static_cast<double>(hardware.device->capacityBytes()));
    if (span <= journalBytes)
        return 0;
    return core_.random.below((span - journalBytes) / sector, 0xf11e, file) * sector;
}

void Storage::submit(std::uint32_t path, Path& p, std::uint32_t device, bool write, std::uint64_t offset,
                     std::uint64_t bytes)
{
    resources::StorageDevice& target = *core_.cluster.devices[device].device;
    const std::uint64_t size = std::min(bytes, target.capacityBytes());
    const std::uint64_t start =
        std::min(offset, target.capacityBytes() - size); // a range that would exceed the end is moved before it
    const std::uint64_t end = start + size;
    for (std::uint64_t at = start; at < end; at += largestIo) {
        ++p.outstanding;
        target.submit({write, at, std::min(largestIo, end - at)},
                      {&Storage::onStorage, this, core_.paths.handle(path)});
    }
}

void Storage::copyMemory(std::uint32_t path, Path& p, double bytes)
{
    NodeHardware& node = core_.cluster.nodes[p.node];
    p.stage = done;
    p.outstanding = 1;
    p.wait = Wait::processor;
    node.processor->run(bytes / node.copyBps, jobOf(path, p, copied_));
}

bool Storage::storage(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    if (!workers_.ensure(path, p))
        return false;
    const StorageStep& step = program.storage[code.detail];
    p.outstanding = 0;
    if (code.code == Code::flush) {
        if (!beginFlush(path, p, step))
            return false;
        core_.advance(p, code, code.next);
        return true;
    }

    const std::uint64_t bytes = whole(core_.evaluate(step.bytes, p));
    if (bytes == 0) {
        core_.advance(p, code, code.next);
        return true;
    }
    if (step.chosenSlot != nowhere)
        chooseDevice(p, step, code);
    const bool write = code.code == Code::write;
    if (write && !step.direct) {
        p.written = 0;
        writePiece(path, p, step);
        return false;
    }
    const std::uint64_t offset = whole(core_.evaluate(step.offset, p));
    const FilePlace file = fileOf(p, step);
    const std::uint64_t place = step.random ? file.metadata : file.data;
    resources::PageCache& cache = *core_.cluster.nodes[core_.cluster.devices[file.device].node].cache;
    if (!step.direct) {
        const CachedRange range = rangeIn(cache, place, offset, bytes);
        if (cache.lookup(range.name) >= range.end) {
            copyMemory(path, p, static_cast<double>(bytes));
            return false;
        }
        if (step.keep)
            cache.insert(range.name, range.end);
    }
    p.wait = Wait::storage;
    p.stage = step.direct ? done : onDevice;
    submit(path, p, file.device, write, placeOf(file.device, step.volume, place) + offset / sector * sector,
           roundUp(bytes));
    return false;
}

/// The page cache knows a file from its beginning to the point up to which it has been read or written without a gap. A
/// read beyond that point is a range of its own, which only a read of exactly that range finds again: blocks of a
/// database, or of a random reader.
Storage::CachedRange Storage::rangeIn(const resources::PageCache& cache, std::uint64_t file, std::uint64_t offset,
                                      std::uint64_t bytes)
{
    if (offset == 0 || offset <= cache.cachedOf(file))
        return {file, offset + bytes};
    return {kernel::mix(kernel::mix(file, offset), bytes), bytes};
}

Storage::FilePlace Storage::fileOf(const Path& p, const StorageStep& step) const
{
    const std::uint64_t key = core_.keyOf(step.key, p);
    const std::uint32_t device = deviceFor(p, step, key);
    const std::uint64_t data = fileData(device, step.volume, key);
    return {device, data, kernel::mix(data, 0x3e7ada7a)};
}

resources::WriteBack& Storage::writeBackOf(std::uint32_t device) const
{
    return *core_.cluster.nodes[core_.cluster.devices[device].node].writeBack;
}

std::uint64_t Storage::pieceOf(const Path& p, const StorageStep& step) const
{
    return std::min(whole(core_.evaluate(step.bytes, p)) - p.written, resources::WriteBack::largestPiece);
}

/// Writes to the page cache; a larger write is done piece by piece, so that a single write can be throttled too.
void Storage::writePiece(std::uint32_t path, Path& p, const StorageStep& step)
{
    const FilePlace file = fileOf(p, step);
    const std::uint64_t id = step.random ? file.metadata : file.data;
    const std::uint64_t bytes = pieceOf(p, step);
    writeBackOf(file.device)
        .write({id, core_.cluster.devices[file.device].numberInNode, placeOf(file.device, step.volume, id)},
               whole(core_.evaluate(step.offset, p)) + p.written, bytes);
    copyMemory(path, p, static_cast<double>(bytes));
}

/// The piece is copied: the operating system may let the writer pause, then the next piece follows. Returns true if the
/// path still has to wait.
bool Storage::continueWrite(std::uint32_t path, Path& p, const StorageStep& step)
{
    if (p.stage == done) {
        p.stage = throttled;
        const std::uint32_t device = fileOf(p, step).device;
        if (writeBackOf(device).throttle(core_.cluster.devices[device].numberInNode, pieceOf(p, step),
                                         {&Storage::onStorage, this, core_.paths.handle(path)})) {
            p.outstanding = 1;
            p.wait = Wait::storage;
            return true;
        }
    }
    p.written += pieceOf(p, step);
    if (pieceOf(p, step) == 0)
        return false;
    writePiece(path, p, step);
    return true;
}

/// Writes the dirty pages of the file and its metadata; the rest follows when that is done. Returns true if the flush
/// is complete at once, because the operating system ignores it.
bool Storage::beginFlush(std::uint32_t path, Path& p, const StorageStep& step)
{
    const FilePlace file = fileOf(p, step);
    const DeviceHardware& hardware = core_.cluster.devices[file.device];
    if (!volumes_.place(step.volume, hardware.node).fsync) {
        dropPages(file, step);
        return true;
    }
    p.wait = Wait::storage;
    p.stage = onDevice;
    for (const std::uint64_t place : {file.data, file.metadata})
        p.outstanding += writeBackOf(file.device)
                             .sync(hardware.numberInNode, place, {&Storage::onStorage, this, core_.paths.handle(path)});
    if (p.outstanding == 0)
        continueStorage(path);
    return false;
}

/// posix_fadvise(DONTNEED), as documented: pages that are still dirty stay.
void Storage::dropPages(const FilePlace& file, const StorageStep& step)
{
    if (!step.keep)
        core_.cluster.nodes[core_.cluster.devices[file.device].node].cache->drop(file.data);
}

void Storage::failDevice(std::uint32_t device)
{
    devicesFail_ = true;
    core_.cluster.devices[device].device->fail();
}

/// True if the completion that the path receives now is an error of the device that it works on.
bool Storage::answeredWithError(const Path& p) const
{
    const Program& program = core_.programOf(p);
    const std::uint32_t device = fileOf(p, program.storage[program.code[p.pc].detail]).device;
    return core_.cluster.devices[device].device->answersWithError();
}

void Storage::onMemoryCopied(void* self, resources::StationJob& job)
{
    Storage& storage = *static_cast<Storage*>(self);
    storage.storageAnswered(static_cast<std::uint32_t>(job.context));
    storage.paths_.drain();
}

void Storage::onStorage(void* self, std::uint64_t handle)
{
    Storage& storage = *static_cast<Storage*>(self);
    if (storage.core_.paths.holds(handle))
        storage.storageAnswered(static_cast<std::uint32_t>(handle));
    storage.paths_.drain();
}

/// One of the parts that the path waits for is done.
void Storage::storageAnswered(std::uint32_t path)
{
    Path& p = core_.paths[path];
    if (devicesFail_ && answeredWithError(p))
        p.stage = failed;
    if (--p.outstanding == 0)
        continueStorage(path);
}

/// Continues after the device (or the memory) has done its part.
void Storage::continueStorage(std::uint32_t path)
{
    Path& p = core_.paths[path];
    const Program& program = core_.programOf(p);
    const Instruction& code = program.code[p.pc];
    const StorageStep& step = program.storage[code.detail];
    if (p.stage == failed) {
        core_.advance(p, code, step.error);
        core_.resume(path);
        return;
    }
    if (code.code == Code::flush) {
        if (continueFlush(path, p, step))
            return;
        dropPages(fileOf(p, step), step);
    } else if (code.code == Code::write && !step.direct) {
        if (continueWrite(path, p, step))
            return;
    } else if (p.stage == onDevice) {
        copyMemory(path, p, core_.evaluate(step.bytes, p)); // from the page cache to the reader
        return;
    }
    core_.advance(p, code, code.next);
    core_.resume(path);
}

/// After the file's own pages follow the journal's commit and the flush of the device's cache. Returns true if there
/// was something to do.
bool Storage::continueFlush(std::uint32_t path, Path& p, const StorageStep& step)
{
    const std::uint32_t device = fileOf(p, step).device;
    DeviceHardware& hardware = core_.cluster.devices[device];
    if (p.stage == onDevice) {
        p.stage = journal;
        if (const std::uint64_t bytes = whole(core_.evaluate(step.bytes, p)); bytes > 0) {
            const std::uint64_t size = roundUp(bytes);
            const std::uint64_t log = hardware.device->capacityBytes() / 2 / sector * sector;
            submit(path, p, device, true, log + hardware.journalOffset, size);
            hardware.journalOffset = (hardware.journalOffset + size) % journalBytes;
            return true;
        }
    }
    if (p.stage == journal && volumes_.place(step.volume, hardware.node).barriers) {
        p.stage = barrier;
        p.outstanding = 1;
        hardware.device->flush({&Storage::onStorage, this, core_.paths.handle(path)});
        return true;
    }
    return false;
}

} // namespace headroom::behaviour
