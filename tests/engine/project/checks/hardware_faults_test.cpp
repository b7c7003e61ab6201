// Findings about hardware that does not suffice for its tasks, as one draws.
#include "../projects.h"
#include "project/checks/checks.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

/// The keys of the findings that a project has and the shipped one has not.
std::vector<std::string> keysOf(const Project& project)
{
    std::vector<std::string> keys;
    for (const Finding& finding : check(project, components()))
        keys.push_back(finding.key + " " + finding.pointer);
    return keys;
}

using Keys = std::vector<std::string>;

Project queue()
{
    return open(shipped("first-queue"));
}

NodeGroup& servers(Project& project)
{
    return project.topology.groups[1];
}

} // namespace

TEST_CASE("the shipped projects have hardware for what they ask")
{
    CHECK(keysOf(queue()).empty());
    CHECK(keysOf(open(shipped("swift-rack"))).empty());
    CHECK(keysOf(open(shipped("leaf-spine-700"))).empty());
}

TEST_CASE("a controller has no more ports than its component, uplinks of expanders counted at both ends")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.controllers = {{"adapter", {{"component", "LSI_SAS_9207_8i"}}}};
    group.devices = {
        {"data",
         {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}, {"count", 8}, {"controller", "adapter"}}}};
    CHECK(keysOf(project).empty());
    group.devices[0].fields["count"] = 9;
    CHECK(keysOf(project) == Keys{"controller.ports /topology/groups/1/controllers/0"});
    // Two groups of devices share the ports.
    group.devices[0].fields["count"] = 5;
    group.devices.push_back({"more", group.devices[0].fields});
    CHECK(keysOf(project) == Keys{"controller.ports /topology/groups/1/controllers/0"});
    // Behind an expander of 24 ports there is room for twenty: four lead to the adapter.
    group.devices.pop_back();
    group.controllers.push_back({"shelf", {{"component", "Intel_RES2SV240"}, {"behind", "adapter"}, {"lanes", 4}}});
    group.devices[0].fields["controller"] = "shelf";
    group.devices[0].fields["count"] = 20;
    CHECK(keysOf(project).empty());
    group.devices[0].fields["count"] = 21;
    CHECK(keysOf(project) == Keys{"controller.ports /topology/groups/1/controllers/1"});
    group.devices[0].fields["count"] = 20;
    group.controllers[1].fields["lanes"] = 9;
    CHECK(keysOf(project) == Keys{"controller.ports /topology/groups/1/controllers/0",
                                  "controller.ports /topology/groups/1/controllers/1"});
}

TEST_CASE("on a PCIe switch NVMe drives take the places, and its uplink is none of them")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.controllers = {{"fabric", {{"component", "Broadcom_PEX8749_x16"}, {"lanes", 16}}}};
    group.devices = {
        {"data", {{"component", "Intel_SSD_DC_P3700_Series_2TB"}, {"count", 8}, {"controller", "fabric"}}}};
    CHECK(keysOf(project).empty());
    group.devices[0].fields["count"] = 9;
    CHECK(keysOf(project) == Keys{"controller.ports /topology/groups/1/controllers/0"});
}

TEST_CASE("a hard disk needs no figure that a run does not use")
{
    Json tree = shipped("first-queue");
    tree["components"] =
        Json::array({{{"id", "own"},
                      {"kind", "disk"},
                      {"parameters",
                       {{"capacity_B", 1e12}, {"rpm", 7200}, {"seq_read_Bps", 1.5e8}, {"interface", "SATA 6Gb/s"}}}}});
    tree["topology"]["groups"][1]["devices"] = Json::array({{{"id", "data"}, {"component", "own"}}});
    const LoadResult result = parse(tree);
    INFO(lines(result.findings));
    CHECK(result.project);
    CHECK(std::none_of(result.findings.begin(), result.findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::error; }));
}

TEST_CASE("a turbo whose clock with all cores busy is not known is noted")
{
    const auto keysWith = [](const Json& parameters) {
        Json tree = shipped("first-queue");
        Json figures = {{"cores", 4}, {"base_clock_Hz", 2e9}};
        figures.merge_patch(parameters);
        tree["components"] = Json::array({{{"id", "own"}, {"kind", "processor"}, {"parameters", figures}}});
        tree["topology"]["groups"][1]["processor"] = "own";
        return keysOf(open(tree));
    };
    CHECK(keysWith(Json::object()).empty());
    CHECK(keysWith({{"max_turbo_clock_Hz", 2e9}}).empty());
    CHECK(keysWith({{"max_turbo_clock_Hz", 3e9}}) == Keys{"processor.all-core-clock /topology/groups/1/processor"});
    CHECK(keysWith({{"max_turbo_clock_Hz", 3e9}, {"all_core_turbo_clock_Hz", 2.5e9}}).empty());
}

TEST_CASE("a processor with fewer threads than cores, or with a clock above its highest one, is reported")
{
    const auto keysWith = [](const Json& parameters) {
        Json tree = shipped("first-queue");
        Json figures = {{"cores", 4}, {"base_clock_Hz", 2e9}, {"max_turbo_clock_Hz", 3e9}};
        figures["all_core_turbo_clock_Hz"] = 2.5e9;
        figures.merge_patch(parameters);
        tree["components"] = Json::array({{{"id", "own"}, {"kind", "processor"}, {"parameters", figures}}});
        tree["topology"]["groups"][1]["processor"] = "own";
        return keysOf(open(tree));
    };
    const Keys told{"processor.figures /topology/groups/1/processor"};
    CHECK(keysWith(Json::object()).empty());
    CHECK(keysWith({{"threads", 8}}).empty());
    CHECK(keysWith({{"threads", 2}}) == told);
    CHECK(keysWith({{"base_clock_Hz", 4e9}}) == told);
    CHECK(keysWith({{"all_core_turbo_clock_Hz", 3.5e9}}) == told);
}

TEST_CASE("idle cores that cannot sleep, since the processor has no idle states, are warned of")
{
    const auto keysWith = [](const Json& states, const char* idleCores) {
        Json tree = shipped("first-queue");
        Json figures = {{"cores", 4}, {"base_clock_Hz", 2e9}, {"idle_states", states}};
        tree["components"] = Json::array({{{"id", "own"}, {"kind", "processor"}, {"parameters", figures}}});
        tree["topology"]["groups"][1].update({{"processor", "own"}, {"idle_cores", idleCores}});
        return keysOf(open(tree));
    };
    const Json state = {{"target_residency_us", 2}, {"exit_latency_us", 2}};
    CHECK(keysWith(Json::array(), "awake").empty());
    CHECK(keysWith(Json::array(), "spread") == Keys{"processor.no-idle-states /topology/groups/1/idle_cores"});
    CHECK(keysWith(Json::array({state}), "packed").empty());
}

TEST_CASE(
    "an interface that nobody understands, a latency that is missing and a mix faster than its parts are reported")
{
    const auto keysWith = [](const Json& parameters) {
        Json tree = shipped("first-queue");
        Json figures = {{"capacity_B", 1e11},       {"seq_read_Bps", 5e8},        {"seq_write_Bps", 5e8},
                        {"rand_read_4k_iops", 1e5}, {"rand_write_4k_iops", 1e5},  {"read_latency_us", 100},
                        {"write_latency_us", 50},   {"interface", "PCIe 4.0 x4"}, {"power_loss_protection", true}};
        figures.merge_patch(parameters);
        tree["components"] = Json::array({{{"id", "own"}, {"kind", "nvme"}, {"parameters", figures}}});
        tree["topology"]["groups"][1]["devices"] = Json::array({{{"id", "data"}, {"component", "own"}}});
        std::vector<std::string> keys;
        for (const Finding& finding : parse(tree).findings)
            keys.push_back(finding.key + " " + finding.pointer);
        return keys;
    };
    const std::string device = " /topology/groups/1/devices/0/component";
    CHECK(keysWith(Json::object()).empty());
    CHECK(keysWith({{"interface", "SAS 12 Gb/s"}}).empty());
    CHECK(keysWith({{"interface", "PCIe Gen4"}}) == Keys{"component.interface" + device});
    CHECK(keysWith({{"interface", nullptr}}).empty());
    CHECK(keysWith({{"write_latency_us", nullptr}}) == Keys{"component.no-latency" + device});
    CHECK(keysWith({{"rand_mixed_70_30_iops", 9e4}}).empty());
    CHECK(keysWith({{"rand_mixed_70_30_iops", 1.1e5}}) == Keys{"component.mix" + device});
    // A value of the wrong type is a fault of the component.
    for (const Json& wrong :
         {Json{{"interface", 5}}, Json{{"power_loss_protection", "yes"}}, Json{{"write_cache_enabled", 0}}}) {
        INFO(wrong);
        const Keys keys = keysWith(wrong);
        REQUIRE_FALSE(keys.empty());
        CHECK_THAT(keys[0], Catch::Contains("/components/0/parameters/" + wrong.begin().key()));
    }
}

TEST_CASE("an I/O scheduler that orders nothing is reported, one that is unknown is an error")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}}};
    Json& fields = group.devices[0].fields;
    const std::string device = " /topology/groups/1/devices/0";
    CHECK(keysOf(project).empty());
    fields["scheduler"] = "deadline";
    CHECK(keysOf(project).empty());
    fields["nr_requests"] = 128;
    CHECK(keysOf(project).empty());
    fields["scheduler"] = "none";
    CHECK(keysOf(project) == Keys{"device.nothing-scheduled" + device + "/nr_requests"});
    fields["nr_requests"] = nullptr;
    CHECK(keysOf(project).empty());

    for (const char* component : {"Intel_SSD_DC_S3700_Series_200GB", "Intel_SSD_DC_P3700_Series_2TB"}) {
        fields["component"] = component;
        fields["scheduler"] = "none";
        CHECK(keysOf(project).empty());
        fields["scheduler"] = "deadline";
        CHECK(keysOf(project) == Keys{"device.no-scheduler" + device + "/scheduler"});
    }
    fields["component"] = "Seagate_Constellation_ES3_ST4000NM0033_4TB";

    fields["scheduler"] = "cfq";
    const Findings findings = check(project, components());
    REQUIRE_FALSE(findings.empty());
    CHECK(findings[0].key == "value.unknown-choice");
    CHECK(findings[0].severity == Severity::error);
    CHECK(findings[0].pointer == "/topology/groups/1/devices/0/scheduler");
    CHECK_THAT(findings[0].remedy, Catch::Contains("\"none\" or \"deadline\""));
    fields["scheduler"] = "deadline";
    for (const int requests : {3, 2049}) {
        fields["nr_requests"] = requests;
        CHECK(keysOf(project) == Keys{"value.out-of-range" + device + "/nr_requests"});
    }
}

TEST_CASE("the scheduler may be a parameter's choice, and a swap to an SSD reports that it has no effect")
{
    Json tree = shipped("first-queue");
    tree["parameters"].push_back(
        {{"name", "SCHEDULER"}, {"type", "choice"}, {"value", "deadline"}, {"alternatives", {"none", "deadline"}}});
    tree["topology"]["groups"][1]["devices"] = {
        {{"id", "data"}, {"component", "Intel_SSD_DC_S3700_Series_200GB"}, {"scheduler", "SCHEDULER"}}};
    const auto keys = [](const Json& written) {
        std::vector<std::string> found;
        for (const Finding& finding : parse(written).findings)
            found.push_back(finding.key + " " + finding.pointer);
        return found;
    };
    CHECK(keys(tree) == Keys{"device.no-scheduler /topology/groups/1/devices/0/scheduler"});
    tree["parameters"].back()["value"] = "none";
    CHECK(keys(tree).empty());
}

TEST_CASE("a volume on the devices of a cache is reported")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    const Json disk = {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}, {"cache_device", "fast"}};
    group.devices = {{"data", disk}, {"fast", {{"component", "Intel_SSD_DC_S3700_Series_200GB"}}}};
    group.volumes = {{.volume = "objects", .devices = "data"}};
    CHECK(keysOf(project).empty());
    group.volumes[0].devices = "fast";
    CHECK(keysOf(project) == Keys{"volume.on-cache /topology/groups/1/volumes/0/devices"});
    group.volumes[0].devices = "data";
    group.volumes[0].moreDevices = {"fast"};
    CHECK(keysOf(project) == Keys{"volume.on-cache /topology/groups/1/volumes/0/more_devices/0"});
    group.devices[0].fields["cache_size"] = "100 GB"; // the rest is there for volumes
    CHECK(keysOf(project).empty());
}

TEST_CASE("a rebuild rate and a full write cache are reported where there is nothing to rebuild or to fill")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}, {"count", 2}}}};
    Json& fields = group.devices[0].fields;
    const std::string device = " /topology/groups/1/devices/0";
    fields["cache_full_of"] = "4 KiB";
    CHECK(keysOf(project).empty());
    fields["component"] = "Intel_SSD_DC_S3700_Series_200GB";
    CHECK(keysOf(project) == Keys{"device.nothing-cached" + device + "/cache_full_of"});
    fields["battery_cache"] = "1 GiB";
    CHECK(keysOf(project).empty());
    fields["rebuild_rate"] = "50 MB/s";
    CHECK(keysOf(project) == Keys{"device.nothing-rebuilt" + device + "/rebuild_rate"});
    fields["raid"] = "RAID 0";
    CHECK(keysOf(project) == Keys{"device.nothing-rebuilt" + device + "/rebuild_rate"});
    fields["raid"] = "RAID 1";
    CHECK(keysOf(project).empty());
}

TEST_CASE("full devices are reported where the component does not say what they do then")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Intel_SSD_520_Series_480GB"}, {"full", true}}}};
    Json& fields = group.devices[0].fields;
    CHECK(keysOf(project).empty()); // its spare area is known
    const Keys told{"device.never-full /topology/groups/1/devices/0/full"};
    fields["component"] = "Generic_mSATA_SSD_OS"; // estimated
    CHECK(keysOf(project) == told);
    CHECK(check(project, components()).front().severity == Severity::warning);
    fields["component"] = "Intel_SSD_DC_S3700_Series_800GB"; // a server's: its figure is that of a full drive
    CHECK(check(project, components()).front().severity == Severity::note);
    fields["component"] = "Seagate_Constellation_ES3_ST4000NM0033_4TB";
    CHECK(keysOf(project) == told);
    fields["full"] = false;
    CHECK(keysOf(project).empty());
}

TEST_CASE("a volume lies on device groups that there are, on each once")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    const Json disk = {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}};
    group.devices = {{"data", disk}, {"shelf", disk}};
    group.volumes = {{.volume = "objects", .devices = "data", .moreDevices = {"shelf"}}};
    CHECK(keysOf(project).empty());
    group.volumes[0].moreDevices = {"shelf", "shelve"};
    CHECK(keysOf(project) == Keys{"devices.unknown /topology/groups/1/volumes/0/more_devices/1"});
    group.volumes[0].moreDevices = {"shelf", "data"};
    CHECK(keysOf(project) == Keys{"devices.twice /topology/groups/1/volumes/0/more_devices/1"});
}

TEST_CASE("a warm start says how many files there are and how large they are")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}}};
    group.volumes = {{.volume = "objects", .devices = "data", .fields = {{"cache_start", "warm"}, {"files", 10}}}};
    CHECK(keysOf(project) == Keys{"volume.nothing-warm /topology/groups/1/volumes/0/file_size"});
    group.volumes[0].fields["file_size"] = "1 MB";
    CHECK(keysOf(project).empty());
    group.volumes[0].fields["files"] = 0;
    CHECK(keysOf(project) == Keys{"volume.nothing-warm /topology/groups/1/volumes/0/files"});
}

TEST_CASE("files of a volume have a size")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}}};
    group.volumes = {{.volume = "objects", .devices = "data", .fields = {{"files", 1}}}};
    CHECK(keysOf(project) == Keys{"volume.no-file-size /topology/groups/1/volumes/0/file_size"});
    group.volumes[0].fields["file_size"] = "1 MB";
    CHECK(keysOf(project).empty());
    group.volumes[0].fields.erase("files"); // the size of those that the run makes
    CHECK(keysOf(project).empty());
}

TEST_CASE("a page cache that may hold nothing dirty is reported where there is a volume")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.fields["memory"] = 0;
    CHECK(keysOf(project).empty());
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}}};
    group.volumes = {{.volume = "objects", .devices = "data"}};
    CHECK(keysOf(project) == Keys{"group.no-dirty-room /topology/groups/1"});
    group.fields["memory"] = "1 GiB";
    CHECK(keysOf(project).empty());
    group.fields["dirty_ratio"] = 0;
    CHECK(keysOf(project) == Keys{"group.no-dirty-room /topology/groups/1"});
}

TEST_CASE("half a core is none")
{
    Project project = queue();
    Json figures = {{"cores", 2.5}, {"base_clock_Hz", 2e9}};
    project.components = Json::array({{{"id", "own"}, {"kind", "processor"}, {"parameters", figures}}});
    servers(project).fields["processor"] = "own";
    CHECK(keysOf(project) == Keys{"component.not-whole /topology/groups/1/processor"});
    project.components[0]["parameters"]["cores"] = 2.0;
    CHECK(keysOf(project).empty());
}

TEST_CASE("a share of something is no more than all of it")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}}};
    group.volumes = {{.volume = "objects", .devices = "data"}};
    for (const char* field : {"cache_share", "dirty_background_ratio", "dirty_ratio"}) {
        group.fields[field] = 1;
        CHECK(keysOf(project).empty());
        group.fields[field] = 1.01;
        CHECK(keysOf(project) == Keys{"value.out-of-range /topology/groups/1/" + std::string(field)});
        group.fields.erase(field);
    }
    for (const char* field : {"used", "fill_limit", "overhead"}) {
        group.volumes[0].fields[field] = 1.01;
        CHECK(keysOf(project) == Keys{"value.out-of-range /topology/groups/1/volumes/0/" + std::string(field)});
        group.volumes[0].fields.erase(field);
    }
}

TEST_CASE("one subnet has one MTU, and a router parts subnets")
{
    Project project = queue();
    Fabric& fabric = project.topology.fabrics[0];
    const Json kind = fabric.switches[0].fields;
    fabric.switches.push_back({"other", "", kind});
    fabric.links[1].to = "other";
    fabric.links.push_back({"between", fabric.switches[0].id, "other", Json::object()});
    CHECK(keysOf(project).empty());
    fabric.links[0].fields["mtu"] = 9000;
    CHECK(keysOf(project) ==
          Keys{"link.mtu-differs /topology/fabrics/0/links/1/mtu", "link.mtu-differs /topology/fabrics/0/links/2/mtu"});
    fabric.links[2].fields["mtu"] = 9000;
    fabric.switches[1].fields["kind"] = "router";
    CHECK(keysOf(project).empty());
}

TEST_CASE("a switch has a port for every cable")
{
    Project project = queue();
    CHECK(keysOf(project).empty());
    servers(project).fields["count"] = 500;
    CHECK(keysOf(project) == Keys{"switch.too-few-ports /topology/fabrics/0/switches/0"});
}

TEST_CASE("nodes have an adapter, that of their link or of the fabric")
{
    Project project = queue();
    Fabric& fabric = project.topology.fabrics[0];
    fabric.fields.erase("nic");
    for (Link& link : fabric.links)
        link.fields.erase("nic");
    const Json adapter = "Intel_X520_DA2_10GbE";
    CHECK(keysOf(project) ==
          Keys{"link.no-adapter /topology/fabrics/0/links/0/nic", "link.no-adapter /topology/fabrics/0/links/1/nic"});
    fabric.links[0].fields["nic"] = adapter;
    CHECK(keysOf(project) == Keys{"link.no-adapter /topology/fabrics/0/links/1/nic"});
    fabric.fields["nic"] = adapter;
    CHECK(keysOf(project).empty());
    fabric.fields["nic"] = nullptr;
    fabric.fields["detail"] = "delay only";
    CHECK(keysOf(project).empty());
}

TEST_CASE("a missing adapter is an error in the network that a run would use, and a warning in the others")
{
    const auto severityOf = [](const Project& project) {
        const Findings findings = check(project, components());
        REQUIRE(findings.size() == 1);
        CHECK(findings[0].key == "link.no-adapter");
        return findings[0].severity;
    };
    Project project = queue();
    Fabric planned = project.topology.fabrics[0];
    planned.id = "planned";
    planned.fields.erase("nic");
    planned.links[0].fields.erase("nic");
    planned.links[1].fields["nic"] = "Intel_X520_DA2_10GbE";
    project.topology.fabrics.push_back(planned);
    CHECK(severityOf(project) == Severity::warning);
    project.topology.fabric = "planned";
    CHECK(severityOf(project) == Severity::error);
}

TEST_CASE("several nodes need a network, in one node group or in several")
{
    Project project = queue();
    project.topology.fabrics.clear();
    CHECK(keysOf(project) == Keys{"topology.no-fabric /topology/fabrics"});
    project.topology.groups[0].roles.push_back(servers(project).roles[0]);
    project.topology.groups.pop_back();
    project.topology.groups[0].fields["count"] = 2;
    CHECK(keysOf(project) == Keys{"topology.no-fabric /topology/fabrics"});
    project.topology.groups[0].fields["count"] = 1;
    CHECK(keysOf(project).empty());
}

TEST_CASE("the nodes of a single group need links to reach each other")
{
    Project project = queue();
    project.topology.groups[0].roles.push_back(servers(project).roles[0]);
    project.topology.groups.pop_back();
    project.topology.fabrics[0].links.clear();
    project.topology.groups[0].fields["count"] = 2;
    CHECK(keysOf(project) == Keys{"group.unlinked /topology/fabrics/0"});
    project.topology.groups[0].fields["count"] = 1;
    CHECK(keysOf(project).empty());
}

TEST_CASE("a generated fabric says which adapter its nodes have")
{
    Project project = open(shipped("leaf-spine-700"));
    project.topology.fabrics[0].fields.erase("nic");
    CHECK(keysOf(project) == Keys{"link.no-adapter /topology/fabrics/0/nic"});
}

TEST_CASE("a role that no node carries is reported, and does not keep a project from opening")
{
    Json tree = shipped("swift-rack");
    for (Json& group : tree["topology"]["groups"]) {
        for (std::size_t i = group["roles"].size(); i-- > 0;)
            if (group["roles"][i] == "container-server")
                group["roles"].erase(i);
    }
    const LoadResult result = parse(tree);
    INFO(lines(result.findings));
    CHECK(result.project);
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].key == "role.no-node");
    CHECK(result.findings[0].severity == Severity::warning);
}

TEST_CASE("a link that says the same as another names it")
{
    Project project = queue();
    Fabric& fabric = project.topology.fabrics[0];
    fabric.links.push_back(fabric.links[0]);
    fabric.links.back().id = "again";
    const Findings findings = check(project, components());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].key == "link.duplicate");
    CHECK(findings[0].problem.find(fabric.links[0].id) != std::string::npos);
}

TEST_CASE("parts have to fit into a chassis, and its power supplies have to feed them")
{
    Json tree = shipped("first-queue");
    const auto own = [](const char* id, const char* kind, Json parameters) {
        return Json{{"id", id}, {"kind", kind}, {"parameters", std::move(parameters)}};
    };
    tree["components"] = Json::array(
        {own("cpu", "processor", {{"cores", 4}, {"base_clock_Hz", 2e9}, {"tdp_W", 200}}),
         own("case", "chassis", {{"sockets", 2}, {"memory_slots", 8}, {"drive_bays", 4}, {"power_W", 50}}),
         own("module", "memory", {{"bandwidth_per_channel_Bps", 2e10}, {"capacity_B", 17179869184}, {"power_W", 5}}),
         own("unknown", "memory", {{"bandwidth_per_channel_Bps", 2e10}}),
         own("supply", "power supply", {{"rated_power_W", 250}})});
    Json& group = tree["topology"]["groups"][1];
    group["processor"] = "cpu";
    group["chassis"] = "case";
    group["memory"] = "128 GiB";
    group["memory_module"] = "module";
    group["power_supply"] = "supply";
    group["devices"] = Json::array({{{"id", "data"}, {"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}});
    const auto keys = [&] { return keysOf(open(tree)); };
    CHECK(keys().empty());
    group["memory"] = "129 GiB";
    CHECK(keys() == Keys{"group.chassis-full /topology/groups/1/memory_module"});
    group["memory"] = "64 GiB";
    group["devices"][0]["count"] = 5;
    CHECK(keys() == Keys{"group.chassis-full /topology/groups/1/devices"});
    group["devices"][0]["count"] = 4;
    // 2 × 200 W of processors, 50 W of the chassis, 20 W of memory, and what the disks take: two supplies give 500 W.
    group["sockets"] = 2;
    CHECK(keys() == Keys{"group.power-supplies /topology/groups/1/power_supply"});
    group["power_supplies"] = 3;
    CHECK(keys().empty());
    group["sockets"] = 3;
    group["power_supplies"] = 4;
    CHECK(keys() == Keys{"group.chassis-full /topology/groups/1/sockets"});
    group["sockets"] = 1;
    group["memory_module"] = "unknown";
    CHECK(keys() == Keys{"group.module-size /topology/groups/1/memory_module"});
    group["memory_module"] = "module";
    group.erase("power_supply");
    CHECK(keys() == Keys{"group.no-power-supply /topology/groups/1/power_supplies"});
}

TEST_CASE("volumes on the same devices cannot have different logs")
{
    Project project = queue();
    NodeGroup& group = servers(project);
    group.devices = {{"data", {{"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}}}};
    group.volumes = {{"one", "data", {{"log_size", "1 GiB"}}}, {"two", "data", Json::object()}};
    const auto logKeys = [&] {
        Keys keys = keysOf(project);
        std::erase_if(keys, [](const std::string& key) { return !key.starts_with("volume.other-log"); });
        return keys;
    };
    CHECK(logKeys().empty());
    group.volumes[1].fields["log_size"] = "1 GiB";
    CHECK(logKeys().empty());
    group.volumes[1].fields["log_size"] = "2 GiB";
    CHECK(logKeys() == Keys{"volume.other-log /topology/groups/1/volumes/1/log_size"});
}

TEST_CASE("a figure that is nearly one which a component lacks is reported with the right word, any other may stand")
{
    Json tree = shipped("first-queue");
    Json disk = {{"id", "Own_Disk"}, {"kind", "disk"}, {"vendor", "Own"}, {"model", "Disk"}, {"source", "measured"}};
    disk["parameters"] = {{"capacity_B", 4e12},      {"interface", "SATA 6 Gb/s"}, {"rpm", 7200},
                          {"seq_raed_Bps", 1.5e8},   {"seq_write_Bps", 1.5e8},     {"seq_write_8k_Bps", 1e8},
                          {"colour_of_the_lamp", 3}, {"avg_seek_read_ms", 8.5}};
    tree["components"] = Json::array({disk});
    const auto told = [&] {
        std::vector<std::string> places;
        for (const Finding& finding : parse(tree).findings)
            if (finding.key == "component.unknown-figure")
                places.push_back(finding.pointer + ' ' + finding.remedy);
        return places;
    };
    CHECK(told() == std::vector<std::string>{"/components/0/parameters/seq_raed_Bps Did you mean \"seq_read_Bps\"?"});
    tree["components"][0]["parameters"].erase("seq_raed_Bps");
    tree["components"][0]["parameters"]["seq_read_Bps"] = 1.5e8;
    tree["components"][0]["nots"] = "bought second hand";
    CHECK(told() == std::vector<std::string>{"/components/0/nots Did you mean \"notes\"?"});
}
