// The keys of lists and objects in a project's file, from the description of the document.
#pragma once

#include "project/structure/members.h"

#include <functional>

namespace headroom::project {

struct KeyInfo
{
    const char* key;
    Lines lines;
    const char* word;  ///< precedes an element's name in a place in words; null: it is not a list of elements
    const char* title; ///< the member that names an element; null: it is not a list of elements
};

/// Calls `see` with every list and object, inner ones after those around them. A key may occur more than once.
void forEachKey(const std::function<void(const KeyInfo&)>& see);

} // namespace headroom::project
