#include "import/adopt/parts.h"

#include "import/adopt/model_names.h"
#include "import/hosts/given.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

namespace headroom::import {

using project::Json;

namespace {

constexpr double sameCapacity = 0.03; ///< a partition or a logical volume is a little smaller than its drive

std::string fullName(const project::Component& component)
{
    return component.vendor.empty() || component.vendor == "generic" ? component.model
                                                                     : component.vendor + " " + component.model;
}

std::string quoted(const std::string& text)
{
    constexpr std::size_t longest = 80;
    return "\"" + text.substr(0, longest) + "\"";
}

double ratio(double a, double b)
{
    return a > 0 && b > 0 ? std::abs(std::log(a / b)) : 0;
}

bool isCapacity(double bytes, const project::Component& component)
{
    const double capacity = component.figure("capacity_B");
    return bytes == 0 || (capacity > 0 && std::abs(bytes / capacity - 1) <= sameCapacity);
}

std::string idFrom(const std::string& name)
{
    std::string id;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            id += c;
        else if (!id.empty() && id.back() != '_')
            id += '_';
    while (id.ends_with('_'))
        id.pop_back();
    constexpr std::size_t longest = 60;
    id = id.substr(0, longest);
    return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) != 0 ? "Part_" + id : id;
}

std::string figuresOf(const project::Component& component)
{
    if (component.kind == "processor")
        return project::formatNumber(component.figure("cores")) + " cores, " +
               project::formatQuantity(component.figure("base_clock_Hz"), "Hz");
    if (component.kind == "nic")
        return project::formatQuantity(component.figure("link_rate_bps") / 8, "B/s") + " a port";
    const Json interface = component.parameters.value("interface", Json());
    return project::formatQuantity(component.figure("capacity_B"), "B") +
           (interface.is_string() ? ", " + interface.get<std::string>() : "");
}

std::string withFigures(const std::vector<const project::Component*>& components)
{
    std::string text;
    for (const project::Component* component : components)
        text += (text.empty() ? "" : "; ") + fullName(*component) + " (" + figuresOf(*component) + ")";
    return text;
}

} // namespace

std::string Parts::nameOf(const std::string& id) const
{
    if (const Component* component = library_.find(id))
        return fullName(*component);
    for (const Json& component : own_)
        if (component["id"] == id)
            return component["model"].get<std::string>();
    return id;
}

double Parts::figureOf(const std::string& id, const std::string& figure) const
{
    for (const Json& component : own_)
        if (component["id"] == id && component["parameters"].contains(figure))
            return component["parameters"][figure].get<double>();
    const Component* component = library_.find(id);
    return component ? component->figure(figure) : 0;
}

std::string Parts::kindOf(const std::string& id) const
{
    for (const Json& component : own_)
        if (component["id"] == id)
            return component["kind"].get<std::string>();
    const Component* component = library_.find(id);
    return component ? component->kind : std::string();
}

std::vector<const project::Component*> Parts::nearest(const std::vector<std::string>& kinds,
                                                      const std::function<double(const Component&)>& distance) const
{
    std::vector<std::pair<double, const Component*>> all;
    for (const Component* component : library_.ofKinds(kinds))
        all.emplace_back(distance(*component), component);
    constexpr std::size_t shown = 3;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(std::min(shown, all.size()));
    std::ranges::partial_sort(all, middle, {}, [](const auto& one) { return one.first; });
    std::vector<const Component*> first;
    for (auto each = all.begin(); each != middle; ++each)
        first.push_back(each->second);
    return first;
}

std::string Parts::makeOwn(const std::string& name, const std::string& kind, const Component& near, Json figures,
                           const std::string& why)
{
    std::string id = idFrom(name);
    while (library_.find(id) || std::ranges::any_of(own_, [&](const Json& one) { return one["id"] == id; }))
        id += "_own";
    // Prices of another part say nothing of this one.
    for (const char* figure :
         {"price_usd", "price_street_2022_usd", "launch_quarter", "passmark_multi_points", "turbo_bins"})
        figures.erase(figure);
    figures["price_basis"] = "no published price found";
    std::vector<std::string> estimated;
    for (const auto& [figure, value] : figures.items())
        if (figure != "price_basis")
            estimated.push_back(figure);
    std::ranges::sort(estimated);
    own_.push_back(
        Json{{"id", id},
             {"kind", kind},
             {"vendor", "unknown"},
             {"model", name},
             {"parameters", std::move(figures)},
             {"source", "Files of the machines; what they do not state is as the " + fullName(near) + " has it"},
             {"confidence", "estimated"},
             {"estimated_fields", estimated},
             {"notes", why}});
    return id;
}

std::string Parts::processor(const ProcessorFacts& facts)
{
    const std::string key = processorKey(facts.model);
    const auto [known, isNew] = known_.try_emplace("processor " + key + " " + std::to_string(facts.cores));
    if (!isNew)
        return known->second;
    const std::vector<const Component*> all = library_.ofKinds({"processor"});
    const auto is = [&](const std::string& wanted) {
        return std::ranges::find_if(all, [&](const Component* one) { return processorKey(one->model) == wanted; });
    };
    auto found = key.empty() ? all.end() : is(key);
    std::string remark;
    if (found == all.end() && key.ends_with('p')) { // the single-socket version
        found = is(key.substr(0, key.size() - 1));
        remark = ", the same processor for several sockets";
    }
    if (found != all.end()) {
        matched_.push_back("Processor " + quoted(facts.model) + ": " + fullName(**found) + remark + ".");
        if (const double cores = (*found)->figure("cores"); facts.cores > 0 && cores != facts.cores)
            matched_.back() += " The machine shows " + std::to_string(facts.cores) + " of its " +
                               project::formatNumber(cores) + " cores a socket; all are taken.";
        return known->second = (*found)->id;
    }
    return known->second = unknownProcessor(facts, std::max(facts.clockHz, clockInName(facts.model)));
}

std::string Parts::unknownProcessor(const ProcessorFacts& facts, double clock)
{
    const std::string maker = lowered(facts.model).find("amd") != std::string::npos     ? "AMD"
                              : lowered(facts.model).find("intel") != std::string::npos ? "Intel"
                                                                                        : "";
    const auto near = nearest({"processor"}, [&](const Component& one) {
        constexpr double otherMaker = 1, otherClock = 2;
        return ratio(facts.cores, one.figure("cores")) + otherClock * ratio(clock, one.figure("base_clock_Hz")) +
               ratio(facts.turboHz, one.figure("max_turbo_clock_Hz")) +
               (maker.empty() || maker == one.vendor ? 0 : otherMaker);
    });
    if (near.empty())
        return {};
    const Component& first = *near.front();
    Json figures = first.parameters;
    if (facts.cores > 0) {
        figures["cores"] = facts.cores;
        figures["threads"] = std::max(facts.cores, facts.threads);
    }
    if (clock > 0) {
        const double factor = clock / first.figure("base_clock_Hz", clock);
        for (const char* figure :
             {"base_clock_Hz", "max_turbo_clock_Hz", "all_core_turbo_clock_Hz", "passmark_single_thread_points"})
            if (figures.contains(figure))
                figures[figure] = std::round(figures[figure].get<double>() * factor);
    }
    if (facts.turboHz > figures.value("base_clock_Hz", 0.0))
        figures["max_turbo_clock_Hz"] = facts.turboHz;
    const std::string name = facts.model.empty() ? "Processor of the machines" : facts.model;
    const std::string why =
        quoted(name) + " is not in the libraries" +
        (facts.cores > 0 ? ": " + std::to_string(facts.cores) + " cores a socket" : ", and its cores are not stated") +
        (clock > 0 ? ", " + project::formatQuantity(clock, "Hz") : "") +
        ". Nearest by cores and clock: " + withFigures(near) + ".";
    unmatched_.push_back("Processor " + why + " Its other figures are estimated by the first of these" +
                         (clock > 0 ? ", its speed by the clock." : "."));
    return makeOwn(name, "processor", first, std::move(figures), why);
}

const project::Component* Parts::driveByNumber(const DriveFacts& facts, const std::vector<const Component*>& candidates,
                                               std::string& family) const
{
    const std::vector<std::string> numbers = partNumbers(facts.model);
    for (const Component* one : candidates)
        for (const std::string& number : partNumbers(one->model))
            if (std::ranges::find(numbers, number) != numbers.end() && isCapacity(facts.bytes, *one))
                return one;
    const std::string key = driveKey(facts.model);
    for (const Component* one : candidates)
        if (!key.empty() && driveKey(one->model) == key)
            return one;
    for (const PartFamily& known : families_)
        for (const std::string& number : numbers)
            if (number.starts_with(known.begins) && number.ends_with(known.ends))
                family = known.family;
    if (!family.empty())
        for (const Component* one : candidates)
            if (one->model.starts_with(family + " ") && facts.bytes > 0 && isCapacity(facts.bytes, *one))
                return one;
    // Versions of a drive with another port or sector size have numbers that begin alike.
    constexpr std::size_t alike = 9;
    for (const Component* one : candidates)
        for (const std::string& number : partNumbers(one->model))
            for (const std::string& own : numbers)
                if (number.size() >= alike && own.starts_with(number.substr(0, alike)) && facts.bytes > 0 &&
                    isCapacity(facts.bytes, *one))
                    return one;
    return nullptr;
}

std::string Parts::drive(const DriveFacts& facts)
{
    if (facts.model.empty() && facts.bytes == 0)
        return {};
    std::vector<std::string> kinds = {"disk", "ssd", "nvme"};
    if (facts.interface == "nvme")
        kinds = {"nvme"};
    else if (facts.rotates)
        kinds = {*facts.rotates ? "disk" : "ssd"};
    constexpr double gigabyte = 1e9;
    const auto [known, isNew] = known_.try_emplace("drive " + kinds.front() + facts.model + " " +
                                                   std::to_string(std::lround(facts.bytes / gigabyte / 8)));
    if (!isNew)
        return known->second;
    std::string family;
    if (const Component* found = driveByNumber(facts, library_.ofKinds(kinds), family)) {
        matched_.push_back("Drive " + quoted(facts.model) + ": " + fullName(*found) + ".");
        return known->second = found->id;
    }
    return known->second = unknownDrive(facts, kinds, family);
}

std::string Parts::unknownDrive(const DriveFacts& facts, const std::vector<std::string>& kinds,
                                const std::string& family)
{
    const std::string model = lowered(facts.model);
    const auto near = nearest(kinds, [&](const Component& one) {
        constexpr double otherPort = 0.5, otherMaker = 0.3, noDataSheet = 0.5, sameFamily = 100;
        const std::string interface = lowered(one.parameters.value("interface", std::string()));
        double distance = ratio(facts.bytes, one.figure("capacity_B"));
        if (!facts.interface.empty() && interface.find(facts.interface) == std::string::npos)
            distance += otherPort;
        if (model.find(lowered(one.vendor)) == std::string::npos)
            distance += otherMaker;
        if (one.vendor == "generic" || one.confidence == "estimated")
            distance += noDataSheet;
        if (!family.empty() && one.model.starts_with(family + " "))
            distance -= sameFamily;
        return distance;
    });
    if (near.empty())
        return {};
    const Component& first = *near.front();
    Json figures = first.parameters;
    if (facts.bytes > 0)
        figures["capacity_B"] = facts.bytes;
    const std::string size = facts.bytes > 0 ? project::formatQuantity(facts.bytes, "B") : "unknown capacity";
    const std::string name = facts.model.empty() ? (first.kind == "disk"   ? "Disk of "
                                                    : first.kind == "nvme" ? "NVMe SSD of "
                                                                           : "SSD of ") +
                                                       size
                                                 : facts.model;
    const std::string why =
        (facts.model.empty() ? "A drive of " + size + " without a model in the files"
                             : "Drive " + quoted(facts.model) + ", " + size + ", is not in the libraries") +
        (facts.interface.empty() ? "" : " (" + facts.interface + ")") +
        ". Nearest by capacity, port and maker: " + withFigures(near) + ".";
    unmatched_.push_back(why + " It has the figures of the first of these" +
                         (facts.bytes > 0 ? " and its own capacity." : "."));
    return makeOwn(name, first.kind, first, std::move(figures), why);
}

std::string Parts::adapter(const PortFacts& facts, unsigned ports)
{
    const double rate = std::max(facts.rateBps, facts.mostBps);
    if (rate == 0 && facts.model.empty())
        return {};
    const auto [known, isNew] =
        known_.try_emplace("adapter " + facts.model + " " + std::to_string(rate) + " " + std::to_string(ports));
    if (!isNew)
        return known->second;
    const std::vector<std::string> chips = chipWords(facts.model);
    const auto distance = [&](const Component& one, bool byChip) {
        constexpr double otherRate = 10, notEthernet = 100, tooFew = 1, otherChip = 20;
        const double portRate = one.figure("link_rate_bps");
        double far = 0;
        if (rate > 0 && portRate != rate)
            far += otherRate * (1 + ratio(rate, portRate)) * (portRate < rate ? 2 : 1);
        if (one.has("technology"))
            far += notEthernet;
        if (one.figure("ports", 1) < ports)
            far += tooFew;
        if (byChip && std::ranges::none_of(chipWords(one.model + " " + one.id), [&](const std::string& chip) {
                return std::ranges::find(chips, chip) != chips.end();
            }))
            far += otherChip;
        return far + std::abs(one.figure("ports", 1) - ports) * 0.01;
    };
    const auto near = nearest({"nic"}, [&](const Component& one) { return distance(one, !chips.empty()); });
    if (near.empty())
        return {};
    const Component& first = *near.front();
    constexpr double sameChip = 20;
    const std::string rateText = rate > 0 ? project::formatNumber(rate / 1e9) + " Gb/s" : "unknown rate";
    if (!chips.empty() && distance(first, true) < sameChip)
        matched_.push_back("Adapter " + quoted(facts.model) + " at " + rateText + ": " + fullName(first) + ".");
    else
        unmatched_.push_back((facts.model.empty()
                                  ? "An adapter of " + rateText + " without a model in the files"
                                  : "Adapter " + quoted(facts.model) + " at " + rateText + " is not in the libraries") +
                             ": " + fullName(first) + " is taken, by rate and ports (" + std::to_string(ports) + ").");
    return known->second = first.id;
}

std::string Parts::networkSwitch(double ports, double rateBps)
{
    const Component* best = nullptr;
    double bestRate = 0;
    for (const Component* one : library_.ofKinds({"switch"})) {
        double fitting = 0, whole = 0;
        for (const Json& port : one->parameters.value("ports", Json::array())) {
            const double count = port.value("count", 0.0), rate = port.value("rate_bps", 0.0);
            whole += count * rate;
            fitting += rate >= rateBps ? count : 0;
        }
        const bool isEthernet = one->id.find("InfiniBand") == std::string::npos &&
                                one->id.find("EDR") == std::string::npos && one->id.find("HDR") == std::string::npos &&
                                one->vendor != "generic";
        if (isEthernet && fitting >= ports && (!best || whole < bestRate)) {
            best = one;
            bestRate = whole;
        }
    }
    if (best)
        return best->id;
    const auto all = library_.ofKinds({"switch"});
    if (all.empty())
        return {};
    const std::string name = "One switch with " + project::formatNumber(ports) + " ports at " +
                             project::formatNumber(rateBps / 1e9) + " Gb/s";
    const std::string why = "The files say nothing of the network between the nodes, and no single switch of the "
                            "libraries has enough ports: it stands for a network without any bottleneck of its own.";
    unmatched_.push_back(why);
    Json figures{{"ports", Json::array({Json{{"count", ports}, {"rate_bps", rateBps}}})}, {"forwarding_latency_us", 1}};
    return makeOwn(name, "switch", *all.front(), std::move(figures), why);
}

} // namespace headroom::import
