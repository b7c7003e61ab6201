// Ring files: which devices of a cluster that exists hold which partitions. Internal to import/.
//
// The form is that of version 1, as libraries/README.md ("Ring files") describes and cites it: compressed with gzip;
// the letters R1NG, the version as 16 bits and the length of a JSON text as 32 bits, both with the high byte first; the
// text; then for each replica the device of every partition as 16 bits, in the byte order that the text names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::import {

struct RingFile
{
    struct Device
    {
        std::uint64_t region = 1, zone = 0;
        std::string address; ///< of its node
        std::string name;    ///< on its node, such as sdb
        double weight = 0;   ///< the builder of the ring gives a device so many partitions as its weight demands
    };
    std::vector<Device> devices; ///< those in use
    std::uint32_t power = 0;
    std::uint32_t replicas = 0;      ///< of all partitions
    std::uint64_t extraReplicas = 0; ///< partitions with one more: the first so many
    bool growing = false;            ///< its partitions are being divided in two
    /// replica * partitions + partition → index among the devices
    std::vector<std::uint32_t> placed;
    std::uint64_t partitions() const { return std::uint64_t{1} << power; }
    std::uint32_t replicasOf(std::uint64_t partition) const { return replicas + (partition < extraReplicas ? 1 : 0); }
    /// Most that a partition has.
    std::uint32_t rows() const { return replicas + (extraReplicas > 0 ? 1 : 0); }
    /// 3.25: a quarter of the partitions has a fourth.
    double meanReplicas() const
    {
        return replicas + static_cast<double>(extraReplicas) / static_cast<double>(partitions());
    }
};

/// Throws ImportError with a sentence that says what the file lacks.
RingFile readRingFile(const std::string& content);

} // namespace headroom::import
