#include "import/cosbench/settings.h"

#include "import/starting_point.h"

#include <algorithm>
#include <iterator>

namespace headroom::import::cosbench {

namespace {

std::string valueOf(const Settings& settings, const char* name, const char* otherwise)
{
    const auto found = settings.find(name);
    return found == settings.end() ? otherwise : found->second;
}

bool rangesOverlap(const Selector& one, const Selector& other)
{
    return one.first() <= other.last() && other.first() <= one.last();
}

} // namespace

Settings settingsOf(const pugi::xml_node& node)
{
    Settings settings;
    for (pugi::xml_node each = node; each; each = each.parent())
        for (const std::string& entry : splitAt(each.attribute("config").value(), ';'))
            if (const std::size_t sign = entry.find('='); sign != std::string::npos)
                settings.try_emplace(trimmed(entry.substr(0, sign)), trimmed(entry.substr(sign + 1)));
    return settings;
}

bool Objects::overlaps(const Objects& other) const
{
    return names == other.names && rangesOverlap(containers, other.containers) && rangesOverlap(objects, other.objects);
}

Objects objectsOf(const Settings& settings, const std::string& what)
{
    Objects objects;
    objects.names = valueOf(settings, "cprefix", "mycontainers") + '/' + valueOf(settings, "csuffix", "") + '/' +
                    valueOf(settings, "oprefix", "myobjects") + '/' + valueOf(settings, "osuffix", "");
    objects.namesObjects = settings.contains("objects");
    objects.containers = readSelector(valueOf(settings, "containers", "c(1)"), what + ", containers");
    objects.objects = readSelector(valueOf(settings, "objects", "c(1)"), what + ", objects");
    return objects;
}

std::optional<Selector> sizesOf(const Settings& settings, const std::string& what)
{
    const auto sizes = settings.find("sizes");
    return sizes == settings.end() ? std::nullopt : std::optional(readSelector(sizes->second, what + ", sizes"));
}

bool isHarmless(const std::string& setting)
{
    static constexpr const char* harmless[] = {"containers",
                                               "objects",
                                               "sizes",
                                               "cprefix",
                                               "csuffix",
                                               "oprefix",
                                               "osuffix",
                                               "logging",
                                               "retry",
                                               "timeout",
                                               "username",
                                               "password",
                                               "auth_url",
                                               "url",
                                               "token",
                                               "endpoint",
                                               "accesskey",
                                               "secretkey",
                                               "proxyhost",
                                               "proxyport",
                                               "path_style_access",
                                               "region",
                                               "isRandom",
                                               "content",
                                               "target",
                                               "userid",
                                               "tenantname",
                                               "service",
                                               "storage_url",
                                               "signer",
                                               "auth",
                                               "auth.token",
                                               "fileselection",
                                               "createContainer",
                                               "deleteContainer",
                                               "acceptAllCerts",
                                               "no_verify_ssl",
                                               "protocol",
                                               "domain"};
    return std::ranges::find(harmless, setting) != std::end(harmless);
}

} // namespace headroom::import::cosbench
