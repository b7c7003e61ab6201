#include "study/bench/bench_place.h"

#include "project/expression/quantity.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utility>

namespace headroom::study {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t sector = 512;

std::string lineOf(const fs::path& file)
{
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    const std::size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t");
    return begin == std::string::npos ? "" : line.substr(begin, end + 1 - begin);
}

/// The folder of a device below /sys; that of the whole drive for a partition.
fs::path systemFolder(dev_t number)
{
    std::error_code error;
    fs::path folder =
        fs::canonical("/sys/dev/block/" + std::to_string(major(number)) + ':' + std::to_string(minor(number)), error);
    if (error)
        return {};
    return fs::exists(folder / "partition", error) ? folder.parent_path() : folder;
}

DriveFacts factsOf(dev_t number)
{
    DriveFacts facts;
    const fs::path folder = systemFolder(number);
    if (folder.empty())
        return facts;
    facts.device = folder.filename().string();
    facts.vendor = lineOf(folder / "device" / "vendor");
    facts.model = lineOf(folder / "device" / "model");
    if (facts.vendor.starts_with("0x")) // a number of the PCI bus
        facts.vendor.clear();
    const std::string size = lineOf(folder / "size");
    facts.capacityBytes = sector * std::strtoull(size.c_str(), nullptr, 10);
    facts.nvme = facts.device.starts_with("nvme");
    facts.rotates = lineOf(folder / "queue" / "rotational") == "1";
    facts.writeCache = lineOf(folder / "queue" / "write_cache") == "write back";
    return facts;
}

std::runtime_error problem(const fs::path& path, const std::string& text)
{
    return std::runtime_error('"' + path.string() + "\" " + text);
}

/// The name under which other processes find a file that this one has open.
std::string openName(int file)
{
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file);
}

} // namespace

BenchPlace BenchPlace::inFolder(const fs::path& folder, std::uint64_t bytes)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw problem(folder,
                      "is neither a folder nor a block device. Name a folder on the drive, or the drive itself, "
                      "as /dev/nvme0n1.");
    const fs::space_info room = fs::space(folder, error);
    if (!error && room.available < bytes + bytes / 20)
        throw problem(folder, "has room for " + project::formatQuantity(static_cast<double>(room.available), "B") +
                                  ", and a file of " + project::formatQuantity(static_cast<double>(bytes), "B") +
                                  " is needed. Make room, or name a smaller one with --size.");
    BenchPlace place;
    std::string name = (folder / "headroom-measure-XXXXXX").string();
    place.file_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (place.file_ < 0)
        throw problem(folder, std::string("takes no file: ") + std::strerror(errno) + '.');
    ::unlink(name.c_str());
    if (::ftruncate(place.file_, static_cast<off_t>(bytes)) != 0)
        throw problem(folder, std::string("takes no file of that size: ") + std::strerror(errno) + '.');
    place.path_ = openName(place.file_);
    place.bytes_ = bytes;
    struct stat status = {};
    if (::fstat(place.file_, &status) == 0)
        place.drive_ = factsOf(status.st_dev);
    return place;
}

BenchPlace BenchPlace::onDevice(const fs::path& device, bool write)
{
    BenchPlace place;
    // A device that is mounted, or a part of a RAID set or a volume group, cannot be opened with O_EXCL.
    place.file_ = ::open(device.c_str(), O_CLOEXEC | (write ? O_RDWR | O_EXCL : O_RDONLY));
    if (place.file_ < 0 && errno == EBUSY)
        throw problem(device, "is in use: it is mounted, or a part of something that is. Nothing was written.");
    if (place.file_ < 0)
        throw problem(device, std::string("cannot be opened: ") + std::strerror(errno) +
                                  (errno == EACCES ? ". Reading a device needs root, as with sudo." : "."));
    struct stat status = {};
    if (::fstat(place.file_, &status) != 0 || !S_ISBLK(status.st_mode))
        throw problem(device, "is no block device.");
    if (write) { // fio opens it again, which O_EXCL of this one would forbid it to do with its own
        ::close(place.file_);
        place.file_ = ::open(device.c_str(), O_CLOEXEC | O_RDWR);
        if (place.file_ < 0)
            throw problem(device, std::string("cannot be opened: ") + std::strerror(errno) + '.');
    }
    place.path_ = openName(place.file_);
    place.device_ = true;
    place.drive_ = factsOf(status.st_rdev);
    return place;
}

BenchPlace::~BenchPlace()
{
    if (file_ >= 0)
        ::close(file_);
}

BenchPlace::BenchPlace(BenchPlace&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)), bytes_(other.bytes_),
      device_(other.device_), drive_(std::move(other.drive_))
{
}

bool isBlockDevice(const fs::path& path)
{
    std::error_code error;
    return fs::is_block_file(path, error);
}

} // namespace headroom::study
