// Describes the structure of a document to a visitor (see describe.h).
#pragma once

#include "project/document/element_kind.h"

#include <optional>

namespace headroom::project {

/// Rule by which an empty member is written to the file.
enum class Written
{
    ifFilled,
    always
};

/// The layout of a list or an object in the file's text.
enum class Lines
{
    free,   ///< in one line if it fits
    rows,   ///< one line for each element, however long, so that a change of one element changes one line
    spread, ///< never in one line
    tables  ///< for objects in an object: one line for each of their members
};

/// A member of an object.
struct Member
{
    const char* key;
    const char* meaning = "";
    bool required = false; ///< the schema requires it
    Written written = Written::ifFilled;
    Lines lines = Lines::free;
    bool names = false;                                  ///< it names its element, so it is changed only by renaming
    std::optional<ElementKind> refersTo = {}, orTo = {}; ///< kinds of the elements that it names by their ids
    bool namesFigures = false;                           ///< of names: they are those of figures of the results
    /// Reading of a value that may be an expression or name a parameter.
    enum class Holds
    {
        constant,
        expression, ///< a number, or an expression over parameters
        choice,     ///< a name, or a parameter whose value is one
        list,       ///< a list of values, or a word for one
        number      ///< a number, which is kept as it was written
    } holds = Holds::constant;
    const char* heading = ""; ///< title of an object in texts for people: "Workers of a role"
};

/// A list of objects.
struct List
{
    const char* key;
    const char* word;                     ///< precedes an element's name in a place in words; empty: the name suffices
    const char* title;                    ///< the member that names an element
    std::optional<ElementKind> kind = {}; ///< kind of its elements; none: they are not elements of their own
    bool required = false;                ///< the schema requires it
    Written written = Written::ifFilled;
    Lines lines = Lines::spread;
    const char* heading = ""; ///< title of its elements in texts for people: "Node groups"
};

} // namespace headroom::project
