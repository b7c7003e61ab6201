// Finds the components in the text of a hardware library without reading them: a run uses a few of hundreds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// The text of one component: an object of JSON that has not been read.
struct IndexedComponent
{
    std::string id;
    std::size_t begin = 0, length = 0;
};

/// The components of the file in their order. Nothing if the file is not written as libraries are, or names a component
/// twice: then it has to be read whole, which reports what is wrong.
std::optional<std::vector<IndexedComponent>> componentIndex(std::string_view text);

} // namespace headroom::project
