// The kinds of files that describe a machine, and how each is read. Internal to import/.
#pragma once

#include "import/hosts/given.h"
#include "import/hosts/host.h"

#include <string>

namespace headroom::import {

inline constexpr std::size_t deepestTree = 24; ///< devices inside each other that are looked at

/// A kind of file in JSON.
struct HostTree
{
    const char* words; ///< for help and messages: "lscpu -J"
    bool (*is)(const Value& tree);
    void (*read)(const Value& tree, HostFacts& host);
};

/// A kind of file in lines of text.
struct HostText
{
    const char* words;
    bool (*is)(const std::string& text);
    /// `file` is for faults.
    void (*read)(const std::string& text, const std::string& file, HostFacts& host, Faults& faults);
};

/// The kind of a tree; null if it is none of them.
const HostTree* hostTreeOf(const Value& tree);
const HostText* hostTextOf(const std::string& text);

/// Name of the machine that a file speaks of: what its own name holds beside the words of its kind
/// ("node1.lscpu.json"), else its folder. Empty if neither says.
std::string hostNameOf(const std::string& path);

/// Adds what another file says of the same machine; the first word on each thing holds.
void merge(HostFacts& host, HostFacts more);

void readProcessorList(const Value& tree, HostFacts& host); ///< lscpu -J
void readBlockDevices(const Value& tree, HostFacts& host);  ///< lsblk -J
void readHardwareTree(const Value& tree, HostFacts& host);  ///< lshw -json
void readLinks(const Value& tree, HostFacts& host);         ///< ip -j link

} // namespace headroom::import
