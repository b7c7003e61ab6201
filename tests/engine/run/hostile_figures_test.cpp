// Figures of nothing, less than nothing and more than anything: what the declarations let through runs, the rest is a
// fault that names the figure.
#include "../effort.h"
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declarations.h"
#include "run_fixture.h"
#include "tests/one_of.h"

#include <tuple>

using namespace headroom;
using namespace headroom::test;
using Catch::Contains;
using project::FieldDeclaration;
using project::FieldType;

namespace {

/// Clients write and read, directly and through the page cache, on a disk and an SSD behind a controller.
TinyProject everything()
{
    TinyProject tiny;
    tiny.tree["components"].push_back(component(
        "drive", "disk",
        {{"capacity_B", 1e11}, {"rpm", 7200}, {"seq_read_Bps", 1.5e8}, {"seq_write_Bps", 1.5e8}, {"cache_B", 1e6}}));
    tiny.tree["components"].push_back(component("adapter", "controller", {{"ports", 8}, {"interface", "PCIe 3.0 x8"}}));
    tiny.asks(R"(, "request": "40 kB")");
    Json& group = tiny.group("servers");
    group["controllers"] = {{{"id", "adapter"}, {"component", "adapter"}}};
    group["devices"] = {{{"id", "disks"}, {"component", "drive"}, {"controller", "adapter"}, {"scheduler", "deadline"}},
                        {{"id", "ssds"}, {"component", "device"}, {"controller", "adapter"}}};
    group["volumes"] = {{{"volume", "slow"}, {"devices", "disks"}}, {{"volume", "quick"}, {"devices", "ssds"}}};
    tiny.definition("server")["volumes"] = {"slow", "quick"};
    tiny.operation("server", "serve", R"(
        {"id": "w", "type": "write", "volume": "slow", "bytes": "64 kB", "through": "direct", "key": "request"},
        {"id": "f", "type": "flush", "volume": "slow"},
        {"id": "c", "type": "compute", "work": "10 us"},
        {"id": "v", "type": "write", "volume": "quick", "bytes": "64 kB", "through": "page cache", "key": "request"},
        {"id": "q", "type": "read", "volume": "quick", "bytes": "64 kB", "through": "direct", "key": "request + 1"},
        {"id": "d", "type": "read", "volume": "slow", "bytes": "4 kB", "pattern": "metadata", "key": "request + 1"},
        {"id": "r", "type": "reply", "bytes": "40 kB"})",
                   "start > w > f > c > v > q > d > r");
    tiny.tree["run"]["duration"] = hurry > 1 ? "0.01 s" : "0.05 s";
    tiny.tree["run"]["max_events_at_instant"] = 20000;
    tiny.tree["run"]["max_wall_time"] = "0.2 s";
    return tiny;
}

bool allowed(const FieldDeclaration& field, double value)
{
    return !(field.minimum && value < *field.minimum) && !(field.maximum && value > *field.maximum);
}

/// The fate of the model with one value in place, against what the declaration says of the value.
void tryValue(const TinyProject& tiny, const FieldDeclaration& field, double value)
{
    INFO(field.name << " = " << value);
    const std::string became = fate(tiny.tree);
    if (allowed(field, value))
        CHECK_THAT(became, Contains("ran") || Contains("stopped: "));
    else
        CHECK_THAT(became, Contains("fault: ") && Contains(field.name));
}

bool isNumber(const FieldDeclaration& field)
{
    return field.type == FieldType::number || field.type == FieldType::integer || field.type == FieldType::quantity;
}

} // namespace

TEST_CASE("the model of all devices runs as it stands")
{
    REQUIRE(fate(everything().tree) == "ran");
}

TEST_CASE("every figure of a component is refused by name outside of its bounds and harmless within")
{
    const auto [id, kind] = oneOf<std::tuple<const char*, const char*>>({{"plain", "processor"},
                                                                         {"drive", "disk"},
                                                                         {"device", "ssd"},
                                                                         {"nic", "nic"},
                                                                         {"switch", "switch"},
                                                                         {"adapter", "controller"}});
    for (const auto& each : project::componentKinds())
        for (const FieldDeclaration& figure : each.figures)
            for (const double value : someOf<double>({0.0, -1.0, 1e30, 1e18}))
                if (each.name == kind && isNumber(figure)) {
                    TinyProject tiny = everything();
                    componentOf(tiny, id)[figure.name] = value;
                    INFO(kind);
                    tryValue(tiny, figure, value);
                }
}

TEST_CASE("ports of a switch without a rate or in no number are refused")
{
    const char* figure = oneOf({"rate_bps", "count"});
    for (const double value : {0.0, -1.0, 1e30}) {
        TinyProject tiny = everything();
        componentOf(tiny, "switch")["ports"][0][figure] = value;
        CHECK_THAT(fate(tiny.tree), Contains("fault: ") && Contains(figure));
    }
}

TEST_CASE("devices of one byte and of one page refuse what does not fit")
{
    const char* id = oneOf({"drive", "device"});
    for (const double capacity : {1.0, 4096.0, 1e6}) {
        TinyProject tiny = everything();
        componentOf(tiny, id)["capacity_B"] = capacity;
        INFO(id << " of " << capacity << " B");
        CHECK_THAT(fate(tiny.tree), Contains("ran") || Contains("fault: ") || Contains("stopped: "));
    }
}

TEST_CASE("every number of a node group, a device, a fabric, a link and a workload is refused or harmless")
{
    struct Place
    {
        const char* name;
        const project::Fields& fields;
        Json& (*in)(TinyProject&);
    };
    const std::vector<Place> places = {
        {"node group", project::nodeGroupFields(), [](TinyProject& t) -> Json& { return t.group("servers"); }},
        {"device", project::deviceFields(), [](TinyProject& t) -> Json& { return t.group("servers")["devices"][0]; }},
        {"controller", project::controllerFields(),
         [](TinyProject& t) -> Json& { return t.group("servers")["controllers"][0]; }},
        {"volume", project::volumeFields(), [](TinyProject& t) -> Json& { return t.group("servers")["volumes"][1]; }},
        {"fabric", project::fabricFields(), [](TinyProject& t) -> Json& { return t.tree["topology"]["fabrics"][0]; }},
        {"link", project::linkFields(),
         [](TinyProject& t) -> Json& { return t.tree["topology"]["fabrics"][0]["links"][0]; }},
        {"switch", project::switchFields(),
         [](TinyProject& t) -> Json& { return t.tree["topology"]["fabrics"][0]["switches"][0]; }},
        {"workload", project::workloadFields(), [](TinyProject& t) -> Json& { return t.tree["workloads"][0]; }},
        {"workers", project::workersFields(),
         [](TinyProject& t) -> Json& { return t.definition("server")["workers"]; }},
        {"run", project::runFields(), [](TinyProject& t) -> Json& { return t.tree["run"]; }}};
    const std::size_t at = oneOf<std::size_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    const Place& place = places[at];
    for (const FieldDeclaration& field : place.fields)
        for (const double value : someOf<double>({0.0, -1.0, 1e18}))
            if (isNumber(field) && field.name != "max_wall_time") {
                TinyProject tiny = everything();
                place.in(tiny)[field.name] = value;
                INFO(place.name << ": " << field.name << " = " << value);
                CHECK_NOTHROW(fate(tiny.tree));
            }
}
