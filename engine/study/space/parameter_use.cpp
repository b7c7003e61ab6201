#include "study/space/parameter_use.h"

#include "project/file/json_writer.h"

#include <algorithm>
#include <cctype>

namespace headroom::study {

using project::Json;

namespace {

bool isPartOfName(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

bool names(const std::string& text, const std::string& name)
{
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !isPartOfName(text[at - 1])) && (end == text.size() || !isPartOfName(text[end])))
            return true;
    }
    return false;
}

bool anyNames(const Json& tree, const std::string& name)
{
    if (tree.is_string())
        return names(tree.get_ref<const std::string&>(), name);
    if (tree.is_array())
        return std::any_of(tree.begin(), tree.end(), [&](const Json& each) { return anyNames(each, name); });
    if (tree.is_object())
        for (const auto& [key, value] : tree.items())
            if (key != "description" && key != "note" && anyNames(value, name))
                return true;
    return false;
}

} // namespace

bool isUsed(const project::Project& project, const std::string& parameter)
{
    Json tree = project::toJson(project);
    for (const char* const section : {"parameters", "studies", "view", "name", "story"})
        tree.erase(section);
    return anyNames(tree, parameter);
}

} // namespace headroom::study
