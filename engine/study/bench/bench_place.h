// The place that a bench measures: a file of its own on a file system, or a whole device.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace headroom::study {

/// The facts that the system knows of the drive under a file system, or of a device.
struct DriveFacts
{
    std::string device; ///< "nvme0n1", "sda"; empty: not known, as below a network file system
    std::string vendor, model;
    std::uint64_t capacityBytes = 0; ///< 0: not known
    bool nvme = false;
    bool rotates = false;    ///< as the system says, which is wrong of many virtual disks
    bool writeCache = false; ///< volatile
};

/// An open file or device, by a path that lasts as long as this object. The file has no name: it is gone when the
/// program ends, however it ends.
class BenchPlace
{
public:
    /// Makes a file of `bytes` in a folder. Throws std::runtime_error with a sentence: no folder, not writable, too
    /// little room.
    static BenchPlace inFolder(const std::filesystem::path& folder, std::uint64_t bytes);
    /// Opens a device, `write`: to write to all of it. Throws std::runtime_error with a sentence: no block device, no
    /// permission, and for writing if it is mounted or part of something else.
    static BenchPlace onDevice(const std::filesystem::path& device, bool write);

    ~BenchPlace();
    BenchPlace(BenchPlace&& other) noexcept;
    BenchPlace(const BenchPlace&) = delete;
    BenchPlace& operator=(const BenchPlace&) = delete;
    BenchPlace& operator=(BenchPlace&&) = delete;

    const std::string& path() const { return path_; }
    std::uint64_t bytes() const { return bytes_; } ///< that jobs may use; 0: all of a device
    bool isDevice() const { return device_; }
    const DriveFacts& drive() const { return drive_; }

private:
    BenchPlace() = default;

    int file_ = -1;
    std::string path_;
    std::uint64_t bytes_ = 0;
    bool device_ = false;
    DriveFacts drive_;
};

/// True if the path is that of a block device.
bool isBlockDevice(const std::filesystem::path& path);

} // namespace headroom::study
