#include "import/hosts/host_files.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace headroom::import {

namespace {

/// Words of file names that speak of the kind of the file.
bool isWordOfKind(const std::string& word)
{
    static const std::set<std::string> words = {"lscpu",   "lsblk",   "lshw", "ip",       "link",    "links",
                                                "ethtool", "meminfo", "json", "txt",      "daemons", "address",
                                                "addr",    "output",  "j",    "hardware", "mem",     "out"};
    return words.contains(lowered(word));
}

template <class Fact>
Fact* named(std::vector<Fact>& facts, const std::string& name)
{
    const auto found = std::ranges::find(facts, name, &Fact::name);
    return found == facts.end() ? nullptr : &*found;
}

void merge(PortFacts& port, const PortFacts& more)
{
    if (port.model.empty())
        port.model = more.model;
    if (port.rateBps == 0)
        port.rateBps = more.rateBps;
    if (port.mostBps == 0)
        port.mostBps = more.mostBps;
    if (port.mtu == 0)
        port.mtu = more.mtu;
    port.up &= more.up;
}

void merge(DriveFacts& drive, const DriveFacts& more)
{
    if (drive.model.empty())
        drive.model = more.model;
    if (drive.interface.empty())
        drive.interface = more.interface;
    if (!drive.rotates)
        drive.rotates = more.rotates;
    drive.system |= more.system;
}

void merge(ProcessorFacts& processor, const ProcessorFacts& more)
{
    if (processor.model.empty())
        processor.model = more.model;
    if (processor.sockets == 0)
        processor.sockets = more.sockets;
    if (processor.cores == 0) {
        processor.cores = more.cores;
        processor.threads = more.threads;
    }
    if (processor.turboHz == 0)
        processor.turboHz = more.turboHz;
}

} // namespace

std::string hostNameOf(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
    std::string name, word;
    for (std::size_t n = 0; n <= file.size(); ++n) {
        if (n < file.size() && file[n] != '.' && file[n] != '-' && file[n] != '_') {
            word += file[n];
            continue;
        }
        if (!word.empty() && !isWordOfKind(word))
            name += (name.empty() ? "" : std::string(1, file[n - word.size() - 1])) + word;
        word.clear();
    }
    if (!name.empty() || slash == std::string::npos)
        return name;
    const std::string folder = path.substr(0, slash);
    return folder.substr(folder.find_last_of('/') == std::string::npos ? 0 : folder.find_last_of('/') + 1);
}

void merge(HostFacts& host, HostFacts more)
{
    if (more.processor) {
        if (host.processor)
            merge(*host.processor, *more.processor);
        else
            host.processor = more.processor;
    }
    if (host.memoryBytes == 0)
        host.memoryBytes = more.memoryBytes;
    const bool drivesKnown = !host.drives.empty();
    for (DriveFacts& drive : more.drives)
        if (DriveFacts* known = named(host.drives, drive.name))
            merge(*known, drive);
        else if (!drivesKnown) // two lists of all drives: the first holds, since names of controllers may differ
            host.drives.push_back(std::move(drive));
    for (PortFacts& port : more.ports)
        if (PortFacts* known = named(host.ports, port.name))
            merge(*known, port);
        else
            host.ports.push_back(std::move(port));
    std::ranges::move(more.addresses, std::back_inserter(host.addresses));
    std::ranges::move(more.daemons, std::back_inserter(host.daemons));
}

} // namespace headroom::import
