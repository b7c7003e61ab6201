#include "import/adopt/intake.h"

#include "import/hosts/host_files.h"
#include "project/file/json_parse.h"

#include <algorithm>
#include <map>

namespace headroom::import {

using project::Json;

namespace {

/// Older versions of some programs write numbers that are none, for which JSON has no word.
std::string withoutNoNumbers(std::string text)
{
    for (const std::string word : {"-nan", "nan", "-inf", "inf"})
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            std::size_t before = at;
            while (before > 0 && text[before - 1] == ' ')
                --before;
            const std::size_t behind = at + word.size();
            const bool isValue =
                before > 0 && (text[before - 1] == ':' || text[before - 1] == ',' || text[before - 1] == '[') &&
                behind < text.size() && std::string(",}] \r\n").find(text[behind]) != std::string::npos;
            if (isValue)
                text.replace(at, word.size(), word.size() == 3 ? "  0" : "   0");
        }
    return text;
}

std::optional<Json> parsed(const GivenFile& file, Faults& faults)
{
    project::Findings findings;
    if (auto tree = project::parseJson(file.text, findings))
        return tree;
    project::Findings again;
    if (auto tree = project::parseJson(withoutNoNumbers(file.text), again))
        return tree;
    for (const project::Finding& finding : findings)
        if (finding.key != "json.duplicate-key") // some programs write a key twice
            faults.add(file.name, finding.pointer, finding.problem + " Make the file again: it may be cut off.");
    return {};
}

/// Files of machines, in the order in which they are believed.
struct HostPiece
{
    std::size_t rank;
    HostFacts facts;
};

std::size_t rankOf(const std::string& kind)
{
    static const std::vector<std::string> order = {"lscpu -J", "lsblk -J", "ip -j link", "ethtool"};
    return static_cast<std::size_t>(std::ranges::find(order, kind) - order.begin());
}

bool isProse(const std::string& name)
{
    for (const char* ending : {".md", ".sh", ".headroom", ".log"})
        if (name.ends_with(ending))
            return true;
    return false;
}

} // namespace

void Intake::take(const std::vector<GivenFile>& files)
{
    std::map<std::string, std::vector<HostPiece>> machines;
    for (const GivenFile& file : files) {
        const std::string& name = names.emplace_back(file.name);
        const std::size_t first = file.text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
        if (first == std::string::npos)
            continue; // the command is not there, or said nothing
        HostFacts facts;
        const auto addHost = [&](const char* kind) {
            std::string host = hostNameOf(file.name);
            if (host.empty())
                host = facts.name;
            facts.name = host;
            machines[shortName(host)].push_back({rankOf(kind), std::move(facts)});
        };
        if (file.text[first] == '{' || file.text[first] == '[') {
            auto tree = parsed(file, faults);
            if (!tree)
                continue;
            const Value value(&trees.emplace_back(std::move(*tree)), name, "", faults);
            if (const std::string kind = clusterTreeKind(value); !kind.empty()) {
                cluster.trees[kind].push_back(value);
            } else if (const HostTree* host = hostTreeOf(value)) {
                host->read(value, facts);
                addHost(host->words);
            } else if (!value.elements().empty()) { // an empty answer says nothing
                unknown.push_back(file.name);
            }
        } else if (const HostText* host = hostTextOf(file.text)) {
            host->read(file.text, name, facts, faults);
            addHost(host->words);
        } else if (const std::string kind = isProse(name) ? "" : clusterTextKind(file.text); !kind.empty()) {
            cluster.texts[kind].push_back({name, file.text});
        } else {
            unknown.push_back(file.name);
        }
    }
    for (auto& [name, pieces] : machines) {
        std::ranges::stable_sort(pieces, {}, &HostPiece::rank);
        HostFacts host = std::move(pieces.front().facts);
        for (std::size_t n = 1; n < pieces.size(); ++n)
            merge(host, std::move(pieces[n].facts));
        hosts.push_back(std::move(host));
    }
}

} // namespace headroom::import
