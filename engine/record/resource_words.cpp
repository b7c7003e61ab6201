#include "record/resource_words.h"

namespace headroom::record {

std::string resourceInWords(const std::string& resource)
{
    const std::size_t point = resource.find('.');
    if (point == std::string::npos)
        return resource;
    const std::string group = resource.substr(0, point), name = resource.substr(point + 1);
    const auto rest = [&name](std::size_t length) { return name.substr(length); };
    if (name == "processor")
        return group + " processors";
    if (name.starts_with("disk "))
        return group + " disks (" + rest(5) + ')';
    if (name.starts_with("workers "))
        return "workers of the " + rest(8);
    return group + ' ' + name;
}

} // namespace headroom::record
