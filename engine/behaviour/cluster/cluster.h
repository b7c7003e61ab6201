// The hardware that requests run on: what run/ has built from the topology and the performance library.
#pragma once

#include "resources/memory/file_system_log.h"
#include "resources/memory/memory.h"
#include "resources/memory/page_cache.h"
#include "resources/memory/page_reader.h"
#include "resources/memory/write_back.h"
#include "resources/network/cluster_network.h"
#include "resources/processor/processor.h"
#include "resources/storage/storage_device.h"
#include "resources/storage/storage_path.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::behaviour {

/// The processor work for each packet and each byte at a node, in reference-seconds (from the adapter's figures).
/// Sending with segmentation offload costs half of receiving.
struct NetworkCost
{
    double perPacketS = 0;
    double perByteS = 0;

    bool free() const { return perPacketS == 0 && perByteS == 0; }
    double receive(std::uint64_t bytes, std::uint64_t packets) const
    {
        return perPacketS * static_cast<double>(packets) + perByteS * static_cast<double>(bytes);
    }
    double transmit(std::uint64_t bytes, std::uint64_t packets) const { return 0.5 * receive(bytes, packets); }
};

struct NodeHardware
{
    std::unique_ptr<resources::Processor> processor;
    std::unique_ptr<resources::PageCache> cache;
    std::unique_ptr<resources::WriteBack> writeBack; ///< for the node's devices
    std::unique_ptr<resources::PageReader> reader;   ///< for the node's devices
    std::unique_ptr<resources::Memory> memory;
    NetworkCost network;
    bool aes = true;      ///< the processor has instructions for AES
    double copyBps = 5e9; ///< memory copy rate of one thread, bytes per reference-second
};

struct DeviceHardware
{
    std::unique_ptr<resources::StorageDevice> device;
    std::uint32_t node = 0;
    std::uint32_t numberInNode = 0; ///< index in its node's WriteBack and PageReader
    std::unique_ptr<resources::FileSystemLog> log;
};

/// A host adapter or an expander of a node: a stage that the I/Os of its devices pass one after another.
struct ControllerHardware
{
    std::unique_ptr<resources::PathStage> commands; ///< null for an expander
    std::unique_ptr<resources::PathStage> toDevice, toMemory;
    std::uint32_t node = 0;
    std::uint32_t indexInGroup = 0; ///< index among the controllers of its node group
};

struct Cluster
{
    std::vector<NodeHardware> nodes;
    std::vector<std::uint32_t> racks; ///< by node: number of its rack
    std::vector<ControllerHardware> controllers;
    std::vector<DeviceHardware> devices;
    std::unique_ptr<resources::ClusterNetwork> network;
    std::uint32_t mtu = 1500;
};

} // namespace headroom::behaviour
