#include "../../effort.h"
#include "../records.h"
#include "record/structure/summary_json.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::record;

namespace {

std::vector<Record> everyRecord()
{
    Header header{"swift-rack", 18446744073709551615u, 60.0, 10.0, 0.1, example::series()};
    Sample sample{1.1, 0.1 + 0.2, 123456, {4820.0, std::nan(""), -1e-17, 1.0 / 3.0}, 17, Steady{4120, 0.012}};
    return {header,
            Watching{{0, 7}},
            State{"running"},
            sample,
            LogLine{"warning", "tab\tnew line\n\"quoted\" ä"},
            Finished{example::summary(), "/tmp/a result.hrr"}};
}

std::string textOf(const std::vector<Record>& records)
{
    std::string text;
    for (const Record& record : records)
        text += toLine(record);
    return text;
}

/// The only record that a text gives.
Record onlyRecord(const std::string& text)
{
    StreamReader reader;
    const std::vector<Record> records = reader.feed(text + "\n");
    REQUIRE(records.size() == 1);
    return records.front();
}

std::string problemOf(const std::string& text)
{
    const Record record = onlyRecord(text);
    INFO(text);
    REQUIRE(std::holds_alternative<MalformedRecord>(record));
    return std::get<MalformedRecord>(record).problem;
}

} // namespace

TEST_CASE("every record reads back as it was written")
{
    StreamReader reader;
    const std::vector<Record> records = reader.feed(textOf(everyRecord()));
    REQUIRE(records.size() == 6);
    CHECK(reader.pendingBytes() == 0);

    const auto& header = std::get<Header>(records[0]);
    CHECK(header.project == "swift-rack");
    CHECK(header.seed == 18446744073709551615u);
    CHECK(header.durationS == 60.0);
    CHECK(header.warmUpS == 10.0);
    CHECK(header.intervalS == 0.1);
    REQUIRE(header.series.size() == 3);
    CHECK(header.series[2].id == 7);
    CHECK(header.series[2].path == std::vector<std::string>{"node group", "storage", "disk data"});
    CHECK(header.series[2].unit == "share");

    CHECK(std::get<Watching>(records[1]).series == std::vector<std::uint32_t>{0, 7});
    CHECK(std::get<State>(records[2]).state == "running");

    const auto& sample = std::get<Sample>(records[3]);
    CHECK(sample.time == 1.1);
    CHECK(sample.wall == 0.1 + 0.2);
    CHECK(sample.events == 123456);
    REQUIRE(sample.values.size() == 4);
    CHECK(sample.values[0] == 4820.0);
    CHECK(std::isnan(sample.values[1]));
    CHECK(sample.values[2] == -1e-17);
    CHECK(sample.values[3] == 1.0 / 3.0);
    CHECK(sample.requests == 17);
    CHECK(sample.steady == Steady{4120, 0.012});

    CHECK(std::get<LogLine>(records[4]).text == "tab\tnew line\n\"quoted\" ä");
    const auto& finished = std::get<Finished>(records[5]);
    CHECK(finished.resultFile == "/tmp/a result.hrr");
    CHECK(toJson(finished.summary) == toJson(example::summary()));
    CHECK(textOf(records) == textOf(everyRecord()));
}

TEST_CASE("a span reads back as it was written, of a call or not")
{
    Span span;
    span.id = 9;
    span.parent = 3;
    span.trace = 1;
    span.kind = "wait";
    span.name = "queue for a worker";
    span.role = span.operation = "PUT";
    span.node = "proxy-1";
    span.lane = 2;
    span.beginS = 0.1 + 0.2;
    span.endS = 1.0 / 3.0;
    span.unfinished = true;
    const auto back = std::get<Span>(onlyRecord(toLine(Record(span))));
    CHECK(back.endS == 1.0 / 3.0);
    CHECK(back.name == "queue for a worker");
    CHECK(toLine(Record(back)) == toLine(Record(span)));
    span.callerNode = "client";
    span.callerLane = 4;
    CHECK(std::get<Span>(onlyRecord(toLine(Record(span)))).callerLane == 4);
}

TEST_CASE("each record is one line")
{
    for (const Record& record : everyRecord()) {
        const std::string line = toLine(record);
        CHECK(line.find('\n') == line.size() - 1);
    }
}

TEST_CASE("records are the same wherever the stream is split")
{
    const std::string text = textOf(everyRecord());
    for (std::size_t split = 0; split <= text.size(); split += headroom::test::hurry) {
        StreamReader reader;
        std::vector<Record> records = reader.feed(std::string_view(text).substr(0, split));
        const std::vector<Record> rest = reader.feed(std::string_view(text).substr(split));
        records.insert(records.end(), rest.begin(), rest.end());
        REQUIRE(textOf(records) == text);
    }
    StreamReader byteByByte;
    std::vector<Record> records;
    for (const char c : text)
        for (Record& record : byteByByte.feed({&c, 1}))
            records.push_back(std::move(record));
    CHECK(textOf(records) == text);
}

TEST_CASE("a truncated last line waits and is counted")
{
    const std::string line = toLine(State{"paused"});
    StreamReader reader;
    CHECK(reader.feed(line.substr(0, 10)).empty());
    CHECK(reader.pendingBytes() == 10);
    CHECK(reader.feed(line.substr(10)).size() == 1);
    CHECK(reader.pendingBytes() == 0);
}

TEST_CASE("a malformed line is reported in a sentence and the next line is read")
{
    StreamReader reader;
    const auto records = reader.feed("\x01\xff malformed {{{\n" + toLine(State{"running"}));
    REQUIRE(records.size() == 2);
    CHECK(std::get<MalformedRecord>(records[0]).problem.find("not JSON") != std::string::npos);
    CHECK(std::get<State>(records[1]).state == "running");
}

TEST_CASE("blank lines and carriage returns say nothing")
{
    StreamReader reader;
    const auto records = reader.feed("\n\r\n{\"record\":\"state\",\"state\":\"paused\"}\r\n");
    REQUIRE(records.size() == 1);
    CHECK(std::get<State>(records[0]).state == "paused");
}

TEST_CASE("wrong lines name what is wrong with them")
{
    using Catch::Contains;
    CHECK_THAT(problemOf("[1,2]"), Contains("not a JSON object"));
    CHECK_THAT(problemOf("42"), Contains("not a JSON object"));
    CHECK_THAT(problemOf("{}"), Contains("\"record\" is missing"));
    CHECK_THAT(problemOf(R"({"record":5})"), Contains("\"record\" is not a text"));
    CHECK_THAT(problemOf(R"({"record":"news"})"), Contains("unknown record \"news\""));
    CHECK_THAT(problemOf(R"({"record":"state","state":"flying"})"), Contains("unknown state \"flying\""));
    CHECK_THAT(problemOf(R"({"record":"log","level":"shout","text":""})"), Contains("unknown level"));
    CHECK_THAT(problemOf(R"({"record":"watching","series":[-1]})"), Contains("whole number"));
    CHECK_THAT(problemOf(R"({"record":"watching","series":[4294967296]})"),
               Contains("\"series[0]\" is not at most 4294967295"));
    CHECK_THAT(problemOf(R"({"record":"watching","series":{}})"), Contains("not a list"));
    CHECK_THAT(problemOf(R"({"record":"sample","t":"1","wall_s":0,"events":0,"v":[]})"), Contains("\"t\""));
    CHECK_THAT(problemOf(R"({"record":"sample","t":1,"wall_s":0,"events":1.5,"v":[]})"), Contains("\"events\""));
    CHECK_THAT(problemOf(R"({"record":"sample","t":1,"wall_s":0,"events":1,"v":["x"]})"), Contains("\"v[0]\""));
    CHECK_THAT(problemOf(R"({"record":"sample","t":1e999,"wall_s":0,"events":1,"v":[]})"), Contains("range"));
    CHECK_THAT(problemOf(R"({"record":"summary","summary":{},"result":""})"),
               Contains("\"summary.project\" is missing"));
    CHECK_THAT(problemOf(R"({"record":"summary","summary":[],"result":""})"), Contains("\"summary\" is not an object"));
    CHECK_THAT(problemOf(R"({"record":"header","format":"other","version":1})"), Contains("not a Headroom stream"));
    CHECK_THAT(problemOf(R"({"record":"header","format":"headroom-stream","version":2})"), Contains("version 2"));
}

TEST_CASE("deep nesting is refused")
{
    const std::string deep(5'000'000, '[');
    CHECK_THAT(problemOf(deep), Catch::Contains("nested"));
    CHECK_THAT(problemOf("{\"record\":" + deep), Catch::Contains("nested"));
}

TEST_CASE("brackets inside texts do not nest")
{
    const std::string text = std::string(1000, '[') + "\\\"{";
    const Record record = onlyRecord(toLine(LogLine{"info", text}));
    REQUIRE(std::holds_alternative<LogLine>(record));
    CHECK(std::get<LogLine>(record).text == text);
}

TEST_CASE("a line beyond the limit is left out and reported once")
{
    StreamReader reader;
    std::size_t malformed = 0;
    const std::string piece(1u << 20, 'x');
    for (int i = 0; i < 70; ++i)
        malformed += reader.feed(piece).size();
    CHECK(malformed == 1);
    CHECK(reader.pendingBytes() == 0);
    const auto records = reader.feed("\n" + toLine(State{"running"}));
    REQUIRE(records.size() == 1);
    CHECK(std::holds_alternative<State>(records[0]));
}

TEST_CASE("a header with 100 000 series and a line with as many keys are read")
{
    constexpr std::uint32_t count = headroom::test::effort(100'000);
    Header header{"large", 1, 60, 10, 0.1, {}};
    std::string keys = "{\"record\":\"news\"";
    for (std::uint32_t i = 0; i < count; ++i) {
        header.series.push_back({i, {"node", std::to_string(i), "processor"}, "share"});
        keys += ",\"key" + std::to_string(i) + "\":0";
    }
    StreamReader reader;
    const auto records = reader.feed(toLine(header) + keys + "}\n");
    REQUIRE(records.size() == 2);
    CHECK(std::get<Header>(records[0]).series.size() == count);
    CHECK(std::get<Header>(records[0]).series.back().path[1] == std::to_string(count - 1));
    CHECK(std::holds_alternative<MalformedRecord>(records[1]));
}

TEST_CASE("a text that is not UTF-8 is written as JSON all the same")
{
    StreamReader reader;
    const auto records = reader.feed(toLine(LogLine{"info", "bad \xff byte"}));
    REQUIRE(records.size() == 1);
    CHECK(std::holds_alternative<LogLine>(records[0]));
}

TEST_CASE("commands read back as they were written")
{
    for (const auto kind : {CommandKind::pause, CommandKind::resume, CommandKind::stop, CommandKind::step,
                            CommandKind::watch, CommandKind::unwatch, CommandKind::rate, CommandKind::pace}) {
        Command command{kind, 0.1, 20, {0, 4294967295u}};
        command.factor = 2.5;
        const Command back = parseCommand(toLine(command));
        CHECK(back.kind == kind);
        if (kind == CommandKind::step)
            CHECK(back.seconds == 0.1);
        if (kind == CommandKind::rate)
            CHECK(back.perSecond == 20);
        if (kind == CommandKind::pace)
            CHECK(back.factor == 2.5);
        if (kind == CommandKind::watch || kind == CommandKind::unwatch)
            CHECK(back.series == command.series);
    }
}

TEST_CASE("of very many series the most informative are watched")
{
    const std::vector<SeriesInfo> series{{0, {"node", "storage-1", "disk data 1", "busy"}, "share"},
                                         {1, {"node", "storage-1", "processor"}, "share"},
                                         {2, {"block", "proxy/PUT/full", "md5", "visits"}, "1/s"},
                                         {3, {"operation", "PUT", "throughput"}, "1/s"},
                                         {4, {"role", "proxy", "workers"}, "share"}};
    CHECK(mostTelling(series, 3) == std::vector<std::uint32_t>{3, 4, 2});
    CHECK(mostTelling(series, 100) == std::vector<std::uint32_t>{3, 4, 2, 1, 0});
    Command watch;
    watch.kind = CommandKind::watch;
    watch.most = 7;
    CHECK(parseCommand(toLine(watch)).most == 7);
}

TEST_CASE("the condition that ends a run reads back as it was written")
{
    Command command;
    command.kind = CommandKind::until;
    command.seconds = 12.5;
    CHECK(parseCommand(toLine(command)).seconds == 12.5);
    command.requests = 1000;
    CHECK(parseCommand(toLine(command)).requests == 1000);
    command.requests = 0;
    command.path = {"operation", "PUT", "latency p99"};
    command.above = 0.05;
    CHECK(parseCommand(toLine(command)).path == command.path);
    CHECK(parseCommand(toLine(command)).above == 0.05);
    CHECK_FALSE(parseCommand(toLine(command)).below);
    Command step;
    step.kind = CommandKind::step;
    CHECK(parseCommand(toLine(step)).seconds == 0);
}

TEST_CASE("wrong commands say what is wrong")
{
    using Catch::Contains;
    CHECK_THROWS_WITH(parseCommand("pause"), Contains("not JSON"));
    CHECK_THROWS_WITH(parseCommand("[]"), Contains("not a JSON object"));
    CHECK_THROWS_WITH(parseCommand("{}"), Contains("\"command\" is missing"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"jump"})"), Contains("unknown command \"jump\""));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"until"})"), Contains("\"seconds\" is missing"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"until","requests":0})"), Contains("above zero"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"until","path":["a"]})"), Contains("one number"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"until","path":["a"],"above":1,"below":0})"), Contains("one number"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"until","path":["a"],"above":null})"), Contains("one number"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"pace","factor":-1})"), Contains("above zero"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"step","seconds":-1})"), Contains("above zero"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"step","seconds":null})"), Contains("above zero"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"rate","per_second":0})"), Contains("above zero"));
    CHECK_THROWS_WITH(parseCommand(R"({"command":"watch","series":"all"})"), Contains("not a list"));
    CHECK_THROWS_WITH(parseCommand(std::string(1000, '[')), Contains("nested"));
}
