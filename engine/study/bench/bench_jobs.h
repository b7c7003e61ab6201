// The jobs that measure a drive: each gives some of the figures that the model computes with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::study {

/// One load on a drive: requests of one size, so many at a time.
struct BenchJob
{
    /// The place of its requests.
    enum class Part
    {
        whole,
        first, ///< the sixteenth at the beginning: the outermost tracks of a disk
        last   ///< the sixteenth at the end
    };

    std::string id; ///< "random read 4k depth 32"
    bool random = true;
    double readShare = 1;
    std::uint64_t bytes = 4096;
    std::uint32_t depth = 1;
    bool flushes = false; ///< fdatasync after each write
    Part part = Part::whole;

    bool reads() const { return readShare > 0; }
    bool writes() const { return readShare < 1; }
};

/// "random reads of 4 KiB, depth 32", for people.
std::string inWords(const BenchJob& job);

/// How much of a drive is measured.
struct BenchScope
{
    bool rotates = false; ///< a disk with platters
    bool writes = true;
    bool wholeDrive = false; ///< the requests reach all of the drive, not only a file on it
    bool quick = false;
};

/// The random reads that say at which depth the drive is saturated, by rising depth, beginning with 1.
std::vector<BenchJob> depthJobs(const BenchScope& scope);
/// The other jobs; of a drive without platters some have the depth at which random reads are saturated.
std::vector<BenchJob> furtherJobs(const BenchScope& scope, std::uint32_t saturated);

/// The arguments of fio for a job on `file`, of which `size` bytes may be used, 0: all of a device. It is measured for
/// `seconds` after a twentieth of them, at least 0.1 s, in which nothing is counted.
std::vector<std::string> argumentsOf(const BenchJob& job, const std::string& file, std::uint64_t size, double seconds);
/// Writes all of the file once, so that later reads find data.
std::vector<std::string> fillArguments(const std::string& file, std::uint64_t size);

} // namespace headroom::study
