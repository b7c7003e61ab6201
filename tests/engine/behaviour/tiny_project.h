// The smallest clusters that show what a block means: a role that asks, a role that serves, a switch between them with
// round figures. Diagrams are a list of blocks and a line of wires: "start > work > answer; work2.error > answer".
#pragma once

#include "behaviour/compile/compiler.h"
#include "behaviour/interpreter/interpreter.h"
#include "project/block_library.h"
#include "project/project_file.h"
#include "project/vocabulary/declarations.h"
#include "run/model/hardware.h"
#include "run/run.h"

#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::test {

using project::Json;

constexpr double oneWay = 1e-3; ///< latency between two nodes, s
constexpr double roundTrip = 2 * oneWay;
constexpr double linkRate = 1e9 * 1448 / 1538; ///< payload bytes per second of every cable (8 Gb/s, MTU 1500)

Json component(const char* id, const char* kind, Json parameters);

/// A processor with the reference's single-thread figure (1739) times `speed` on each of its cores.
Json processor(const char* id, int cores, double speed = 1);

/// Where the projects of a test find libraries; a test may add folders with block types of its own.
std::vector<std::filesystem::path>& libraryFolders();

project::BlockCatalogue blockTypes();

class TinyProject
{
public:
    TinyProject();

    Json& group(const std::string& id, int count = 1);
    /// Devices that carry the volume "data" on the group's nodes.
    void devices(const std::string& id, int count, bool barriers = true);
    Json& role(const std::string& id, const std::string& group, Json workers = {{"kind", "thread per request"}});
    Json& definition(const std::string& id);
    TinyProject& operation(const std::string& role, const std::string& id, const std::string& blocks,
                           const std::string& wires, const std::vector<std::string>& arguments = {},
                           const std::vector<std::string>& results = {});
    /// The client calls the server's "serve" and hands its answer on; `more` are further fields of the call.
    TinyProject& asks(const std::string& more = "");

    Json tree;

private:
    int groupCount(const std::string& id);
    static Json named(const std::vector<std::string>& names);
    static std::string firstPort(const Json& blocks, const std::string& id);
    static Json wired(const Json& blocks, const std::string& text);
};

/// The whole behaviour is the client's own: nothing is asked over the network.
TinyProject alone(const std::string& blocks, const std::string& wires, const std::vector<std::string>& arguments = {});

/// Read once: a test may make many clusters.
const project::ComponentLibrary& shippedComponents();

std::string told(const project::Findings& findings);

project::Project parsed(const Json& tree, const project::ComponentLibrary& components);

/// The project's interpreter on a calendar of its own; requests are started by hand.
class TinyCluster : behaviour::OperationClient
{
public:
    struct Answer
    {
        std::string operation;
        std::uint64_t session = 0;
        std::vector<double> arguments;
        std::uint32_t node = 0;
        double asked = 0;
        double at = -1; ///< seconds; −1: none came
        bool ok = false;
        double took() const { return at - asked; }
    };

    virtual ~TinyCluster() = default;
    explicit TinyCluster(const TinyProject& tiny);

    /// Starts an operation of the client at `at` seconds.
    const Answer& ask(double at = 0, std::vector<double> arguments = {}, const std::string& operation = "ask",
                      std::uint64_t session = 0);
    void run(double untilS = 1000);
    /// One request alone: seconds to its answer.
    double alone(std::vector<double> arguments = {});
    std::uint64_t visits(const std::string& diagram, const std::string& block) const;

    project::ComponentLibrary components;
    project::Findings findings;
    project::Project project;
    std::unique_ptr<topology::ExpandedTopology> topology;
    std::unique_ptr<topology::Routes> routes;
    std::unique_ptr<mapping::Placement> placement;
    behaviour::Software software;
    kernel::Calendar calendar;
    behaviour::Cluster cluster;
    std::unique_ptr<behaviour::Interpreter> machine;
    std::deque<Answer> answers;

private:
    static void onAsk(void* self, std::uint64_t index);
    void operationDone(const behaviour::OperationTicket& ticket, bool ok) override;
};

/// Seconds to the answer of one request; negative if it is an error. Nothing is left over.
double answerOf(const TinyProject& tiny, std::vector<double> arguments = {});

/// Keys of what is wrong with it, in the order in which it is told.
std::vector<std::string> faultsOf(const TinyProject& tiny);

/// Equal but for what small messages take on the wire.
inline Approx about(double seconds)
{
    return Approx(seconds).margin(20e-6).epsilon(1e-9);
}

} // namespace headroom::test
