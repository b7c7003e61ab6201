#include "project/file/shape.h"
#include "project/document/list_in_words.h"
#include "project/document/nearest.h"
#include "project/document/one_line.h"
#include "project/document/pointer.h"
#include "project/expression/units.h"
#include "project/structure/place_in_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom::project {
namespace {

Types typeOf(const Json& value)
{
    switch (value.type()) {
    case Json::value_t::string:
        return textType;
    case Json::value_t::boolean:
        return flagType;
    case Json::value_t::array:
        return listType;
    case Json::value_t::object:
        return objectType;
    default:
        return value.is_number() ? numberType : 0;
    }
}

std::string inWords(Types types)
{
    static constexpr std::array<std::pair<Types, const char*>, 5> words = {{{numberType, "a number"},
                                                                            {textType, "a text"},
                                                                            {flagType, "true or false"},
                                                                            {listType, "a list"},
                                                                            {objectType, "an object"}}};
    std::vector<std::string> names;
    for (const auto& [type, word] : words)
        if (types & type)
            names.emplace_back(word);
    return listInWords(names, " or ");
}

std::string withUnit(const FieldDeclaration& field)
{
    return field.unit.empty() ? field.meaning : field.meaning + " Unit: " + field.unit + '.';
}

std::string toDo(const char* action, const std::string& meaning)
{
    return meaning.empty() ? std::string(action) + '.' : std::string(action) + ": " + meaning;
}

} // namespace

std::string FilePlace::pointer() const
{
    if (!around_)
        return {};
    if (around_->inSections_)
        return around_->around_->pointer() + below(key_) + below(around_->key_);
    return around_->pointer() + (isIndex_ ? below(index_) : below(key_));
}

std::string shortText(const Json& value)
{
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= 60)
        return text;
    std::size_t end = 57;
    while (continuesCharacter(text[end]))
        --end;
    return text.substr(0, end) + "...";
}

Types typesOf(const FieldDeclaration& field)
{
    switch (field.type) {
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::flag:
        return scalarTypes;
    case FieldType::assignments:
    case FieldType::reductions:
        return field.namesSuffice ? objectType | listType : objectType;
    case FieldType::rows:
        return listType;
    default:
        return textType;
    }
}

bool ShapeFaults::is(Types types, const Json& value, const FilePlace& place)
{
    const bool right = typeOf(value) & types;
    if (!right)
        wrongType(inWords(types), value, place);
    return right;
}

bool ShapeFaults::isOneOf(const std::vector<std::string>& words, const Json& value, const FilePlace& place)
{
    if (value.is_string() && std::ranges::find(words, value.get_ref<const std::string&>()) != words.end())
        return true;
    std::string remedy = value.is_string() ? suggestion(value.get<std::string>(), words) : "";
    if (!remedy.starts_with("Known"))
        remedy += (remedy.empty() ? "Use " : " Use ") + listOf(words) + '.';
    wrong("schema.value", place, shortText(value) + " is none of the known values.", remedy);
    return false;
}

bool ShapeFaults::isWithin(double least, double most, const Json& value, const std::string& meaning,
                           const FilePlace& place)
{
    const double number = value.get<double>();
    const bool within = number >= least && number <= most;
    if (!within)
        wrong("schema.value", place,
              "It must be at least " + exactText(least, {}) + " and at most " + exactText(most, {}) + ", not " +
                  shortText(value) + '.',
              toDo("Correct the value", meaning));
    return within;
}

bool ShapeFaults::isList(const Json& value, const FilePlace& place)
{
    if (!is(listType, value, place))
        return false;
    if (value.size() > mostElements)
        wrong("schema.value", place,
              "It has " + std::to_string(value.size()) + " elements, more than " + std::to_string(mostElements) + '.',
              "Leave some out.");
    return value.size() <= mostElements;
}

bool ShapeFaults::isListOf(Types types, const Json& value, const FilePlace& place)
{
    if (!isList(value, place))
        return false;
    bool right = true;
    for (std::size_t i = 0; i < value.size(); ++i)
        right = is(types, value[i], FilePlace(place, i)) && right;
    return right;
}

void ShapeFaults::missing(const FilePlace& object, const std::string& key, const std::string& meaning)
{
    wrong("schema.missing", FilePlace(object, key), '"' + key + "\" is missing.", toDo("Add it", meaning));
}

void ShapeFaults::wrongType(const std::string& right, const Json& value, const FilePlace& place)
{
    wrong("schema.type", place, "It must be " + right + ", not " + shortText(value) + '.',
          "Change it to " + right + '.');
}

void ShapeFaults::wrong(const char* key, const FilePlace& place, const std::string& problem, const std::string& remedy)
{
    if (!findings_)
        return;
    std::string pointer = place.pointer();
    std::string words = placeInWords(*tree_, pointer);
    findings_->push_back({Severity::error, key, std::move(pointer), std::move(words), problem, remedy});
}

void ShapeFaults::members(const Json& object, const std::vector<Member>& known, const FilePlace& place)
{
    for (const Member& member : known)
        if (const auto found = object.find(member.key); found != object.end())
            is(member.types, *found, FilePlace(place, member.key));
        else if (member.required)
            missing(place, member.key, member.meaning);
}

void ShapeFaults::fields(const Json& values, const Fields& declared, const FilePlace& place)
{
    for (const FieldDeclaration& each : declared)
        if (const auto found = values.find(each.name); found != values.end())
            field(*found, each, FilePlace(place, each.name));
        else if (each.required && !comesFromTable(each, values))
            missing(place, each.name, withUnit(each));
}

void ShapeFaults::field(const Json& value, const FieldDeclaration& field, const FilePlace& place)
{
    if (!is(typesOf(field), value, place))
        return;
    if (field.type == FieldType::rows && isListOf(listType | objectType, value, place)) {
        for (std::size_t row = 0; row < value.size(); ++row) {
            const FilePlace inRow(place, row);
            for (const auto& [name, cell] : value[row].items()) {
                const bool declared = value[row].is_array() || findField(field.columns, name);
                if (declared)
                    is(scalarTypes, cell, FilePlace(inRow, name));
            }
            if (value[row].is_array() && value[row].size() > field.columns.size())
                wrong("schema.value", inRow,
                      "It has " + std::to_string(value[row].size()) + " values, more than the " +
                          std::to_string(field.columns.size()) + " of a row.",
                      "Leave some out.");
        }
    } else if (value.is_array()) {
        if (field.namesSuffice)
            isListOf(textType, value, place);
    } else if (field.type == FieldType::assignments) {
        for (const auto& [name, each] : value.items())
            is(scalarTypes, each, FilePlace(place, name));
    } else if (field.type == FieldType::reductions) {
        for (const auto& [name, way] : value.items())
            isOneOf(reductionWays(), way, FilePlace(place, name));
    }
}

} // namespace headroom::project
