#include "accuracy/verdicts/random_systems.h"

#include "accuracy/drawing.h"

#include <string>

namespace headroom::accuracy {

namespace {

using project::Json;

/// Blocks in a row, from the start to the reply.
class Row
{
public:
    void add(Json block)
    {
        wire(block["id"].get<std::string>(), ".in");
        last_ = block["id"].get<std::string>() + ".next";
        blocks_.push_back(std::move(block));
    }
    /// As many calls at once, or one.
    void call(Json block, int times)
    {
        const std::string id = block["id"].get<std::string>();
        if (times > 1) {
            add({{"id", "each"}, {"type", "for each"}, {"count", times}});
            last_ = "each.each";
        }
        add(std::move(block));
        last_ = id + ".reply";
        if (times > 1)
            add({{"id", "all"}, {"type", "join"}, {"of", "each"}});
    }
    Json operation(const std::string& id)
    {
        add({{"id", "answer"}, {"type", "reply"}, {"bytes", "100 B"}});
        return {{"id", id}, {"diagrams", {{{"id", "full"}, {"blocks", blocks_}, {"wires", wires_}}}}};
    }

private:
    void wire(const std::string& to, const char* port) { wires_.push_back({last_, to + port}); }

    Json blocks_ = {{{"id", "start"}, {"type", "start"}}};
    Json wires_ = Json::array();
    std::string last_ = "start.next";
};

Json compute(const char* id, double workMs)
{
    return {{"id", id}, {"type", "compute"}, {"work", milliseconds(workMs)}, {"distribution", "exponential"}};
}

class System
{
public:
    explicit System(std::uint64_t number) : dice_(number)
    {
        front();
        if (asks_)
            back();
        clients();
    }

    Json tree()
    {
        Json project = {{"format", "headroom-project"}, {"version", 1}, {"name", "random system"}};
        project["behaviours"] = behaviours_;
        project["topology"] = {{"groups", groups_},
                               {"fabrics",
                                {{{"id", "network"},
                                  {"nic", "Intel_X520_DA2_10GbE"},
                                  {"switches", {{{"id", "switch"}, {"component", "Force10_S4810"}}}},
                                  {"links", links_}}}}};
        project["workloads"] = {{{"id", "load"},
                                 {"role", "client"},
                                 {"workers", dice_.one({2, 4, 16, 64, 128})},
                                 {"think_time", dice_.one({"0 s", "0 s", "0 s", "20 ms"})},
                                 {"operations", {{{"operation", "ask"}}}}}};
        project["run"] = {{"duration", "24 s"}, {"warm_up", "4 s"}};
        project["components"] = components_;
        return project;
    }

private:
    void front()
    {
        Row row;
        if (dice_.oneIn(4)) {
            states_.push_back(
                {{"id", "bucket"}, {"type", "token bucket"}, {"burst", 10}, {"rate", dice_.one({150, 400})}});
            row.add({{"id", "tokens"}, {"type", "acquire"}, {"state", "bucket"}});
        }
        row.add(compute("work", dice_.one({0.3, 1.0, 3.0})));
        if (dice_.oneIn(4))
            lock(row);
        if (dice_.oneIn(3))
            row.add({{"id", "box"},
                     {"type", "black box"},
                     {"distribution", "exponential"},
                     {"time", milliseconds(dice_.one({2, 6}))},
                     {"stations", dice_.one({1, 2})}});
        if (dice_.oneIn(2))
            storage(row);
        if (dice_.oneIn(2))
            row.add(compute("after", dice_.one({0.5, 2.0})));
        Json eats;
        if (dice_.oneIn(4))
            eats = queue(row);
        asks_ = dice_.oneIn(3);
        if (asks_)
            row.call({{"id", "ask"},
                      {"type", "call"},
                      {"role", "back"},
                      {"operation", "serve"},
                      {"connection", "kept"},
                      {"selector", "round robin"},
                      {"request", std::to_string(dice_.one({1, 64, 1024})) + " KiB"}},
                     dice_.one({1, 3}));
        Json operations = {row.operation("serve")};
        if (!eats.is_null())
            operations.push_back(eats);
        role("front", std::move(operations), 1, {"data"});
    }

    void lock(Row& row)
    {
        states_.push_back({{"id", "gate"}, {"type", "slots"}, {"capacity", dice_.one({1, 2})}});
        row.add({{"id", "take"}, {"type", "acquire"}, {"state", "gate"}});
        if (dice_.oneIn(2))
            row.add({{"id", "held"},
                     {"type", "delay"},
                     {"time", milliseconds(dice_.one({0.5, 2.0}))},
                     {"distribution", "exponential"}});
        else
            row.add(compute("held", dice_.one({0.5, 2.0})));
        row.add({{"id", "give"}, {"type", "release"}, {"state", "gate"}});
    }

    void storage(Row& row)
    {
        const bool writes = dice_.oneIn(2);
        const char* waits = dice_.one({"worker", "aside"});
        row.add({{"id", "io"},
                 {"type", writes ? "write" : "read"},
                 {"volume", "data"},
                 {"key", "request"},
                 {"pattern", "metadata"},
                 {"through", "direct"},
                 {"waits", waits},
                 {"bytes", std::to_string(dice_.one({4, 64})) + " KiB"}});
        if (writes && dice_.oneIn(2))
            row.add({{"id", "sync"}, {"type", "flush"}, {"volume", "data"}, {"key", "request"}, {"waits", waits}});
    }

    /// The operation of those who take what is put.
    Json queue(Row& row)
    {
        states_.push_back({{"id", "jobs"}, {"type", "queue"}, {"entries", 4}});
        row.add({{"id", "hand"}, {"type", "put"}, {"state", "jobs"}});
        const Json blocks = {{{"id", "start"}, {"type", "start"}, {"queue", "jobs"}, {"consumers", dice_.one({1, 3})}},
                             {{"id", "time"},
                              {"type", "delay"},
                              {"distribution", "exponential"},
                              {"time", milliseconds(dice_.one({1, 4}))}},
                             {{"id", "done"}, {"type", "end"}}};
        const Json wires = Json::array({Json::array({"start.next", "time.in"}), Json::array({"time.next", "done.in"})});
        return {{"id", "eat"}, {"diagrams", {{{"id", "full"}, {"blocks", blocks}, {"wires", wires}}}}};
    }

    void back()
    {
        Row row;
        row.add(compute("work", dice_.one({0.5, 1.0, 3.0})));
        if (dice_.oneIn(2))
            row.add({{"id", "pause"}, {"type", "delay"}, {"time", "5 ms"}});
        states_ = Json::array();
        role("back", {row.operation("serve")}, 2, Json::array());
    }

    void clients()
    {
        Row row;
        row.call({{"id", "ask"}, {"type", "call"}, {"role", "front"}, {"operation", "serve"}, {"request", "100 B"}}, 1);
        behaviours_.push_back(
            {{"role", "client"}, {"definition", {{"id", "client"}, {"operations", {row.operation("ask")}}}}});
        components_.push_back(madeUpProcessor("clients-processor", 256));
        group("clients", "client", 1);
    }

    void role(const std::string& id, Json operations, int nodes, Json volumes)
    {
        Json definition = {{"id", id}, {"state", states_}, {"volumes", volumes}, {"operations", std::move(operations)}};
        definition["workers"] = workers();
        behaviours_.push_back({{"role", id}, {"definition", definition}});
        components_.push_back(madeUpProcessor(id + "-processor", dice_.one({1, 2, 4})));
        Json& carriers = group(id, id, nodes);
        if (!volumes.empty()) {
            carriers["devices"] = {{{"id", "disks"},
                                    {"count", 2},
                                    {"component", dice_.one({"Seagate_Constellation_ES3_ST4000NM0033_4TB",
                                                             "Intel_SSD_DC_S3700_Series_800GB"})}}};
            carriers["volumes"] = {{{"volume", "data"}, {"devices", "disks"}}};
        }
    }

    Json workers()
    {
        const int helpers = dice_.one({1, 4, 20});
        switch (dice_.one({0, 1, 2})) {
        case 0:
            return {{"kind", "event loop"}, {"count", dice_.one({1, 2, 4})}, {"helper_threads", helpers}};
        case 1:
            return {{"kind", "threads"}, {"count", dice_.one({2, 4, 8, 32})}, {"helper_threads", helpers}};
        default:
            return {{"kind", "thread per request"}};
        }
    }

    Json& group(const std::string& id, const std::string& role, int count)
    {
        const char* rate = dice_.one({"1 Gb/s", "10 Gb/s"});
        links_.push_back({{"id", id + "-cable"}, {"from", id}, {"to", "switch"}, {"rate", rate}});
        groups_.push_back({{"id", id}, {"count", count}, {"processor", id + "-processor"}, {"roles", {role}}});
        return groups_.back();
    }

    Dice dice_;
    bool asks_ = false;
    Json behaviours_ = Json::array(), groups_ = Json::array(), links_ = Json::array(), components_ = Json::array(),
         states_ = Json::array();
};

} // namespace

Json randomSystem(std::uint64_t number)
{
    return System(number).tree();
}

} // namespace headroom::accuracy
