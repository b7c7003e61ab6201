// A fabric whose switches and links are given one by one.
#pragma once

#include "project/document/hardware.h"
#include "topology/wiring.h"

namespace headroom::topology {

/// Creates every link of the fabric; `pointer` is the fabric's place in the project.
void drawFabric(const project::Fabric& fabric, const std::string& pointer, std::vector<GroupInfo>& groups,
                project::Resolver& resolver, Wiring& wiring);

/// True if the field is present and not null.
bool isSet(const project::Json& fields, const char* name);

} // namespace headroom::topology
