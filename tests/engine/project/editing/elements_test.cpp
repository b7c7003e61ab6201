// Elements of the sections of a project are added, renamed and deleted by what their rows say.
#include "../projects.h"
#include "project/checks/checks.h"
#include "project/document/document.h"
#include "project/editing/elements.h"
#include "project/file/json_writer.h"
#include "project/structure/rows.h"

using namespace headroom::project;

namespace {

Project rack()
{
    LoadResult loaded = test::parse(test::shippedText("swift-rack"));
    REQUIRE(loaded.project);
    return *loaded.project;
}

std::vector<ElementKind> kindsAddedPlainly()
{
    std::vector<ElementKind> kinds;
    for (const List& section : sections())
        if (section.edits.adding == Adding::plain)
            kinds.push_back(*section.kind);
    return kinds;
}

std::vector<std::string> names(const Project& project, ElementKind kind)
{
    return namesBeside(project, kind, {std::string()});
}

} // namespace

TEST_CASE("a section in which elements can be added lets them be renamed and deleted")
{
    CHECK(kindsAddedPlainly().size() > 5);
    for (const List& section : sections()) {
        INFO(section.key);
        if (section.edits.adding != Adding::no) {
            CHECK(section.edits.renaming == Renaming::id);
            CHECK(section.edits.deletable);
            CHECK(std::string(section.heading) != "");
        }
    }
}

TEST_CASE("a new element has a name of its own, and nothing is wrong with it")
{
    for (const ElementKind kind : kindsAddedPlainly()) {
        Project project = rack();
        INFO(listOf(kind)->key);
        const auto before = names(project, kind).size();
        for (int i = 0; i < 2; ++i)
            addElement(project, kind, nameForNew(project, kind));
        const auto after = names(project, kind);
        REQUIRE(after.size() == before + 2);
        CHECK(after[before] != after[before + 1]);
        for (const Finding& finding : check(project, test::components())) {
            INFO(toLine(finding));
            CHECK((finding.severity != Severity::error ||
                   !finding.pointer.starts_with('/' + std::string(listOf(kind)->key))));
        }
    }
}

TEST_CASE("an element that is added and deleted leaves the project as it was")
{
    for (const ElementKind kind : kindsAddedPlainly()) {
        Project project = rack();
        INFO(listOf(kind)->key);
        const std::string before = toText(project);
        const std::string name = nameForNew(project, kind);
        addElement(project, kind, name);
        CHECK(toText(project) != before);
        CHECK(deleteElement(project, kind, {name}));
        CHECK(toText(project) == before);
        CHECK_FALSE(deleteElement(project, kind, {name}));
    }
}

TEST_CASE("a wanted name is taken unless another element has it")
{
    const Project project = rack();
    CHECK(nameForNew(project, ElementKind::selector, "places") == "places");
    CHECK(nameForNew(project, ElementKind::selector, "objects") == "objects-2");
    CHECK(nameForNew(project, ElementKind::selector) == "ring");
}

TEST_CASE("an element in the list of another one is renamed with all that name it, and deleted")
{
    Project project = rack();
    renameElement(project, ElementKind::device, {"storage", "data"}, "bulk");
    const auto devices = namesBeside(project, ElementKind::device, {"storage", ""});
    CHECK(std::find(devices.begin(), devices.end(), "bulk") != devices.end());
    CHECK(std::find(devices.begin(), devices.end(), "data") == devices.end());
    for (const NodeGroup& group : project.topology.groups)
        if (group.id == "storage")
            for (const VolumeBinding& binding : group.volumes)
                CHECK(binding.devices != "data");
    const std::string workload = project.workloads.front().id;
    const std::string operation = project.workloads.front().operations.front().operation;
    CHECK(deleteElement(project, ElementKind::share, {workload, operation}));
    const auto shares = namesBeside(project, ElementKind::share, {workload, ""});
    CHECK(std::find(shares.begin(), shares.end(), operation) == shares.end());
}

TEST_CASE("the rows say what a section's elements are called where one is missing")
{
    CHECK(refusedWordOf(ElementKind::selector) == "selector");
    CHECK(refusedWordOf(ElementKind::roleVolume) == "volume of the role named");
    CHECK(refusedWordOf(ElementKind::device).empty());
    CHECK(isHardware(ElementKind::link));
    CHECK(isHardware(ElementKind::volume));
    CHECK_FALSE(isHardware(ElementKind::goal));
    CHECK(listOf(ElementKind::run) == nullptr);
}
