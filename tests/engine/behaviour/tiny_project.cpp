#include "tiny_project.h"

#include "project/resolve/disabled.h"

#include <sstream>

namespace headroom::test {

Json component(const char* id, const char* kind, Json parameters)
{
    return {{"id", id},
            {"kind", kind},
            {"vendor", "test"},
            {"model", id},
            {"source", "test"},
            {"confidence", "estimated"},
            {"parameters", std::move(parameters)}};
}

Json processor(const char* id, int cores, double speed)
{
    return component(id, "processor",
                     {{"cores", cores},
                      {"threads", cores},
                      {"base_clock_Hz", 3.3e9},
                      {"passmark_single_thread_points", 1739 * speed},
                      {"passmark_multi_points", 1739 * speed * cores}});
}

std::vector<std::filesystem::path>& libraryFolders()
{
    static std::vector<std::filesystem::path> folders = {std::string(HEADROOM_SOURCE_DIR) + "/libraries"};
    return folders;
}

project::BlockCatalogue blockTypes()
{
    project::Findings findings;
    return project::loadBlockTypes(libraryFolders(), findings);
}

TinyProject::TinyProject()
{
    tree = {{"format", "headroom-project"}, {"version", 1}, {"name", "tiny"}};
    tree["components"] = {
        processor("plain", 8), processor("fast", 8, 2),
        component("nic", "nic", {{"link_rate_bps", 8e9}, {"data_rate_bps", 8e9}, {"latency_64B_us", 0}}),
        component("switch", "switch", {{"ports", {{{"count", 32}, {"rate_bps", 8e9}}}}, {"forwarding_latency_us", 0}}),
        component("device", "ssd",
                  {{"interface", "SATA 6Gb/s"},
                   {"capacity_B", 1e11},
                   {"seq_read_Bps", 5e8},
                   {"seq_write_Bps", 5e8},
                   {"rand_read_4k_iops", 50000},
                   {"rand_write_4k_iops", 50000},
                   {"read_latency_us", 100},
                   {"write_latency_us", 50},
                   {"saturation_queue_depth", 32},
                   {"flush_latency_us", 1000}})};
    tree["behaviours"] = Json::array();
    tree["topology"] = {{"groups", Json::array()},
                        {"fabrics",
                         {{{"id", "net"},
                           {"nic", "nic"},
                           {"switches", {{{"id", "switch"}, {"component", "switch"}}}},
                           {"links", Json::array()}}}}};
    tree["selectors"] = Json::array();
    tree["workloads"] = {
        {{"id", "load"}, {"role", "client"}, {"type", "closed loop"}, {"operations", {{{"operation", "ask"}}}}}};
    tree["run"] = {{"duration", "1 s"}, {"warm_up", "0 s"}, {"seed", 1}};
    group("clients");
    group("servers");
    role("client", "clients");
    role("server", "servers");
}

Json& TinyProject::group(const std::string& id, int count)
{
    Json& groups = tree["topology"]["groups"];
    for (Json& known : groups)
        if (known["id"] == id) {
            known["count"] = count;
            return known;
        }
    tree["topology"]["fabrics"][0]["links"].push_back(
        {{"id", id + "-cable"}, {"from", id}, {"to", "switch"}, {"latency", "0.5 ms"}});
    groups.push_back({{"id", id},
                      {"name", id},
                      {"count", count},
                      {"processor", "plain"},
                      {"devices", Json::array()},
                      {"volumes", Json::array()},
                      {"roles", Json::array()}});
    return groups.back();
}

void TinyProject::devices(const std::string& id, int count, bool barriers)
{
    Json& known = group(id, groupCount(id));
    known["devices"] = {{{"id", "data"}, {"component", "device"}, {"count", count}}};
    known["volumes"] = {{{"volume", "data"}, {"devices", "data"}, {"barriers", barriers}}};
}

Json& TinyProject::role(const std::string& id, const std::string& group, Json workers)
{
    for (Json& behaviour : tree["behaviours"])
        if (behaviour["role"] == id) {
            behaviour["definition"]["workers"] = std::move(workers);
            return behaviour["definition"];
        }
    for (Json& known : tree["topology"]["groups"])
        if (known["id"] == group)
            known["roles"].push_back(id);
    tree["behaviours"].push_back({{"role", id},
                                  {"definition",
                                   {{"id", id},
                                    {"workers", std::move(workers)},
                                    {"volumes", Json::array()},
                                    {"state", Json::array()},
                                    {"operations", Json::array()}}}});
    return tree["behaviours"].back()["definition"];
}

Json& TinyProject::definition(const std::string& id)
{
    for (Json& behaviour : tree["behaviours"])
        if (behaviour["role"] == id)
            return behaviour["definition"];
    throw std::logic_error("no role " + id);
}

TinyProject& TinyProject::operation(const std::string& role, const std::string& id, const std::string& blocks,
                                    const std::string& wires, const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& results)
{
    Json list = Json::parse("[" + blocks + "]");
    list.insert(list.begin(), Json{{"id", "start"}, {"type", "start"}});
    Json taken = named(arguments);
    for (Json& argument : taken)
        argument["default"] = 0; // a caller need not give them
    Json operation = {{"id", id},
                      {"arguments", std::move(taken)},
                      {"results", named(results)},
                      {"diagrams", {{{"id", "full"}, {"blocks", list}, {"wires", wired(list, wires)}}}}};
    definition(role)["operations"].push_back(std::move(operation));
    return *this;
}

TinyProject& TinyProject::asks(const std::string& more)
{
    return operation("client", "ask",
                     R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept")" +
                         more +
                         R"(}, {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"},
                            {"id": "late", "type": "reply", "status": "error"}, {"id": "closed", "type": "reply", "status": "error"})",
                     "start > call > good; call.error > bad; call.timeout > late; call.refused > closed");
}

int TinyProject::groupCount(const std::string& id)
{
    for (Json& known : tree["topology"]["groups"])
        if (known["id"] == id)
            return known["count"];
    return 1;
}

Json TinyProject::named(const std::vector<std::string>& names)
{
    Json list = Json::array();
    for (const std::string& name : names)
        list.push_back({{"name", name}, {"type", "number"}});
    return list;
}

std::string TinyProject::firstPort(const Json& blocks, const std::string& id)
{
    for (const Json& block : blocks)
        if (block["id"] == id)
            return block["type"] == "fork" ? "path1" : blockTypes().find(block["type"])->outputs.at(0).name;
    throw std::logic_error("no block " + id);
}

Json TinyProject::wired(const Json& blocks, const std::string& text)
{
    Json wires = Json::array();
    std::stringstream chains(text);
    for (std::string chain; std::getline(chains, chain, ';');) {
        std::stringstream words(chain);
        std::string from, arrow, to;
        words >> from;
        while (words >> arrow >> to) {
            const std::string port = from.find('.') == std::string::npos ? from + "." + firstPort(blocks, from) : from;
            wires.push_back({port, to.find('.') == std::string::npos ? to + ".in" : to});
            from = to.substr(0, to.find('.'));
        }
    }
    return wires;
}

TinyProject alone(const std::string& blocks, const std::string& wires, const std::vector<std::string>& arguments)
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   blocks +
                       R"(, {"id": "answer", "type": "reply"}, {"id": "none", "type": "reply", "status": "error"})",
                   wires, arguments);
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    return tiny;
}

const project::ComponentLibrary& shippedComponents()
{
    static const project::ComponentLibrary shipped = [] {
        project::Findings findings;
        return project::ComponentLibrary::load({std::string(HEADROOM_SOURCE_DIR) + "/libraries"}, findings);
    }();
    return shipped;
}

std::string told(const project::Findings& findings)
{
    std::string text;
    for (const auto& finding : findings)
        text += finding.pointer + ": " + finding.problem + "\n";
    return text;
}

project::Project parsed(const Json& tree, const project::ComponentLibrary& components)
{
    auto loaded = project::parseProject(tree.dump(), components, libraryFolders());
    INFO(told(loaded.findings));
    REQUIRE(loaded.project);
    return *loaded.project;
}

TinyCluster::TinyCluster(const TinyProject& tiny) : components(shippedComponents())
{
    components.add(tiny.tree["components"], "/components", findings);
    project = parsed(tiny.tree, components);
    project::Resolver resolver(project, components, findings);
    project::settleBlocks(project, resolver);
    const auto run = [&](const char* name) { return resolver.number(project::runFields(), name, project.run, "/run"); };
    const auto seed = static_cast<std::uint64_t>(run("seed"));
    topology = std::make_unique<topology::ExpandedTopology>(project, resolver);
    placement = std::make_unique<mapping::Placement>(project, *topology, findings);
    software = behaviour::compile(project, resolver, *topology, *placement, seed);
    INFO(told(findings));
    REQUIRE_FALSE(project::hasErrors(findings));
    routes = std::make_unique<topology::Routes>(*topology);
    cluster = run::buildCluster(calendar, *topology, *routes, seed, true);
    machine = std::make_unique<behaviour::Interpreter>(calendar, software, cluster, *placement,
                                                       behaviour::Interpreter::Settings{seed});
}

const TinyCluster::Answer& TinyCluster::ask(double at, std::vector<double> arguments, const std::string& operation,
                                            std::uint64_t session)
{
    Answer& answer = answers.emplace_back();
    answer.operation = operation;
    answer.session = session ? session : answers.size();
    answer.arguments = std::move(arguments);
    answer.node = placement->nodesOf("client").front();
    answer.asked = at;
    calendar.schedule(kernel::fromSeconds(at), &TinyCluster::onAsk, this, answers.size() - 1);
    return answer;
}

void TinyCluster::run(double untilS)
{
    calendar.runUntil(kernel::fromSeconds(untilS));
    CHECK(cluster.network->check() == std::vector<std::string>());
    for (const auto& hardware : cluster.devices)
        CHECK(hardware.device->byteBalance().holds());
}

double TinyCluster::alone(std::vector<double> arguments)
{
    const Answer& answer = ask(kernel::toSeconds(calendar.now()), std::move(arguments));
    run(kernel::toSeconds(calendar.now()) + 1000);
    REQUIRE(answer.ok);
    return answer.took();
}

std::uint64_t TinyCluster::visits(const std::string& diagram, const std::string& block) const
{
    for (std::size_t b = 0; b < software.blocks.size(); ++b)
        if (software.blocks[b].diagram == diagram + "/full" && software.blocks[b].block == block)
            return machine->blocks()[b].visits;
    throw std::logic_error("no block " + diagram + " " + block);
}

void TinyCluster::onAsk(void* self, std::uint64_t index)
{
    auto& cluster = *static_cast<TinyCluster*>(self);
    Answer& answer = cluster.answers[index];
    cluster.machine->start(cluster.software.findOperation("client", answer.operation), {answer.node}, index + 1,
                           answer.arguments, {&cluster, answer.session, index, 0, 0, 0});
}

void TinyCluster::operationDone(const behaviour::OperationTicket& ticket, bool ok)
{
    Answer& answer = answers[ticket.context];
    answer.ok = ok;
    answer.at = kernel::toSeconds(calendar.now());
}

double answerOf(const TinyProject& tiny, std::vector<double> arguments)
{
    TinyCluster cluster(tiny);
    const auto& answer = cluster.ask(1, std::move(arguments));
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    return answer.ok ? answer.took() : -answer.took();
}

std::vector<std::string> faultsOf(const TinyProject& tiny)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tiny.tree["components"], "/components", findings);
    const run::Simulation simulation(parsed(tiny.tree, components), components, {});
    std::vector<std::string> keys;
    for (const auto& finding : simulation.findings())
        if (finding.severity == project::Severity::error)
            keys.push_back(finding.key);
    return keys;
}

} // namespace headroom::test
