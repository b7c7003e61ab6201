// Every kind of component that is a storage device has a model.
#include "project/vocabulary/component_kinds.h"
#include "run/model/storage_hardware.h"

#include <catch2/catch.hpp>

using namespace headroom;

TEST_CASE("devices can be made of every kind of component that is one")
{
    for (const project::ComponentKind& kind : project::componentKinds()) {
        INFO(kind.name);
        CHECK(run::hasDeviceModel(kind.name) == (kind.part == project::ComponentKind::Part::device));
    }
}
