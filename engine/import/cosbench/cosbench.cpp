// COSBench workload files. The COSBench User Guide, chapter "Workload Configuration", defines the elements and
// selectors.
#include "import/formats.h"
#include "import/starting_point.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace headroom::import {

using project::Json;

namespace {

constexpr double cosbenchRuntimeS = 60;

using Config = std::map<std::string, std::string>;

Config configOf(const pugi::xml_node& node)
{
    Config config;
    for (const std::string& entry : splitAt(node.attribute("config").value(), ';')) {
        const std::size_t sign = entry.find('=');
        if (sign != std::string::npos)
            config[trimmed(entry.substr(0, sign))] = trimmed(entry.substr(sign + 1));
    }
    return config;
}

/// c(5), u(1,100), r(1,32), s(1,32) or h(1|64|10,64|512|90), then a unit.
struct Selector
{
    char kind = 'c';
    struct Range
    {
        double from, to, weight;
    };
    std::vector<Range> ranges;
    double count() const
    {
        double last = 0, first = ranges.front().from;
        for (const Range& range : ranges) {
            last = std::max(last, range.to);
            first = std::min(first, range.from);
        }
        return kind == 'c' ? 1 : std::max(1.0, last - first + 1);
    }
};

double unitOf(const std::string& unit, const std::string& what)
{
    static const std::map<std::string, double> units = {{"", 1}, {"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};
    const auto found = units.find(unit);
    if (found == units.end())
        throw ImportError(what + ": the unit \"" + unit.substr(0, 20) + "\" is not known.");
    return found->second;
}

Selector readSelector(const std::string& text, const std::string& what)
{
    const std::size_t open = text.find('('), close = text.rfind(')');
    if (open != 1 || close == std::string::npos || !std::strchr("cursh", text[0]))
        throw ImportError(what + ": \"" + text.substr(0, 60) + "\" is not a selector such as u(1,100).");
    Selector selector;
    selector.kind = text[0];
    const double unit = unitOf(trimmed(text.substr(close + 1)), what);
    const auto parts = splitAt(text.substr(open + 1, close - open - 1), ',');
    if (selector.kind == 'h') {
        for (const std::string& part : parts) {
            const auto range = splitAt(part, '|');
            if (range.size() != 3)
                throw ImportError(what + ": \"" + part.substr(0, 40) + "\" is not a range with a weight.");
            selector.ranges.push_back(
                {numberIn(range[0], what) * unit, numberIn(range[1], what) * unit, numberIn(range[2], what)});
        }
    } else {
        const double from = numberIn(parts.front(), what) * unit;
        selector.ranges.push_back({from, parts.size() > 1 ? numberIn(parts[1], what) * unit : from, 1});
    }
    for (const Selector::Range& range : selector.ranges)
        if (range.to < range.from)
            throw ImportError(what + ": a range ends below its beginning.");
    return selector;
}

class Reader
{
public:
    Reader(const std::string& text, const std::string& name, const std::vector<std::filesystem::path>& libraries);
    Imported read();

private:
    void readStage(const pugi::xml_node& stage);
    void readWork(const pugi::xml_node& work, const std::string& stage, double& longest);
    Json readOperation(const pugi::xml_node& node, const std::string& what, Json& workload);
    void readKeys(const Config& config, const std::string& what, Json& workload);
    std::optional<Selector> sizesOf(const Config& config, const std::string& what);
    void putSizes(const Selector& sizes, Json& share) const;
    double seconds(const pugi::xml_node& work, const char* attribute, const std::string& what) const;

    pugi::xml_document document_;
    pugi::xml_node workload_;
    std::string name_;
    StartingPoint start_;
    Json workloads_ = Json::array();
    std::vector<std::string> assumptions_, left_;
    std::optional<Selector> prepared_; ///< sizes of the objects that the prepare stage writes
    double begin_ = 0;                 ///< of the current stage
    double end_ = 0;                   ///< of the stages so far
    double warmUp_ = 0;
    double containers_ = 1;
};

Reader::Reader(const std::string& text, const std::string& name, const std::vector<std::filesystem::path>& libraries)
    : name_(name)
{
    const auto result = document_.load_buffer(text.data(), text.size());
    if (!result)
        throw ImportError(std::string("The XML cannot be read: ") + result.description() + ", at character " +
                          std::to_string(result.offset) + ".");
    workload_ = document_.child("workload");
    if (!workload_)
        throw ImportError("The XML has no element <workload>, so it is no COSBench workload.");
    pugi::xml_node storage = workload_.child("storage");
    if (!storage)
        storage = workload_.select_node(".//storage").node();
    start_ = StartingPoint::find("cosbench", storage.attribute("type").value(), libraries);
    if (workload_.child("auth"))
        left_.push_back("Authentication (<auth>): requests are made as by a client that has its token.");
}

double Reader::seconds(const pugi::xml_node& work, const char* attribute, const std::string& what) const
{
    const std::string text = trimmed(work.attribute(attribute).value());
    return text.empty() ? 0 : numberIn(text, what + ", " + attribute);
}

std::optional<Selector> Reader::sizesOf(const Config& config, const std::string& what)
{
    const auto sizes = config.find("sizes");
    return sizes == config.end() ? std::nullopt : std::optional(readSelector(sizes->second, what + ", sizes"));
}

void Reader::putSizes(const Selector& sizes, Json& share) const
{
    const Selector::Range& first = sizes.ranges.front();
    if (sizes.kind == 'h') {
        share["size_distribution"] = "histogram";
        for (const Selector::Range& range : sizes.ranges)
            share["sizes"].push_back({range.from, range.weight, range.to});
    } else if (first.to > first.from) {
        share["size_distribution"] = "uniform";
        share["size_min"] = first.from;
        share["size_max"] = first.to;
    } else {
        share["size_distribution"] = "constant";
        share["size"] = first.from;
    }
}

void Reader::readKeys(const Config& config, const std::string& what, Json& workload)
{
    double keys = 1;
    for (const char* level : {"containers", "objects"}) {
        const auto found = config.find(level);
        if (found == config.end())
            continue;
        const Selector selector = readSelector(found->second, what + ", " + level);
        keys *= selector.count();
        if (std::string(level) == "containers")
            containers_ = std::max(containers_, selector.count());
        else
            workload["key_distribution"] = std::strchr("rs", selector.kind) ? "in turn" : "uniform";
        if (selector.kind == 'h')
            left_.push_back(what + ", " + level + ": the weights of its ranges; all are picked alike.");
    }
    workload["keys"] = std::min(9e15, std::max(keys, workload.value("keys", 1.0)));
}

Json Reader::readOperation(const pugi::xml_node& node, const std::string& what, Json& workload)
{
    const std::string type = node.attribute("type").value();
    const std::string of = what + ", " + type;
    const double ratio = node.attribute("ratio") ? numberIn(node.attribute("ratio").value(), of + ", ratio") : 100;
    const auto known = start_.operations.find(type);
    if (known == start_.operations.end()) {
        if (ratio > 0)
            left_.push_back(of + " (ratio " + plain(ratio) +
                            "): there is no such operation; the others keep their shares "
                            "of what is left.");
        return nullptr;
    }
    const Config config = configOf(node);
    readKeys(config, of, workload);
    Json share = known->second;
    share["weight"] = ratio;
    std::optional<Selector> sizes = sizesOf(config, of);
    if (!sizes)
        sizes = prepared_;
    if (!sizes) {
        assumptions_.push_back(of + ": the file says no size of objects; 64 KB.");
        sizes = readSelector("c(64)KB", of);
    }
    putSizes(*sizes, share);
    return share;
}

void Reader::readWork(const pugi::xml_node& work, const std::string& stage, double& longest)
{
    const std::string type = work.attribute("type").value();
    const std::string what =
        "Stage " + stage + (work.attribute("name") ? std::string(", ") + work.attribute("name").value() : "");
    if (!type.empty() && type != "normal") {
        if (type == "delay") // the closuredelay of its stage
            return;
        if (const auto sizes = sizesOf(configOf(work), what); sizes && type == "prepare")
            prepared_ = sizes;
        left_.push_back(what + ": work of type " + type + "; containers and objects are taken to be there.");
        return;
    }
    const double workers =
        work.attribute("workers") ? numberIn(work.attribute("workers").value(), what + ", workers") : 1;
    if (workers < 1)
        throw ImportError(what + ", workers: there has to be at least one.");
    const double rampUp = seconds(work, "rampup", what), rampDown = seconds(work, "rampdown", what);
    double runtime = seconds(work, "runtime", what);
    for (const char* limit : {"totalOps", "totalBytes"})
        if (const std::string text = trimmed(work.attribute(limit).value()); !text.empty() && text != "0")
            left_.push_back(what + ": " + limit + "=" + text + "; it ends after its time.");
    if (runtime <= 0) {
        runtime = cosbenchRuntimeS;
        assumptions_.push_back(what + ": the file says no runtime; " + plain(runtime) + " s.");
    }
    Json workload = {{"id", stage + (work.attribute("name") ? std::string(" ") + work.attribute("name").value() : "")},
                     {"role", start_.role},
                     {"type", "closed loop"},
                     {"start", begin_},
                     {"stages", {{{"duration", rampUp + runtime}, {"workers", workers}, {"ramp", rampUp}}}},
                     {"ramp_down", rampDown}};
    Json operations = Json::array();
    for (const pugi::xml_node& node : work.children("operation"))
        if (Json share = readOperation(node, what, workload); !share.is_null())
            operations.push_back(std::move(share));
    if (operations.empty()) {
        left_.push_back(what + ": none of its operations can be carried over, so it is left out.");
        return;
    }
    if (workloads_.empty())
        warmUp_ = rampUp;
    for (const Json& other : workloads_)
        if (other["id"] == workload["id"])
            workload["id"] = workload["id"].get<std::string>() + " " + std::to_string(workloads_.size() + 1);
    workload["operations"] = std::move(operations);
    workloads_.push_back(std::move(workload));
    longest = std::max(longest, rampUp + runtime + rampDown);
}

void Reader::readStage(const pugi::xml_node& stage)
{
    const std::string name = stage.attribute("name") ? stage.attribute("name").value() : "stage";
    double longest = 0;
    for (const pugi::xml_node& work : stage.children("work"))
        readWork(work, name, longest);
    if (longest > 0)
        begin_ = end_ = begin_ + longest;
    double delay = seconds(stage, "closuredelay", "Stage " + name);
    for (const pugi::xml_node& work : stage.children("work"))
        delay = std::max(delay, seconds(work, "closuredelay", "Stage " + name));
    if (!workloads_.empty())
        begin_ += delay; // for all later stages
    else if (delay > 0)
        left_.push_back("Stage " + name + ": closuredelay=" + plain(delay) +
                        "; the run begins with the first stage that reads or writes objects.");
}

Imported Reader::read()
{
    for (const auto& stage : workload_.select_nodes(".//workstage"))
        readStage(stage.node());
    if (workloads_.empty())
        throw ImportError("No work of the file can be carried over: it has no stage that reads or writes objects.");
    if (warmUp_ > 0)
        assumptions_.push_back("The first stage's rampup (" + plain(warmUp_) +
                               " s) spreads the workers' first operations and is the run's warm-up.");
    setParameter(start_.project, "CONTAINERS", containers_);
    const std::string title = workload_.attribute("name") ? workload_.attribute("name").value() : name_;
    const std::string note = workload_.attribute("description").value();
    return finish(
        std::move(start_), title, "Made from the COSBench workload " + name_ + "." + (note.empty() ? "" : " " + note),
        std::move(workloads_), {{"duration", end_}, {"warm_up", warmUp_}, {"seed", 1}, {"sampling_interval", "100 ms"}},
        std::move(assumptions_), std::move(left_));
}

} // namespace

bool isCosbench(std::string_view text)
{
    return text.starts_with('<');
}

Imported importCosbench(const std::string& text, const std::string& name, const Surroundings& around)
{
    return Reader(text, name, around.libraries).read();
}

} // namespace headroom::import
