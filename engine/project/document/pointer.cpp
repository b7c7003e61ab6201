#include "project/document/pointer.h"

#include <algorithm>
#include <charconv>

namespace headroom::project {
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

} // namespace headroom::project
