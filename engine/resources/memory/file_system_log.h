// The log (journal) of the file system on a device.
#pragma once

#include "kernel/calendar.h"
#include "resources/storage/storage_device.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

struct FileSystemLogSpec
{
    std::uint64_t bytes = 0;    ///< 0: as mke2fs makes it for the size of the device
    double commitIntervalS = 5; ///< records that nobody waits for are committed after this time (jbd2:
                                ///< JBD2_DEFAULT_MAX_COMMIT_AGE)
};

/// Bytes of the log that mke2fs makes on a device (e2fsprogs since 1.43.2, lib/ext2fs/mkjournal.c:
/// ext2fs_default_journal_size, for blocks of 4 KiB).
std::uint64_t defaultLogBytes(std::uint64_t deviceBytes);

/// The log lies in the middle of the device (mke2fs: get_midpoint_journal_block, mkfs.xfs: the middle allocation
/// group), and is written from its beginning to its end again and again.
///
/// Group commit, as in jbd2 of ext4 (fs/jbd2/commit.c, fs/ext4/fsync.c): one commit is under way at a time. It writes
/// the records of everyone who waited when it began, in one sequential write. Those who come meanwhile wait for the
/// next commit. With barriers the device's cache is flushed before the records, for the data that they speak of, and
/// behind them (REQ_PREFLUSH, REQ_FUA: fs/xfs/xfs_log.c, xlog_write_iclog; fs/jbd2/commit.c,
/// journal_submit_commit_record): two flushes for a lone fsync, as counted by tests/accuracy/measure/log_commits.py.
/// ext4 writes its commit record apart from the others between them, which costs a disk another turn; that is left out.
class FileSystemLog
{
public:
    FileSystemLog(kernel::Calendar& calendar, StorageDevice& device, const FileSystemLogSpec& spec = {});
    FileSystemLog(const FileSystemLog&) = delete;
    FileSystemLog& operator=(const FileSystemLog&) = delete;

    /// Commits records of so many bytes, rounded up to blocks of 4 KiB, and all those appended so far; `barrier`: and
    /// empties the device's volatile cache. Returns false if there is nothing to do; otherwise `done` is called when it
    /// is done, never from within this call. The device's answersWithError() is valid during that call.
    bool commit(std::uint64_t recordBytes, bool barrier, const kernel::Completion& done);
    /// Adds records to the next commit, without waiting for it.
    void append(std::uint64_t recordBytes);

    std::uint64_t commits() const { return commits_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    void armTimer();
    void begin();
    void write();
    void flushOrFinish();
    void finish();
    static void onTimer(void* self, std::uint64_t);
    static void onDataFlushed(void* self, std::uint64_t);
    static void onWritten(void* self, std::uint64_t);
    static void onFlushed(void* self, std::uint64_t);

    kernel::Calendar& calendar_;
    StorageDevice& device_;
    kernel::Time commitInterval_;
    std::uint64_t bytes_, start_; ///< of the log on the device
    std::vector<kernel::Completion> waiting_, committing_;
    std::uint64_t blocks_ = 0;   ///< of records for the next commit
    std::uint64_t appended_ = 0; ///< bytes, not yet rounded to blocks
    std::uint64_t left_ = 0;     ///< bytes of the commit under way that are not yet written
    std::uint64_t next_ = 0;     ///< position in the log
    std::uint32_t writes_ = 0;   ///< under way
    bool barrier_ = false;       ///< asked for by one of those who wait
    bool barrierNow_ = false;    ///< of the commit under way
    bool busy_ = false;
    kernel::EventId timer_ = kernel::noEvent;
    std::uint64_t commits_ = 0;
};

} // namespace headroom::resources
