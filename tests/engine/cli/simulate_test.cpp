#include "../effort.h"
#include "engine_process.h"
#include "record/file/result_file.h"
#include "record/stream/stream.h"
#include "record/structure/summary_json.h"

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
        CHECK_FALSE(std::holds_alternative<record::MalformedRecord>(record));
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
    return "simulate " + swiftRack() + "--set WORKERS=16 --duration '12 s' --check-laws ";
}

} // namespace

TEST_CASE("the same seed gives the same summary, streamed or not")
{
    const Folder folder;
    const record::Json first = decided(summaryOf(folder.run(shortRun() + "--seed 7 --json")));
    CHECK(decided(summaryOf(folder.run(shortRun() + "--seed 7 --json"))) == first);
    CHECK(decided(lastOf(recordsOf(folder.run(shortRun() + "--seed 7 --stream"))).summary) == first);
    CHECK(decided(summaryOf(folder.run(shortRun() + "--seed 8 --json"))) != first);
}

TEST_CASE("a streamed run starts with its header and ends with its summary and result file")
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

TEST_CASE("a stream contains the spans of traced requests, or leaves them to the result file")
{
    const Folder folder;
    const fs::path result = folder.path / "r.hrr";
    const auto streamed = [&](const std::string& options) {
        std::size_t spans = 0;
        for (const record::Record& record :
             recordsOf(folder.run(shortRun() + "--trace-some --stream " + options + "--out '" + result.string() + "'")))
            spans += std::holds_alternative<record::Span>(record);
        return spans;
    };
    const std::size_t all = streamed("");
    CHECK(all > 0);
    CHECK(record::ResultReader(result).spans().size() == all);
    CHECK(streamed("--no-span-records ") == 0);
    CHECK(record::ResultReader(result).spans().size() == all);
}

TEST_CASE("a run from a result file's project gives the same result")
{
    const Folder folder;
    const fs::path result = folder.path / "r.hrr";
    const auto first = summaryOf(folder.run(shortRun() + "--seed 7 --json --out '" + result.string() + "'"));
    const fs::path again = folder.write("again.headroom", record::ResultReader(result).projectText());
    CHECK(decided(summaryOf(folder.run("simulate '" + again.string() + "' --json"))) == decided(first));
}

TEST_CASE("a run that is asked to stop ends early and says so")
{
    const Folder folder;
    const auto records = recordsOf(
        folder.run("simulate " + swiftRack() + "--duration '100000 s' --stream", R"(echo '{"command":"stop"}')"));
    CHECK(statesOf(records).back() == "stopped");
    CHECK(lastOf(records).summary.stopped);
}

TEST_CASE("a paused run that nobody can take up again stops")
{
    const Folder folder;
    const auto records = recordsOf(
        folder.run("simulate " + swiftRack() + "--duration '100000 s' --stream", R"(echo '{"command":"pause"}')"));
    CHECK(statesOf(records) == std::vector<std::string>{"running", "paused", "stopped"});
}

TEST_CASE("a run goes on until an instant, by a time, to a sample, and stands there exactly")
{
    const Folder folder;
    const auto endOf = [&](const std::string& commands) {
        const auto records = recordsOf(folder.run(shortRun() + "--stream", "printf '" + commands + "\\n'"));
        CHECK(statesOf(records).back() == "stopped"); // paused, and nobody could take it up again
        return lastOf(records).summary.simulatedS;
    };
    CHECK(endOf(R"({"command":"until","seconds":1.2345})") == 1.2345);
    CHECK(endOf(R"({"command":"step","seconds":0.000321})") == 0.000321);
    CHECK(endOf(R"({"command":"step"})") == 0.1);
}

TEST_CASE("a run goes on until so many requests are answered, or a series is beyond a threshold")
{
    const Folder folder;
    const auto recordsUntil = [&](const std::string& goal) {
        return recordsOf(folder.run(shortRun() + "--stream", R"(printf '{"command":"until",)" + goal + "}\n'"));
    };
    const auto lastSample = [](const std::vector<record::Record>& records) {
        record::Sample last;
        std::uint64_t before = 0;
        for (const record::Record& record : records)
            if (const auto* sample = std::get_if<record::Sample>(&record)) {
                before = last.requests;
                last = *sample;
            }
        CHECK(before < 1000);
        return last;
    };
    const auto counted = recordsUntil(R"("requests":1000)");
    CHECK(statesOf(counted) == std::vector<std::string>{"running", "paused", "stopped"});
    CHECK(lastSample(counted).requests >= 1000);
    CHECK(lastOf(counted).summary.simulatedS == lastSample(counted).time);

    const auto busy = recordsUntil(R"("path":["operation","PUT","throughput"],"above":1)");
    CHECK(lastOf(busy).summary.simulatedS < 2);
    bool said = false;
    for (const record::Record& record : busy)
        if (const auto* line = std::get_if<record::LogLine>(&record))
            said = said || line->text.find("operation · PUT · throughput is") != std::string::npos;
    CHECK(said);
    const auto nothing = recordsUntil(R"("path":["operation","PUT","elegance"],"above":1)");
    CHECK_FALSE(lastOf(nothing).summary.stopped);
}

TEST_CASE("steps, pauses and pace change nothing of what comes out")
{
    const Folder folder;
    const auto plain = lastOf(recordsOf(folder.run(shortRun() + "--stream")));
    const auto untilPaused = [&](int times) { // says the engine itself
        return "for try in $(seq 3000); do [ $(grep -c paused '" + folder.outputFile().string() + "') -ge " +
               std::to_string(times) + " ] && break; sleep 0.02; done; ";
    };
    const auto steps = recordsOf(folder.run(
        shortRun() + "--stream --pace 60",
        R"((printf '{"command":"step","seconds":1.03}\n'; )" + untilPaused(1) + R"(printf '{"command":"step"}\n'; )" +
            untilPaused(2) + R"(printf '{"command":"pace","factor":null}\n{"command":"resume"}\n'))"));
    CHECK(statesOf(steps) == std::vector<std::string>{"running", "paused", "running", "paused", "running"});
    CHECK(decided(lastOf(steps).summary) == decided(plain.summary));
}

TEST_CASE("the end of standard input alone does not end a run")
{
    const Folder folder;
    const auto records = recordsOf(folder.run(shortRun() + "--stream", R"(echo '{"command":"rate","per_second":5}')"));
    CHECK_FALSE(lastOf(records).summary.stopped);
}

TEST_CASE("series that are not watched are not sent, and unreadable commands are reported")
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

TEST_CASE("series to be watched from the beginning are in the first sample")
{
    const Folder folder;
    const auto records = recordsOf(folder.run(shortRun() + "--stream", R"(echo '{"command":"watch","most":100000}')"));
    const auto& header = std::get<record::Header>(records.front());
    for (const record::Record& record : records)
        if (const auto* sample = std::get_if<record::Sample>(&record))
            REQUIRE(sample->values.size() == header.series.size());
}

TEST_CASE("an interrupted run writes what it has")
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

TEST_CASE("without --json or --stream people get tables and a result file")
{
    const Folder folder;
    const Output output = folder.run(shortRun() + "--out '" + (folder.path / "r.hrr").string() + "'");
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Catch::Contains("operation") && Catch::Contains("node group") && Catch::Contains("r.hrr"));
    CHECK(fs::exists(folder.path / "r.hrr"));
}

TEST_CASE("the notes of a run stand on standard error at its end, or in the stream")
{
    const Folder folder;
    record::Json tree =
        record::Json::parse(contentOf(fs::path(HEADROOM_SOURCE_DIR) / "projects/first-queue/first-queue.headroom"));
    tree["disturbances"] =
        record::Json::parse(R"([{"id": "d", "what": "node", "target": "server", "action": "fail", "at": "1 s"}])");
    tree["run"]["duration"] = "2 s";
    tree["run"]["warm_up"] = "0 s";
    const std::string file = " '" + folder.write("p.headroom", tree.dump()).string() + "'";
    CHECK_THAT(folder.run("simulate --json" + file).err,
               Catch::Contains("headroom-engine: warning: ") && Catch::Contains("server"));
    const Output streamed = folder.run("simulate --stream" + file);
    CHECK_THAT(streamed.err, !Catch::Contains("headroom-engine: warning: "));
    const auto records = recordsOf(streamed);
    CHECK(std::any_of(records.begin(), records.end(), [](const record::Record& record) {
        const auto* line = std::get_if<record::LogLine>(&record);
        return line && line->level == "warning";
    }));
}

TEST_CASE("with --goals a missed goal ends with status 3 and is named on standard error")
{
    const Folder folder;
    auto tree = record::Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    const auto run = [&](const char* limit, const std::string& flag) {
        tree["goals"] = record::Json::array({{{"id", "g"}, {"metric", "ask.latency.p50"}, {"at_most", limit}}});
        const fs::path file = folder.write("goals.headroom", tree.dump());
        return folder.run("simulate '" + file.string() + "' --json --duration '60 s' " + flag);
    };
    const Output missed = run("1 ns", "--goals");
    CHECK(missed.status == 3);
    CHECK_THAT(missed.err, Catch::Contains("ask.latency.p50 at most 1.00 ns: missed"));
    CHECK(run("1 ns", "").status == 0);
    CHECK(run("1 h", "--goals").status == 0);
}
