#include "import/adopt/generations.h"

#include "import/clusters/cluster_files.h"
#include "import/hosts/host_files.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace headroom::import {

namespace {

bool isSame(const HostFacts& host, const StorageNode& node)
{
    const auto matches = [&](const std::string& name) {
        return shortName(name) == shortName(host.name) ||
               std::ranges::find(host.addresses, name) != host.addresses.end();
    };
    return matches(node.name) || std::ranges::any_of(node.otherNames, matches);
}

/// Installed memory: the system shows some hundredths less, so that it is rounded up to whole modules.
double installed(double bytes)
{
    if (bytes <= 0)
        return 0;
    constexpr double share = 32;
    const double gib = bytes / gibibyte;
    const double step = std::max(0.5, std::exp2(std::ceil(std::log2(gib / share))));
    return std::ceil(gib / step - 1e-9) * step * gibibyte;
}

/// Adds to a drive the figures in the files of its machine.
void complete(DriveFacts& drive, const HostFacts& host)
{
    const auto own = std::ranges::find(host.drives, drive.name, &DriveFacts::name);
    if (drive.name.empty() || own == host.drives.end())
        return;
    if (!own->model.empty())
        drive.model = own->model;
    if (!own->interface.empty())
        drive.interface = own->interface;
    if (own->rotates)
        drive.rotates = own->rotates;
    drive.bytes = own->bytes;
}

/// The drives of a machine that may hold data, if the cluster's files do not name them: those of the most frequent
/// model beside the system's, of a capacity if one is known.
std::vector<DriveFacts> likelyDrives(const HostFacts& host, double bytes, unsigned count)
{
    std::map<std::string, std::vector<DriveFacts>> byModel;
    constexpr double alike = 0.05;
    for (const DriveFacts& drive : host.drives)
        if (!drive.system && (bytes == 0 || std::abs(drive.bytes / bytes - 1) < alike))
            byModel[drive.model + std::to_string(std::lround(drive.bytes / gibibyte))].push_back(drive);
    if (byModel.empty())
        return {};
    auto& drives = std::ranges::max_element(byModel, {}, [](const auto& one) { return one.second.size(); })->second;
    if (drives.size() > count)
        drives.resize(count);
    return drives;
}

class Resolution
{
public:
    Resolution(const std::vector<HostFacts>& hosts, Parts& parts, Sentences& said)
        : hosts_(hosts), parts_(parts), said_(said)
    {
    }

    Generation of(const StorageNode& node)
    {
        HostFacts facts = node.facts;
        facts.drives.clear();
        const HostFacts* own = describing(node);
        if (own)
            takeOver(facts, *own);
        Generation made;
        made.nodes = 1;
        made.examples = node.name;
        takeProcessor(facts, made);
        made.memoryBytes = installed(facts.memoryBytes);
        takeDrives(node, own, made);
        takePorts(facts, made);
        return made;
    }

    void conclude(std::size_t nodes)
    {
        if (borrowed_ > 0)
            said_.assumed.push_back(
                std::to_string(borrowed_) + " of " + std::to_string(nodes) +
                " nodes have no files of their own (lscpu, lsblk, ip link); they are taken to be like "
                "those that have.");
        if (mixed_ > 0)
            said_.left.push_back(
                "Nodes have drives of several models; each is taken to have those of which it has most (" +
                std::to_string(mixed_) + " drives are others).");
        if (!slowPorts_.empty()) {
            std::string names;
            for (const std::string& name : slowPorts_)
                names += (names.empty() ? "" : ", ") + name;
            said_.left.push_back("Ports that are slower than the fastest of their node, as for management: " + names +
                                 ".");
        }
    }

private:
    /// The host's own file, or that of another node which stands for it.
    const HostFacts* describing(const StorageNode& node)
    {
        for (const HostFacts& host : hosts_)
            if (isSame(host, node))
                return &host;
        if (hosts_.empty())
            return nullptr;
        // The one with the most similar drives.
        const auto distance = [&](const HostFacts& host) {
            double bytes = 0, own = 0;
            for (const DriveFacts& drive : host.drives)
                if (!drive.system)
                    bytes += drive.bytes;
            for (const DriveFacts& drive : node.facts.drives)
                own += drive.bytes;
            return std::abs(bytes - own);
        };
        ++borrowed_;
        return &*std::ranges::min_element(hosts_, {}, distance);
    }

    static void takeOver(HostFacts& facts, const HostFacts& own)
    {
        HostFacts more = own;
        more.drives.clear();
        if (facts.processor && more.processor && processorsDiffer(*facts.processor, *more.processor))
            more.processor.reset(); // it stands for this node, but the cluster knows better
        merge(facts, std::move(more));
    }

    static bool processorsDiffer(const ProcessorFacts& one, const ProcessorFacts& other)
    {
        return !one.model.empty() && !other.model.empty() && one.model != other.model;
    }

    void takeProcessor(const HostFacts& facts, Generation& made)
    {
        if (!facts.processor)
            return;
        made.processor = parts_.processor(*facts.processor);
        made.sockets = facts.processor->sockets;
    }

    void takeDrives(const StorageNode& node, const HostFacts* own, Generation& made)
    {
        made.drives = node.drives;
        std::vector<DriveFacts> drives = node.facts.drives;
        const bool named = std::ranges::any_of(drives, [](const DriveFacts& drive) { return !drive.name.empty(); });
        if (own)
            for (DriveFacts& drive : drives)
                complete(drive, *own);
        const bool unknown = std::ranges::none_of(drives, [](const DriveFacts& drive) { return !drive.model.empty(); });
        if (own && (unknown || !named))
            if (auto likely = likelyDrives(*own, drives.empty() ? 0 : drives.front().bytes,
                                           made.drives > 0 ? made.drives : static_cast<unsigned>(own->drives.size()));
                !likely.empty()) {
                if (made.drives == 0)
                    made.drives = static_cast<unsigned>(likely.size());
                drives = std::move(likely);
            }
        std::map<std::string, unsigned> counts;
        for (const DriveFacts& drive : drives)
            if (const std::string id = parts_.drive(drive); !id.empty())
                ++counts[id];
        if (!counts.empty()) {
            const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
            made.drive = most->first;
            for (const auto& [id, count] : counts)
                mixed_ += id == most->first ? 0 : count;
        }
        std::map<std::string, unsigned> helpers;
        for (DriveFacts helper : node.helpers) {
            if (own)
                complete(helper, *own);
            ++helpers[parts_.drive(helper)];
        }
        for (const auto& [id, count] : helpers)
            made.helpers += count;
        if (!helpers.empty())
            made.helper = std::ranges::max_element(helpers, {}, [](const auto& one) { return one.second; })->first;
    }

    void takePorts(const HostFacts& facts, Generation& made)
    {
        double fastest = 0;
        for (const PortFacts& port : facts.ports)
            if (port.up)
                fastest = std::max(fastest, port.rateBps);
        const PortFacts* first = nullptr;
        for (const PortFacts& port : facts.ports) {
            if (!port.up)
                continue;
            if (fastest > 0 && port.rateBps < fastest) {
                if (slowPorts_.size() < 5)
                    slowPorts_.insert(port.name);
                continue;
            }
            ++made.cables;
            made.mtu = std::max(made.mtu, port.mtu);
            if (!first || (first->model.empty() && !port.model.empty()))
                first = &port;
        }
        if (!first)
            return;
        made.adapter = parts_.adapter(*first, made.cables);
        const double rate = parts_.figureOf(made.adapter, "link_rate_bps");
        if (fastest > 0 && rate > fastest)
            made.linkBps = fastest;
        if (fastest == 0)
            made.cables = 0; // whether they are of the cluster cannot be told
    }

    const std::vector<HostFacts>& hosts_;
    Parts& parts_;
    Sentences& said_;
    std::size_t borrowed_ = 0, mixed_ = 0;
    std::set<std::string> slowPorts_;
};

/// Equal fields, for finding the generation that is most like another.
unsigned likeness(const Generation& one, const Generation& other)
{
    return 4U * (one.drive == other.drive) + 3U * (one.processor == other.processor) +
           2U * (one.adapter == other.adapter) + (one.sockets == other.sockets) +
           (one.memoryBytes == other.memoryBytes) + (one.drives == other.drives) + (one.helper == other.helper) +
           (one.cables == other.cables);
}

void sortBySize(std::vector<Generation>& generations)
{
    std::ranges::stable_sort(generations, std::greater<>(), &Generation::nodes);
}

/// Counts the nodes of the smallest generations to others, until there are at most so many.
void fold(std::vector<Generation>& generations, std::size_t most, Sentences& said)
{
    std::size_t folded = 0;
    std::string examples;
    while (generations.size() > most) {
        sortBySize(generations);
        const Generation smallest = generations.back();
        generations.pop_back();
        Generation& like =
            *std::ranges::max_element(generations, {}, [&](const Generation& one) { return likeness(one, smallest); });
        const double drives =
            static_cast<double>(like.drives) * like.nodes + static_cast<double>(smallest.drives) * smallest.nodes;
        like.nodes += smallest.nodes;
        like.drives = std::max(1U, static_cast<unsigned>(std::lround(drives / like.nodes)));
        folded += smallest.nodes;
        if (examples.size() < 60)
            examples += (examples.empty() ? "" : ", ") + smallest.examples;
    }
    sortBySize(generations);
    if (folded > 0)
        said.left.push_back(std::to_string(folded) + " nodes that differ a little from the others (" + examples +
                            ") are counted to the group that is most like them, which gets the mean number of drives.");
}

} // namespace

bool Generation::isLike(const Generation& other, bool withDrives) const
{
    return processor == other.processor && sockets == other.sockets && memoryBytes == other.memoryBytes &&
           drive == other.drive && helper == other.helper && helpers == other.helpers && adapter == other.adapter &&
           cables == other.cables && linkBps == other.linkBps && mtu == other.mtu &&
           (!withDrives || drives == other.drives);
}

bool isNode(const HostFacts& host, const std::vector<StorageNode>& nodes)
{
    return std::ranges::any_of(nodes, [&](const StorageNode& node) { return isSame(host, node); });
}

std::vector<Generation> generationsOf(const std::vector<StorageNode>& nodes, const std::vector<HostFacts>& hosts,
                                      Parts& parts, std::size_t most, Sentences& said)
{
    Resolution resolution(hosts, parts, said);
    std::vector<Generation> generations;
    std::vector<unsigned> named;
    constexpr unsigned mostNamed = 3;
    for (const StorageNode& node : nodes) {
        const Generation one = resolution.of(node);
        const auto same = std::ranges::find_if(generations, [&](const Generation& other) { return other.isLike(one); });
        if (same == generations.end()) {
            generations.push_back(one);
            named.push_back(1);
            continue;
        }
        ++same->nodes;
        unsigned& count = named[static_cast<std::size_t>(same - generations.begin())];
        if (++count <= mostNamed)
            same->examples += ", " + one.examples;
        else if (count == mostNamed + 1)
            same->examples += " ...";
    }
    resolution.conclude(nodes.size());
    fold(generations, most, said);
    return generations;
}

} // namespace headroom::import
