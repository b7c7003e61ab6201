// The shape of values in a file: their types, and the members that an object must have. Who reads a file reports with
// this whatever is wrong with it, each fault by its place.
#pragma once

#include "project/document/finding.h"
#include "project/document/json.h"
#include "project/vocabulary/declarations.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// A place in a file on the way down to it. It becomes a pointer only when there is something to report. The place
/// around it, and its key, must outlive it.
class FilePlace
{
public:
    FilePlace() = default; ///< the whole file
    FilePlace(const FilePlace& around, std::string_view key) : around_(&around), key_(key) {}
    FilePlace(const FilePlace& around, std::size_t index) : around_(&around), index_(index), isIndex_(true) {}
    /// A drawing, whose members lie in sections of the view: "/view/positions/PATH" is its member "positions".
    static FilePlace ofDrawing(const FilePlace& view, std::string_view path)
    {
        FilePlace place(view, path);
        place.inSections_ = true;
        return place;
    }

    std::string pointer() const;

private:
    const FilePlace* around_ = nullptr;
    std::string_view key_;
    std::size_t index_ = 0;
    bool isIndex_ = false;
    bool inSections_ = false;
};

/// The JSON types that a value may have, as bits.
using Types = unsigned;
inline constexpr Types numberType = 1, textType = 2, flagType = 4, listType = 8, objectType = 16;
/// A number, an expression or a switch.
inline constexpr Types scalarTypes = numberType | textType | flagType;
/// The types that a field can have. Names and expressions are texts, so most fields can be a text.
Types typesOf(const FieldDeclaration& field);

inline constexpr std::size_t mostElements = 20000; ///< of any list: far beyond any model, but limited

/// A value for a message, shortened.
std::string shortText(const Json& value);

/// Reports values of the wrong shape.
class ShapeFaults
{
public:
    /// A member of an object, for those that have no description (structure/describe.h).
    struct Member
    {
        const char* key;
        Types types = textType;
        bool required = false;
        const char* meaning = "";
    };

    /// Nothing is reported.
    ShapeFaults() = default;
    /// `tree` is that of the file, which the words for places are made from.
    ShapeFaults(const Json& tree, Findings& findings) : tree_(&tree), findings_(&findings) {}

    /// Each of these returns whether the value is right, and reports it otherwise.
    bool is(Types types, const Json& value, const FilePlace& place);
    bool isOneOf(const std::vector<std::string>& words, const Json& value, const FilePlace& place);
    bool isWithin(double least, double most, const Json& value, const std::string& meaning, const FilePlace& place);
    /// A list of bounded length whose elements have one of the types.
    bool isListOf(Types types, const Json& value, const FilePlace& place);
    bool isList(const Json& value, const FilePlace& place);

    void missing(const FilePlace& object, const std::string& key, const std::string& meaning);
    /// Key "schema.value", or "schema.type" if the value is not even of the right type.
    void wrong(const char* key, const FilePlace& place, const std::string& problem, const std::string& remedy);
    void wrongType(const std::string& right, const Json& value, const FilePlace& place);

    void members(const Json& object, const std::vector<Member>& known, const FilePlace& place);
    void fields(const Json& values, const Fields& declared, const FilePlace& place);

private:
    void field(const Json& value, const FieldDeclaration& field, const FilePlace& place);

    const Json* tree_ = nullptr;
    Findings* findings_ = nullptr;
};

} // namespace headroom::project
