#include "project/structure/place_in_words.h"
#include "project/document/pointer.h"
#include "project/structure/keys.h"

#include <map>
#include <vector>

namespace headroom::project {
namespace {

constexpr const char* arrow = " \u203a ";

/// Names of the elements of a list in texts.
struct Elements
{
    std::string word;                ///< precedes an element's name; empty: the name suffices
    std::vector<std::string> titles; ///< the members that may name an element, the best first
};

/// By the list's key: the lists in the description of the document, and those that it does not describe.
const std::map<std::string, Elements>& elementsByKey()
{
    static const auto byKey = [] {
        std::map<std::string, Elements> elements = {
            {"components", {"component", {}}}, {"roles", {"role", {}}}, {"alternatives", {"alternative", {}}}};
        forEachKey([&](const KeyInfo& key) {
            if (key.word)
                elements.emplace(key.key, Elements{key.word, {}}).first->second.titles.emplace_back(key.title);
        });
        for (auto& [key, each] : elements)
            each.titles.insert(each.titles.end(), {"id", "name"});
        return elements;
    }();
    return byKey;
}

const Elements* elementsOf(const std::string& list)
{
    const auto found = elementsByKey().find(list);
    return found == elementsByKey().end() ? nullptr : &found->second;
}

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// "proxy.out → disk.in" of a wire; empty for anything else.
std::string endsOf(const Json& value)
{
    const bool pair = value.is_array() && value.size() == 2;
    if (!pair && !(value.is_object() && value.contains("from") && value.contains("to")))
        return {};
    return textOf(pair ? value[0] : value["from"]) + " \u2192 " + textOf(pair ? value[1] : value["to"]);
}

/// Title of an element of a list: its name, a wire's ends, or its number.
std::string titleOf(const Json* value, const std::string& list, const Elements& elements, const std::string& index)
{
    const bool numbered = !index.empty() && index.find_first_not_of("0123456789") == std::string::npos;
    const std::string number = numbered ? "#" + std::to_string(std::strtoull(index.c_str(), nullptr, 10) + 1) : index;
    if (!value)
        return number;
    if (value->is_string())
        return textOf(*value);
    if (const std::string ends = list == "wires" ? endsOf(*value) : std::string(); !ends.empty())
        return ends;
    for (const std::string& key : elements.titles)
        if (const Json* title = value->is_object() ? memberOf(value, key) : nullptr;
            title && title->is_string() && !title->get_ref<const std::string&>().empty())
            return textOf(*title);
    return number;
}

} // namespace

std::string placeInWords(const Json& tree, const std::string& pointer)
{
    const std::vector<std::string> parts = partsOf(pointer);
    std::string place;
    std::string field;
    const Json* value = &tree;
    const auto append = [&place](const std::string& words) { place += (place.empty() ? "" : arrow) + words; };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool wasArray = value && value->is_array();
        value = memberOf(value, parts[i]);
        const std::string array = i > 0 ? parts[i - 1] : "";
        const Elements* elements = wasArray && field == array ? elementsOf(array) : nullptr;
        if (elements) {
            field.clear();
            const std::string title = titleOf(value, array, *elements, parts[i]);
            append(elements->word.empty() ? title : elements->word + " \"" + title + '"');
        } else if (field.empty() && parts[i] != "definition" && parts[i] != "topology" && parts[i] != "inner") {
            field = parts[i];
        } else if (!field.empty()) {
            field += wasArray ? " #" + parts[i] : "." + parts[i];
        }
    }
    if (field.empty())
        return place.empty() ? "project" : place;
    return place.empty() ? field : place + ", field " + field;
}

} // namespace headroom::project
