// Where a generic parameter has an effect.
#include "project/structure/parameter_uses.h"

#include "../projects.h"
#include "project/file/json_reader.h"

using namespace headroom::project;

namespace {

Project withWorkers()
{
    return readProject(Json::parse(R"({
        "name": "WORKERS",
        "description": "WORKERS is told here and counts for nothing",
        "parameters": [{"name": "WORKERS", "type": "integer", "value": 8},
                       {"name": "DISK", "type": "component", "value": "Some_disk"}],
        "behaviours": [{"role": "server", "definition": {"id": "server",
            "operations": [{"id": "ask", "diagrams": [{"id": "full", "blocks": [
                {"id": "work", "type": "compute", "name": "WORKERS", "work": "1 ms"}], "wires": []}]}]}}],
        "topology": {"groups": [{"id": "servers", "devices": [{"id": "disks"}], "roles": ["server"]}]},
        "studies": [{"id": "s", "space": [{"parameter": "WORKERS", "from": 1, "to": "WORKERS", "steps": 2}]}]})"));
}

/// The work of the only block.
Json& work(Project& project)
{
    return project.behaviours[0].role.operations[0].diagrams[0].blocks[0].fields["work"];
}

} // namespace

TEST_CASE("a parameter has an effect if an expression or a choice of the project names it as a whole")
{
    Project project = withWorkers();
    CHECK_FALSE(hasEffect(project, "WORKERS")); // names, descriptions and studies decide nothing
    work(project) = "WORKERS_MORE * 1 ms";
    CHECK_FALSE(hasEffect(project, "WORKERS"));
    work(project) = "2 * WORKERS * 1 ms";
    CHECK(hasEffect(project, "WORKERS"));
    CHECK_FALSE(hasEffect(project, "DISK"));
    project.topology.groups[0].devices[0].fields["component"] = "DISK";
    CHECK(hasEffect(project, "DISK"));
}

TEST_CASE("parameters without an effect are named, in the order in which they were asked for")
{
    Project project = withWorkers();
    work(project) = "2 * WORKERS * 1 ms";
    CHECK(withoutEffect(project, {"SPARE", "WORKERS", "DISK"}) == std::vector<std::string>{"SPARE", "DISK"});
    project.topology.groups[0].devices[0].fields["component"] = "DISK";
    CHECK(withoutEffect(project, {"WORKERS", "DISK"}).empty());
}

TEST_CASE("the load depends on what says how many ask and how often, and not on what is asked for")
{
    Project project = withWorkers();
    const auto use = [&] { return loadUse(project, "WORKERS"); };
    work(project) = "WORKERS * 1 ms";
    CHECK_FALSE((use().load || use().users || use().hardware));
    project.workloads.emplace_back().fields = Json::parse(R"({"think_time": "WORKERS * 1 s", "keys": 10})");
    CHECK(use().load);
    CHECK_FALSE(use().users);
    Json& fields = project.workloads[0].fields;
    fields = Json::parse(R"({"workers": "2 * WORKERS"})");
    CHECK((use().load && use().users));
    fields = Json::parse(R"({"stages": [{"duration": "1 s", "rate": "WORKERS"}]})");
    CHECK(use().load);
    fields = Json::parse(R"({"keys": "WORKERS"})");
    CHECK_FALSE(use().load);
    project.topology.groups[0].fields["count"] = "WORKERS";
    CHECK(use().hardware);
}

TEST_CASE("a role's own parameter of the same name hides a generic one")
{
    Project project = withWorkers();
    work(project) = "WORKERS * 1 ms";
    REQUIRE(hasEffect(project, "WORKERS"));
    project.behaviours[0].role.parameters.push_back({"WORKERS", 3, "", "", Json::object()});
    CHECK_FALSE(hasEffect(project, "WORKERS"));
}

TEST_CASE("a component that is chosen by a parameter uses it, and follows its name")
{
    Project project = withWorkers();
    project.topology.groups[0].devices[0].fields["component"] = "DISK == \"WORKERS\" ? \"WORKERS\" : Other_disk";
    CHECK(hasEffect(project, "DISK"));
    CHECK_FALSE(hasEffect(project, "WORKERS"));
    CHECK(loadUse(project, "DISK").hardware);
    forEachField(project, [](const FieldPlace& place) {
        if (place.field == "component")
            CHECK(renamedParameter(place, "DISK", "DRIVE") == Json("DRIVE == \"WORKERS\" ? \"WORKERS\" : Other_disk"));
    });
}
