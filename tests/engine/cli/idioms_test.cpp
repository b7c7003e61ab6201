// The idioms: small projects that show one mechanism each, against the figures that a formula gives.
#include "engine_process.h"
#include "record/summary.h"

using namespace headroom;
using namespace headroom::cli::test;

namespace {

record::OperationSummary operationOf(const std::string& idiom, const std::string& operation,
                                     const std::string& settings)
{
    const Folder folder;
    const auto json = printed(
        folder.run("simulate '" HEADROOM_SOURCE_DIR "/projects/idioms/" + idiom + "' --json --check-laws " + settings));
    return record::summaryFromJson(json).operations.at(operation);
}

} // namespace

TEST_CASE("group commit: half of the writers share each flush, as far as a group may be so large")
{
    struct Case
    {
        int writers, group;
        double sharing; ///< min(writers / 2, group); a lone writer has each flush for itself
    };
    for (const Case& of : {Case{16, 64, 8}, Case{64, 64, 32}, Case{16, 4, 4}, Case{16, 1, 1}, Case{1, 64, 1}}) {
        INFO(of.writers << " writers, groups of " << of.group);
        const auto write =
            operationOf("group-commit", "write",
                        "--set WRITERS=" + std::to_string(of.writers) + " --set GROUP=" + std::to_string(of.group));
        CHECK(write.perSecond == Approx(of.sharing / 10e-3).epsilon(0.003)); // the window cuts a group at its ends
        CHECK(write.latency.meanMs == Approx(of.writers * 10 / of.sharing).epsilon(0.003));
    }
}

TEST_CASE("daemon per disk: each is a queue M/M/1, or M/M/2 with two threads")
{
    struct Case
    {
        double load;
        int threads;
        double timesService; ///< M/M/1: 1 / (1 - load); M/M/2: 1 / (1 - (load / 2)^2)
        double tolerance;
    };
    for (const Case& of : {Case{0.3, 1, 1 / 0.7, 0.02}, Case{0.7, 1, 1 / 0.3, 0.04}, Case{0.9, 1, 10, 0.08},
                           Case{0.7, 2, 1 / (1 - 0.35 * 0.35), 0.02}}) {
        INFO("load " << of.load << ", " << of.threads << " threads");
        const auto read =
            operationOf("daemon-per-disk", "read",
                        "--set LOAD=" + std::to_string(of.load) + " --set THREADS=" + std::to_string(of.threads));
        CHECK(read.perSecond == Approx(of.load * 12 / 10e-3).epsilon(0.01));
        CHECK(read.latency.meanMs - 0.06 == Approx(of.timesService * 10).epsilon(of.tolerance)); // 0.06 ms on the wire
    }
}
