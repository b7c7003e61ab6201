// Reads, writes and flushes: page cache, file system journal, device.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/storage/volumes.h"
#include "resources/processor/station.h"

#include <cstdint>
#include <map>
#include <span>

namespace headroom::behaviour {

class Deployment;
class RingMembers;

/// Position of a file: anywhere in the filled part of the device, behind the log. It is the same for the same file,
/// whichever part is accessed, so that consecutive pieces are adjacent. On a device with stripes it is the beginning of
/// a full one, as for large files in ext4 (ext4_mb_scan_aligned() in fs/ext4/mballoc.c) and in XFS with swalloc
/// (xfs_eof_alignment() in fs/xfs/xfs_iomap.c); small files lie so here too.
std::uint64_t placeOfFile(const kernel::KeyedRandom& random, const resources::StorageDevice& device, double used,
                          std::uint64_t file);

class Storage
{
public:
    Storage(Core& core, BlockTable& blocks, const Deployment& deployment, RingMembers& members, const Volumes& volumes);

    /// Reads, writes and flushes on the device end with an error until it is restored.
    void failDevice(std::uint32_t device);
    void restoreDevice(std::uint32_t device);
    /// Number of reads and writes that asked for bytes beyond the end of their device, by monitor.
    const std::map<std::uint32_t, std::uint64_t>& beyondEnd() const { return beyondEnd_; }

private:
    enum Stage : std::uint8_t
    {
        begin,
        writingBack, ///< direct I/O: what is dirty of its range
        onDevice,
        committing, ///< a flush: the file system's log
        bringing,   ///< a write: a page that it replaces in part
        throttled,  ///< a write: the operating system delays it before it dirties pages
        done,
        failed ///< a device has answered with an error
    };

    bool storage(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void cancelCopying(Path& p);
    void continueStorage(std::uint32_t path);
    bool continueFlush(std::uint32_t path, Path& p, const StorageStep& step);
    bool beginFlush(std::uint32_t path, Path& p, const StorageStep& step);
    /// A file's metadata (inode, directory entry) is separate from its data; each block that accesses it uses its own
    /// piece.
    struct FilePlace
    {
        std::uint32_t device;
        std::uint64_t data, metadata;
    };
    FilePlace fileOf(const Path& p, const StorageStep& step) const;
    struct Calls
    {
        std::uint64_t bytes;          ///< that one call reads or writes
        std::uint64_t streamLeft = 0; ///< bytes of the stream from this chunk on; 0: unknown
    };
    Calls callsOf(const Path& p, std::uint64_t bytes) const;
    struct PageRequest : resources::PageReader::Request
    {
        std::uint32_t node = 0;
        std::uint32_t onDevice = 0; ///< of all devices
        std::uint64_t bytes = 0;    ///< that are still to be read
        std::uint64_t inPage = 0;   ///< of the first page, bytes before them
        std::uint64_t end = 0;      ///< of the file; 0: not known
    };
    PageRequest requestOf(const Path& p, const StorageStep& step) const;
    resources::PageRange pagesOf(const Path& p, const StorageStep& step) const;
    void beginDirect(std::uint32_t path, Path& p, const StorageStep& step, bool write);
    bool continueDirect(std::uint32_t path, Path& p, const StorageStep& step, bool write);
    void lookAtEnd(const Path& p, std::uint32_t device, std::uint64_t at, std::uint64_t bytes);
    void directPiece(std::uint32_t path, Path& p, const StorageStep& step, bool write);
    void readPiece(std::uint32_t path, Path& p, const StorageStep& step);
    void copyPages(std::uint32_t path, Path& p, const PageRequest& request, std::uint64_t count);
    bool continueRead(std::uint32_t path, Path& p, const StorageStep& step);
    void dropPages(const Path& p, const StorageStep& step);
    std::span<const std::uint32_t> flushedDevices(const Path& p, const StorageStep& step, const FilePlace& file) const;
    void chooseDevice(Path& p, const StorageStep& step, const Instruction& code);
    std::uint32_t deviceFor(const Path& p, const StorageStep& step, std::uint64_t key) const;
    std::span<const std::uint32_t> devicesOf(const Path& p, const StorageStep& step) const;
    std::uint32_t namedDevice(const Path& p, const StorageStep& step) const;
    void submit(std::uint32_t path, Path& p, std::uint32_t device, bool write, std::uint64_t offset,
                std::uint64_t bytes);
    std::uint64_t placeOf(std::uint32_t device, std::uint32_t volume, std::uint64_t file) const;
    void copyMemory(std::uint32_t path, Path& p, double bytes);
    resources::WriteBack& writeBackOf(std::uint32_t device) const;
    std::uint64_t pieceOf(const Path& p, const StorageStep& step) const;
    bool beginWrite(std::uint32_t path, Path& p, const StorageStep& step, const Instruction& code);
    bool bringEdges(std::uint32_t path, Path& p, const StorageStep& step);
    bool writePiece(std::uint32_t path, Path& p, const StorageStep& step, const Instruction& code);
    void dirtyPiece(std::uint32_t path, Path& p, const StorageStep& step);
    bool continueWrite(std::uint32_t path, Path& p, const StorageStep& step, const Instruction& code);
    bool answeredWithError(const Path& p) const;
    void storageAnswered(std::uint32_t path);
    static void onStorage(void* self, std::uint64_t handle);
    static void onMemoryCopied(void* self, resources::StationJob& job);

    Core& core_;
    const Deployment& deployment_;
    RingMembers& members_;
    const Volumes& volumes_;
    resources::StationClient copied_{&Storage::onMemoryCopied, this};
    std::map<std::uint32_t, std::uint64_t> beyondEnd_;
    bool devicesFail_ = false; ///< true after a device has failed: completions are checked then
};

} // namespace headroom::behaviour
