// The files of fio's jobs.
#pragma once

#include "project/document/document.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace headroom::import {

/// Numbers the files and the threads of all jobs: files with the same name are the same file in every job. As a volume
/// says how many files there are before the run, those are to be numbered first.
///
/// fio lays out the files of jobs that read or overwrite them; a job that only writes unlinks the file and begins a new
/// one (extend_file() in fio's filesetup.c). A block device is there anyway.
class FioFiles
{
public:
    static bool isDevice(const std::string& path) { return path.starts_with("/dev/"); }

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

    /// All that have a number are there before the run; one of them has so many bytes.
    void areThere(double bytes)
    {
        there_ = next_;
        sameSize_ = sameSize_ && (bytes_ == 0 || bytes_ == bytes);
        bytes_ = std::max(bytes_, bytes);
    }
    double there() const { return there_; }
    /// Size of the largest.
    double bytesOfEach() const { return bytes_; }
    bool haveOneSize() const { return sameSize_; }

private:
    std::map<std::string, double> named_;
    double next_ = 0, nextThread_ = 0, there_ = 0, bytes_ = 0;
    bool sameSize_ = true;
};

} // namespace headroom::import
