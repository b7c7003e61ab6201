// Values of fields with the parameters as they stand.
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
