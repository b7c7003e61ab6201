// Every kind of component has a complete row: what people read of it, and figures that are declared.
#include "project/vocabulary/component_kinds.h"

#include <catch2/catch.hpp>

#include <set>

using namespace headroom::project;

TEST_CASE("every kind of component has a name of its own, words for people, an icon and figures")
{
    std::set<std::string> names;
    for (const ComponentKind& kind : componentKinds()) {
        INFO(kind.name);
        CHECK(names.insert(kind.name).second);
        CHECK(findComponentKind(kind.name) == &kind);
        CHECK_FALSE(kind.label.empty());
        CHECK_FALSE(kind.heading.empty());
        CHECK_FALSE(kind.icon.empty());
        CHECK(kind.help.ends_with('.'));
        CHECK_FALSE(kind.figures.empty());
        CHECK(findField(kind.figures, "price_usd"));
        CHECK(findField(kind.figures, kind.priceFigure));
    }
    CHECK(findComponentKind("tape") == nullptr);
}

TEST_CASE("the summary of a component has figures of its kind")
{
    for (const ComponentKind& kind : componentKinds()) {
        INFO(kind.name);
        CHECK(findField(kind.figures, kind.mainFigure));
        CHECK_FALSE(kind.summary.empty());
    }
    for (const ComponentKind::Part part :
         {ComponentKind::Part::processor, ComponentKind::Part::device, ComponentKind::Part::adapter,
          ComponentKind::Part::networkSwitch, ComponentKind::Part::memory, ComponentKind::Part::chassis,
          ComponentKind::Part::powerSupply})
        for (const std::string& name : kindsOf(part))
            CHECK(findField(findComponentKind(name)->figures, findComponentKind(name)->summary.front().figure));
}

TEST_CASE("a topology's fields take every kind that is such a part")
{
    using Part = ComponentKind::Part;
    CHECK(findField(deviceFields(), "component")->kinds == kindsOf(Part::device));
    CHECK(findField(controllerFields(), "component")->kinds == kindsOf(Part::controller));
    for (const Part part : {Part::processor, Part::memory, Part::chassis, Part::powerSupply}) {
        REQUIRE(groupFieldOf(part));
        CHECK(findField(nodeGroupFields(), groupFieldOf(part))->kinds == kindsOf(part));
    }
    CHECK_FALSE(groupFieldOf(Part::device));
    CHECK(kindsOf(Part::device) == std::vector<std::string>{"disk", "ssd", "nvme"});
}

TEST_CASE("storage devices stand for one another, everything else only for its like")
{
    CHECK(areInterchangeable("disk", "nvme"));
    CHECK(areInterchangeable("switch", "switch"));
    CHECK_FALSE(areInterchangeable("controller", "expander"));
    CHECK_FALSE(areInterchangeable("disk", "nic"));
}
