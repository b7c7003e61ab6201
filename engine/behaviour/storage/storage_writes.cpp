// Writes through the page cache, and flushes.
#include "behaviour/storage/storage.h"

#include <algorithm>

namespace headroom::behaviour {

resources::WriteBack& Storage::writeBackOf(std::uint32_t device) const
{
    return *core_.cluster.nodes[core_.cluster.devices[device].node].writeBack;
}

std::uint64_t Storage::pieceOf(const Path& p, const StorageStep& step) const
{
    return std::min(whole(core_.amountOf(step.bytes, p)) - p.progress, core_.cluster.nodes[p.node].writeBack->piece());
}

/// Returns true if there is nothing to wait for.
bool Storage::beginWrite(std::uint32_t path, Path& p, const StorageStep& step, const Instruction& code)
{
    p.waitFor = 0;
    return !bringEdges(path, p, step) && writePiece(path, p, step, code);
}

/// A page of which the write replaces only a part must be in memory first, if its rest lies in a file that was there
/// before the run (ext4_block_write_begin() in fs/ext4/inode.c, __iomap_write_begin() in fs/iomap/buffered-io.c).
/// Brings the first page of the range and then the last one; `waitFor` counts them. Returns true if the path has to
/// wait.
bool Storage::bringEdges(std::uint32_t path, Path& p, const StorageStep& step)
{
    constexpr std::uint64_t page = resources::pageBytes;
    if (step.metadata || step.withInode)
        return false;
    const mapping::VolumePlace& volume = volumes_.place(step.volume, p.node);
    if (volume.files <= 0)
        return false;
    const std::uint64_t begin = whole(core_.amountOf(step.offset, p)),
                        end = begin + whole(core_.amountOf(step.bytes, p));
    const std::uint64_t fileEnd =
        static_cast<double>(core_.keyOf(step.key, p)) < volume.files ? whole(volume.fileBytes) : 0;
    while (p.waitFor < 2) {
        const bool first = p.waitFor++ == 0;
        const bool inPart = first ? begin % page > 0 && begin < fileEnd : end % page > 0 && end < fileEnd;
        if (!inPart)
            continue;
        const FilePlace file = fileOf(p, step);
        const DeviceHardware& hardware = core_.cluster.devices[file.device];
        resources::PageReader::Request request;
        request.file = file.data;
        request.device = hardware.numberInNode;
        request.place = placeOf(file.device, step.volume, file.data);
        request.pages = {(first ? begin : end) / page, 1};
        if (!core_.cluster.nodes[hardware.node].reader->bringForWrite(
                request, {&Storage::onStorage, this, core_.paths.handle(path)}))
            continue;
        p.wait = Wait::storage;
        core_.waitsAnew(p);
        p.stage = bringing;
        p.outstanding = 1;
        return true;
    }
    return false;
}

/// Writes to the page cache; a larger write is done piece by piece, so that a single write can be throttled too. The
/// operating system may let the writer pause before each piece. Returns true if there is nothing to wait for.
bool Storage::writePiece(std::uint32_t path, Path& p, const StorageStep& step, const Instruction& code)
{
    const std::uint32_t device = deviceFor(p, step, core_.keyOf(step.key, p));
    DeviceHardware& hardware = core_.cluster.devices[device];
    if (step.withInode) {
        hardware.log->append(whole(core_.amountOf(step.bytes, p)));
        core_.advance(p, code, code.next);
        return true;
    }
    if (writeBackOf(device).throttle(hardware.numberInNode, pieceOf(p, step),
                                     {&Storage::onStorage, this, core_.paths.handle(path)})) {
        p.stage = throttled;
        p.outstanding = 1;
        p.wait = Wait::storage;
        core_.waitsAnew(p);
    } else {
        dirtyPiece(path, p, step);
    }
    return false;
}

void Storage::dirtyPiece(std::uint32_t path, Path& p, const StorageStep& step)
{
    const FilePlace file = fileOf(p, step);
    const std::uint64_t id = step.metadata ? file.metadata : file.data;
    const std::uint64_t bytes = pieceOf(p, step), at = whole(core_.amountOf(step.offset, p)) + p.progress;
    if (p.progress == 0)
        lookAtEnd(p, file.device, at, whole(core_.amountOf(step.bytes, p)));
    p.progress += bytes;
    writeBackOf(file.device)
        .write({id, core_.cluster.devices[file.device].numberInNode, placeOf(file.device, step.volume, id)}, at, bytes);
    copyMemory(path, p, static_cast<double>(bytes));
}

/// Returns true if the path still has to wait.
bool Storage::continueWrite(std::uint32_t path, Path& p, const StorageStep& step, const Instruction& code)
{
    if (p.stage == throttled) {
        dirtyPiece(path, p, step);
        return true;
    }
    if (p.stage == bringing && bringEdges(path, p, step))
        return true;
    return pieceOf(p, step) > 0 && !writePiece(path, p, step, code);
}

std::span<const std::uint32_t> Storage::flushedDevices(const Path& p, const StorageStep& step,
                                                       const FilePlace& file) const
{
    return step.wholeVolume ? devicesOf(p, step) : std::span(&file.device, 1);
}

/// Writes the dirty pages of the file and its metadata, or of all files; the rest follows when that is done. Returns
/// true if the flush is complete at once, because the operating system ignores it.
bool Storage::beginFlush(std::uint32_t path, Path& p, const StorageStep& step)
{
    const FilePlace file = fileOf(p, step);
    if (!volumes_.place(step.volume, core_.cluster.devices[file.device].node).fsync) {
        dropPages(p, step);
        return true;
    }
    p.wait = Wait::storage;
    core_.waitsAnew(p);
    p.stage = onDevice;
    const kernel::Completion written{&Storage::onStorage, this, core_.paths.handle(path)};
    for (const std::uint32_t device : flushedDevices(p, step, file)) {
        resources::WriteBack& writeBack = writeBackOf(device);
        const std::uint32_t number = core_.cluster.devices[device].numberInNode;
        if (step.wholeVolume)
            p.outstanding += writeBack.syncAll(number, written);
        else
            for (const std::uint64_t id : {file.data, file.metadata})
                p.outstanding += writeBack.sync(number, id, written);
    }
    if (p.outstanding == 0)
        continueStorage(path);
    return false;
}

/// posix_fadvise(DONTNEED), as documented: pages that are still dirty stay.
void Storage::dropPages(const Path& p, const StorageStep& step)
{
    if (core_.evaluate(step.drop, p) == 0)
        return;
    const FilePlace file = fileOf(p, step);
    core_.cluster.nodes[core_.cluster.devices[file.device].node].cache->drop(file.data);
}

/// After the file's own pages follows the commit of the file system's log, with the flush of the device's cache.
/// Returns true if the path still has to wait.
bool Storage::continueFlush(std::uint32_t path, Path& p, const StorageStep& step)
{
    if (p.stage == onDevice) {
        const FilePlace file = fileOf(p, step);
        p.stage = committing;
        const std::uint64_t bytes = whole(core_.amountOf(step.bytes, p));
        for (const std::uint32_t device : flushedDevices(p, step, file)) {
            const DeviceHardware& hardware = core_.cluster.devices[device];
            p.outstanding += hardware.log->commit(bytes, volumes_.place(step.volume, hardware.node).barriers,
                                                  {&Storage::onStorage, this, core_.paths.handle(path)});
        }
        if (p.outstanding > 0)
            return true;
    }
    dropPages(p, step);
    return false;
}

} // namespace headroom::behaviour
