// The keys of lists and objects in a project's file, as the description of the document has them.
#pragma once

#include "project/structure/members.h"

#include <functional>

namespace headroom::project {

struct KeyInfo
{
    const char* key;
    Lines lines;
    const char* word;  ///< before an element's name where a place is said in words; null: it is no list of elements
    const char* title; ///< the member that names an element; null: it is no list of elements
};

/// Calls `see` with every list and object, those that lie deeper after those around them. A key may come again.
void forEachKey(const std::function<void(const KeyInfo&)>& see);

} // namespace headroom::project
