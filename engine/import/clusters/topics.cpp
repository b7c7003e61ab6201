// A cluster of brokers: topics with their partitions and replicas, and the settings of a broker.
#include "import/clusters/cluster_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace headroom::import {

namespace {

struct Topic
{
    std::string name;
    std::map<std::string, std::string> configs;
    unsigned partitions = 0, copies = 0;
    double described = 0; ///< partitions with a line of their own
};

/// The text of "Name: text" up to the next tabulator or blank; nothing if the line has no such field.
std::optional<std::string> field(const std::string& line, const std::string& name)
{
    const std::size_t at = line.find(name + ":");
    if (at == std::string::npos || (at > 0 && line[at - 1] != '\t' && line[at - 1] != ' '))
        return {};
    std::size_t from = at + name.size() + 1;
    while (from < line.size() && line[from] == ' ')
        ++from;
    const std::size_t to = std::min(line.find_first_of("\t ", from), line.size());
    return line.substr(from, to - from);
}

std::optional<unsigned> wholeNumber(const std::string& text)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return {};
    return value;
}

std::vector<std::string> parts(const std::string& text, char separator)
{
    std::vector<std::string> all;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(separator, from), text.size());
        all.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return all;
}

class Topics
{
public:
    explicit Topics(Faults& faults) : faults_(faults) {}

    void read(const ClusterFiles::Text& file)
    {
        const std::vector<std::string> lines = linesOf(file.text);
        for (std::size_t n = 0; n < lines.size(); ++n) {
            const auto name = field(lines[n], "Topic");
            if (!name)
                continue;
            const std::string place = "line " + std::to_string(n + 1);
            if (const auto partitions = field(lines[n], "PartitionCount"))
                readHead(lines[n], *name, *partitions, file.file, place);
            else
                readPartition(lines[n], *name, file.file, place);
        }
    }

    const std::map<std::string, Topic>& all() const { return topics_; }
    const std::set<unsigned>& brokers() const { return brokers_; }

private:
    void readHead(const std::string& line, const std::string& name, const std::string& partitions,
                  const std::string& file, const std::string& place)
    {
        Topic& topic = topics_[name];
        topic.name = name;
        const auto count = wholeNumber(partitions), copies = wholeNumber(field(line, "ReplicationFactor").value_or(""));
        if (!count || !copies || *count == 0 || *copies == 0) {
            faults_.add(file, place, "PartitionCount and ReplicationFactor have to be numbers above 0.");
            return;
        }
        topic.partitions = *count;
        topic.copies = *copies;
        for (const std::string& one : parts(field(line, "Configs").value_or(""), ','))
            if (const std::size_t sign = one.find('='); sign != std::string::npos)
                topic.configs[one.substr(0, sign)] = one.substr(sign + 1);
    }

    void readPartition(const std::string& line, const std::string& name, const std::string& file,
                       const std::string& place)
    {
        const auto replicas = field(line, "Replicas");
        if (!replicas || replicas->empty()) {
            faults_.add(file, place, "The replicas of the partition are missing: the line is cut off.");
            return;
        }
        Topic& topic = topics_[name];
        topic.name = name;
        ++topic.described;
        for (const std::string& id : parts(*replicas, ','))
            if (const auto number = wholeNumber(id))
                brokers_.insert(*number);
            else
                faults_.add(file, place, "\"" + id.substr(0, 20) + "\" is no number of a broker.");
    }

    Faults& faults_;
    std::map<std::string, Topic> topics_;
    std::set<unsigned> brokers_;
};

struct Properties
{
    std::map<std::string, std::string> values;
    std::string file;
};

Properties propertiesOf(const ClusterFiles::Text& given, Faults& faults)
{
    Properties properties;
    properties.file = given.file;
    const std::vector<std::string> lines = linesOf(given.text);
    for (std::size_t n = 0; n < lines.size(); ++n) {
        const std::vector<std::string> words = wordsOf(lines[n]);
        if (words.empty() || words.front().starts_with('#') || words.front().starts_with('!'))
            continue;
        const std::size_t sign = lines[n].find_first_of("=:");
        if (sign == std::string::npos) {
            faults.add(given.file, "line " + std::to_string(n + 1), "It is not NAME=VALUE.");
            continue;
        }
        const std::vector<std::string> name = wordsOf(lines[n].substr(0, sign)),
                                       value = wordsOf(lines[n].substr(sign + 1));
        if (!name.empty())
            properties.values[name.front()] = value.empty() ? "" : value.front();
    }
    return properties;
}

std::string option(const Properties& properties, const std::string& name)
{
    const auto found = properties.values.find(name);
    return found == properties.values.end() ? std::string() : found->second;
}

/// Names and drives of the brokers, from the settings of those that were given; the others are taken to be like them.
void takeBrokers(const std::set<unsigned>& ids, const std::vector<Properties>& given, ClusterFacts& facts)
{
    std::map<std::string, const Properties*> byId;
    for (const Properties& one : given) {
        const std::string id = option(one, "broker.id").empty() ? option(one, "node.id") : option(one, "broker.id");
        byId[id] = &one;
    }
    std::size_t assumed = 0;
    for (const unsigned id : ids) {
        StorageNode node;
        node.name = "broker " + std::to_string(id);
        const auto own = byId.find(std::to_string(id));
        const Properties* properties = own != byId.end() ? own->second : given.empty() ? nullptr : &given.front();
        if (properties) {
            const std::string folders = option(*properties, "log.dirs").empty() ? option(*properties, "log.dir")
                                                                                : option(*properties, "log.dirs");
            node.drives = static_cast<unsigned>(std::max<std::size_t>(1, parts(folders, ',').size()));
        }
        if (own != byId.end()) {
            for (const char* key : {"advertised.listeners", "listeners", "host.name", "advertised.host.name"})
                if (std::string at = option(*own->second, key); !at.empty()) {
                    if (const std::size_t slashes = at.find("://"); slashes != std::string::npos)
                        at = at.substr(slashes + 3);
                    at = at.substr(0, at.find_first_of(":,"));
                    if (!at.empty() && at != "0.0.0.0")
                        node.otherNames.push_back(at);
                }
        } else {
            ++assumed;
        }
        facts.nodes.push_back(std::move(node));
    }
    if (assumed > 0 && !given.empty())
        facts.assumed.push_back("The settings of " + std::to_string(assumed) +
                                " brokers are not in the files; they are taken to be those of " + given.front().file +
                                ".");
    if (given.empty())
        facts.assumed.push_back("The settings of the brokers (server.properties) are not in the files: they are the "
                                "defaults, with as many folders of logs as the shipped project has drives.");
}

} // namespace

std::optional<ClusterFacts> topicCluster(const ClusterFiles& files, Faults& faults)
{
    Topics topics(faults);
    std::vector<Properties> given;
    if (const auto found = files.texts.find("topics"); found != files.texts.end())
        for (const ClusterFiles::Text& file : found->second)
            topics.read(file);
    if (const auto found = files.texts.find("properties"); found != files.texts.end())
        for (const ClusterFiles::Text& file : found->second)
            given.push_back(propertiesOf(file, faults));
    if (topics.all().empty() && given.empty())
        return {};
    ClusterFacts facts;
    facts.system = "topics";
    std::set<unsigned> ids = topics.brokers();
    for (const Properties& one : given)
        for (const char* key : {"broker.id", "node.id"})
            if (const auto id = wholeNumber(option(one, key)))
                ids.insert(*id);
    if (ids.empty()) {
        for (unsigned id = 1; id <= std::max<std::size_t>(1, given.size()); ++id)
            ids.insert(id);
        facts.assumed.push_back("No file numbers the brokers: as many are assumed as there are files of settings.");
    }
    if (!given.empty())
        facts.options = given.front().values;
    takeBrokers(ids, given, facts);

    // The topics of the software itself, which begin with two underscores, carry next to no load.
    double partitions = 0;
    std::map<unsigned, double> copies;
    std::size_t users = 0;
    for (const auto& [name, topic] : topics.all()) {
        if (name.starts_with("__"))
            continue;
        ++users;
        const double count = std::max<double>(topic.partitions, topic.described);
        partitions += count;
        if (topic.copies > 0)
            copies[topic.copies] += count;
        if (topic.partitions > 0 && topic.described > 0 && topic.described < topic.partitions)
            facts.assumed.push_back("Topic " + name + " has " + std::to_string(topic.partitions) + " partitions, and " +
                                    std::to_string(static_cast<int>(topic.described)) +
                                    " are listed: the number at its head holds.");
        for (const auto& [option, value] : topic.configs)
            if (option == "min.insync.replicas" || option == "flush.messages")
                facts.options[option == "flush.messages" ? "log.flush.interval.messages" : option] = value;
    }
    if (partitions > 0)
        facts.values["partitions"] = static_cast<int>(std::min(partitions, 10000.0));
    if (!copies.empty())
        facts.values["copies"] =
            std::ranges::max_element(copies, {}, [](const auto& one) { return one.second; })->first;
    if (copies.size() > 1)
        facts.left.push_back("Topics have different numbers of replicas; the project has that of the most partitions.");
    if (users > 0)
        facts.found.push_back(std::to_string(users) + " topics with " + std::to_string(static_cast<int>(partitions)) +
                              " partitions on " + std::to_string(ids.size()) +
                              " brokers; the project has one topic with all their partitions.");
    else
        facts.assumed.push_back(
            "The topics (kafka-topics --describe) are not in the files: partitions and replicas are "
            "those of the shipped project.");
    for (const auto& [name, value] : facts.options)
        if ((name == "listeners" || name == "advertised.listeners" || name == "security.inter.broker.protocol") &&
            value.find("SSL") != std::string::npos)
            facts.values["tls"] = true;
    facts.assumed.push_back("The files have no rates of clients: the load is that of the shipped project.");
    return facts;
}

} // namespace headroom::import
