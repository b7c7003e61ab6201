#include "engine_process.h"
#include "record/result_file.h"
#include "record/stream.h"

using namespace headroom;
using namespace headroom::cli::test;

namespace {

/// The part of a summary that a seed decides.
record::Json decided(record::Summary summary)
{
    summary.wallS = 0;
    return toJson(summary);
}

record::Summary summaryOf(const Output& output)
{
    INFO(output.err);
    REQUIRE(output.status == 0);
    return record::summaryFromJson(record::Json::parse(output.out));
}

std::vector<record::Record> recordsOf(const Output& output)
{
    record::StreamReader reader;
    auto records = reader.feed(output.out);
    CHECK(reader.pendingBytes() == 0);
    for (const record::Record& record : records)
        CHECK_FALSE(std::holds_alternative<record::Garbage>(record));
    REQUIRE_FALSE(records.empty());
    return records;
}

record::Finished lastOf(const std::vector<record::Record>& records)
{
    REQUIRE(std::holds_alternative<record::Finished>(records.back()));
    return std::get<record::Finished>(records.back());
}

std::vector<std::string> statesOf(const std::vector<record::Record>& records)
{
    std::vector<std::string> states;
    for (const record::Record& record : records)
        if (const auto* state = std::get_if<record::State>(&record))
            states.push_back(state->state);
    return states;
}

std::string shortRun()
{
    return "simulate " + swiftRack() + "--set WORKERS=16 --duration '12 s' ";
}

} // namespace

TEST_CASE("The same seed gives the same summary, streamed or not")
{
    const Folder folder;
    const record::Json first = decided(summaryOf(folder.run(shortRun() + "--seed 7 --json")));
    CHECK(decided(summaryOf(folder.run(shortRun() + "--seed 7 --json"))) == first);
    CHECK(decided(lastOf(recordsOf(folder.run(shortRun() + "--seed 7 --stream"))).summary) == first);
    CHECK(decided(summaryOf(folder.run(shortRun() + "--seed 8 --json"))) != first);
}

TEST_CASE("A streamed run starts with its header and ends with its summary and result file")
{
    const Folder folder;
    const fs::path result = folder.path / "r.hrr";
    const auto records = recordsOf(folder.run(shortRun() + "--stream --out '" + result.string() + "'"));
    REQUIRE(std::holds_alternative<record::Header>(records.front()));
    const auto& header = std::get<record::Header>(records.front());
    CHECK(header.durationS == 12.0);
    CHECK(statesOf(records) == std::vector<std::string>{"running"});
    std::size_t samples = 0;
    for (const record::Record& record : records)
        samples += std::holds_alternative<record::Sample>(record);
    CHECK(samples > 0);
    CHECK(lastOf(records).resultFile == result.string());

    const record::ResultReader reader(result);
    CHECK(toJson(reader.summary()) == toJson(lastOf(records).summary));
    CHECK(reader.series().size() == header.series.size());
}

TEST_CASE("A run from a result file's project gives the same result")
{
    const Folder folder;
    const fs::path result = folder.path / "r.hrr";
    const auto first = summaryOf(folder.run(shortRun() + "--seed 7 --json --out '" + result.string() + "'"));
    const fs::path again = folder.write("again.headroom", record::ResultReader(result).projectText());
    CHECK(decided(summaryOf(folder.run("simulate '" + again.string() + "' --json"))) == decided(first));
}

TEST_CASE("A run that is told to stop ends early and says so")
{
    const Folder folder;
    const auto records = recordsOf(
        folder.run("simulate " + swiftRack() + "--duration '100000 s' --stream", R"(echo '{"command":"stop"}')"));
    CHECK(statesOf(records).back() == "stopped");
    CHECK(lastOf(records).summary.stopped);
}

TEST_CASE("A paused run that nobody can take up again stops")
{
    const Folder folder;
    const auto records = recordsOf(
        folder.run("simulate " + swiftRack() + "--duration '100000 s' --stream", R"(echo '{"command":"pause"}')"));
    CHECK(statesOf(records) == std::vector<std::string>{"running", "paused", "stopped"});
}

TEST_CASE("The end of standard input alone does not end a run")
{
    const Folder folder;
    const auto records = recordsOf(folder.run(shortRun() + "--stream", R"(echo '{"command":"rate","per_second":5}')"));
    CHECK_FALSE(lastOf(records).summary.stopped);
}

TEST_CASE("What is not watched is not sent, and what cannot be read is told")
{
    const Folder folder;
    const auto records =
        recordsOf(folder.run(shortRun() + "--stream", R"(printf '{"command":"unwatch","series":[0]}\nnonsense\n')"));
    std::vector<std::size_t> watched;
    bool warned = false;
    std::size_t width = 0;
    for (const record::Record& record : records) {
        if (const auto* watching = std::get_if<record::Watching>(&record))
            watched.push_back(width = watching->series.size());
        if (const auto* sample = std::get_if<record::Sample>(&record))
            CHECK(sample->values.size() == width);
        if (const auto* line = std::get_if<record::LogLine>(&record))
            warned = warned || line->level == "warning";
    }
    REQUIRE(watched.size() == 2);
    CHECK(watched[1] + 1 == watched[0]);
    CHECK(warned);
}

TEST_CASE("An interrupted run writes what it has")
{
    const Folder folder;
    const fs::path result = folder.path / "r.hrr";
    // The reader of the stream interrupts the run as soon as the first sample has come.
    const std::string script = "mkfifo f; '" HEADROOM_ENGINE "' simulate " + swiftRack() +
                               "--duration '100000 s' --stream --out r.hrr >f </dev/null & engine=$!; "
                               "grep -m1 '\"sample\"' <f >first & exec 3<f; wait $!; kill -INT $engine; "
                               "cat <&3 >rest; wait $engine; echo $? >status";
    const std::string command = "cd '" + folder.path.string() +
                                "' && HEADROOM_LIBRARIES='" HEADROOM_SOURCE_DIR "/libraries' bash -c \"$SCRIPT\"";
    ::setenv("SCRIPT", script.c_str(), 1);
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(contentOf(folder.path / "status") == "0\n");
    CHECK(record::ResultReader(result).summary().stopped);
}

TEST_CASE("Without --json or --stream people get tables and a result file")
{
    const Folder folder;
    const Output output = folder.run(shortRun() + "--out '" + (folder.path / "r.hrr").string() + "'");
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Catch::Contains("operation") && Catch::Contains("node group") && Catch::Contains("r.hrr"));
    CHECK(fs::exists(folder.path / "r.hrr"));
}
