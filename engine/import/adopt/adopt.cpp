#include "import/adopt/adopt.h"

#include "import/adopt/archive.h"
#include "import/adopt/filled_project.h"
#include "import/adopt/intake.h"
#include "import/hosts/given.h"
#include "import/import.h"

#include <algorithm>
#include <iterator>

namespace headroom::import {

using project::Json;

namespace {

constexpr std::size_t mostGenerations = 8; // drawings stay readable up to some twenty boxes

std::string joinedLines(const std::vector<std::string>& sentences)
{
    std::string all;
    for (const std::string& sentence : sentences)
        all += (all.empty() ? "" : "\n") + sentence;
    return all;
}

std::string section(const std::string& heading, const std::vector<std::string>& sentences)
{
    std::string all = sentences.empty() ? "" : "\n\n" + heading;
    for (const std::string& sentence : sentences)
        all += "\n- " + sentence;
    return all;
}

ClusterFacts clusterOf(Intake& intake)
{
    std::vector<ClusterFacts> clusters;
    for (const auto& reader : {daemonCluster, ringCluster, topicCluster})
        if (auto cluster = reader(intake.cluster, intake.faults))
            clusters.push_back(std::move(*cluster));
    if (!intake.faults.empty())
        throw AdoptError(intake.faults.sentences());
    if (clusters.size() > 1)
        throw AdoptError({"The files are of several kinds of clusters. Give those of one at a time."});
    if (clusters.empty())
        throw AdoptError(
            {intake.hosts.empty()
                 ? "None of the files is one that describes a cluster. They may be " + adoptableFiles() + "."
                 : "The files describe " + numbered(intake.hosts.size(), "machine") +
                       ", but not which cluster they make. Add " + adoptableFiles() + "."});
    return std::move(clusters.front());
}

} // namespace

AdoptError::AdoptError(std::vector<std::string> sentences)
    : std::runtime_error(joinedLines(sentences)), sentences_(std::move(sentences))
{
}

std::string adoptableFiles()
{
    return "the cluster's report, or osd tree, osd df, osd dump, osd metadata and config dump as JSON; ring files with "
           "the output of reconnaissance; the topics with their partitions and a broker's server.properties; and of "
           "each "
           "machine lscpu -J, lsblk -J -b -O, lshw -json, ip -j address, ethtool and /proc/meminfo, also in folders "
           "and "
           "tar archives";
}

Adopted adopt(std::vector<GivenFile> files, const std::string& name,
              const std::vector<std::filesystem::path>& libraries, const project::ComponentLibrary& components)
{
    try {
        Intake intake;
        std::vector<GivenFile> all;
        for (GivenFile& file : files)
            std::ranges::move(unpacked(std::move(file)), std::back_inserter(all));
        intake.take(all);
        const ClusterFacts cluster = clusterOf(intake);
        Recipe recipe = Recipe::find(cluster, libraries);
        Parts parts(components, partFamilies(libraries));
        Sentences said{cluster.found, cluster.assumed, cluster.left};
        std::vector<HostFacts> describing;
        std::ranges::copy_if(intake.hosts, std::back_inserter(describing),
                             [&](const HostFacts& host) { return isNode(host, cluster.nodes); });
        // Files of a single machine stand for the nodes, whatever it is called.
        if (describing.empty() && intake.hosts.size() == 1)
            describing = intake.hosts;
        const auto generations = generationsOf(cluster.nodes, describing, parts, mostGenerations, said);
        fillMachines(recipe, generations, parts, said);
        setValues(recipe, cluster, parts.kindOf(generations.front().drive) == "disk", said);
        fillClients(recipe, cluster, generations, parts, said);
        fillLoad(recipe, cluster);
        fillRoles(recipe, cluster, describing.size() == intake.hosts.size() ? describing : intake.hosts, said);
        for (const Json& sentence : recipe.rules.value("assumptions", Json::array()))
            said.assumed.push_back(sentence.get<std::string>());
        if (!intake.unknown.empty()) {
            std::string some = intake.unknown.front();
            constexpr std::size_t most = 4;
            for (std::size_t n = 1; n < std::min(most, intake.unknown.size()); ++n)
                some += ", " + intake.unknown[n];
            said.left.push_back(numbered(intake.unknown.size(), "file") + " of no kind that is read: " + some +
                                (intake.unknown.size() > most ? " ..." : "") + ".");
        }
        Adopted adopted;
        adopted.found = said.found;
        adopted.matched = parts.matched();
        adopted.unmatched = parts.unmatched();
        adopted.assumed = said.assumed;
        adopted.left = said.left;
        adopted.tree = std::move(recipe.project);
        adopted.tree["name"] = name;
        adopted.tree["description"] =
            "Made from the files of a cluster: " + recipe.rules.value("name", std::string()) +
            (cluster.version.empty() ? "" : ", version " + cluster.version) + "." + section("Found:", adopted.found) +
            section("Parts:", adopted.matched) + section("Parts that no library has:", adopted.unmatched) +
            section("Assumed:", adopted.assumed) + section("Not in the project:", adopted.left);
        Json& own = adopted.tree["components"];
        if (!own.is_array())
            own = Json::array();
        for (const Json& component : parts.own())
            own.push_back(component);
        return adopted;
    } catch (const ImportError& error) {
        throw AdoptError({error.what()});
    } catch (const Json::exception& error) { // a recipe of the user's own library
        throw AdoptError(
            {std::string("The description of the system in the libraries cannot be used: ") + error.what()});
    }
}

} // namespace headroom::import
