#include "behaviour/storage/storage.h"

#include "behaviour/cluster/deployment.h"
#include "behaviour/targets/ring_members.h"
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

constexpr std::uint64_t roundUp(std::uint64_t bytes)
{
    return (bytes + sector - 1) / sector * sector;
}

/// Pages of the range that posix_fadvise(DONTNEED) drops: whole ones, because other content of a page may still be
/// needed, and the last one of the file (generic_fadvise() in mm/fadvise.c). `end` of the file is 0 if it is not known:
/// then a range at the beginning of the file may be all of it.
resources::PageRange dropped(std::uint64_t offset, std::uint64_t bytes, std::uint64_t end)
{
    constexpr std::uint64_t page = resources::pageBytes;
    const bool reachesEnd = end > 0 ? offset + bytes >= end : offset == 0;
    const std::uint64_t first = (offset + page - 1) / page;
    const std::uint64_t behind = (offset + bytes + (reachesEnd ? page - 1 : 0)) / page;
    return {first, behind > first ? behind - first : 0};
}

} // namespace

// When a path is cancelled, a device still finishes what it has begun; the completion is ignored.
Storage::Storage(Core& core, BlockTable& blocks, const Deployment& deployment, RingMembers& members,
                 const Volumes& volumes)
    : core_(core), deployment_(deployment), members_(members), volumes_(volumes)
{
    for (const Code code : {Code::read, Code::write})
        blocks.add(this, {.code = code,
                          .enter = enterBy<&Storage::storage>,
                          .cancel = cancelBy<&Storage::cancelCopying>,
                          .waitsFor = "storage"});
    blocks.add(this, {.code = Code::flush, .enter = enterBy<&Storage::storage>, .waitsFor = "storage"});
}

void Storage::cancelCopying(Path& p)
{
    core_.leaveProcessor(p);
}

/// The block uses this device until the path leaves it, even if the load changes meanwhile.
void Storage::chooseDevice(Path& p, const StorageStep& step, const Instruction& code)
{
    const std::span<const std::uint32_t> own = devicesOf(p, step);
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
    return volumes_.deviceOf(step.volume, devicesOf(p, step), key);
}

/// The volume's devices for the path: those of its node, or of its instance if the role has one for each device.
std::span<const std::uint32_t> Storage::devicesOf(const Path& p, const StorageStep& step) const
{
    if (step.instanceVolume == nowhere)
        return volumes_.devices(step.volume, p.node);
    const std::uint32_t device = deployment_.deviceOf(core_.requests[p.request].role);
    return volumes_.belongingTo(device, p.node, step.instanceVolume, step.volume);
}

/// A number that comes from elsewhere (an argument, a ring of another role) may be any: on another device the work
/// would cost something else, and on another node it would pass no network.
std::uint32_t Storage::namedDevice(const Path& p, const StorageStep& step) const
{
    const double number = core_.evaluate(*step.device, p);
    const bool known = number >= 0 && number < static_cast<double>(core_.cluster.devices.size());
    const std::uint32_t device = known ? static_cast<std::uint32_t>(number) : nowhere;
    if (known && device == number && core_.cluster.devices[device].node == p.node &&
        volumes_.isOn(device, step.deviceVolume))
        return step.deviceVolume == step.volume
                   ? device
                   : volumes_.belongingTo(device, p.node, step.deviceVolume, step.volume).front();
    const BlockName& block = core_.software.blocks[core_.codeOf(p).monitor];
    const auto& names = core_.settings.names;
    const bool elsewhere = known && core_.cluster.devices[device].node != p.node;
    throw LimitReached(
        "the " + block.inWords() + " on node " + names.node(p.node) + " names device " + project::formatNumber(number) +
        ", " +
        (known ? names.device(device) + (elsewhere ? ", which is on another node" : "") : "which does not exist") +
        "; it needs one that carries the volume \"" + core_.software.volumes[step.deviceVolume].name +
        "\" on its own node");
}

std::uint64_t placeOfFile(const kernel::KeyedRandom& random, const resources::StorageDevice& device, double used,
                          std::uint64_t file)
{
    const auto span =
        static_cast<std::uint64_t>(std::clamp(used, 0.0, 1.0) * static_cast<double>(device.capacityBytes()));
    constexpr std::uint64_t room = 128u << 20; // a file begins no later than so much before the end of what is filled
    const std::uint64_t stripe = device.optimalIoBytes();
    const std::uint64_t unit = stripe % sector == 0 ? stripe : sector;
    return span <= room ? 0 : random.below((span - room) / unit, 0xf11e, file) * unit;
}

std::uint64_t Storage::placeOf(std::uint32_t device, std::uint32_t volume, std::uint64_t file) const
{
    const DeviceHardware& hardware = core_.cluster.devices[device];
    return placeOfFile(core_.random, *hardware.device, volumes_.place(volume, hardware.node).used, file);
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
    core_.waitsAnew(p);
    node.processor->run(bytes / node.copyBps, jobOf(path, p, copied_));
}

bool Storage::storage(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const StorageStep& step = program.storage[code.detail];
    p.outstanding = 0;
    if (code.code == Code::flush) {
        if (!beginFlush(path, p, step))
            return false;
        core_.advance(p, code, code.next);
        return true;
    }

    const std::uint64_t bytes = whole(core_.amountOf(step.bytes, p));
    if (bytes == 0) {
        core_.advance(p, code, code.next);
        return true;
    }
    if (step.chosenSlot != nowhere)
        chooseDevice(p, step, code);
    p.progress = 0;
    if (step.direct)
        beginDirect(path, p, step, code.code == Code::write);
    else if (code.code == Code::read)
        readPiece(path, p, step);
    else
        return beginWrite(path, p, step, code);
    return false;
}

/// Calls of the operating system that the block stands for: as many as the chunks of a stream that are merged in the
/// chunk whose path this is.
Storage::Calls Storage::callsOf(const Path& p, std::uint64_t bytes) const
{
    Calls calls{.bytes = bytes};
    if (p.inSimpleCall)
        return calls; // of another diagram
    for (std::uint32_t region = p.region; region != nowhere; region = core_.regions[region].parentRegion) {
        if (core_.regions[region].kind != ParallelRegion::Kind::chunk)
            continue;
        const Program& program = core_.programOf(p);
        const TransferStep& stream = program.transfers[program.code[core_.regions[region].instruction].detail];
        calls.bytes =
            std::max<std::uint64_t>(1, whole(std::ceil(static_cast<double>(bytes) / p.frame[stream.countSlot])));
        if (whole(p.frame[stream.bytesSlot]) == bytes)
            calls.streamLeft = whole(core_.evaluate(stream.bytes, p) - p.frame[stream.offsetSlot]);
        break;
    }
    return calls;
}

/// Dirty pages of the range must be on the device first (filemap_write_and_wait_range() in mm/filemap.c).
void Storage::beginDirect(std::uint32_t path, Path& p, const StorageStep& step, bool write)
{
    if (core_.cluster.nodes[p.node].writeBack->dirty() > 0) {
        const FilePlace file = fileOf(p, step);
        p.outstanding =
            writeBackOf(file.device)
                .syncRange(core_.cluster.devices[file.device].numberInNode, step.metadata ? file.metadata : file.data,
                           pagesOf(p, step), {&Storage::onStorage, this, core_.paths.handle(path)});
        p.wait = Wait::storage;
        core_.waitsAnew(p);
        p.stage = writingBack;
        if (p.outstanding > 0)
            return;
    }
    directPiece(path, p, step, write);
}

/// Returns true if the path still has to wait. Cached pages of a range that was written are stale
/// (invalidate_inode_pages2_range()).
bool Storage::continueDirect(std::uint32_t path, Path& p, const StorageStep& step, bool write)
{
    if (p.progress < whole(core_.amountOf(step.bytes, p))) {
        directPiece(path, p, step, write);
        return true;
    }
    resources::PageCache& cache = *core_.cluster.nodes[p.node].cache;
    if (write && cache.cachedBytes() > 0) {
        const FilePlace file = fileOf(p, step);
        cache.drop(step.metadata ? file.metadata : file.data, pagesOf(p, step));
    }
    return false;
}

/// All that the block reads or writes.
resources::PageRange Storage::pagesOf(const Path& p, const StorageStep& step) const
{
    return resources::pagesOf(whole(core_.amountOf(step.offset, p)), whole(core_.amountOf(step.bytes, p)));
}

/// To be called when the block begins.
void Storage::lookAtEnd(const Path& p, std::uint32_t device, std::uint64_t at, std::uint64_t bytes)
{
    const std::uint64_t capacity = core_.cluster.devices[device].device->capacityBytes();
    if (bytes > capacity || at > capacity - bytes) [[unlikely]]
        ++beyondEnd_[core_.codeOf(p).monitor];
}

/// Reads or writes without the page cache, one call after the other.
void Storage::directPiece(std::uint32_t path, Path& p, const StorageStep& step, bool write)
{
    const FilePlace file = fileOf(p, step);
    const std::uint64_t total = whole(core_.amountOf(step.bytes, p));
    const std::uint64_t at = whole(core_.amountOf(step.offset, p)) + p.progress;
    const std::uint64_t bytes = std::min(total - p.progress, callsOf(p, total).bytes);
    if (p.progress == 0)
        lookAtEnd(p, file.device, at, total);
    p.progress += bytes;
    p.wait = Wait::storage;
    core_.waitsAnew(p);
    p.stage = onDevice;
    submit(path, p, file.device, write,
           placeOf(file.device, step.volume, step.metadata ? file.metadata : file.data) + at / sector * sector,
           roundUp(at % sector + bytes));
}

Storage::PageRequest Storage::requestOf(const Path& p, const StorageStep& step) const
{
    const FilePlace file = fileOf(p, step);
    const DeviceHardware& hardware = core_.cluster.devices[file.device];
    const mapping::VolumePlace& volume = volumes_.place(step.volume, hardware.node);
    const std::uint64_t total = whole(core_.amountOf(step.bytes, p));
    const std::uint64_t offset = whole(core_.amountOf(step.offset, p)), at = offset + p.progress;
    PageRequest request;
    request.node = hardware.node;
    request.onDevice = file.device;
    request.bytes = total - p.progress;
    request.inPage = at % resources::pageBytes;
    request.file = step.metadata ? file.metadata : file.data;
    request.device = hardware.numberInNode;
    request.place = placeOf(file.device, step.volume, request.file);
    request.pages = resources::pagesOf(at, request.bytes);
    request.begins = p.progress == 0;
    request.asked = request.callPages = request.pages.count;
    if (step.metadata)
        return request;
    request.ahead = step.readAhead ? volume.readAhead / resources::pageBytes : 0;
    const Calls calls = callsOf(p, total);
    if (calls.bytes < total) {
        const std::uint64_t inCall = calls.bytes - p.progress % calls.bytes;
        request.asked = resources::pagesOf(at, std::min(request.bytes, inCall)).count;
        request.callPages = resources::pagesOf(0, calls.bytes).count;
    }
    request.end = calls.streamLeft > 0 ? offset + calls.streamLeft : whole(volume.fileBytes);
    request.endIsKnown = request.end > 0;
    request.fileEnd = resources::pagesOf(0, request.end).count;
    return request;
}

/// Reads what is there, or else waits for the first pages.
void Storage::readPiece(std::uint32_t path, Path& p, const StorageStep& step)
{
    const PageRequest request = requestOf(p, step);
    if (p.progress == 0)
        lookAtEnd(p, request.onDevice, whole(core_.amountOf(step.offset, p)), request.bytes);
    const resources::PageReader::Pages pages =
        core_.cluster.nodes[request.node].reader->read(request, {&Storage::onStorage, this, core_.paths.handle(path)});
    if (!pages.wait) {
        copyPages(path, p, request, pages.count);
        return;
    }
    p.wait = Wait::storage;
    core_.waitsAnew(p);
    p.stage = onDevice;
    p.outstanding = 1;
    p.waitFor = pages.count;
}

/// Copies the first pages from the page cache to the reader.
void Storage::copyPages(std::uint32_t path, Path& p, const PageRequest& request, std::uint64_t count)
{
    const std::uint64_t bytes = std::min(request.bytes, count * resources::pageBytes - request.inPage);
    p.progress += bytes;
    copyMemory(path, p, static_cast<double>(bytes));
}

/// Returns true if the path still has to wait.
bool Storage::continueRead(std::uint32_t path, Path& p, const StorageStep& step)
{
    if (p.stage == onDevice) {
        const PageRequest request = requestOf(p, step);
        const std::uint64_t count = p.waitFor;
        core_.cluster.nodes[request.node].reader->taken(request, count);
        copyPages(path, p, request, count);
        return true;
    }
    const std::uint64_t total = whole(core_.amountOf(step.bytes, p));
    if (p.progress < total) {
        readPiece(path, p, step);
        return true;
    }
    if (core_.evaluate(step.keep, p) == 0) {
        const PageRequest request = requestOf(p, step);
        core_.cluster.nodes[request.node].cache->drop(
            request.file, dropped(whole(core_.amountOf(step.offset, p)), total, request.end));
    }
    return false;
}

Storage::FilePlace Storage::fileOf(const Path& p, const StorageStep& step) const
{
    const std::uint64_t key = core_.keyOf(step.key, p);
    const std::uint32_t device = deviceFor(p, step, key);
    const std::uint64_t data = fileData(device, volumes_.files(step.volume), key);
    return {device, data, kernel::mix(data, 0x3e7ada7a)};
}

void Storage::failDevice(std::uint32_t device)
{
    devicesFail_ = true;
    core_.cluster.devices[device].device->fail();
    members_.lookAtDevices(core_.cluster.devices[device].node);
}

void Storage::restoreDevice(std::uint32_t device)
{
    core_.cluster.devices[device].device->restore();
    members_.lookAtDevices(core_.cluster.devices[device].node);
}

/// True if the completion that the path receives now is an error of a device that it works on.
bool Storage::answeredWithError(const Path& p) const
{
    const Program& program = core_.programOf(p);
    const StorageStep& step = program.storage[program.code[p.pc].detail];
    const FilePlace file = fileOf(p, step);
    return std::ranges::any_of(flushedDevices(p, step, file), [&](std::uint32_t device) {
        return core_.cluster.devices[device].device->answersWithError();
    });
}

void Storage::onMemoryCopied(void* self, resources::StationJob& job)
{
    Storage& storage = *static_cast<Storage*>(self);
    storage.storageAnswered(static_cast<std::uint32_t>(job.context));
    storage.core_.drain();
}

void Storage::onStorage(void* self, std::uint64_t handle)
{
    Storage& storage = *static_cast<Storage*>(self);
    if (storage.core_.paths.holds(handle))
        storage.storageAnswered(static_cast<std::uint32_t>(handle));
    storage.core_.drain();
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
    bool waits = false;
    if (code.code == Code::flush)
        waits = continueFlush(path, p, step);
    else if (step.direct)
        waits = continueDirect(path, p, step, code.code == Code::write);
    else if (code.code == Code::read)
        waits = continueRead(path, p, step);
    else
        waits = continueWrite(path, p, step, code);
    if (waits)
        return;
    core_.advance(p, code, code.next);
    core_.resume(path);
}

} // namespace headroom::behaviour
