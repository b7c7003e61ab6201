#include "import/adopt/filled_project.h"

#include "import/hosts/given.h"
#include "import/starting_point.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>

namespace headroom::import {

using project::Json;

namespace {

bool isOfWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The text with a whole word replaced.
std::string replacedWord(const std::string& text, const std::string& word, const std::string& by)
{
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const bool isIt = text.compare(at, word.size(), word) == 0 && (at == 0 || !isOfWord(text[at - 1])) &&
                          (at + word.size() == text.size() || !isOfWord(text[at + word.size()]));
        made += isIt ? by : text.substr(at, 1);
        at += isIt ? word.size() : 1;
    }
    return made;
}

/// Changes every text of a tree, but not its keys.
void changeTexts(Json& tree, const std::function<std::string(const std::string&)>& change)
{
    if (tree.is_string())
        tree = change(tree.get<std::string>());
    else if (tree.is_structured())
        for (Json& child : tree)
            changeTexts(child, change);
}

std::string suffix(std::size_t generation)
{
    return generation == 0 ? "" : "_" + std::to_string(generation + 1);
}

std::string bytesText(double bytes)
{
    return plain(bytes / gibibyte) + " GiB";
}

std::string rateText(double bitsPerSecond)
{
    constexpr double giga = 1e9;
    return plain(bitsPerSecond / giga) + " Gb/s";
}

/// Values of a generation by what the recipe's "names" call them; what is not known is not among them.
std::map<std::string, Json> valuesOf(const Generation& generation)
{
    std::map<std::string, Json> values;
    const auto add = [&](const char* name, const Json& value, bool isKnown) {
        if (isKnown)
            values[name] = value;
    };
    add("nodes", generation.nodes, true);
    add("drives", generation.drives, generation.drives > 0);
    add("drive", generation.drive, !generation.drive.empty());
    add("processor", generation.processor, !generation.processor.empty());
    add("sockets", generation.sockets, generation.sockets > 0);
    add("memory", bytesText(generation.memoryBytes), generation.memoryBytes > 0);
    add("adapter", generation.adapter, !generation.adapter.empty());
    add("cables", std::min(generation.cables, 8U), generation.cables > 0);
    add("link_rate", rateText(generation.linkBps), generation.linkBps > 0);
    add("mtu", generation.mtu, generation.mtu >= 576);
    add("helper", generation.helper, !generation.helper.empty());
    add("helpers", generation.helpers, generation.helpers > 0);
    return values;
}

const std::map<std::string, std::string>& unknownWords()
{
    static const std::map<std::string, std::string> words = {
        {"drives", "the number of drives with data"}, {"drive", "the drives"},  {"processor", "the processors"},
        {"sockets", "the number of processors"},      {"memory", "the memory"}, {"adapter", "the network adapters"},
        {"cables", "the number of cables"},           {"mtu", "the MTU"}};
    return words;
}

class Filling
{
public:
    Filling(Recipe& recipe, const std::vector<Generation>& generations, Sentences& said)
        : recipe_(recipe), generations_(generations), said_(said)
    {
        for (const auto& [role, parameter] : recipe.rules.at("names").items())
            names_[role] = parameter.get<std::string>();
        group_ = recipe.rules.at("group").get<std::string>();
    }

    void fill()
    {
        sumUp();
        for (std::size_t n = generations_.size(); n-- > 1;)
            addParameters(n);
        for (std::size_t n = 0; n < generations_.size(); ++n)
            for (const auto& [role, value] : valuesOf(generations_[n]))
                if (const auto name = names_.find(role); name != names_.end() && (n == 0 || isOfGroup(role)))
                    setValue(recipe_.project, name->second + suffix(n), value);
        tellUnknown();
        addGroups();
        addLinks();
    }

private:
    /// MTU is that of the whole network.
    static bool isOfGroup(const std::string& role) { return role != "mtu" && role != "switch"; }

    void addParameters(std::size_t generation)
    {
        Json made = Json::array();
        for (const Json& parameter : recipe_.project["parameters"]) {
            made.push_back(parameter);
            for (const auto& [role, name] : names_)
                if (parameter.value("name", Json()) == name && isOfGroup(role)) {
                    Json further = parameter;
                    further["name"] = name + suffix(generation);
                    further["more"] = true;
                    further["description"] = "Generation " + std::to_string(generation + 1) +
                                             " of the nodes: " + parameter.value("description", std::string());
                    made.push_back(std::move(further));
                }
        }
        recipe_.project["parameters"] = std::move(made);
    }

    /// Formulas over the number of all nodes, or of all drives, get the sums.
    void sumUp()
    {
        const auto nodes = names_.find("nodes"), drives = names_.find("drives");
        if (generations_.size() < 2 || nodes == names_.end() || drives == names_.end())
            return;
        std::string allNodes, allDrives;
        for (std::size_t n = 0; n < generations_.size(); ++n) {
            const std::string own = nodes->second + suffix(n);
            allNodes += (n == 0 ? "" : " + ") + own;
            allDrives += (n == 0 ? "" : " + ") + own + " * " + drives->second + suffix(n);
        }
        const std::string mark = "\x01";
        const auto change = [&](std::string text) {
            for (const std::string& product :
                 {nodes->second + " * " + drives->second, drives->second + " * " + nodes->second})
                text = replacedWord(text, product, mark);
            text = replacedWord(text, nodes->second, "(" + allNodes + ")");
            return replacedWord(text, mark, "(" + allDrives + ")");
        };
        for (const char* section : {"behaviours", "selectors", "workloads", "results", "run"})
            if (recipe_.project.contains(section))
                changeTexts(recipe_.project[section], change);
        for (Json& fabric : recipe_.project["topology"]["fabrics"])
            changeTexts(fabric, change);
    }

    std::string ofGeneration(std::string text, std::size_t generation) const
    {
        for (const auto& [role, name] : names_)
            if (isOfGroup(role))
                text = replacedWord(text, name, name + suffix(generation));
        return text;
    }

    void addGroups()
    {
        Json groups = Json::array();
        for (const Json& group : recipe_.project["topology"]["groups"]) {
            groups.push_back(group);
            if (group.value("id", Json()) != group_)
                continue;
            groups.back().erase("chassis"); // of the shipped project's nodes
            groups.back().erase("memory_module");
            const Json first = groups.back();
            const std::string name = first.value("name", group_);
            if (generations_.size() > 1)
                groups.back()["name"] = name + ", generation 1";
            for (std::size_t n = 1; n < generations_.size(); ++n) {
                Json further = first;
                changeTexts(further, [&](const std::string& text) { return ofGeneration(text, n); });
                further["id"] = idOf(group_, n);
                further["name"] = name + ", generation " + std::to_string(n + 1);
                groups.push_back(std::move(further));
            }
        }
        recipe_.project["topology"]["groups"] = std::move(groups);
        placeGroups();
    }

    static std::string idOf(const std::string& id, std::size_t generation)
    {
        return id + "-" + std::to_string(generation + 1);
    }

    void placeGroups()
    {
        const Json::json_pointer at("/view/positions/topology");
        if (!recipe_.project.contains(at))
            return;
        Json& positions = recipe_.project[at];
        const Json first = positions.value(group_, Json::array({480, 150}));
        constexpr int below = 110;
        for (std::size_t n = 1; n < generations_.size(); ++n)
            positions[idOf(group_, n)] =
                Json::array({first[0], first[1].get<double>() + below * static_cast<double>(n)});
    }

    void addLinks()
    {
        for (Json& fabric : recipe_.project["topology"]["fabrics"]) {
            Json links = Json::array();
            for (const Json& link : fabric["links"]) {
                links.push_back(link);
                for (std::size_t n = 1; n < generations_.size(); ++n) {
                    const bool from = link.value("from", Json()) == group_;
                    if (!from && link.value("to", Json()) != group_)
                        continue;
                    Json further = link;
                    changeTexts(further, [&](const std::string& text) { return ofGeneration(text, n); });
                    further["id"] = idOf(link.at("id").get<std::string>(), n);
                    further[from ? "from" : "to"] = idOf(group_, n);
                    if (const auto adapter = names_.find("adapter"); adapter != names_.end())
                        further["nic"] = adapter->second + suffix(n);
                    links.push_back(std::move(further));
                }
            }
            fabric["links"] = std::move(links);
        }
    }

    void tellUnknown()
    {
        for (const auto& [role, words] : unknownWords()) {
            const auto name = names_.find(role);
            const bool lacks = std::ranges::any_of(generations_, [&, &role = role](const Generation& generation) {
                return !valuesOf(generation).contains(role);
            });
            if (name == names_.end() || !lacks)
                continue;
            std::string value;
            for (const Json& parameter : recipe_.project["parameters"])
                if (parameter.value("name", Json()) == name->second)
                    value = parameter["value"].is_string() ? parameter["value"].get<std::string>()
                                                           : parameter["value"].dump();
            said_.assumed.push_back("No file states " + words +
                                    (generations_.size() > 1 ? " of every node" : " of a node") + ": " + name->second +
                                    " = " + value + " is that of the shipped project where it is missing.");
        }
    }

    Recipe& recipe_;
    const std::vector<Generation>& generations_;
    Sentences& said_;
    std::map<std::string, std::string> names_;
    std::string group_;
};

double cablesOf(const Generation& generation)
{
    return std::max(1U, generation.cables);
}

} // namespace

void fillMachines(Recipe& recipe, const std::vector<Generation>& generations, Parts& parts, Sentences& said)
{
    for (const char* section : {"presets", "studies", "measurements"})
        if (recipe.project.contains(section))
            recipe.project[section] = Json::array(); // of the cluster that the shipped project is about
    Filling(recipe, generations, said).fill();
    for (std::size_t n = 0; n < generations.size(); ++n) {
        const Generation& one = generations[n];
        std::string text = numbered(one.nodes, "node") + " (" + one.examples + ")";
        if (one.drives > 0)
            text += ", " + std::to_string(one.drives) + " x " +
                    (one.drive.empty() ? "drive" : parts.nameOf(one.drive)) + " each";
        if (one.helpers > 0)
            text += ", " + std::to_string(one.helpers) + " x " +
                    (one.helper.empty() ? "SSD" : parts.nameOf(one.helper)) + " for metadata";
        if (!one.processor.empty())
            text += ", " + std::to_string(std::max(1U, one.sockets)) + " x " + parts.nameOf(one.processor);
        if (one.memoryBytes > 0)
            text += ", " + bytesText(one.memoryBytes);
        if (!one.adapter.empty())
            text += ", " + std::to_string(std::max(1U, one.cables)) + " x " +
                    rateText(one.linkBps > 0 ? one.linkBps : parts.figureOf(one.adapter, "link_rate_bps"));
        said.found.push_back((generations.size() > 1 ? "Generation " + std::to_string(n + 1) + ": " : "Nodes: ") +
                             text + ".");
    }
}

void fillClients(Recipe& recipe, const ClusterFacts& cluster, const std::vector<Generation>& generations, Parts& parts,
                 Sentences& said)
{
    const Json rules = recipe.rules.value("clients", Json::object());
    const auto set = [&](const char* role, const Json& value) {
        return rules.contains(role) && setValue(recipe.project, rules[role].get<std::string>(), value);
    };
    double nodes = 0, drives = 0, cables = 0, rate = 0;
    const Generation* fastest = nullptr;
    for (const Generation& one : generations) {
        nodes += one.nodes;
        drives += static_cast<double>(one.nodes) * one.drives;
        cables += one.nodes * cablesOf(one);
        const double own = one.linkBps > 0 ? one.linkBps : parts.figureOf(one.adapter, "link_rate_bps");
        if (!one.adapter.empty() && (!fastest || own > rate)) {
            fastest = &one;
            rate = own;
        }
    }
    constexpr double mostClients = 1000;
    const double clientNodes = std::min(nodes, mostClients);
    bool done = set("nodes", static_cast<int>(clientNodes));
    if (fastest)
        done |= set("adapter", fastest->adapter);
    if (done)
        said.assumed.push_back("No file describes the clients: they run on machines of their own, " +
                               (rules.contains("nodes") ? "as many as there are nodes, and " : std::string()) +
                               "as fast in the network, so that the cluster is what limits.");
    const auto perDrive = cluster.values.find("daemons_per_drive");
    const double daemons = drives * (perDrive == cluster.values.end() ? 1 : perDrive->second.get<double>());
    constexpr double most = 10000;
    const double clients = std::clamp(daemons, 1.0, most);
    if (set("count", static_cast<int>(clients)))
        said.assumed.push_back("As many clients as daemons.");
    if (const auto stored = cluster.values.find("stored_bytes");
        stored != cluster.values.end() && rules.contains("data")) {
        constexpr double object = 4194304;
        set("data", plain(std::max(1.0, std::ceil(stored->second.get<double>() / clients / object)) * 4) + " MiB");
    }
    const Json names = recipe.rules.at("names");
    if (!names.contains("switch"))
        return;
    if (rate == 0) // no adapter is known: that of the shipped project stays, and needs ports
        for (const Json& parameter : recipe.project["parameters"])
            if (parameter.value("name", Json()) == names.value("adapter", Json()))
                rate = parts.figureOf(parameter["value"].get<std::string>(), "link_rate_bps");
    constexpr double others = 16; // clients whose number the recipe does not set, proxies
    const double ports = cables + (rules.contains("nodes") ? clientNodes * cablesOf(generations.front()) : 0) + others;
    const std::string id = parts.networkSwitch(ports, rate);
    if (!id.empty() && setValue(recipe.project, names["switch"].get<std::string>(), id))
        said.assumed.push_back("No file describes the switches: " + parts.nameOf(id) +
                               ", in which no uplink is oversubscribed.");
}

void fillLoad(Recipe& recipe, const ClusterFacts& cluster)
{
    const Json rules = recipe.rules.value("measured", Json());
    if (!rules.is_object() || !cluster.values.contains("load"))
        return;
    for (Json parameter : rules.value("parameters", Json::array())) {
        if (const auto fact = parameter.find("fact"); fact != parameter.end()) {
            if (const auto value = cluster.values.find(fact->get<std::string>()); value != cluster.values.end())
                parameter["value"] = value->second;
            parameter.erase("fact");
        }
        recipe.project["parameters"].push_back(std::move(parameter));
    }
    for (Json& workload : recipe.project["workloads"])
        if (const std::string id = workload.value("id", std::string()); rules["disabled"].contains(id)) {
            const std::string condition = rules["disabled"][id].get<std::string>();
            const std::string old = workload.value("disabled", std::string());
            workload["disabled"] = old.empty() ? condition : condition + " || (" + old + ")";
        }
    for (const Json& workload : rules.value("workloads", Json::array()))
        recipe.project["workloads"].push_back(workload);
    const Json run = rules.value("run", Json::object());
    for (const auto& [key, value] : run.items()) {
        const Json old = recipe.project["run"].value(key, Json("0 s"));
        std::string text = value.get<std::string>();
        const std::string mark = "{old}", was = old.is_string() ? old.get<std::string>() : old.dump();
        if (const std::size_t at = text.find(mark); at != std::string::npos)
            text.replace(at, mark.size(), "(" + was + ")");
        recipe.project["run"][key] = text;
    }
}

void fillRoles(Recipe& recipe, const ClusterFacts& cluster, const std::vector<HostFacts>& hosts, Sentences& said)
{
    std::vector<const HostFacts*> unused;
    for (const HostFacts& host : hosts)
        if (!isNode(host, cluster.nodes))
            unused.push_back(&host);
    for (const Json& role : recipe.rules.value("roles", Json::array())) {
        const std::string daemon = role.at("daemon").get<std::string>();
        const auto carries = [&](const HostFacts& host) {
            return std::ranges::any_of(host.daemons, [&](const std::string& name) { return name.starts_with(daemon); });
        };
        const auto apart = std::ranges::count_if(unused, [&](const HostFacts* host) { return carries(*host); });
        const auto all = std::ranges::count_if(hosts, carries);
        std::erase_if(unused, [&](const HostFacts* host) { return carries(*host); });
        const std::string where = role.at("where").get<std::string>();
        if (apart > 0) {
            setValue(recipe.project, role.at("count").get<std::string>(), static_cast<int>(apart));
            setValue(recipe.project, where, role.at("apart"));
            said.found.push_back(numbered(static_cast<std::size_t>(apart), "machine") + " with " + daemon +
                                 ", without drives of the cluster.");
        } else if (all > 0) {
            setValue(recipe.project, where, role.at("together"));
            said.found.push_back(daemon + " runs on the nodes with the drives.");
        } else {
            said.assumed.push_back("No file says where " + daemon + " runs: as in the shipped project.");
        }
    }
    if (!unused.empty()) {
        std::string names;
        constexpr std::size_t most = 5;
        for (std::size_t n = 0; n < std::min(most, unused.size()); ++n)
            names += (n == 0 ? "" : ", ") + (unused[n]->name.empty() ? std::string("without a name") : unused[n]->name);
        said.left.push_back(numbered(unused.size(), "machine") + " without data of the cluster: " + names +
                            (unused.size() > most ? " ..." : "") + ".");
    }
}

} // namespace headroom::import
