// The files and the devices of fio's jobs.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace headroom::import::fio {

/// Numbers the files, the devices and the threads of all jobs: files with the same name are the same file in every job.
/// As a volume says how many files there are before the run, those are to be numbered first.
///
/// fio lays out the files of jobs that read or overwrite them; a job that only writes unlinks the file and begins a new
/// one (extend_file() in fio's filesetup.c). A block device is there anyway.
class Files
{
public:
    static bool isDevice(const std::string& path);
    /// The whole device that a partition lies on: /dev/sda of /dev/sda1, /dev/nvme0n1 of /dev/nvme0n1p2.
    static std::string wholeDevice(const std::string& path);

    double ofName(const std::string& path)
    {
        const auto [known, isNew] = named_.try_emplace(path, next_);
        next_ += isNew;
        return known->second;
    }
    /// The first number of a range of `count` unused ones.
    double ofOwn(double count) { return std::exchange(next_, next_ + count); }
    /// The same for the threads of jobs.
    double ofThreads(double count) { return std::exchange(nextThread_, nextThread_ + count); }
    /// The number of the device that a path lies on, from 0. All that is no device lies on one for the file system.
    double deviceOf(const std::string& path)
    {
        const auto [known, isNew] =
            devices_.try_emplace(isDevice(path) ? wholeDevice(path) : "", static_cast<double>(devices_.size()));
        return known->second;
    }
    double devices() const { return std::max(1.0, static_cast<double>(devices_.size())); }
    /// Paths by their numbers; empty: that of the file system.
    const std::map<std::string, double>& devicesByPath() const { return devices_; }

    /// All that have a number are there before the run; one of them has so many bytes (an expression, if `bytes` is 0).
    void areThere(double bytes, const std::string& expression)
    {
        there_ = next_;
        sameSize_ = sameSize_ && (there_ == 1 || (bytes_ == 0 && expression_.empty()) ||
                                  (bytes_ == bytes && expression_ == expression));
        bytes_ = std::max(bytes_, bytes);
        expression_ = expression.empty() ? expression_ : expression;
    }
    double there() const { return there_; }
    /// Size of the largest, in bytes.
    double bytesOfEach() const { return bytes_; }
    /// If one of them is a whole device: its size, as an expression.
    const std::string& sizeOfDevice() const { return expression_; }
    bool haveOneSize() const { return sameSize_; }

private:
    std::map<std::string, double> named_, devices_;
    double next_ = 0, nextThread_ = 0, there_ = 0, bytes_ = 0;
    std::string expression_;
    bool sameSize_ = true;
};

} // namespace headroom::import::fio
