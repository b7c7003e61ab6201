#include "resources/memory/file_system_log.h"

#include <algorithm>
#include <utility>

namespace headroom::resources {

namespace {

constexpr std::uint64_t logBlockBytes = 4096;
constexpr std::uint64_t largestLogWrite = 1u << 20;

std::uint64_t logBlocksOf(std::uint64_t bytes)
{
    return (bytes + logBlockBytes - 1) / logBlockBytes;
}

} // namespace

std::uint64_t defaultLogBytes(std::uint64_t deviceBytes)
{
    constexpr std::uint64_t mebi = 1u << 20, gibi = 1u << 30;
    struct Step
    {
        std::uint64_t below, log;
    };
    static constexpr Step steps[] = {{128 * mebi, 4 * mebi},  {gibi, 16 * mebi},       {2 * gibi, 32 * mebi},
                                     {16 * gibi, 64 * mebi},  {32 * gibi, 128 * mebi}, {64 * gibi, 256 * mebi},
                                     {128 * gibi, 512 * mebi}};
    for (const Step& step : steps)
        if (deviceBytes < step.below)
            return step.log;
    return gibi;
}

FileSystemLog::FileSystemLog(kernel::Calendar& calendar, StorageDevice& device, const FileSystemLogSpec& spec)
    : calendar_(calendar), device_(device), commitInterval_(kernel::fromSeconds(spec.commitIntervalS))
{
    const std::uint64_t capacity = device.capacityBytes();
    bytes_ =
        std::min(spec.bytes > 0 ? spec.bytes : defaultLogBytes(capacity), capacity) / logBlockBytes * logBlockBytes;
    start_ = std::min(capacity / 2, capacity - bytes_) / logBlockBytes * logBlockBytes;
}

bool FileSystemLog::commit(std::uint64_t recordBytes, bool barrier, const kernel::Completion& done)
{
    blocks_ += logBlocksOf(recordBytes);
    if (blocks_ == 0 && appended_ == 0 && !barrier)
        return false;
    barrier_ = barrier_ || barrier;
    waiting_.push_back(done);
    if (!busy_)
        begin();
    return true;
}

void FileSystemLog::append(std::uint64_t recordBytes)
{
    appended_ += recordBytes;
    armTimer();
}

void FileSystemLog::armTimer()
{
    if (timer_ == kernel::noEvent && appended_ > 0)
        timer_ = calendar_.scheduleBackground(kernel::later(calendar_.now(), commitInterval_), &FileSystemLog::onTimer,
                                              this);
}

void FileSystemLog::onTimer(void* self, std::uint64_t)
{
    FileSystemLog& log = *static_cast<FileSystemLog*>(self);
    log.timer_ = kernel::noEvent;
    if (log.busy_)
        log.armTimer();
    else
        log.begin();
}

void FileSystemLog::begin()
{
    busy_ = true;
    ++commits_;
    std::swap(waiting_, committing_);
    barrierNow_ = std::exchange(barrier_, false);
    calendar_.cancel(std::exchange(timer_, kernel::noEvent));
    left_ = std::min(bytes_, (std::exchange(blocks_, 0) + logBlocksOf(std::exchange(appended_, 0))) * logBlockBytes);
    if (barrierNow_ && left_ > 0)
        device_.flush({&FileSystemLog::onDataFlushed, this});
    else
        write();
}

void FileSystemLog::onDataFlushed(void* self, std::uint64_t)
{
    static_cast<FileSystemLog*>(self)->write();
}

/// The records of the commit follow those of the last one; at the end of the log they continue at its beginning.
void FileSystemLog::write()
{
    while (left_ > 0) {
        const std::uint64_t part = std::min({left_, largestLogWrite, bytes_ - next_});
        ++writes_;
        device_.submit({true, start_ + next_, part}, {&FileSystemLog::onWritten, this});
        next_ = (next_ + part) % bytes_;
        left_ -= part;
    }
    if (writes_ == 0)
        flushOrFinish();
}

void FileSystemLog::onWritten(void* self, std::uint64_t)
{
    FileSystemLog& log = *static_cast<FileSystemLog*>(self);
    if (--log.writes_ == 0)
        log.flushOrFinish();
}

void FileSystemLog::flushOrFinish()
{
    if (std::exchange(barrierNow_, false))
        device_.flush({&FileSystemLog::onFlushed, this});
    else
        finish();
}

void FileSystemLog::onFlushed(void* self, std::uint64_t)
{
    static_cast<FileSystemLog*>(self)->finish();
}

/// Those who have waited may commit again while they are called: for the next commit.
void FileSystemLog::finish()
{
    for (const kernel::Completion& done : committing_)
        done();
    committing_.clear();
    busy_ = false;
    if (!waiting_.empty())
        begin();
}

} // namespace headroom::resources
