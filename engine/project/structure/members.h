// Describes the structure of a document to a visitor (see describe.h).
#pragma once

#include "project/document/element_kind.h"

#include <optional>

namespace headroom::project {

/// Rule by which an empty member is written to the file.
enum class Written
{
    ifFilled,
    always,
    required ///< always, and a file without it has a fault
};

/// The layout of a list or an object in the file's text.
enum class Lines
{
    free,   ///< in one line if it fits
    rows,   ///< one line for each element, however long, so that a change of one element changes one line
    spread, ///< never in one line
    tables  ///< for objects in an object: one line for each of their members
};

/// How an editor adds elements to a list.
enum class Adding
{
    no,    ///< not by itself: they are drawn, or have a panel of their own
    plain, ///< by one command; fillNew() in editing/new_elements.h says what they hold
    chosen ///< after something has been chosen for them, e.g. the role of a workload
};

/// How an editor renames the elements of a list.
enum class Renaming
{
    no,   ///< not by itself
    id,   ///< the id changes, and so does everything that names it
    title ///< they show a name beside the id, which stays
};

/// The changes that an editor makes to an element of a list by itself.
struct Edits
{
    Adding adding = Adding::no;
    Renaming renaming = Renaming::no;
    bool deletable = false;   ///< false also if more than the element has to be deleted
    const char* entry = "";   ///< title of an element in the menu that adds one: "Deri&ved result"; empty: the word
    const char* newName = ""; ///< name of the first new element, later ones have a number; empty: the word
};
inline constexpr Edits noneAlone;
inline constexpr Edits renamedOnly{.renaming = Renaming::id};
inline constexpr Edits retitledOnly{.renaming = Renaming::title};
inline constexpr Edits deletedOnly{.deletable = true};
inline constexpr Edits addedByChoice{Adding::chosen, Renaming::id, true};
constexpr Edits addedAs(const char* entry, const char* newName = "")
{
    return {Adding::plain, Renaming::id, true, entry, newName};
}

/// A member of an object.
struct Member
{
    const char* key;
    const char* meaning = "";
    Written written = Written::ifFilled;
    Lines lines = Lines::free;
    bool names = false;                                  ///< it names its element, so it is changed only by renaming
    std::optional<ElementKind> refersTo = {}, orTo = {}; ///< kinds of the elements that it names by their ids
    bool namesFigures = false;                           ///< of names: they are those of figures of the results
    std::optional<ElementKind> declares = {};            ///< of names: each is an element of this kind
    const char* refusedWord = "";                        ///< of such names, see List
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

inline constexpr bool notSimulated = false; ///< for List::simulated

/// A list of objects. What an editor may do with its elements, and what the checks say of a name that none of them has,
/// stands here too, so that menus, trees, forms and checks need no lists of kinds.
struct List
{
    const char* key;
    const char* word;                     ///< precedes an element's name in a place in words; empty: the name suffices
    const char* title;                    ///< the member that names an element
    std::optional<ElementKind> kind = {}; ///< kind of its elements; none: they are not elements of their own
    const char* heading = "";             ///< title of its elements in texts for people: "Node groups"
    Written written = Written::ifFilled;
    Lines lines = Lines::spread;
    Edits edits = {};
    /// Its word in the checks, when something names an element that does not exist: "There is no role "x"". The key of
    /// the finding is made of the first word: "role.unknown". Empty: other checks know more about it.
    const char* refusedWord = "";
    /// Runs simulate its elements or are judged by them. If not, a parameter that only they use has no effect, and
    /// their fields cannot name one.
    bool simulated = true;
};

} // namespace headroom::project
