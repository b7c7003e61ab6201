#include "project/document/pointer.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace headroom::project {
namespace {

constexpr const char* arrow = " \u203a ";

const Json* memberOf(const Json* value, const std::string& part)
{
    if (!value)
        return nullptr;
    if (value->is_object()) {
        const auto found = value->find(part);
        return found == value->end() ? nullptr : &*found;
    }
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    const bool valid = error == std::errc() && end == part.data() + part.size();
    return value->is_array() && valid && index < value->size() ? &(*value)[index] : nullptr;
}

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What an element of an array is called: its id or name, a wire's ends, or its number.
std::string titleOf(const Json* value, const std::string& array, const std::string& index)
{
    const bool numbered = !index.empty() && index.find_first_not_of("0123456789") == std::string::npos;
    const std::string number = numbered ? "#" + std::to_string(std::strtoull(index.c_str(), nullptr, 10) + 1) : index;
    if (!value)
        return number;
    if (value->is_string())
        return textOf(*value);
    if (array == "wires") {
        if (value->is_array() && value->size() == 2)
            return textOf((*value)[0]) + " \u2192 " + textOf((*value)[1]);
        if (value->is_object() && value->contains("from") && value->contains("to"))
            return textOf((*value)["from"]) + " \u2192 " + textOf((*value)["to"]);
    }
    if (!value->is_object())
        return number;
    static constexpr const char* preferred[] = {"id", "role", "operation", "volume", "name"};
    static constexpr const char* named[] = {"id", "name", "role", "operation", "volume"};
    const bool byRole = array == "behaviours";
    for (const char* key : byRole || array == "volumes" ? preferred : named) {
        if (byRole && std::string(key) == "id")
            continue;
        const auto found = value->find(key);
        if (found != value->end() && found->is_string() && !found->get_ref<const std::string&>().empty())
            return textOf(*found);
    }
    return number;
}

/// Word before the title of an array's element; empty where the title says enough.
const std::string* kindOf(const std::string& array)
{
    static const std::map<std::string, std::string> kinds = {
        {"parameters", "parameter"},
        {"behaviours", ""},
        {"operations", ""},
        {"diagrams", ""},
        {"blocks", "block"},
        {"wires", "wire"},
        {"state", "state"},
        {"groups", "node group"},
        {"devices", "devices"},
        {"volumes", "volume"},
        {"fabrics", "fabric"},
        {"switches", "switch"},
        {"links", "link"},
        {"selectors", "selector"},
        {"disturbances", "disturbance"},
        {"workloads", "workload"},
        {"components", "component"},
        {"studies", "study"},
        {"measurements", "measurement"},
        {"roles", "role"},
        {"arguments", "argument"},
        {"results", "result"},
        {"alternatives", "alternative"},
    };
    const auto found = kinds.find(array);
    return found == kinds.end() ? nullptr : &found->second;
}

} // namespace

std::string below(std::string_view key)
{
    std::string result = "/";
    for (const char c : key)
        if (c == '~')
            result += "~0";
        else if (c == '/')
            result += "~1";
        else
            result += c;
    return result;
}

std::string below(std::size_t index)
{
    return '/' + std::to_string(index);
}

std::vector<std::string> partsOf(std::string_view pointer)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < pointer.size(); ++i)
        if (pointer[i] == '/')
            parts.emplace_back();
        else if (parts.empty())
            continue;
        else if (pointer[i] == '~' && i + 1 < pointer.size())
            parts.back() += pointer[++i] == '1' ? '/' : '~';
        else
            parts.back() += pointer[i];
    return parts;
}

const Json* valueAt(const Json& tree, const std::string& pointer)
{
    const Json* value = &tree;
    for (const std::string& part : partsOf(pointer))
        value = memberOf(value, part);
    return value;
}

bool liesIn(std::string_view pointer, std::string_view ancestor)
{
    return pointer.starts_with(ancestor) && (pointer.size() == ancestor.size() || pointer[ancestor.size()] == '/');
}

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
        if (wasArray && field == array && kindOf(array)) {
            field.clear();
            const std::string& kind = *kindOf(array);
            const std::string title = titleOf(value, array, parts[i]);
            append(kind.empty() ? title : kind + " \"" + title + '"');
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
