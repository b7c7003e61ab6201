// Values of fields with the parameters as they stand.
#include "../projects.h"
#include "project/checks/checks.h"
#include "project/document/document.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/declarations.h"

#include <catch2/catch.hpp>

using namespace headroom::project;

TEST_CASE("a field that is asked for by a name that nobody declared is a mistake of the program, not 0")
{
    const Project project;
    const ComponentLibrary components;
    Findings findings;
    Resolver resolver(project, components, findings);
    CHECK(resolver.number(runFields(), "duration", Json::object(), "/run") == 60);
    CHECK_THROWS_AS(resolver.number(runFields(), "durration", Json::object(), "/run"), std::logic_error);
    CHECK_THROWS_AS(resolver.text(deviceFields(), "sheduler", Json::object(), ""), std::logic_error);
    CHECK_THROWS_AS(resolver.component(deviceFields(), "componet", Json::object(), ""), std::logic_error);
    CHECK(findings.empty());
}

namespace {

/// Servers with one of two drives, and the chassis that goes with it.
Project withChassis(const std::string& chassis)
{
    Project project = test::open(test::shipped("first-queue"));
    Parameter drive;
    drive.name = "DRIVE";
    drive.type = ParameterType::choice;
    drive.alternatives = {"disk", "flash drive"};
    drive.value = "disk";
    project.parameters.push_back(drive);
    project.topology.groups[1].fields["chassis"] = chassis;
    return project;
}

std::string chassisOf(Project project, const char* drive)
{
    findParameter(project, "DRIVE")->value = drive;
    Findings findings;
    Resolver resolver(project, test::components(), findings);
    const Component* chassis =
        resolver.component(nodeGroupFields(), "chassis", project.topology.groups[1].fields, "/topology/groups/1");
    CHECK(findings.empty());
    return chassis ? chassis->id : "none";
}

const char* const place = "/topology/groups/1/chassis";

} // namespace

TEST_CASE("a component follows a choice")
{
    const Project project =
        withChassis("DRIVE == disk ? Dell_PowerEdge_R760xd2_24x3_5in : Dell_PowerEdge_R7625_24x2_5in");
    CHECK(chassisOf(project, "disk") == "Dell_PowerEdge_R760xd2_24x3_5in");
    CHECK(chassisOf(project, "flash drive") == "Dell_PowerEdge_R7625_24x2_5in");
    CHECK(chassisOf(withChassis("DRIVE == \"flash drive\" ? Dell_PowerEdge_R7625_24x2_5in : \"\""), "disk") == "none");
    CHECK(presentComponent(project, test::components(), "DRIVE == disk ? Dell_PowerEdge_R760xd2_24x3_5in : \"\"")->id ==
          "Dell_PowerEdge_R760xd2_24x3_5in");
    CHECK(presentComponent(project, test::components(), "DRIVE == disk ?") == nullptr);
}

TEST_CASE("a chassis goes with the kind of a drive")
{
    Project project = withChassis("DRIVE.kind == disk ? Dell_PowerEdge_R760xd2_24x3_5in : "
                                  "DRIVE.kind == nvme ? Dell_PowerEdge_R7625_24x2_5in : \"\"");
    Parameter& drive = *findParameter(project, "DRIVE");
    drive.type = ParameterType::component;
    drive.kinds = {"disk", "ssd", "nvme"};
    drive.alternatives.clear();
    CHECK(chassisOf(project, "Seagate_Exos_X20_20TB") == "Dell_PowerEdge_R760xd2_24x3_5in");
    CHECK(chassisOf(project, "Samsung_PM9A3_7_68TB") == "Dell_PowerEdge_R7625_24x2_5in");
    CHECK(chassisOf(project, "Samsung_PM893_1_92TB") == "none");
}

TEST_CASE("each component of a choice has to fit, also one that is not chosen now")
{
    const auto fault = [](const std::string& chassis, const std::string& key) {
        const Findings findings = check(withChassis(chassis), test::components());
        const Finding* found = test::find(findings, key, place);
        return found ? found->place + ": " + found->problem : std::string();
    };
    const std::string right = "DRIVE == disk ? Dell_PowerEdge_R760xd2_24x3_5in : ";
    CHECK(fault(right + "Dell_PowerEdge_R7625_24x2_5", "component.unknown") ==
          "node group \"server\", field chassis: No library holds a component \"Dell_PowerEdge_R7625_24x2_5\". It is a "
          "choice of \"" +
              right + "Dell_PowerEdge_R7625_24x2_5\".");
    CHECK(fault(right + "Force10_S4810", "component.kind").find("\"Force10_S4810\" is a switch, which does not fit.") !=
          std::string::npos);
    CHECK(fault("DRIVE == dsk ? Dell_PowerEdge_R760xd2_24x3_5in : \"\"", "expression.faulty").find("\"dsk\"") !=
          std::string::npos);
    CHECK_FALSE(fault("DRIVE == disk ? Dell_PowerEdge_R760xd2_24x3_5in", "expression.faulty").empty());
    CHECK(fault(right + "\"\"", "component.unknown").empty());
}
