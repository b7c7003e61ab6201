// COSBench workload files. The COSBench User Guide, chapter "Workload Configuration", defines the elements and
// selectors.
#include "import/cosbench/selector.h"
#include "import/cosbench/settings.h"
#include "import/formats.h"
#include "import/notes.h"
#include "import/starting_point.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace headroom::import {

using project::Json;

namespace cosbench {

namespace {

constexpr double assumedRuntimeS = 60;
/// A run whose length nobody knows ends with its works, or after this time.
constexpr double longestRunS = 86400;
constexpr double longestListing = 10000; // rows of a container that one request lists

/// A work that fills the cluster, and what it writes.
struct Fill
{
    Objects objects;
    std::optional<Selector> sizes;
};

/// Which of the works of a file become workloads.
enum class Carried
{
    normal, ///< those that ask for operations
    fills   ///< those that prepare objects: the file has no others
};

class Reader
{
public:
    Reader(const std::string& text, const std::string& name, const Surroundings& around);
    Imported read();

private:
    void gather();
    void numberObjects();
    void readStage(const pugi::xml_node& stage);
    std::optional<Json> workloadOf(const pugi::xml_node& work, const std::string& what, const std::string& id);
    std::optional<Json> fillOf(const pugi::xml_node& work, const std::string& what, const std::string& id);
    std::optional<Json> operationOf(const pugi::xml_node& node, const std::string& what);
    Json shareOf(const std::string& type, const Settings& settings, const std::string& of);
    void putSizes(const Settings& settings, const Objects& objects, const std::string& of, Json& share);
    void putKeys(const Objects& objects, const std::string& of, Json& share);
    void putTotal(const pugi::xml_node& work, const std::string& what, Json& workload) const;
    void tellSettings(const Settings& settings, const std::string& what);
    double seconds(const pugi::xml_node& work, const char* attribute, const std::string& what) const;
    double number(const pugi::xml_node& node, const char* attribute, double otherwise, const std::string& what) const;
    bool isCarried(const pugi::xml_node& work) const;
    void add(Json workload);

    pugi::xml_document document_;
    pugi::xml_node workload_;
    std::string name_;
    StartingPoint start_;
    Notes notes_;
    Json workloads_ = Json::array();
    Carried carried_ = Carried::normal;
    std::vector<Fill> fills_, writes_;    ///< by works that prepare objects, and by other operations
    std::vector<Objects> selected_;       ///< by any operation or fill
    std::map<std::string, double> first_; ///< by names of objects: the number of their first container
    std::map<std::string, double> from_;  ///< by names of objects: the smallest number of a container
    double containers_ = 1, mostObjects_ = 1;
    bool alike_ = true;    ///< all select the same containers and objects: keys need no place of their own
    bool counted_ = false; ///< a work ends after operations, so that nobody knows when
    double begin_ = 0, end_ = 0, delay_ = 0, warmUp_ = 0;
    std::size_t phase_ = 0;
};

std::string typeOf(const pugi::xml_node& work)
{
    return work.attribute("type").value();
}

bool isSpecial(const pugi::xml_node& work)
{
    static const std::set<std::string> special = {"init", "prepare", "cleanup", "dispose", "delay"};
    return special.contains(typeOf(work));
}

std::string nameOf(const pugi::xml_node& node, const char* otherwise)
{
    const std::string name = node.attribute("name").value();
    return name.empty() ? otherwise : name;
}

std::string lineOf(const std::string& text, std::ptrdiff_t offset)
{
    const auto end = text.begin() + std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text.size()));
    return std::to_string(1 + std::count(text.begin(), end, '\n'));
}

Reader::Reader(const std::string& text, const std::string& name, const Surroundings& around) : name_(name)
{
    const auto result = document_.load_buffer(text.data(), text.size());
    if (!result)
        throw ImportError("Line " + lineOf(text, result.offset) + ": the XML cannot be read: " + result.description() +
                          ".");
    workload_ = document_.child("workload");
    if (!workload_)
        throw ImportError("The XML has no element <workload>, so it is no COSBench workload.");
    pugi::xml_node storage = workload_.child("storage");
    if (!storage)
        storage = workload_.select_node(".//storage").node();
    start_ = StartingPoint::find("cosbench", storage.attribute("type").value(), around.libraries);
    std::set<std::string> storages;
    for (const auto& found : workload_.select_nodes(".//storage"))
        storages.insert(found.node().attribute("type").value());
    if (storages.size() > 1) {
        std::string types;
        for (const std::string& type : storages)
            types += (types.empty() ? "" : ", ") + type;
        notes_.leave(Loss::replaced, "", "several storages (" + types + "): all works ask the same one.");
    }
    for (const char* element : {"auth", "storage"})
        for (const auto& found : workload_.select_nodes((std::string(".//") + element).c_str())) {
            Settings own;
            for (const std::string& entry : splitAt(found.node().attribute("config").value(), ';'))
                if (const std::size_t sign = entry.find('='); sign != std::string::npos)
                    own[trimmed(entry.substr(0, sign))] = trimmed(entry.substr(sign + 1));
            tellSettings(own, std::string("<") + element + ">");
        }
    if (workload_.select_node(".//auth"))
        notes_.leave(Loss::slight, "", "Authentication (<auth>): requests are made as by a client that has its token.");
}

void Reader::tellSettings(const Settings& settings, const std::string& what)
{
    for (const auto& [name, value] : settings)
        if (!isHarmless(name))
            notes_.leave(Loss::changes, what, name + "=" + value.substr(0, 60) + ".");
}

double Reader::number(const pugi::xml_node& node, const char* attribute, double otherwise,
                      const std::string& what) const
{
    const std::string text = trimmed(node.attribute(attribute).value());
    if (text.empty())
        return otherwise;
    try {
        return numberIn(text, what);
    } catch (const ImportError&) {
        throw ImportError(what + ", " + attribute + "=\"" + text.substr(0, 40) +
                          "\": it is not a number. A template's placeholder has to be replaced first.");
    }
}

double Reader::seconds(const pugi::xml_node& work, const char* attribute, const std::string& what) const
{
    return number(work, attribute, 0, what);
}

bool Reader::isCarried(const pugi::xml_node& work) const
{
    return carried_ == Carried::normal ? !isSpecial(work) : typeOf(work) == "prepare";
}

/// Collects the works that fill the cluster and those that are carried over.
void Reader::gather()
{
    bool anyNormal = false, anyFill = false;
    for (const auto& found : workload_.select_nodes(".//work")) {
        anyNormal = anyNormal || !isSpecial(found.node());
        if (typeOf(found.node()) != "prepare")
            continue;
        anyFill = true;
        const Settings settings = settingsOf(found.node());
        const std::string what = "Work " + nameOf(found.node(), "prepare");
        fills_.push_back({objectsOf(settings, what), sizesOf(settings, what)});
    }
    carried_ = !anyNormal && anyFill ? Carried::fills : Carried::normal;
    for (const auto& found : workload_.select_nodes(".//work")) {
        if (!isCarried(found.node()))
            continue;
        const double runtime = seconds(found.node(), "runtime", "Work " + nameOf(found.node(), "work"));
        counted_ = counted_ || carried_ == Carried::fills ||
                   (runtime <= 0 && (number(found.node(), "totalOps", 0, "Work") > 0 ||
                                     number(found.node(), "totalBytes", 0, "Work") > 0));
        if (carried_ == Carried::fills)
            selected_.push_back(objectsOf(settingsOf(found.node()), "Work " + nameOf(found.node(), "prepare")));
        for (const pugi::xml_node& operation : found.node().children("operation")) {
            const Settings settings = settingsOf(operation);
            const std::string what = "Operation " + std::string(operation.attribute("type").value());
            selected_.push_back(objectsOf(settings, what));
            if (auto sizes = sizesOf(settings, what)) // what it writes, others read
                writes_.push_back({selected_.back(), std::move(sizes)});
        }
    }
}

/// Gives the containers of each kind of names numbers of their own.
void Reader::numberObjects()
{
    std::map<std::string, double> last;
    for (const Objects& objects : selected_) {
        const auto [from, isNew] = from_.try_emplace(objects.names, objects.containers.first());
        from->second = std::min(from->second, objects.containers.first());
        double& to = last.try_emplace(objects.names, objects.containers.last()).first->second;
        to = std::max(to, objects.containers.kind == 'c' ? objects.containers.first() : objects.containers.last());
        mostObjects_ = std::max(mostObjects_, objects.objects.count());
        alike_ = alike_ && objects.names == selected_.front().names &&
                 objects.containers.ranges == selected_.front().containers.ranges &&
                 objects.objects.ranges == selected_.front().objects.ranges;
    }
    double next = 0;
    for (const auto& [names, from] : from_) {
        first_[names] = next;
        next += last[names] - from + 1;
    }
    containers_ = std::max(1.0, next);
}

void Reader::putKeys(const Objects& objects, const std::string& of, Json& share)
{
    const double each = objects.objects.count();
    share["keys"] = std::min(9e15, std::max(1.0, objects.count()));
    share["key_distribution"] = objects.objects.inTurn() ? "in turn" : "uniform";
    for (const Selector* selector : {&objects.containers, &objects.objects})
        if (selector->kind == 'h')
            notes_.leave(Loss::slight, of, "the weights of the ranges of its objects: all are picked alike.");
    if (alike_ || !share["arguments"].contains("key"))
        return;
    const double container = first_[objects.names] + objects.containers.first() - from_[objects.names];
    const double object = std::max(0.0, objects.objects.first() - 1);
    // A key is the object's number times that of containers, plus the container: what the software takes them for.
    const std::string inContainer = "mod(key, " + plain(each) + ")";
    share["arguments"]["key"] = (object > 0 ? "(" + plain(object) + " + " + inContainer + ")" : inContainer) +
                                " * CONTAINERS + " + (container > 0 ? plain(container) + " + " : "") + "floor(key / " +
                                plain(each) + ")";
}

void Reader::putSizes(const Settings& settings, const Objects& objects, const std::string& of, Json& share)
{
    std::optional<Selector> sizes = sizesOf(settings, of);
    if (!sizes) { // those of the fill whose objects it selects
        std::vector<Selector> found;
        for (const Fill& fill : fills_)
            if (fill.sizes && fill.objects.overlaps(objects) && std::ranges::find(found, *fill.sizes) == found.end())
                found.push_back(*fill.sizes);
        if (found.empty())
            for (const Fill& write : writes_)
                if (write.objects.overlaps(objects) && std::ranges::find(found, *write.sizes) == found.end())
                    found.push_back(*write.sizes);
        if (found.size() > 1)
            notes_.leave(Loss::changes, of,
                         "it selects objects that are written in several sizes; all have those of the last.");
        if (!found.empty())
            sizes = found.back();
        else if (!fills_.empty() && fills_.back().sizes) {
            sizes = fills_.back().sizes;
            notes_.assume(of, "no fill writes the objects that it selects; they have the sizes of the last one.");
        }
    }
    if (!sizes) {
        notes_.assume(of, "the file says no size of objects; 64 KB.");
        sizes = readSelector("c(64)KB", of);
    }
    const Selector::Range& first = sizes->ranges.front();
    if (sizes->kind == 'h') {
        share["size_distribution"] = "histogram";
        for (const Selector::Range& range : sizes->ranges)
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

Json Reader::shareOf(const std::string& type, const Settings& settings, const std::string& of)
{
    Json share = start_.operations.at(type);
    const Objects objects = objectsOf(settings, of);
    putKeys(objects, of, share);
    if (share["arguments"].contains("size"))
        putSizes(settings, objects, of, share);
    if (share["arguments"].contains("rows"))
        share["arguments"]["rows"] = plain(std::min(longestListing, mostObjects_));
    return share;
}

std::optional<Json> Reader::operationOf(const pugi::xml_node& node, const std::string& what)
{
    const std::string type = node.attribute("type").value(), of = what + ", " + type;
    const double ratio = number(node, "ratio", 100, of);
    const Settings settings = settingsOf(node);
    if (!start_.operations.contains(type)) {
        if (ratio > 0)
            notes_.leave(Loss::replaced, what,
                         type + " (ratio " + plain(ratio) +
                             "): there is no such operation; the others keep their shares of what is left.");
        return std::nullopt;
    }
    if (ratio <= 0)
        return std::nullopt;
    if (type == "filewrite")
        notes_.leave(Loss::changes, what, "filewrite: the sizes of the files are not in this file.");
    tellSettings(settings, of);
    Json share = shareOf(type, settings, of);
    share["weight"] = ratio;
    return share;
}

/// The number of operations after which a work ends.
void Reader::putTotal(const pugi::xml_node& work, const std::string& what, Json& workload) const
{
    double total = number(work, "totalOps", 0, what);
    if (const double bytes = number(work, "totalBytes", 0, what); bytes > 0) {
        double sum = 0, weights = 0;
        for (const Json& share : workload["operations"]) {
            double size = share.value("size", (share.value("size_min", 0.0) + share.value("size_max", 0.0)) / 2);
            double of = 0, weighed = 0;
            for (const Json& row : share.value("sizes", Json::array())) {
                of += row[1].get<double>() * (row[0].get<double>() + row[2].get<double>()) / 2;
                weighed += row[1].get<double>();
            }
            size = weighed > 0 ? of / weighed : size;
            sum += share["weight"].get<double>() * size;
            weights += share["weight"].get<double>();
        }
        const double ops = std::ceil(bytes * weights / std::max(1.0, sum));
        total = total > 0 ? std::min(total, ops) : ops;
    }
    if (total > 0)
        workload["total"] = total;
}

std::optional<Json> Reader::fillOf(const pugi::xml_node& work, const std::string& what, const std::string& id)
{
    const Settings settings = settingsOf(work);
    Json share = shareOf("write", settings, what);
    share["weight"] = 100;
    share["key_distribution"] = "in turn";
    tellSettings(settings, what);
    const double objects = objectsOf(settings, what).count();
    return Json{{"id", id},
                {"role", start_.role},
                {"type", "closed loop"},
                {"workers", std::max(1.0, number(work, "workers", 1, what))},
                {"total", objects},
                {"operations", Json::array({share})}};
}

/// Keys that all operations of a workload have in common are the workload's.
void liftKeys(Json& workload, Json& operations)
{
    for (const char* field : {"keys", "key_distribution"}) {
        const Json first = operations.front().at(field);
        if (!std::ranges::all_of(operations, [&](const Json& share) { return share.at(field) == first; }))
            continue;
        workload[field] = first;
        for (Json& share : operations)
            share.erase(field);
    }
}

std::optional<Json> Reader::workloadOf(const pugi::xml_node& work, const std::string& what, const std::string& id)
{
    const double workers = number(work, "workers", 1, what);
    if (workers < 1)
        throw ImportError(what + ", workers: there has to be at least one.");
    const double rampUp = seconds(work, "rampup", what), rampDown = seconds(work, "rampdown", what);
    double runtime = seconds(work, "runtime", what);
    Json workload = {{"id", id}, {"role", start_.role}, {"type", "closed loop"}};
    Json operations = Json::array();
    double ratios = 0;
    for (const pugi::xml_node& node : work.children("operation")) {
        ratios += number(node, "ratio", 100, what);
        if (auto share = operationOf(node, what))
            operations.push_back(std::move(*share));
    }
    if (operations.empty()) {
        notes_.leave(Loss::replaced, what, "none of its operations can be carried over, so it is left out.");
        return std::nullopt;
    }
    if (std::abs(ratios - 100) > 0.5)
        notes_.leave(Loss::slight, what,
                     "its ratios add up to " + plain(ratios) + ", not to 100; they count as weights.");
    liftKeys(workload, operations);
    workload["operations"] = std::move(operations);
    putTotal(work, what, workload);
    if (runtime <= 0 && !workload.contains("total")) {
        runtime = assumedRuntimeS;
        notes_.assume(what, "the file says no runtime; " + plain(runtime) + " s.");
    }
    if (runtime > 0)
        workload["stages"] = {{{"duration", rampUp + runtime}, {"workers", workers}, {"ramp", rampUp}}};
    else {
        workload["workers"] = workers;
        workload["ramp_up"] = rampUp;
    }
    workload["ramp_down"] = runtime > 0 ? rampDown : 0;
    if (rampUp > 0)
        workload["warm_up"] = rampUp;
    return workload;
}

void Reader::add(Json workload)
{
    const std::string id = workload["id"];
    for (int n = 2; std::ranges::any_of(workloads_, [&](const Json& other) { return other["id"] == workload["id"]; });
         ++n)
        workload["id"] = id + " " + std::to_string(n);
    workloads_.push_back(std::move(workload));
}

void Reader::readStage(const pugi::xml_node& stage)
{
    const std::string name = nameOf(stage, "stage");
    double longest = 0, delay = seconds(stage, "closuredelay", "Stage " + name);
    bool any = false;
    for (const pugi::xml_node& work : stage.children("work")) {
        delay = std::max(delay, seconds(work, "closuredelay", "Stage " + name));
        const std::string own = nameOf(work, "");
        const std::string what = "Stage " + name + (own.empty() ? "" : ", " + own);
        if (!isCarried(work)) {
            if (typeOf(work) != "delay") // the closuredelay of its stage
                notes_.leave(Loss::slight, what,
                             "work of type " + typeOf(work) + ": containers and objects are taken to be there.");
            continue;
        }
        const std::string id = name + (own.empty() ? "" : " " + own);
        auto workload = carried_ == Carried::fills ? fillOf(work, what, id) : workloadOf(work, what, id);
        if (!workload)
            continue;
        any = true;
        (*workload)["start"] = counted_ ? delay_ : begin_;
        if (counted_ && phase_ > 0)
            (*workload)["phase"] = phase_;
        if (workloads_.empty())
            warmUp_ = workload->value("warm_up", 0.0);
        if (workload->contains("stages"))
            longest = std::max(longest, (*workload)["stages"][0]["duration"].get<double>() +
                                            (*workload)["ramp_down"].get<double>());
        add(std::move(*workload));
    }
    if (longest > 0)
        begin_ = end_ = begin_ + longest;
    if (any) {
        ++phase_;
        delay_ = 0;
    }
    if (!workloads_.empty()) { // for all later stages
        begin_ += delay;
        delay_ += delay;
    } else if (delay > 0)
        notes_.leave(Loss::slight, "Stage " + name,
                     "closuredelay=" + plain(delay) +
                         ": the run begins with the first stage that reads or writes objects.");
}

Imported Reader::read()
{
    gather();
    numberObjects();
    for (const auto& stage : workload_.select_nodes(".//workstage"))
        readStage(stage.node());
    if (workloads_.empty()) {
        const auto left = notes_.left();
        throw ImportError("No work of the file can be carried over: it has no stage that reads or writes objects." +
                          (left.empty() ? "" : " " + left.front()));
    }
    if (carried_ == Carried::fills)
        notes_.assume("", "The file only fills the cluster, so that its fills are the load; they end with their last "
                          "object.");
    if (warmUp_ > 0)
        notes_.assume("", "A stage's rampup spreads the workers' first operations and is left out of its results.");
    setParameter(start_.project, "CONTAINERS", containers_);
    const std::string title = nameOf(workload_, name_.c_str());
    const std::string note = workload_.attribute("description").value();
    Json run = {{"duration", counted_ ? longestRunS : end_}, {"warm_up", warmUp_}};
    if (counted_)
        run["until"] = "jobs are done";
    run["seed"] = 1;
    run["sampling_interval"] = "100 ms";
    return finish(std::move(start_), title,
                  "Made from the COSBench workload " + name_ + "." + (note.empty() ? "" : " " + note),
                  std::move(workloads_), std::move(run), notes_.assumptions(), notes_.left());
}

} // namespace

} // namespace cosbench

bool isCosbench(std::string_view text)
{
    return text.starts_with('<');
}

Imported importCosbench(const std::string& text, const std::string& name, const Surroundings& around)
{
    return cosbench::Reader(text, name, around).read();
}

} // namespace headroom::import
