// How the structure of a document is told to a visitor (see describe.h).
#pragma once

#include "project/document/document.h"

#include <optional>

namespace headroom::project {

/// Whether a member that says nothing stands in the file all the same.
enum class Written
{
    ifFilled,
    always
};

/// How a list or an object is laid out in the file's text.
enum class Lines
{
    free,   ///< in one line if it fits
    rows,   ///< a line for each element, however long, so that a change to one is a change of one line
    spread, ///< never in one line
    tables  ///< of objects in an object: a line for each of their members
};

/// A member of an object.
struct Member
{
    const char* key;
    const char* meaning = "";
    bool required = false; ///< by the schema
    Written written = Written::ifFilled;
    Lines lines = Lines::free;
    bool names = false;                                  ///< it names its element, so it is changed by renaming only
    std::optional<ElementKind> refersTo = {}, orTo = {}; ///< the elements that it names by their ids
    /// Of a value that may be an expression or name a parameter: how it is read.
    enum class Holds
    {
        constant,
        expression, ///< a number, or an expression over parameters
        choice,     ///< a name, or a parameter whose value is one
        list,       ///< a list of values, or a word that stands for one
        number      ///< a number, which is kept as it was written
    } holds = Holds::constant;
    const char* heading = ""; ///< of an object, where people read of it: "Workers of a role"
};

/// A list of objects.
struct List
{
    const char* key;
    const char* word;  ///< before an element's name where a place is said in words; empty: the name says enough
    const char* title; ///< the member that names an element
    std::optional<ElementKind> kind = {}; ///< what its elements are; none: not elements of their own
    bool required = false;                ///< by the schema
    Written written = Written::ifFilled;
    Lines lines = Lines::spread;
    const char* heading = ""; ///< of its elements, where people read of them: "Node groups"
};

} // namespace headroom::project
