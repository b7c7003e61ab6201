#include "../projects.h"
#include "project/file/json_writer.h"
#include "project/resolve/resolver.h"

#include <utility>

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

const Project& rack()
{
    static const Project project = open(shipped("swift-rack"));
    return project;
}

struct Set
{
    Project project;
    Findings findings;
};

Set set(const std::string& name, const std::string& value)
{
    Set result;
    result.project = withOverrides(rack(), {{name, value}}, components(), result.findings);
    INFO(name << "=" << value << lines(result.findings));
    CHECK(result.findings.size() <= 1);
    return result;
}

} // namespace

TEST_CASE("values that cannot be set are refused and change nothing")
{
    struct Row
    {
        const char* name;
        const char* value;
        const char* key;
        const char* says;
    };
    const Row rows[] = {
        {"WORKRES", "3", "parameter.unknown", "Did you mean \"WORKERS\"?"},
        {"workers", "3", "parameter.unknown", "Did you mean \"WORKERS\"?"},
        {"", "3", "parameter.unknown", "no parameter \"\""},
        {"WORKERS", "", "value.not-a-number", "is not a number"},
        {"WORKERS", "many", "value.not-a-number", "many"},
        {"WORKERS", "3 ms", "unit.mismatch", "without a unit"},
        {"WORKERS", "1.5", "value.not-whole", "whole"},
        {"WORKERS", "0", "value.out-of-range", "at least 1"},
        {"WORKERS", "1e9", "value.out-of-range", "at least 1 and at most 16384."},
        {"WORKERS", "-5", "value.out-of-range", "at least 1"},
        {"WORKERS", "nan", "value.not-a-number", "nan"},
        {"WORKERS", "inf", "value.not-a-number", "inf"},
        {"WORKERS", "true", "value.not-a-number", "true"},
        {"READ_SHARE", "200 %", "value.out-of-range", "at most 1"},
        {"OBJECT_SIZE", "3 ms", "unit.mismatch", "units of B"},
        {"OBJECT_SIZE", "25 Gb/s", "unit.mismatch", "units of B"},
        {"OBJECT_SIZE", "big", "value.not-a-number", "16 KB"},
        {"OBJECT_SIZE", "0 KB", "value.out-of-range", "at least 1 B"},
        {"RAMP_UP", "25 GB", "unit.mismatch", "units of s"},
        {"DRIVE", "Intel_SSD_DC_S3700_Series_80GB", "component.unknown",
         "Did you mean \"Intel_SSD_DC_S3700_Series_800GB\"?"},
        {"DRIVE", "no-such-disk", "component.unknown", "no-such-disk"},
        {"DRIVE", "Intel_XXV710_DA2_25GbE", "component.kind", "\"disk\", \"ssd\" or \"nvme\""},
        {"FABRIC", "rack", "value.unknown-choice", "\"10GbE network\" or \"rack fabric\""},
        {"OPERATION", "put", "value.unknown-choice", "\"PUT\""},
        {"WRITE_BARRIER", "maybe", "value.type", "true or false"},
        {"WRITE_BARRIER", "2", "value.type", "true or false"},
    };
    for (const Row& row : rows) {
        INFO(row.name << "=" << row.value);
        const Set result = set(row.name, row.value);
        REQUIRE(result.findings.size() == 1);
        const Finding& finding = result.findings[0];
        CHECK(finding.key == row.key);
        CHECK(finding.severity == Severity::error);
        CHECK_THAT(toLine(finding), Contains(row.says) && Contains(row.name));
        CHECK(toText(result.project) == toText(rack()));
    }
}

TEST_CASE("values of every type can be set")
{
    struct Row
    {
        const char* name;
        const char* value;
        Json stands;
    };
    const Row rows[] = {
        {"WORKERS", "3", 3},
        {"WORKERS", " 1e3 ", 1000},
        {"READ_SHARE", "0.25", 0.25},
        {"READ_SHARE", "25 %", "25 %"},
        {"OBJECT_SIZE", "1 MB", "1 MB"},
        {"OBJECT_SIZE", "20000", 20000},
        {"RAMP_UP", "50 ms", "50 ms"},
        {"DRIVE", "Intel_SSD_DC_S3700_Series_800GB", "Intel_SSD_DC_S3700_Series_800GB"},
        {"FABRIC", "10GbE network", "10GbE network"},
        {"OPERATION", "MIX", "MIX"},
        {"WRITE_BARRIER", "on", true},
        {"WRITE_BARRIER", "off", false},
        {"WRITE_BARRIER", "true", true},
        {"WRITE_BARRIER", "false", false},
        {"WRITE_BARRIER", "yes", true},
        {"WRITE_BARRIER", "no", false},
        {"WRITE_BARRIER", "1", true},
        {"WRITE_BARRIER", "0", false},
    };
    std::string last;
    for (const Row& row : rows) {
        const Set result = set(row.name, row.value);
        INFO(row.name << "=" << row.value << lines(result.findings));
        CHECK(result.findings.empty());
        CHECK(findParameter(result.project, row.name)->value == row.stands);
        if (std::exchange(last, row.name) != row.name)
            CHECK(parse(toText(result.project)).project);
    }
}

TEST_CASE("all faulty values are reported at once")
{
    Findings findings;
    withOverrides(rack(), {{"WORKRES", "3"}, {"OBJECT_SIZE", "3 ms"}, {"FABRIC", "none"}, {"WORKERS", "8"}},
                  components(), findings);
    CHECK(findings.size() == 3);
}

TEST_CASE("a component that the project carries itself can be chosen")
{
    Json tree = shipped("swift-rack");
    tree["components"].push_back({{"id", "my-ssd"},
                                  {"kind", "ssd"},
                                  {"parameters",
                                   {{"capacity_B", 1e12},
                                    {"seq_read_Bps", 5e8},
                                    {"seq_write_Bps", 5e8},
                                    {"rand_read_4k_iops", 5e4},
                                    {"rand_write_4k_iops", 5e4}}}});
    const Project project = open(tree);
    Findings findings;
    ComponentLibrary known = components();
    known.add(project.components, "/components", findings);
    const Project changed = withOverrides(project, {{"DRIVE", "my-ssd"}}, known, findings);
    CHECK(findings.empty());
    CHECK(findParameter(changed, "DRIVE")->value == "my-ssd");
    CHECK(parse(toText(changed)).project);
}

TEST_CASE("fields are evaluated in base units over the parameters")
{
    const Project project = open(shipped("swift-rack"));
    Findings findings;
    Resolver resolver(project, components(), findings);
    const Workload& workload = project.workloads[0];
    CHECK(resolver.number(workloadFields(), "workers", workload.fields, "/workloads/0") == 64);
    CHECK(resolver.number(workloadFields(), "ramp_up", workload.fields, "/workloads/0") == 5);
    CHECK(resolver.number(workloadFields(), "think_time", workload.fields, "/workloads/0") == 0);
    const auto& shares = workload.operations;
    CHECK(resolver.number(shareFields(), "weight", shares[0].fields, "") == 1);
    CHECK(resolver.number(shareFields(), "weight", shares[1].fields, "") == 0);
    const NodeGroup& storage = project.topology.groups[2];
    CHECK(resolver.component(deviceFields(), "component", storage.devices[0].fields, "")->kind == "disk");
    CHECK(resolver.flag(volumeFields(), "barriers", storage.volumes[0].fields, ""));
    const Link& uplink = project.topology.fabrics[0].links[3];
    CHECK(resolver.number(linkFields(), "rate", uplink.fields, "") ==
          Approx(5e9 / findParameter(project, "OVERSUBSCRIPTION")->value.get<double>()));
    const Scope scope = resolver.scopeOf(project.behaviours[2], "/behaviours/2");
    CHECK(scope.constants.at("partitions") == 8192);
    INFO(lines(findings));
    CHECK(findings.empty());
}
