// The processor work of the shipped Swift rack: put_time and get_time are the whole of it, other times are its shares.
#include "swift_rack.h"

#include <algorithm>

using namespace headroom;
using test::SwiftRack;

namespace {

/// Work of the processors of the proxies and of the storage servers for an operation, relative to that without any
/// share.
struct Work
{
    double proxies = 0, storage = 0;
};

Work workFor(const std::string& operation, const std::map<std::string, project::Overrides>& bindings)
{
    const auto summary = SwiftRack{.load = {{"OPERATION", operation}, {"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"}},
                                   .bindings = bindings,
                                   .durationS = 9}
                             .run();
    const auto of = [&](const char* group) {
        const auto found = std::ranges::find_if(summary.resources, [&](const record::ResourceSummary& row) {
            return row.nodeGroup == group && row.resource == "processor";
        });
        REQUIRE(found != summary.resources.end());
        return found->utilisationMean / summary.operations.at(operation).perSecond;
    };
    return {of("proxies"), of("storage")};
}

Work change(const std::string& operation, const std::map<std::string, project::Overrides>& shares)
{
    const Work without = workFor(operation, {}), with = workFor(operation, shares);
    return {with.proxies / without.proxies, with.storage / without.storage};
}

/// The problem reported for a role's block if these values are bound to its parameters.
std::string problem(const std::string& role, const project::Overrides& values)
{
    const run::Simulation simulation = SwiftRack{.bindings = {{role, values}}}.simulation();
    std::string problems;
    for (const project::Finding& finding : simulation.findings())
        problems += toLine(finding) + '\n';
    return problems;
}

} // namespace

TEST_CASE("shares of a request's work say when it comes and leave it as much as it is")
{
    const Work put =
        change("PUT", {{"proxy-server",
                        {{"put_connect_time", "0.3 ms"}, {"put_continue_time", "1 ms"}, {"put_answer_time", "0.6 ms"}}},
                       {"object-server", {{"put_end_time", "1.6 ms"}}}});
    // The same work takes other times where other numbers of cores are busy at once: these have turbo clocks.
    CHECK(put.proxies == Approx(1).epsilon(0.03));
    CHECK(put.storage == Approx(1).epsilon(0.03));
    const Work get =
        change("GET", {{"proxy-server", {{"get_answer_time", "1 ms"}}}, {"object-server", {{"close_time", "0.5 ms"}}}});
    CHECK(get.proxies == Approx(1).epsilon(0.02));
    CHECK(get.storage == Approx(1).epsilon(0.02));
}

TEST_CASE("shares that are more than the whole work are reported by their names")
{
    using Catch::Matchers::Contains;
    for (const auto& [role, share, value, whole] :
         {std::tuple{"proxy-server", "put_connect_time", "1.7 ms", "put_time"},
          {"proxy-server", "put_continue_time", "5.1 ms", "put_time"},
          {"proxy-server", "put_answer_time", "1.7 ms", "put_time"},
          {"proxy-server", "get_answer_time", "3.1 ms", "get_time"},
          {"object-server", "put_end_time", "2.6 ms", "put_time"},
          {"object-server", "close_time", "1.6 ms", "get_time"}}) {
        CAPTURE(role, share);
        CHECK_THAT(problem(role, {{share, value}}), Contains("error") && Contains(role) && Contains(share) &&
                                                        Contains(whole) && Contains("at least 0 s"));
    }
    CHECK(problem("proxy-server", {{"put_connect_time", "1.6 ms"}}).empty());
}
