// lscpu -J. Up to util-linux 2.36 a flat list of fields; since 2.37 fields have `children`.
#include "import/hosts/host_files.h"

#include <algorithm>
#include <map>

namespace headroom::import {

namespace {

void collect(const Value& list, std::map<std::string, Value>& fields, std::size_t depth = 0)
{
    for (const Value& field : list.elements()) {
        std::string name = lowered(field["field"].text());
        while (name.ends_with(':') || name.ends_with(' '))
            name.pop_back();
        if (!name.empty())
            fields.emplace(name, field["data"]);
        if (const Value children = field["children"]; children.isThere() && depth < deepestTree)
            collect(children, fields, depth + 1);
    }
}

} // namespace

void readProcessorList(const Value& tree, HostFacts& host)
{
    std::map<std::string, Value> fields;
    collect(tree["lscpu"], fields);
    const auto textOf = [&](const char* name) {
        const auto found = fields.find(name);
        return found == fields.end() ? std::string() : found->second.text();
    };
    const auto numberOf = [&](const char* name) {
        const auto found = fields.find(name);
        // A dash, or a share of the highest clock, is no number and no fault either.
        if (found == fields.end() || !sizeIn(found->second.text()))
            return 0.0;
        return *sizeIn(found->second.text());
    };
    constexpr double megahertz = 1e6;
    ProcessorFacts processor;
    processor.model = textOf("model name");
    processor.sockets = static_cast<unsigned>(std::min(numberOf("socket(s)"), 64.0));
    processor.cores = static_cast<unsigned>(std::min(numberOf("core(s) per socket"), 4096.0));
    if (processor.sockets == 0)
        processor.sockets = static_cast<unsigned>(std::min(numberOf("cluster(s)"), 64.0));
    if (processor.cores == 0)
        processor.cores = static_cast<unsigned>(std::min(numberOf("core(s) per cluster"), 4096.0));
    processor.threads = processor.cores * static_cast<unsigned>(std::clamp(numberOf("thread(s) per core"), 1.0, 8.0));
    processor.turboHz = numberOf("cpu max mhz") * megahertz;
    if (processor.model.empty() && processor.cores == 0) {
        tree["lscpu"].fault("Neither \"Model name\" nor \"Core(s) per socket\" is among the fields. Take the whole "
                            "output of lscpu -J.");
        return;
    }
    host.processor = processor;
}

} // namespace headroom::import
