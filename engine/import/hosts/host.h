// The hardware of a machine as its own files describe it. Internal to import/.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headroom::import {

struct ProcessorFacts
{
    std::string model;    ///< as the machine calls it: "Intel(R) Xeon(R) Gold 6248R CPU @ 3.00GHz"
    unsigned sockets = 0; ///< 0: not stated
    unsigned cores = 0;   ///< of a socket
    unsigned threads = 0; ///< of a socket
    double clockHz = 0;   ///< nominal
    double turboHz = 0;   ///< highest clock
};

struct DriveFacts
{
    std::string name;      ///< on its machine: "sda"
    std::string model;     ///< with or without its vendor
    std::string interface; ///< "nvme", "sata", "sas"; empty: not stated
    double bytes = 0;
    std::optional<bool> rotates;
    bool system = false; ///< the machine's own file systems, or swap, lie on it
};

struct PortFacts
{
    std::string name;   ///< "eno1"
    std::string model;  ///< of its adapter
    double rateBps = 0; ///< bit/s that it runs at; 0: not stated
    double mostBps = 0; ///< bit/s that it could run at; 0: not stated
    unsigned mtu = 0;
    bool up = true;
};

/// Everything that the files say of one machine; what they do not say is empty or 0.
struct HostFacts
{
    std::string name;
    std::optional<ProcessorFacts> processor;
    double memoryBytes = 0;
    std::vector<DriveFacts> drives;
    std::vector<PortFacts> ports;
    std::vector<std::string> addresses;
    std::vector<std::string> daemons; ///< programs that run on it
};

} // namespace headroom::import
