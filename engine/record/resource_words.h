// The names of resources in sentences.
#pragma once

#include <string>

namespace headroom::record {

/// "storage disks (data)" of "storage.disk data", the resource's name in the whole model: node group, point, name
/// there.
std::string resourceInWords(const std::string& resource);

} // namespace headroom::record
